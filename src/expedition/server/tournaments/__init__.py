"""Tournaments by link: who meets whom, and how they stand."""
