"""Rated tournaments between bots, with numbers people can trust."""
