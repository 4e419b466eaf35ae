"""People who know each other."""
