"""Positions as JSON (`expedition-position/1`); `reading` takes them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expedition.core.game import Json
from expedition.core.reading import POSITION
from expedition.core.rng import chance_to_dict
from expedition.silvergold.shapes import cells_of
from expedition.silvergold.state import KEEP, MARK, OVER, REPLACE, Position
from expedition.silvergold.tables import DEALT, EXPEDITION_IDS, MAP_IDS, N_MAPS, PALMS, PATTERN_IDS, ROWS, SLOTS

if TYPE_CHECKING:
    from expedition.silvergold.types import MapState, Owed, Phase

PHASE_NAMES: dict[int, Phase] = {KEEP: "keep", MARK: "mark", REPLACE: "replace", OVER: "over"}


def snapshot(s: Position, setup: Json) -> Json:
    """Everything, hidden cards included."""
    return {
        "format": POSITION,
        "game": "silvergold",
        "setup": dict(setup),
        "turn": {
            "round": s.round_no,
            "flip": s.flip,
            "start": s.start,
            "phase": PHASE_NAMES[s.phase],
            "pattern": PATTERN_IDS[s.pattern] if s.pattern >= 0 else None,
            "revealed": [EXPEDITION_IDS[card] for card in s.pile[: s.n_revealed]],
            "left": [EXPEDITION_IDS[card] for card in s.pile[s.n_revealed : s.n_pile]],
        },
        "seats": [_seat(s, seat) for seat in range(s.players)],
        "display": [MAP_IDS[card] for card in s.display[: s.n_display]],
        "deck": [MAP_IDS[card] for card in reversed(s.deck[: s.n_deck])],
        "trophies": open_trophies(s),
        "rng": chance_to_dict(s),
    }


def _seat(s: Position, seat: int) -> Json:
    made: Json = {
        "maps": maps_shown(s, seat),
        "dealt": [MAP_IDS[card] for card in s.dealt[seat * DEALT : seat * DEALT + s.n_dealt[seat]]],
        "completed": completed(s, seat),
        "coins": s.coins[seat],
        "trophies": s.trophies[seat * ROWS : seat * ROWS + s.n_trophies[seat]],
        "palms": s.palms[seat * PALMS : seat * PALMS + s.n_palms[seat]],
        "owed": owed(s, seat),
        "resigned": bool(s.resigned[seat]),
    }
    slots = slice(seat * SLOTS, seat * SLOTS + SLOTS)
    if s.shown_marked[slots] != s.marked[slots]:
        made["shown"] = {
            "marked": [cells_of(mask) for mask in s.shown_marked[slots]],
            "coins": s.shown_coins[seat],
            "palms": s.shown_palms[seat],
        }
    return made


def maps_shown(s: Position, seat: int) -> list[MapState | None]:
    return [
        {"card": MAP_IDS[s.maps[at]], "marked": cells_of(s.marked[at])} if s.maps[at] >= 0 else None
        for at in range(seat * SLOTS, seat * SLOTS + SLOTS)
    ]


def completed(s: Position, seat: int) -> list[str]:
    return [MAP_IDS[card] for card in s.completed[seat * N_MAPS : seat * N_MAPS + s.n_completed[seat]]]


def owed(s: Position, seat: int) -> Owed:
    return {
        "pattern": bool(s.owed_pattern[seat]),
        "extra": s.owed_extra[seat],
        "rows": s.owed_rows[seat],
        "maps": s.owed_maps[seat],
    }


def open_trophies(s: Position) -> list[int]:
    return [points for points in range(7, 0, -1) if s.open_trophies >> points & 1]
