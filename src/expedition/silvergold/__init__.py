"""Silver & Gold: maps, patterns and the rules that mark them."""
