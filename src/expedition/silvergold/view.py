"""What a seat may know: the only place that decides it.

Open are: all maps on the table with the marks shown so far, score cards as far as shown, completed maps, the display,
trophies, the round card and the expedition card in force. Hidden are: the order of the deck, the expedition cards face
down and, until all have decided, what the others choose, mark and book, even whether they are done (EC-SG-27,
EC-SG-28).
A view has no history; `information` adds all a seat has been shown (SG-REV-03, EC-SG-22).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from expedition.silvergold.position import PHASE_NAMES, completed, maps_shown, open_trophies, owed
from expedition.silvergold.rules.choices import actor, owes
from expedition.silvergold.rules.hidden import take_back
from expedition.silvergold.rules.marking import palm_value
from expedition.silvergold.rules.scoring import map_points, palm_points, place, score, seal_points, trophy_points
from expedition.silvergold.state import OVER, Position
from expedition.silvergold.tables import DEALT, EXPEDITION_IDS, MAP_IDS, PALMS, PATTERN_IDS, ROWS, Tables

if TYPE_CHECKING:
    from expedition.core.game import State
    from expedition.silvergold.types import Event, Information, Score, SeatView, View

FORMAT = "expedition-view/1"


def shown_to(s: Position, b: Tables, seat: int | None) -> Position:
    """The position as far as its open phase shows it: what others decided in it is taken back."""
    shown = s.copy()
    for other in range(s.players):
        if other != seat:
            take_back(shown, b, other)
    return shown


def view(state: State[Position], b: Tables, seat: int | None) -> View:
    """What the table shows this seat now."""
    s = shown_to(state.s, b, seat)
    over = s.phase == OVER
    return {
        "format": FORMAT,
        "game": "silvergold",
        "setup": {"players": s.players},
        "seat": seat,
        "ply": state.ply,
        "floor": s.floor,
        "actor": actor(s),
        "actors": [k for k in range(s.players) if owes(s, k)],
        "over": over,
        "ranking": places(s, b) if over else None,
        "turn": {
            "round": s.round_no,
            "flip": s.flip,
            "start": s.start,
            "phase": PHASE_NAMES[s.phase],
            "pattern": PATTERN_IDS[s.pattern] if s.pattern >= 0 else None,
            "left_count": s.n_pile - s.n_revealed,
        },
        "seats": [seat_shown(s, b, k, k == seat) for k in range(s.players)],
        "display": [MAP_IDS[card] for card in s.display[: s.n_display]],
        "deck_count": s.n_deck,
        "trophies": open_trophies(s),
        "palm_value": palm_value(s, b),
    }


def seat_shown(s: Position, b: Tables, seat: int, own: bool) -> SeatView:
    dealt = s.dealt[seat * DEALT : seat * DEALT + s.n_dealt[seat]]
    return {
        "maps": maps_shown(s, seat),
        "dealt": [MAP_IDS[card] for card in dealt] if own else None,
        "dealt_count": len(dealt),
        "completed": completed(s, seat),
        "coins": s.coins[seat],
        "trophies": s.trophies[seat * ROWS : seat * ROWS + s.n_trophies[seat]],
        "palms": s.palms[seat * PALMS : seat * PALMS + s.n_palms[seat]],
        "owed": owed(s, seat),
        "resigned": bool(s.resigned[seat]),
        "score": score_card(s, b, seat),
    }


def score_card(s: Position, b: Tables, seat: int) -> Score:
    """The points so far, as they will be counted at the end."""
    return {
        "maps": map_points(s, b, seat),
        "seals": seal_points(s, b, seat),
        "coins": s.coins[seat],
        "trophies": trophy_points(s, seat),
        "palms": palm_points(s, seat),
        "total": score(s, b, seat),
    }


def places(s: Position, b: Tables) -> list[int]:
    return [place(s, b, seat) for seat in range(s.players)]


def information(state: State[Position], b: Tables, seat: int) -> Information:
    """The view, the patterns of this round and everything that happened before this seat's eyes."""
    s = state.s
    return {
        **view(state, b, seat),
        "format": "expedition-information/1",
        "revealed": [EXPEDITION_IDS[card] for card in s.pile[: s.n_revealed]],
        "events": cast("list[Event]", state.events(0, seat)),
    }
