"""Many positions of one game at once, with a judge."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis.evaluator import Evaluator, Floats
from expedition.core.game import Game
from expedition.players import drive
from expedition.players.many import Bytes, CompiledMany, Ints
from expedition.players.playing_on import JudgedOnce, play_on

Records = npt.NDArray[Any]

AT_ONCE = 2048  # rows judged in one pass: large enough for speed, small enough for a laptop's memory


class Positions(CompiledMany):
    """The compiled rules of a game and a judge."""

    def __init__(self, game: Game[Any], evaluator: Evaluator) -> None:
        super().__init__(game)
        self.evaluator = evaluator
        self.judged_once = JudgedOnce(self._judge)

    def others_choose(self, states: Records, seats: Ints, which: Ints) -> None:
        """In open phases, at `which`, all but these seats choose by the evaluator's policy: what they choose stays
        covered, and once the seat has chosen too, the phase closes."""
        owing = np.zeros(len(which), np.int64)
        while which.size:
            some = self.copies(states, which)
            self._driver(drive.others_many)(some, self.tables, seats[which], self.players, self._acts, owing)
            left = np.flatnonzero(owing >= 0)
            if not left.size:
                return
            some, which, acting = self.copies(some, left), which[left], owing[left]
            chosen, _ = self._judged(some, acting)
            self.play(some, acting, chosen[:, None])
            self.put(some, which, states)
            owing = np.zeros(len(which), np.int64)

    def judge(self, states: Records, seats: Ints) -> tuple[Floats, Floats]:
        """Policy and win chances by seat number of positions in which `seats` are to act."""
        rows, masks = self.look(states, seats)
        return self.judge_rows(rows, masks, seats)

    def judge_rows(self, rows: npt.NDArray[np.int8], masks: npt.NDArray[np.int8], seats: Ints) -> tuple[Floats, Floats]:
        policies, chances = [], []
        for first in range(0, len(rows), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            policy, told = self.evaluator.judge(self.game, rows[part], masks[part])
            policies.append(policy)
            chances.append(told)
        if not policies:
            return np.zeros((0, self.game.num_actions), np.float32), np.zeros((0, self.players), np.float32)
        return np.concatenate(policies), self._by_seat(np.concatenate(chances), seats)

    def _by_seat(self, own: Floats, seats: Ints) -> Floats:
        """Chances told from each row's seat on, as chances by seat number."""
        by_seat = (np.arange(self.players)[None, :] - seats[:, None]) % self.players
        return np.take_along_axis(own[:, : self.players], by_seat, 1)

    def _judge(self, rows: Bytes, masks: Bytes) -> tuple[Ints, Floats]:
        policy, chances = self.judge_rows(rows, masks, np.zeros(len(rows), np.int64))
        return policy.argmax(1), chances

    def _judged(self, states: Records, seats: Ints) -> tuple[Ints, Floats]:
        """The action liked best and the chances by seat number."""
        chosen, own = self.judged_once.at(*self.look(states, seats))
        return chosen, self._by_seat(own, seats)

    def play_on(self, states: Records, which: Ints, seats: Ints) -> Ints:
        """Play these on until their seats begin their next turns; who acts then, -1 where the game is over."""
        return play_on(self, self.judged_once, states, which, seats, 1)

    def chances(self, states: Records, following: Ints, resigned: frozenset[int] = frozenset()) -> Floats:
        """Every seat's chance to win in positions where `following` act next; the result where the game is over."""
        chances = np.zeros((len(states), self.players), np.float32)
        over = np.flatnonzero(following < 0)
        if over.size:
            chances[over] = self.results(self.copies(states, over))
        running = np.flatnonzero(following >= 0)
        if running.size:
            _, chances[running] = self._judged(self.copies(states, running), following[running])
            if resigned:
                chances[np.ix_(running, np.array(sorted(resigned)))] = 0.0
                chances[running] /= np.maximum(chances[running].sum(1, keepdims=True), 1e-6)
        return chances
