"""A challenge a day for each game: the same deal for everybody, one attempt, verified by the engine."""
