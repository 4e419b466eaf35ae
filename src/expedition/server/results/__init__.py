"""Finished games read once by the engine: what every seat achieved."""
