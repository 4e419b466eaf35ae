"""Games of many set-ups side by side on a GPU: `MixedGames` with one launch a step for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from expedition.envs.cuda import Kernels, words_of
from expedition.envs.mixed import Mix, Part, Slot

THREADS = 64  # of a block: games differ in what they do next, so small blocks fill the processors best


class CudaMixedGames(Mix):
    """A mix on the device. Slots hold arrays of any library that tells where they lie (torch, CuPy)."""

    def __init__(self, parts: Sequence[Part], seed: int = 0, folder: Path | None = None) -> None:
        super().__init__(parts, seed)
        self.kernels = Kernels(self.game, folder)
        cp = self.cp = self.kernels.cp
        self._states = cp.asarray(self.states.view("uint8"))
        self._boards = cp.asarray(self.boards.view("uint8"))
        self._firsts, self._spans = cp.asarray(self.firsts), cp.asarray(self.spans)
        self._players, self._worth = cp.asarray(self.players), cp.asarray(self.worth)
        self.numbers = cp.zeros(self.count, cp.int64)
        self.moves = cp.zeros(self.count, cp.int64)

    def slot(self) -> Slot:
        return Slot(**{name: self.cp.zeros(shape, kind) for name, (shape, kind) in self.shapes().items()})

    def reset(self, into: Slot) -> None:
        """Deal every game anew."""
        self.numbers[:] = 0
        self.step(self.cp.full(self.count, -1, self.cp.int16), into, into)

    def step(self, actions: Any, now: Slot, into: Slot) -> None:
        """One legal action in each game (int16), by the seats of `now`; the outcome is written into the other slot."""
        k = self.kernels
        arrays = (
            self.numbers, self._players, now.seats, actions, self._worth, into.masks, into.rows, into.rewards,
            into.done, into.standing, into.final, into.seats, self.moves,
        )  # fmt: skip
        k.launch(
            "next", self.count, k.records(self._states, self.count), k.boards(self._boards, len(self.boards)),
            words_of(self._firsts), words_of(self._spans), [self.cp.int64(self.seed)], *map(words_of, arrays),
            block=THREADS,
        )  # fmt: skip
