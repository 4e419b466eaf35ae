"""Drivers: loops around a game's rules that environments, benchmarks, bots and the GPU share.

A driver is written once for every game. It calls open names (`open_rules`), which `rules_of(game)` says the rules of:

    play = compiled(random_game, **rules_of(game))

`random_play` plays whole games, `batch` many games a step at a time, `single` one game a step at a time. The rules
themselves are in a game's `rules/`.
"""
