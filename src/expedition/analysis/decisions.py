"""A record split into decisions: what one seat does in one go, until something new comes to light.

A whole turn is one decision where nothing is revealed in the middle of it; a card drawn or a cave explored begins the
next decision of the same turn. In a simultaneous phase every seat decides once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from expedition.core.errors import RecordError
from expedition.core.game import Game
from expedition.core.record import Record


@dataclass(slots=True)
class Decision:
    """Some actions of one seat, and the position they began in."""

    seat: int
    ply: int
    position: Any
    round: int
    phase: int  # id of the simultaneous phase, -1 where seats act one after another
    resigned: frozenset[int]
    actions: list[int] = field(default_factory=list)
    resigns: bool = False
    after: Any = None  # the position that followed


def finished(record: Record) -> Record:
    """The record, verified; RecordError says in a sentence why it cannot be reviewed."""
    if record.result is None:
        raise RecordError("This game is not over; only finished games are reviewed.")
    _ = record.state
    if not record.actions:
        raise RecordError("Nobody has done anything in this game; there is nothing to review.")
    return record


def decisions_of(record: Record) -> list[Decision]:
    """All decisions in the order of the record."""
    game = record.game
    state = record.at(0)
    found: list[Decision] = []
    current: Decision | None = None
    for ply, action in enumerate(record.actions):
        number = state.from_dict(action)
        seat = _seat_of(game, state, number, action)
        resigns = number >= game.num_actions
        phase = game.phase(state.s)
        if resigns or not _goes_on(game, current, seat, phase, state.s):
            current = Decision(seat, ply, state.s.copy(), game.rounds(state.s), phase, _resigned(game, state.s))
            current.resigns = resigns
            found.append(current)
        assert current is not None
        current.actions.append(number)
        state.apply(number, seat)
        current.after = state.s.copy()
        if resigns:
            current = None
    return found


def _seat_of(game: Game[Any], state: Any, number: int, action: dict[str, Any]) -> int:
    if number >= game.num_actions:
        return number - game.num_actions
    return int(action.get("seat", state.actor))


def _goes_on(game: Game[Any], current: Decision | None, seat: int, phase: int, s: Any) -> bool:
    """Whether this seat's decision is still the same one: nothing new has come to light since it began."""
    if current is None or current.seat != seat or current.phase != phase:
        return False
    return game.floor(s) == game.floor(current.position) and game.rounds(s) == current.round


def _resigned(game: Game[Any], s: Any) -> frozenset[int]:
    return frozenset(seat for seat in range(game.players) if game.resigned(s, seat))
