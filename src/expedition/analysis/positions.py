"""Many positions of one game at once, with a judge."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.analysis.evaluator import Evaluator, Floats
from expedition.core.game import Game
from expedition.players import drive
from expedition.players.many import CompiledMany, Ints

Records = npt.NDArray[Any]

HEARD = 96  # actions of a seat that are remembered
AT_ONCE = 2048  # rows judged in one pass: large enough for speed, small enough for a laptop's memory


class Positions(CompiledMany):
    """The compiled rules of a game and a judge."""

    def __init__(self, game: Game[Any], evaluator: Evaluator) -> None:
        super().__init__(game)
        self.evaluator = evaluator
        self._known: dict[
            bytes, tuple[int, Floats]
        ] = {}  # what is seen: the action liked best, chances from its seat on

    def forget(self) -> None:
        """Forget what was judged: what comes next is the same whatever came before."""
        self._known.clear()

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

    def _judged(self, states: Records, seats: Ints) -> tuple[Ints, Floats]:
        """The action liked best and the chances by seat number. Deals differ in what nobody sees yet, so most of these
        positions look alike to the seat to act, and each look is judged once."""
        rows, masks = self.look(states, seats)
        keys = [row.tobytes() + mask.tobytes() for row, mask in zip(rows, masks, strict=True)]
        new: dict[bytes, int] = {}
        for i, key in enumerate(keys):
            if key not in self._known:
                new.setdefault(key, i)
        if new:
            which = np.array(list(new.values()), np.int64)
            policy, own = self.judge_rows(rows[which], masks[which], np.zeros(len(which), np.int64))
            self._known.update(zip(new, zip(policy.argmax(1).tolist(), own, strict=True), strict=True))
        found = [self._known[key] for key in keys]
        chosen = np.array([action for action, _ in found], np.int64)
        return chosen, self._by_seat(np.array([chances for _, chances in found]), seats)

    def play_on(self, states: Records, seats: Ints, turns: Ints, leaders: Ints) -> Ints:
        """Everybody does what the judge likes best, until these seats are to act again for the `turns`th time; returns
        who acts then, -1 where the game is over.

        Where `leaders` names another position, the others do what they did there as long as they can: plans on the same
        deal differ by themselves and not by what chance would make of somebody's reaction.
        """
        heard = np.full((len(states), self.players, HEARD), -1, np.int16)
        following = np.zeros(len(states), np.int64)
        own = leaders == np.arange(len(states))
        for some in (np.flatnonzero(own), np.flatnonzero(~own)):
            self._play_on(states, seats, turns, some, leaders, heard, following)
        return following

    def _play_on(
        self, states: Records, seats: Ints, turns: Ints, going: Ints, leaders: Ints, heard: Any, following: Ints
    ) -> None:
        acting = self.whose(self.copies(states, going), seats[going])
        away, begun = np.zeros(len(states), bool), np.zeros(len(states), np.int64)
        spoken = np.zeros((len(states), self.players), np.int64)  # actions of each seat so far
        while going.size:
            own = acting == seats[going]
            begun[going] += away[going] & own
            away[going] = ~own
            following[going] = acting
            left = np.flatnonzero((begun[going] < turns[going]) & (acting >= 0))
            going, acting = going[left], acting[left]
            some = self.copies(states, going)
            rows, masks = self.choices(some, acting)
            chosen = masks.argmax(1).astype(np.int64)
            told = heard[leaders[going], acting, np.minimum(spoken[going, acting], HEARD - 1)]
            told[(acting == seats[going]) | (leaders[going] == going)] = -1
            can = (told >= 0) & (masks[np.arange(len(going)), told] > 0)
            chosen[can] = told[can]
            spoken[going[(told >= 0) & ~can], acting[(told >= 0) & ~can]] = HEARD  # from here on its own way
            real = np.flatnonzero((masks.sum(1, dtype=np.int64) > 1) & ~can)
            if real.size:
                policy, _ = self.judge_rows(rows[real], masks[real], acting[real])
                chosen[real] = policy.argmax(1)
            heard[going, acting, np.minimum(spoken[going, acting], HEARD - 1)] = chosen
            heard[..., HEARD - 1] = -1
            spoken[going, acting] += 1
            self.play(some, acting, chosen[:, None])
            acting = self.whose(some, seats[going])
            self.put(some, going, states)

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
