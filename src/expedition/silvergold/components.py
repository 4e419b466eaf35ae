"""What is in the box, read once from `data/`."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from expedition.silvergold.types import Colour, ExpeditionInfo, MapInfo, PatternShape, SheetInfo


def read(name: str) -> Any:
    return json.loads(files("expedition.silvergold").joinpath("data", name).read_text(encoding="utf-8"))


MAPS: list[MapInfo] = read("treasure_maps.json")["maps"]
PATTERNS: list[PatternShape] = read("expedition_cards.json")["patterns"]
EXPEDITION: list[ExpeditionInfo] = read("expedition_cards.json")["cards"]
SHEET: SheetInfo = read("score_sheet.json")

# the order in which ties are broken (SG-TIE-01, SG-TIE-02)
COLOURS: list[Colour] = SHEET["tie_break"]
