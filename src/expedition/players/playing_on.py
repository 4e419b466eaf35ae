"""Positions played on by what a judge likes best; a look that comes up again is not judged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from expedition.players.many import Bytes, Ints, Many
from expedition.players.network import Floats

REMEMBERED = 65536  # looks: about a hundred megabytes
LONGEST = 400  # choices that a position is played on at most, for each turn

Judge = Callable[[Bytes, Bytes], tuple[Ints, Floats]]  # rows and masks: the action liked best, chances from the seat on


class JudgedOnce:
    """What a judge thinks of what seats see. Deals differ in what nobody sees yet, so many positions look alike to the
    seat to act."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.forget()

    def forget(self) -> None:
        """What comes next is the same whatever came before."""
        self._places: dict[bytes, int] = {}  # of what was judged
        self._chosen: Ints = np.zeros(0, np.int64)
        self._chances: Floats = np.zeros((0, 0), np.float32)

    def at(self, rows: Bytes, masks: Bytes) -> tuple[Ints, Floats]:
        """The action liked best and the chances from each row's seat on."""
        if len(self._places) > REMEMBERED:
            self.forget()
        known = len(self._places)
        seen = np.concatenate([rows, masks], 1)
        keys = seen.view(f"V{seen.shape[1]}").ravel().tolist()
        places = np.array([self._places.setdefault(key, len(self._places)) for key in keys], np.int64)
        if len(self._places) > known:
            new, first = np.unique(places, return_index=True)
            first = first[new >= known]
            chosen, chances = self.judge(rows[first], masks[first])
            self._chosen = np.concatenate([self._chosen, chosen])
            self._chances = np.concatenate([self._chances, chances]) if known else chances
        return self._chosen[places], self._chances[places]


def play_on(many: Many, judged: JudgedOnce, states: Any, which: Ints, seats: Ints, turns: int) -> Ints:
    """Everybody goes on with what the judge likes best, until the seats of these positions begin their `turns`th turn
    from here, or have ended this one (0); returns who acts then, -1 where the game is over."""
    following = many.whose(many.take(states, which), seats)
    away, begun = following != seats, np.zeros(len(which), np.int64)
    going = np.arange(len(which))
    for _ in range(LONGEST * max(1, turns)):
        left = (begun[going] < turns) if turns else ~away[going]
        going = going[left & (following[going] >= 0)]
        if not going.size:
            break
        some, acting = many.take(states, which[going]), following[going]
        many.play(some, acting, _liked(many, judged, some, acting)[:, None])
        following[going] = many.whose(some, seats[going])
        many.put(some, which[going], states)
        own = following[going] == seats[going]
        begun[going] += away[going] & own
        away[going] = ~own
    return following


def _liked(many: Many, judged: JudgedOnce, states: Any, acting: Ints) -> Ints:
    """The judge's next action in each."""
    rows, masks = many.choices(states, acting)
    chosen: Ints = masks.argmax(1).astype(np.int64)
    real = np.flatnonzero(masks.sum(1, dtype=np.int64) > 1)
    if real.size:
        chosen[real], _ = judged.at(rows[real], masks[real])
    return chosen
