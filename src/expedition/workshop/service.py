"""What programs around the workshop ask for, as plain JSON values: they may call these in processes of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from expedition.core.types import Json
from expedition.eldorado.board import load_route
from expedition.eldorado.components import route_ids, tiles
from expedition.workshop import codes
from expedition.workshop.check import report
from expedition.workshop.generate import Wish, generate
from expedition.workshop.sheet import sheet
from expedition.workshop.simulate import Group, Outcome, Trial, play_portion, read_trial
from expedition.workshop.tally import Tally

__all__ = ["ID_LENGTH", "Sum", "box", "facts", "opened", "plain_trial", "play_portion", "sheet_file", "surprise"]

ID_LENGTH = 8
GAMES_FOR_A_SURPRISE = 12


def box() -> Json:
    """Every side of every piece, and what the official routes measure."""
    sides = {
        name: {
            "kind": tile.kind,
            "back": tile.back,
            "hexes": [
                {
                    "q": space.q,
                    "r": space.r,
                    "terrain": space.terrain,
                    "power": space.power,
                    "tile": 0,
                    "cave": space.cave,
                    "start": space.start or None,
                    "finish": space.finish,
                }
                for space in tile.hexes
            ],
            "city": [list(place) for place in tile.city],
        }
        for name, tile in tiles().items()
    }
    official = [
        {"id": name, "steps": board.shortest_steps, "grade": board.difficulty}
        for name in route_ids()
        for board in [load_route(name)]
    ]
    return {"sides": sides, "official": official}


def sheet_file(code: str, name: str, form: str, lang: str) -> bytes:
    paper = sheet(load_route(codes.route_of(code)), name, lang)
    return paper.pdf() if form == "pdf" else paper.svg().encode()


def surprise(wish: Mapping[str, Any], lang: str) -> list[Json]:
    """Three routes for a wish: the best by the book's advice and by games."""
    wished = Wish((wish["shortest"], wish["longest"]), wish["grade"], wish["lanes"], wish["variety"])
    boards = [load_route(route) for route in generate(wish["seed"], wished, 3, GAMES_FOR_A_SURPRISE)]
    return [
        {"route": b.route(), "code": codes.code_of(b.route()), "board": b.to_json(), "report": report(b, lang)}
        for b in boards
    ]


def plain_trial(trial: Mapping[str, Any]) -> str:
    """The trial as text for workers, checked."""
    return Trial(
        trial["route"],
        trial["games"],
        (trial["level"],) if trial["level"] else (),
        (trial["players"],),
        (trial["caves"],),
        trial["seed"],
    ).plain()


class Sum:
    """Portions of a trial added up."""

    def __init__(self, text: str) -> None:
        self._outcome = Outcome(read_trial(text))

    def add(self, part: Mapping[Group, Tally]) -> None:
        self._outcome.add(part)

    def figures(self) -> Json:
        return self._outcome.to_json()


def facts(route: Mapping[str, Any]) -> Json:
    """What is kept of a saved route."""
    board = load_route(route)
    known = report(board)
    return {"code": codes.code_of(board.route()), "steps": known["steps"], "grade": known["grade"]}


def opened(rows: Sequence[tuple[str, str, str]]) -> list[Json]:
    """Routes of the house from their id, code and name: as a game's set-up takes them, and as they are drawn."""
    found = []
    for number, code, name in rows:
        route = {**codes.route_of(code), "id": number, "names": {"en": name}}
        found.append({"route": route, "board": load_route(route).to_json()})
    return found
