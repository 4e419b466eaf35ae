"""What the command line says about a game: its journal and its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from types import ModuleType

from expedition.core.game import Json

STEP, TURN = "eldorado.step", ("eldorado.turn", "silvergold.reveal")


def words_of(game: str) -> ModuleType:
    """The module that puts a game into words."""
    return import_module(f"expedition.{game}.text")


def journal(
    game: str, events: Iterable[Json], lang: str = "en", names: Sequence[str] | None = None, you: int | None = None
) -> Iterator[tuple[str, bool]]:
    """What happened, line by line; the second value is true for a line that opens a turn."""
    words = words_of(game)
    for event in _joined(_from_the_first_turn(iter(events))):
        if event["key"] not in words.DETAILS:
            yield words.tell(event, lang, names, you), event["key"] in TURN


def _from_the_first_turn(events: Iterator[Json]) -> Iterator[Json]:
    """El Dorado's first turn begins without anybody having done anything."""
    for event in events:
        if event["ply"] == 0 and event["key"].startswith("eldorado."):
            yield {"ply": 0, "seat": 0, "key": "eldorado.turn", "round": 1}
        yield event
        break
    yield from events


def _joined(events: Iterable[Json]) -> Iterator[Json]:
    """Steps of one pawn that follow each other told as one walk."""
    walk: Json | None = None
    for event in events:
        if event["key"] == STEP and walk and (walk["seat"], walk["pawn"]) == (event["seat"], event["pawn"]):
            walk = {**walk, "to": event["to"]}
            continue
        if walk:
            yield walk
        walk = event if event["key"] == STEP else None
        if walk is None:
            yield event
    if walk:
        yield walk


def standings(ranking: Sequence[int], names: Sequence[str], scores: Sequence[int] | None) -> list[tuple[int, str, str]]:
    """Place, name and points of everyone, the best first."""
    points = [str(score) for score in scores] if scores else [""] * len(names)
    return sorted(zip(ranking, names, points, strict=True), key=lambda line: line[0])
