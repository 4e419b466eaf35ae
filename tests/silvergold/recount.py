"""The score of a game worked out a second time, from the printed grids and what was told in public.

Written apart from the engine: no masks, no tables, nothing of `expedition.silvergold.rules`.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class Sheet:
    def __init__(self) -> None:
        self.slots: list[str | None] = [None, None]
        self.marks: list[set[tuple[int, int]]] = [set(), set()]
        self.finished: list[str] = []
        self.coins = 0
        self.rows = 0
        self.palms: list[int] = []
        self.trophies: list[int] = []


class Recount:
    """Reads the public events of a game in order."""

    def __init__(self, maps: list[Json], players: int) -> None:
        self.printed = {m["id"]: m for m in maps}
        self.sheets = [Sheet() for _ in range(players)]
        self.display: list[str] = []
        self.trophies = [6, 5, 4, 3, 2, 1]
        self.start = 0

    def read(self, events: list[Json]) -> list[int]:
        for event in events:
            name = event["key"].removeprefix("silvergold.")
            if name in ("reveal", "over"):
                self.hand_out_trophies()
            if name == "reveal":
                self.start = event["seat"]
            elif name == "refill":
                self.display += event["cards"]
            elif name in ("keep", "take", "mark"):
                getattr(self, name)(self.sheets[event["seat"]], event)
        return [self.total(sheet) for sheet in self.sheets]

    def keep(self, sheet: Sheet, event: Json) -> None:
        sheet.slots[sheet.slots.index(None)] = event["card"]

    def take(self, sheet: Sheet, event: Json) -> None:
        sheet.slots[event["map"]] = event["card"]
        sheet.marks[event["map"]] = set()
        if event["card"] in self.display:
            self.display.remove(event["card"])

    def mark(self, sheet: Sheet, event: Json) -> None:
        card = sheet.slots[event["map"]]
        assert card is not None
        grid = self.printed[card]["grid"]
        for row, column in event["cells"]:
            assert grid[row][column] != "."
            assert (row, column) not in sheet.marks[event["map"]], "a field was marked twice"
            sheet.marks[event["map"]].add((row, column))
            if grid[row][column] == "C" and sheet.coins < 12:
                sheet.coins += 1
            if grid[row][column] == "P" and len(sheet.palms) < 4:
                sheet.palms.append(1 + sum("P" in "".join(self.printed[d]["grid"]) for d in self.display))
        if len(sheet.marks[event["map"]]) == self.printed[card]["points"]:
            sheet.finished.append(card)
            sheet.slots[event["map"]] = None

    def hand_out_trophies(self) -> None:
        for i in range(len(self.sheets)):
            sheet = self.sheets[(self.start + i) % len(self.sheets)]
            while sheet.rows < sheet.coins // 4:
                sheet.rows += 1
                if self.trophies:
                    sheet.trophies.append(self.trophies.pop(0))

    def total(self, sheet: Sheet) -> int:
        points = sheet.coins + sum(sheet.palms) + sum(sheet.trophies)
        for card in sheet.finished:
            points += self.printed[card]["points"]
            seal = self.printed[card]["seal"]
            if seal:
                points += seal["points"] * sum(self.printed[c]["colour"] == seal["colour"] for c in sheet.finished)
        return points
