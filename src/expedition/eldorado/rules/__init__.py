"""The rules of The Quest for El Dorado, each where its name says.

Rule functions take the position record `s` and the ground `b`, change `s` in place and return numbers.
They run interpreted, compiled for the CPU and compiled for the GPU, so they keep to plain arithmetic,
loops and flat arrays.
"""
