"""Environments for research: PettingZoo, Gymnasium, OpenSpiel, and batches of games on the CPU and the GPU."""
