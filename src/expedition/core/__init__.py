"""What every game stands on: record layout, rule functions, randomness, the Game and State interface, game records."""
