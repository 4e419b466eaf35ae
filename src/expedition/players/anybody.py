"""Bots that play any game: on its compiled rules alone, without knowing what they mean."""

from __future__ import annotations

import time
import zlib
from functools import cached_property
from typing import Any

from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.random_play import random_game, seed_dice
from expedition.core.game import Game
from expedition.core.jit import compiled
from expedition.players.bot import Budget, EngineBot, Maker, Match

LEVELS = ("rookie", "guide", "veteran")
LADDER = (Match("Playouts over random, two players", ("playouts", "random"), 200),)
LONGEST = 20_000  # actions of a playout
USUAL = 64  # playouts of a decision when nothing is said


class AnyBot(EngineBot):
    """A bot of any game; it learns which one with the first decision."""

    def __init__(self, name: str, budget: Budget, seed: int = 0, game: str = "") -> None:
        super().__init__(game, name, budget, seed)

    def play(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        rules = _rules(game)
        taken = 0
        while rules.actor(s) == seat:
            known = game.redealt(game.position_type.load(s), seat, self.seed).array()[0]
            rules.apply(s, rules.tables, seat, self.decide(game, known, seat, budget))
            taken += 1
        return taken


class RandomBot(AnyBot):
    """Any legal action, the same one whenever it sees the same."""

    def decide(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        legal = game.legal(game.position_type.load(s), seat)
        state = game.position_type.load(s)
        seen = zlib.crc32(repr((seat, legal, game.rounds(state), game.floor(state))).encode(), self.seed)
        return legal[seen % len(legal)]


class PlayoutBot(AnyBot):
    """The action whose random playouts end best, everything hidden dealt anew for each."""

    def decide(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        position = game.position_type.load(s)
        legal = game.legal(position, seat)
        if len(legal) == 1:
            return legal[0]
        rules = _rules(game)
        until = time.perf_counter() + budget.seconds if budget.seconds else None
        most = budget.playouts or USUAL
        worth = [0.0] * len(legal)
        played = 0
        while played < most and (until is None or played < len(legal) or time.perf_counter() < until):
            dealt = game.redealt(position, seat, self.seed + played // len(legal)).array()[0]
            worth[played % len(legal)] += rules.playout(dealt, seat, legal[played % len(legal)], self.seed + played)
            played += 1
        shares = [w / max(1, (played + len(legal) - 1 - k) // len(legal)) for k, w in enumerate(worth)]
        return legal[max(range(len(legal)), key=lambda k: shares[k])]


class _Rules:
    """A game's compiled rules with what they need beside a position."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.tables = game.tables().array()[0]
        self.actor = compiled(game.rule_actor)
        self.apply = compiled(game.rule_apply)
        self.place = compiled(game.rule_place)
        self._game = compiled(random_game, **rules_of(game))
        self._seed = compiled(seed_dice)

    @cached_property
    def _buffers(self) -> tuple[Any, Any]:
        import numpy as np

        return np.zeros(self.game.num_actions, np.int64), np.zeros(1, np.int64)

    def playout(self, s: Any, seat: int, action: int, seed: int) -> float:
        """How a game ends for a seat after this action: 1 for the first place, 0 for the last."""
        acts, dice = self._buffers
        self.apply(s, self.tables, seat, action)
        self._seed(dice, seed)
        self._game(s, self.tables, acts, dice, LONGEST)
        return 1 - (int(self.place(s, self.tables, seat)) - 1) / max(1, self.game.players - 1)


_made: dict[tuple[str, str], _Rules] = {}


def _rules(game: Game[Any]) -> _Rules:
    key = (game.name, repr(game.setup))
    if key not in _made:
        _made[key] = _Rules(game)
    return _made[key]


def makers() -> dict[str, Maker]:
    """Every bot by its name, made from its seed."""
    return {
        "random": lambda seed: RandomBot("random", Budget(), seed),
        "playouts": lambda seed: PlayoutBot("playouts", Budget(playouts=256), seed),
        "rookie": lambda seed: RandomBot("rookie", Budget(), seed),
        "guide": lambda seed: PlayoutBot("guide", Budget(playouts=64), seed),
        "veteran": lambda seed: PlayoutBot("veteran", Budget(playouts=512, seconds=1.5), seed),
    }
