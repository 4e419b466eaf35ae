"""Small literal positions to play from."""

from __future__ import annotations

from typing import Any

import pytest

import expedition
from expedition.core.game import Json, State
from expedition.silvergold.components import MAPS
from expedition.silvergold.shapes import marked_cells

Cells = list[list[int]]


def fields(card: str, symbols: str = "#XCP") -> Cells:
    """All fields of a map, or those with these symbols."""
    grid = next(m["grid"] for m in MAPS if m["id"] == card)
    return [list(cell) for cell in marked_cells(grid, symbols)]


def marked(card: str, cells: Cells | None = None) -> Json:
    """A map with these fields marked."""
    return {"card": card, "marked": cells or []}


def but(card: str, *free: list[int]) -> Json:
    """A map with all fields marked but these."""
    return marked(card, [cell for cell in fields(card) if cell not in free])


def seat(*maps: Json | str | None, **more: Any) -> Json:
    """A seat with these maps; a name alone is an unmarked map."""
    return {"maps": [marked(m) if isinstance(m, str) else m for m in maps], **more}


def owed(pattern: bool = False, extra: int = 0, rows: int = 0, maps: int = 0) -> Json:
    return {"pattern": pattern, "extra": extra, "rows": rows, "maps": maps}


DONE = owed()


def given(
    *seats: Json,
    phase: str = "mark",
    pattern: str | None = "I3",
    turn: Json | None = None,
    display: list[str] | None = None,
    deck: list[str] | None = None,
    trophies: list[int] | None = None,
    seed: int = 0,
) -> State[Any]:
    """A state of this position: round 1, the first flip, seat 0 starts, unless `turn` says otherwise."""
    held = [points for one in seats for points in one.get("trophies", [])]
    position = {
        "format": "expedition-position/1",
        "game": "silvergold",
        "setup": {"players": len(seats)},
        "turn": {"phase": phase, "pattern": pattern, "flip": 1, "left": ["E1", "E2", "E4"], **(turn or {})},
        "seats": list(seats),
        "display": display or [],
        "deck": deck or [],
        "trophies": [n for n in (6, 5, 4, 3, 2, 1) if n not in held] if trophies is None else trophies,
    }
    return expedition.make("silvergold", players=len(seats)).restore(position, seed)


def choosing(*hands: list[str], deck: list[str], start: int = 0, seed: int = 0) -> State[Any]:
    """The start of a game with these four maps in each hand."""
    return given(
        *({"maps": [None, None], "dealt": hand} for hand in hands),
        phase="keep",
        pattern=None,
        turn={"flip": 0, "start": start, "left": ["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"]},
        deck=deck,
        seed=seed,
    )


def do(state: State[Any], who: int | None = None, **action: Any) -> None:
    """Carry out an action given as an object."""
    seat_of = {"seat": who} if who is not None and action["do"] != "take" else {}
    state.apply(state.from_dict({**action, **seat_of}), who)


def mark(state: State[Any], who: int, slot: int, *cells: list[int]) -> None:
    do(state, who, do="mark", map=slot, cells=list(cells))


def refused(state: State[Any], who: int, **action: Any) -> None:
    """The action is refused with a sentence and leaves no trace."""
    before = state.s.copy()
    with pytest.raises(expedition.IllegalAction, match=r"\w+ \w+"):
        do(state, who, **action)
    assert state.s == before


def refused_mark(state: State[Any], who: int, slot: int, *cells: list[int]) -> None:
    refused(state, who, do="mark", map=slot, cells=list(cells))


def of(state: State[Any], who: int) -> Json:
    """Everything about a seat."""
    return state.snapshot()["seats"][who]  # type: ignore[no-any-return]


def keys(state: State[Any], since: int = 0, who: int | None = None) -> list[str]:
    """What happened, without the name of the game."""
    return [event["key"].removeprefix("silvergold.") for event in state.events(since, who)]


def by_version_1(state: State[Any]) -> State[Any]:
    """The same position by the first version of the rules: the last seat that has not resigned plays on."""
    return state.game.of_version(1).restore(state.snapshot())
