"""Why something is not possible now, in one sentence. The rules are asked; what they say is only put into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from expedition.core.errors import IllegalAction
from expedition.core.words import say
from expedition.silvergold.shapes import PLACEMENT_KIND, PLACEMENT_NUMBER, SIDE, mask_of
from expedition.silvergold.state import KEEP, Position
from expedition.silvergold.tables import DEALT, DISPLAY, MAP_IDS, SLOTS, Tables


def why_not(s: Position, b: Tables, seat: int, question: Mapping[str, Any], lang: str) -> str | None:
    """A question names fields of a `map` (0 or 1) as `cells`, or a `card` to keep or take, or asks about the `end`."""
    if question.get("cells") is not None:
        return _placement(s, b, seat, question, lang)
    if question.get("card") is not None:
        return _card(s, seat, question["card"], lang)
    if question.get("end"):
        return say("silvergold.no.end", lang)
    return None


def _cells(found: object) -> list[tuple[int, int]]:
    """Fields as they were asked about; those outside the frame count too."""
    if not isinstance(found, Sequence) or not 1 <= len(found) <= SIDE * SIDE:
        raise IllegalAction("The fields are a list of [row, column].")
    cells = []
    for one in found:
        if not isinstance(one, Sequence) or len(one) != 2 or not all(isinstance(n, int) for n in one):
            raise IllegalAction("A field is [row, column].")
        cells.append((int(one[0]), int(one[1])))
    return cells


def _placement(s: Position, b: Tables, seat: int, question: Mapping[str, Any], lang: str) -> str | None:
    slot = question.get("map")
    if not isinstance(slot, int) or slot not in range(SLOTS):
        raise IllegalAction("There are two maps, 0 and 1.")
    card = s.maps[seat * SLOTS + slot]
    if card < 0:
        return say("silvergold.no.no_map", lang)
    cells = _cells(question["cells"])
    inside = [cell for cell in cells if 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE]
    island, marked = b.map_mask[card], s.marked[seat * SLOTS + slot]
    sea = len(cells) - len(inside) + sum(not island >> (SIDE * r + c) & 1 for r, c in inside)
    if sea:
        return say("silvergold.no.sea", lang, count=sea)
    twice = sum(marked >> (SIDE * r + c) & 1 for r, c in inside)
    if twice:
        return say("silvergold.no.marked", lang, count=twice)
    if len(cells) > 1 and not s.owed_pattern[seat]:
        return say("silvergold.no.one_field", lang)
    if len(cells) > 1 and not _is_pattern(s.pattern, inside):
        return say("silvergold.no.shape", lang)
    return None


def _is_pattern(pattern: int, cells: list[tuple[int, int]]) -> bool:
    """Whether the fields are the pattern in force, turned or mirrored; kind 0 is the single field."""
    placement = PLACEMENT_NUMBER.get(mask_of(cells))
    return placement is not None and PLACEMENT_KIND[placement] == pattern + 1


def _card(s: Position, seat: int, name: object, lang: str) -> str | None:
    if name not in MAP_IDS:
        raise IllegalAction(f"{name!r} is no treasure map.")
    card = MAP_IDS.index(str(name))
    if s.phase == KEEP:
        dealt = s.dealt[seat * DEALT : seat * DEALT + s.n_dealt[seat]]
        return None if card in dealt else say("silvergold.no.not_dealt", lang)
    if s.owed_maps[seat] == 0:
        return say("silvergold.no.complete_first", lang)
    return None if card in s.display[: min(s.n_display, DISPLAY)] else say("silvergold.no.not_shown", lang)
