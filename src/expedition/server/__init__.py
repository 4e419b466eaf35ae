"""Accounts, rooms, clocks, storage and sockets. Knows games only through `core.game`."""
