"""What is in the box, read once from `data/`."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def read(name: str) -> dict[str, Any]:
    text = files("expedition.silvergold").joinpath("data", name).read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


MAPS: list[dict[str, Any]] = read("treasure_maps.json")["maps"]
PATTERNS: list[dict[str, Any]] = read("expedition_cards.json")["patterns"]
EXPEDITION: list[dict[str, Any]] = read("expedition_cards.json")["cards"]
SHEET: dict[str, Any] = read("score_sheet.json")

# the order in which ties are broken (SG-TIE-01, SG-TIE-02)
COLOURS: list[str] = SHEET["tie_break"]

MAP_IDS: list[str] = [m["id"] for m in MAPS]
PATTERN_IDS: list[str] = [p["id"] for p in PATTERNS]
EXPEDITION_IDS: list[str] = [c["id"] for c in EXPEDITION]

MAP_NUMBER: dict[str, int] = {name: i for i, name in enumerate(MAP_IDS)}
PATTERN_NUMBER: dict[str, int] = {name: i for i, name in enumerate(PATTERN_IDS)}
EXPEDITION_NUMBER: dict[str, int] = {name: i for i, name in enumerate(EXPEDITION_IDS)}
CARD_PATTERN: list[int] = [PATTERN_NUMBER[c["pattern"]] for c in EXPEDITION]
