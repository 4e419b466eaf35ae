"""What is in the box: cards, cave tokens, blockades, tiles and the official routes.

The facts live in `data/*.json` and are read on first use. Everything keeps the order of the files, so the place of
a card or token in its list is its number everywhere in the engine.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from expedition.eldorado.types import Catalogue, Symbol, Terrain

SYMBOLS: Final[tuple[Symbol, ...]] = ("machete", "paddle", "coin")

# The first three answer to the three symbols, place by place (ED-MOVE-13).
TERRAINS: Final[tuple[Terrain, ...]] = ("jungle", "river", "village", "rubble", "basecamp", "mountain", "start")
SYMBOL_OF: Final[Mapping[str, str]] = dict(zip(TERRAINS, SYMBOLS, strict=False))

COLOURS: Final = 4  # of pawns, boards and starting decks: one a player (ED-COMP-08, ED-COMP-13)
PAWNS_OF_A_COLOUR: Final = 2


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of expedition card (ED-COMP-15)."""

    id: str
    names: Mapping[str, str | None] = field(hash=False)
    color: str
    symbols: tuple[str, ...]  # a joker lists all three and gives one of them
    power: int | None  # None: an action card
    cost: int | None  # None: a card of the starting decks
    single_use: bool  # the crossed-out card: an item (ED-ITEM-01)
    effect: str | None
    draw: int
    remove_up_to: int
    market: str  # starting_deck, board (bears the setup symbol) or above
    copies: int
    per_player: int

    @property
    def is_joker(self) -> bool:
        return len(self.symbols) > 1


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of cave token."""

    id: str
    kind: str  # movement or action
    symbol: str | None
    value: int | None
    count: int
    effect: str


@dataclass(frozen=True, slots=True)
class Blockade:
    number: int
    terrain: str
    symbol: str
    power: int


@dataclass(frozen=True, slots=True)
class TileHex:
    """One hex of a tile side, in the coordinates of the tile."""

    q: int
    r: int
    terrain: Terrain
    power: int
    cave: bool
    start: int  # the printed number, 0 elsewhere
    finish: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """One side of a tile, of a strip, or of the finishing tile."""

    name: str
    shape: str  # hex37, strip16 or finish3
    kind: str  # start, terrain, strip or finish
    back: str
    hexes: tuple[TileHex, ...]  # row by row
    text: tuple[str, ...]  # the same rows for human eyes; none for the finishing tile
    attach_corner: tuple[int, int] | None  # of the finishing tile: where the corner hex of the last tile sits
    city: tuple[tuple[int, int], ...]  # of the finishing tile: the golden city, drawn but not entered

    @property
    def piece(self) -> str:
        """The cardboard this is one side of: C and D are both `C/D`."""
        return "/".join(sorted((self.name, self.back)))


@cache
def _data(name: str) -> dict[str, Any]:
    from importlib.resources import files  # here, because it costs more to import than all the rest

    text = (files("expedition.eldorado") / "data" / f"{name}.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def _card(entry: Mapping[str, Any]) -> Card:
    effect = entry["effect"] or {}
    return Card(
        id=entry["id"],
        names=entry["names"],
        color=entry["color"],
        symbols=tuple(entry["symbols"]),
        power=entry["power"],
        cost=entry["cost"],
        single_use=entry["single_use"],
        effect=effect.get("type"),
        draw=effect.get("draw", 0),
        remove_up_to=effect.get("remove_up_to", 0),
        market=entry["market"],
        copies=entry["copies"],
        per_player=entry.get("per_player", 0),
    )


def _tile_hex(entry: Mapping[str, Any]) -> TileHex:
    return TileHex(
        q=entry["q"],
        r=entry["r"],
        terrain=entry["terrain"],
        power=entry["power"],
        cave=entry.get("cave", False),
        start=entry.get("start", 0),
        finish=entry.get("finish", False),
    )


def _tile(name: str, entry: Mapping[str, Any]) -> Tile:
    corner = entry.get("attach_corner")
    return Tile(
        name=name,
        shape=entry["shape"],
        kind=entry["kind"],
        back=entry["back"],
        hexes=tuple(_tile_hex(hexagon) for row in entry["rows"] for hexagon in row),
        text=tuple(entry.get("text", ())),
        attach_corner=None if corner is None else (corner["q"], corner["r"]),
        city=tuple((q, r) for q, r in entry.get("city_area_not_playable", ())),
    )


@cache
def cards() -> tuple[Card, ...]:
    """All 21 kinds: the three of the starting decks, six on the market board, twelve above it."""
    return tuple(_card(entry) for entry in _data("cards")["cards"])


@cache
def tokens() -> tuple[Token, ...]:
    return tuple(
        Token(entry["id"], entry["kind"], entry.get("symbol"), entry["value"], entry["count"], entry["effect"])
        for entry in _data("cave_tokens")["tokens"]
    )


@cache
def tokens_per_cave() -> int:
    per_cave: int = _data("cave_tokens")["per_cave"]
    return per_cave


@cache
def blockades() -> tuple[Blockade, ...]:
    """The six blockades; number n is at place n - 1."""
    return tuple(
        Blockade(entry["number"], entry["terrain"], entry["symbol"], entry["power"])
        for entry in _data("blockades")["blockades"]
    )


@cache
def tiles() -> Mapping[str, Tile]:
    """Every side by its letter, and `finish_jungle` and `finish_river`."""
    return {name: _tile(name, entry) for name, entry in _data("tiles")["tiles"].items()}


@cache
def route_ids() -> tuple[str, ...]:
    """The official routes, the introductory one first."""
    return tuple(route["id"] for route in _data("routes")["routes"])


def routes() -> dict[str, dict[str, Any]]:
    """The official routes as route objects, the caller's own copy."""
    return {route["id"]: copy.deepcopy(route) for route in _data("routes")["routes"]}


def catalogue() -> Catalogue:
    """Cards, tokens and blockades as the data files have them, for programs that show them."""
    return {
        "cards": copy.deepcopy(_data("cards")["cards"]),
        "tokens": copy.deepcopy(_data("cave_tokens")["tokens"]),
        "blockades": copy.deepcopy(_data("blockades")["blockades"]),
    }
