"""Any game in words: what the plain table of the browser shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from expedition.core.game import State
from expedition.core.types import Json


def plain_view(state: State[Any], seat: int | None, may_act: bool, lang: str, theme: str, names: Sequence[str]) -> Json:
    """A state through a seat's eyes; everything in it comes from the game."""
    game = state.game
    gestures = state.gestures(seat) if may_act and seat is not None else []
    text = game.text(state, seat)
    for number, name in enumerate(names):
        text = text.replace(f"player_{number}", name)
    return {
        "title": game.title(lang),
        "line": state.ply,
        "text": text,
        "picture": game.picture(state, seat, theme, lang),
        "choices": [{"text": game.gesture_text(state, one, lang), "actions": one["actions"]} for one in gestures],
        "journal": [asdict(line) for line in game.journal(state.events(0, seat), lang, names, seat)],
        "result": _result(state, lang) if state.is_over else None,
    }


def _result(state: State[Any], lang: str) -> Json:
    game, s = state.game, state.s
    scores = game.scores(s)
    places = sorted((place, seat) for seat, place in enumerate(state.ranking()))
    return {
        "winners": game.winners(s),
        "places": [
            {"seat": seat, "place": place, "points": scores[seat]["total"] if scores else None}
            for place, seat in places
        ],
        "decided": game.decided(s).say(lang),
    }
