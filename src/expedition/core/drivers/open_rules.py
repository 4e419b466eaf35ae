"""The rules a driver calls, before it is known of which game: stand-ins of a rule's name and shape.

`compiled`, `interpreted` and the GPU's target bind them to a game's own (`rules_of`), which its `Game.rule_…` names; in
a bound driver none of these bodies ever runs.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import TYPE_CHECKING, Any

from expedition.core.jit import open_name

if TYPE_CHECKING:
    from expedition.core.game import Game


def rules_of(game: Game[Any]) -> dict[str, Callable[..., Any]]:
    """A game's rule for every open name."""
    return {
        "deal": game.rule_deal,
        "actor": game.rule_actor,
        "legal": game.rule_legal,
        "apply": game.rule_apply,
        "phase": game.rule_phase,
        "quick": game.rule_quick,
        "redeal": game.rule_redeal,
        "place": game.rule_place,
        "observe": game.rule_observe,
        "refresh": game.rule_refresh or game.rule_observe,
        "standing": game.rule_standing,
    }


@open_name
def deal(s: Any, b: Any, k0: int, k1: int, k2: int, k3: int) -> None:
    """Another game of the record's own set-up, of this key."""
    return None


@open_name
def actor(s: Any) -> int:
    """The seat to act, -1 when the game is over."""
    return -1


@open_name
def legal(s: Any, b: Any, seat: int, acts: MutableSequence[int]) -> int:
    """The legal actions of a seat, written to `acts`; returns how many."""
    return 0


@open_name
def apply(s: Any, b: Any, seat: int, action: int) -> None:
    """Carry out an action and all that follows by itself."""
    return None


@open_name
def phase(s: Any) -> int:
    """An id of the simultaneous phase that is open, or -1 where seats act one after another."""
    return -1


@open_name
def quick(s: Any) -> bool:
    """Whether the next decision is a small one. Only a hint: games that share a processor's threads stay in step
    when each makes its small decisions before all turn to a large one."""
    return False


@open_name
def redeal(s: Any, b: Any, seat: int, k0: int, k1: int, k2: int, k3: int) -> None:
    """Everything that is hidden from a seat, dealt anew."""
    return None


@open_name
def place(s: Any, b: Any, seat: int) -> int:
    """The place of a seat in a finished game, from 1."""
    return 1


@open_name
def observe(s: Any, b: Any, seat: int, out: MutableSequence[int]) -> None:
    """What a seat may know, as a row of numbers."""
    return None


@open_name
def refresh(s: Any, b: Any, seat: int, out: MutableSequence[int]) -> None:
    """The same into a row of this seat and game since which nobody else has acted."""
    return None


@open_name
def standing(s: Any, b: Any, seat: int) -> int:
    """How far along a seat is, in numbers of the game's own; learning shapes rewards by it."""
    return 0
