"""Games to look at."""
