"""Finished games, looked at again: every ply through any seat's eyes. Runs in a worker process."""

from __future__ import annotations

from typing import Any

from expedition.core.errors import ExpeditionError, RecordError
from expedition.core.game import State
from expedition.core.record import Record
from expedition.core.types import Json

MOST_FRAMES = 200


def verified(data: Json) -> Json:
    """What a room needs to know of an imported record; RecordError names the ply at fault."""
    record = Record.parse(data)
    try:
        state = record.state
    except (TypeError, ValueError, KeyError, OverflowError, RecursionError) as error:
        raise error if isinstance(error, ExpeditionError) else RecordError(f"The record is damaged: {error}") from None
    return {"game": record.data["game"], "setup": state.game.setup, "players": state.game.players}


def position_at(data: Json, ply: int) -> Json:
    """The whole position before action number `ply`."""
    try:
        return Record.parse(data).at(ply).snapshot()
    except (TypeError, KeyError, OverflowError, RecursionError) as error:
        raise RecordError(f"The record is damaged: {error}") from None


def frames(data: Json, first: int, count: int, seat: int | None, everything: bool, lang: str) -> Json:
    """`count` frames from ply `first` on."""
    record = Record.parse(data)
    last = len(record.actions)
    if first > last:
        raise RecordError(f"The record has {last} actions; there is no ply {first}.")
    state = record.at(max(0, first - 1))
    if seat is not None:
        state.game.check_seat(seat)
    made = [_frame(state, 0, None, None, seat, everything)] if first == 0 else []
    for ply in range(max(0, first - 1), min(last, first + count - 1)):
        made.append(_step(state, record.actions[ply], ply + 1, seat, everything, lang))
    return {"plies": last, "frames": made}


def outline(data: Json, seat: int | None, everything: bool, lang: str) -> Json:
    """The whole game without its tables: who did what at each ply, and the events it brought."""
    record = Record.parse(data)
    state = record.at(0)
    if seat is not None:
        state.game.check_seat(seat)
    steps = [_told(state, action, ply + 1, seat, everything, lang) for ply, action in enumerate(record.actions)]
    return {"plies": len(steps), "steps": steps}


def _told(state: State[Any], action: Json, ply: int, seat: int | None, everything: bool, lang: str) -> Json:
    did, line = _act(state, action, lang)
    events = _all_events(state, line) if everything else state.events(line, seat)
    return {"ply": ply, "seat": did["seat"], "text": did["text"], "since": line, "events": events}


def _step(state: State[Any], action: Json, ply: int, seat: int | None, everything: bool, lang: str) -> Json:
    did, line = _act(state, action, lang)
    return _frame(state, ply, did, line, seat, everything)


def _act(state: State[Any], action: Json, lang: str) -> tuple[Json, int]:
    """Apply a recorded action; who did what, and the length of the line before."""
    number = state.from_dict(action)
    who = action.get("seat", state.actor)
    line = state.ply
    text = None if action.get("do") == "resign" else state.caption(number, lang, who)
    state.apply(number, who)
    return {"seat": who, "action": action, "text": text}, line


def _frame(state: State[Any], ply: int, did: Json | None, line: int | None, seat: int | None, everything: bool) -> Json:
    since = 0 if line is None else line
    return {
        "ply": ply,
        "seat": did and did["seat"],
        "action": did and did["action"],
        "text": did and did["text"],
        "view": state.game.opened(state) if everything else state.view(seat),
        "since": since,
        "events": _all_events(state, since) if everything else state.events(since, seat),
        "position": state.snapshot() if everything else None,
    }


def _all_events(state: State[Any], since: int) -> list[Json]:
    """Events with what each owner knew of them."""
    entries = [*state.log[since:], *(e for own in state.open.values() for e in own)]
    return [event.seen_by(event.owner, since + i) for i, entry in enumerate(entries) for event in entry.events]
