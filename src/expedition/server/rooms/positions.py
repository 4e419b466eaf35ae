"""Games that start from a position: nothing its players could not know stays as it was written.

A position may come from anybody, and so may its chance; an open replay shows every hand. So the generator is the room's
own, and everything hidden is dealt anew: from the one person's seat, or where several people play, from each of theirs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from expedition.core.game import Game
from expedition.core.types import Json


def without_chance(position: Json) -> Json:
    return {name: value for name, value in position.items() if name != "rng"}


def deal_position(game: Game[Any], position: Json, people: Sequence[int], seed: int) -> Json:
    """The position as it is really played: the same for every seat of `people` as far as that seat could know it."""
    state = game.restore(without_chance(position), seed)
    for seat in people:
        state = game.redeal(state, seat, _seed_of(seed, seat))
    return without_chance(state.snapshot())


def _seed_of(seed: int, seat: int) -> int:
    """A stream of its own for each re-deal; the game's own stream begins untouched."""
    text = f"expedition-position/1\n{seed:032x}\n{seat}\n"
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:16])
