"""Legend: the network with a search over its turns."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import numpy as np

from expedition.core.game import Game
from expedition.core.insight import insight_of
from expedition.players.bot import Budget
from expedition.players.many import compile_many, is_compiled, many_of
from expedition.players.network_bot import LONG, NetworkBot
from expedition.players.turn_search import Care, TurnSearch

REMEMBERED = 4096  # choices of turns already thought through
AGAIN = 0.25  # of the time, for a turn in which something new came to light


class LegendBot(NetworkBot):
    """Thinks once for a turn, as far as nothing new comes to light; on compiled rules where the machine has them."""

    def __init__(
        self, game: str, name: str, budget: Budget, seed: int = 0, care: Care | None = None,
        weights: Path | None = None,
    ) -> None:  # fmt: skip
        super().__init__(game, name, budget, seed, weights=weights)
        self.care = care or Care()
        self.turns: dict[bytes, int] = {}

    def is_prepared(self, game: Game[Any]) -> bool:
        return is_compiled(game)

    def prepare(self, game: Game[Any]) -> None:
        compile_many(game)

    def warm(self, game: Game[Any]) -> None:
        if is_compiled(game):
            compile_many(game)  # it is only brought
        super().warm(game)

    def think(self, game: Game[Any], s: Any, seat: int, budget: Budget) -> int:
        legal = game.legal(s, seat)
        if len(legal) == 1:
            return legal[0]
        if game.rounds(s) > LONG:
            return self.pick(game, s, seat)
        seen = self._seen(game, s, seat)
        if seen in self.turns and self.turns[seen] in legal:
            return self.turns[seen]
        many = many_of(game)
        search = TurnSearch(self.network, many, self.care)
        budget = self._shared(budget, game, s, seat)
        turn = search.best(many.of([s]), np.array([seat], np.int64), zlib.crc32(seen, self.seed), budget)[0]
        self._remember(game, s, seat, turn)
        return turn[0]

    def _shared(self, budget: Budget, game: Game[Any], s: Any, seat: int) -> Budget:
        """A turn in which something new comes to light is thought about again, a quarter as long."""
        part = 1.0 if insight_of(game).begins(s, seat) else AGAIN
        return Budget(budget.seconds and budget.seconds * part, budget.playouts and max(1, int(budget.playouts * part)))

    def _remember(self, game: Game[Any], s: Any, seat: int, turn: list[int]) -> None:
        """The rest of a turn is not thought through again, as long as what the seat sees is what was expected."""
        if len(self.turns) > REMEMBERED:
            self.turns.clear()
        s = s.copy()
        game.rule_redeal(s, game.tables(), seat, 0, 0, 0, 0)
        for action in turn:
            self.turns[self._seen(game, s, seat)] = action
            game.play(s, seat, action)

    def _seen(self, game: Game[Any], s: Any, seat: int) -> bytes:
        row = [0] * self.network.inputs
        game.rule_observe(s, game.tables(), seat, row)
        return bytes(n & 255 for n in row) + repr((seat, game.setup.get(game.board_option or ""))).encode()
