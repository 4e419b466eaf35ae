"""Many positions of one game at once: copied, re-dealt, played on and judged on the compiled rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis import drive
from expedition.analysis.evaluator import Evaluator, Floats
from expedition.core.drivers.open_rules import rules_of
from expedition.core.game import Game
from expedition.core.jit import compiled

Records = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]

AT_ONCE = 2048  # rows judged in one pass: large enough for speed, small enough for a laptop's memory


class Positions:
    """The compiled rules of a game and a judge."""

    def __init__(self, game: Game[Any], evaluator: Evaluator) -> None:
        self.game = game
        self.players = game.players
        self.evaluator = evaluator
        self.tables = game.tables().array()
        self.row_size = sum(length for _, length, _ in game.observation_fields)
        self._acts = np.zeros(game.num_actions, np.int64)
        self._rules = rules_of(game)

    def _driver(self, f: Any) -> Any:
        return compiled(f, **self._rules)

    # -- making positions -------------------------------------------------------------------------------

    def blank(self, count: int) -> Records:
        return np.zeros(count, self.game.position_type.dtype())

    def of(self, positions: list[Any]) -> Records:
        made = self.blank(len(positions))
        for record, position in zip(made, positions, strict=True):
            position.store(record)
        return made

    def copies(self, source: Records, which: Ints) -> Records:
        made = self.blank(len(which))
        self._driver(drive.copy_many)(source, which, made)
        return made

    def put(self, some: Records, where: Ints, target: Records) -> None:
        """`some` over the records `where` of the target."""
        self._driver(drive.put_many)(some, where, target)

    def fresh(self, count: int, seed: int) -> tuple[Records, Ints]:
        """New games of this setup and who begins each."""
        states, following = self.game.start(1).array(count), np.zeros(count, np.int64)
        self._driver(drive.deal_many)(states, self.tables, seed, following)
        return states, following

    def redealt(self, roots: Records, which: Ints, seats: Ints, keys: Ints, seed: int) -> Records:
        """Copies of `roots[which]` in which all that `seats` cannot know is dealt anew."""
        states = self.copies(roots, which)
        self._driver(drive.redeal_many)(states, self.tables, seats, keys, seed)
        return states

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
            policy, _ = self.judge(some, acting)
            self.play(some, acting, policy.argmax(1)[:, None])
            self.put(some, which, states)
            owing = np.zeros(len(which), np.int64)

    def play(self, states: Records, seats: Ints, plans: Ints) -> Ints:
        """Carry out a plan in each position; returns who acts next, -1 where the game is over."""
        following = np.zeros(len(states), np.int64)
        self._driver(drive.play_many)(states, self.tables, seats, plans.astype(np.int64), following)
        return following

    # -- judging ----------------------------------------------------------------------------------------

    def look(self, states: Records, seats: Ints) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
        """Observations and masks of the seats to act."""
        masks = np.zeros((len(states), self.game.num_actions), np.int8)
        rows = np.zeros((len(states), self.row_size), np.int8)
        self._driver(drive.look_many)(states, self.tables, seats, self._acts, masks, rows)
        return rows, masks

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
        own = np.concatenate(chances)[:, : self.players]
        by_seat = (np.arange(self.players)[None, :] - seats[:, None]) % self.players
        return np.concatenate(policies), np.take_along_axis(own, by_seat, 1)

    def chances(self, states: Records, following: Ints, resigned: frozenset[int] = frozenset()) -> Floats:
        """Every seat's chance to win in positions where `following` act next; the result where the game is over."""
        chances = np.zeros((len(states), self.players), np.float32)
        over = np.flatnonzero(following < 0)
        if over.size:
            chances[over] = self.results(self.copies(states, over))
        running = np.flatnonzero(following >= 0)
        if running.size:
            _, chances[running] = self.judge(self.copies(states, running), following[running])
            if resigned:
                chances[np.ix_(running, np.array(sorted(resigned)))] = 0.0
                chances[running] /= np.maximum(chances[running].sum(1, keepdims=True), 1e-6)
        return chances

    def results(self, states: Records) -> Floats:
        """Shares of the first place in finished games."""
        places = np.zeros((len(states), self.players), np.int64)
        self._driver(drive.place_many)(states, self.tables, self.players, places)
        first = (places == 1).astype(np.float32)
        return np.asarray(first / first.sum(1, keepdims=True), np.float32)
