"""Bots for The Quest for El Dorado."""
