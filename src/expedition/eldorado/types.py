"""What El Dorado says to the outside, precisely: components, view, information, gestures, events and actions.

`core.schemas` makes JSON Schemas of these, the server puts them into its description, and the page's types are
generated from there. Nothing here runs in a game.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from expedition.core.types import Edge, Generator, Pair

Coord = Pair
Symbol = Literal["machete", "paddle", "coin"]
Terrain = Literal["jungle", "river", "village", "rubble", "basecamp", "mountain", "start"]
Colour = Literal["green", "blue", "yellow", "white", "purple"]

# -- what never changes ------------------------------------------------------------------------------------------


class Effect(TypedDict):
    """What an action card does."""

    type: str
    draw: NotRequired[int]
    remove_up_to: NotRequired[int]
    sources: NotRequired[list[str]]
    to: NotRequired[str]
    also_removes_blockade: NotRequired[bool]
    not_onto: NotRequired[list[str]]


class CardInfo(TypedDict):
    id: str
    names: dict[str, str | None]
    color: Colour
    symbols: list[Symbol]
    power: int | None
    cost: int | None
    single_use: bool
    effect: Effect | None
    market: Literal["starting_deck", "board", "above"]
    copies: int
    per_player: NotRequired[int]
    coins: NotRequired[float]  # what it counts as payment


class TokenInfo(TypedDict):
    id: str
    kind: Literal["movement", "action"]
    symbol: NotRequired[Symbol | None]
    value: int | None
    count: int
    effect: str


class BlockadeInfo(TypedDict):
    number: int
    terrain: Terrain
    symbol: Literal["machete", "paddle", "coin", "discard"]
    power: int


class HexInfo(TypedDict):
    q: int
    r: int
    terrain: Terrain
    power: int
    tile: int
    cave: bool
    start: int | None
    finish: bool
    steps_left: int | None  # of the shortest walk to the finish, blockades left aside


class PieceInfo(TypedDict):
    tile: str
    rotation: int
    q: int
    r: int


class SeamInfo(TypedDict):
    between: Pair
    edges: list[Edge]


class BoardInfo(TypedDict):
    """The map; a hex's `tile` is a place in `tiles`, of which the last is the finish. Nobody enters the `city`."""

    hexes: list[HexInfo]
    tiles: list[PieceInfo]
    seams: list[SeamInfo]
    open_seams: list[SeamInfo]
    city: list[Coord]
    difficulty: str | None


class Catalogue(TypedDict):
    cards: list[CardInfo]
    tokens: list[TokenInfo]
    blockades: list[BlockadeInfo]


class Components(Catalogue):
    board: BoardInfo


class RouteObject(TypedDict):
    """A route of one's own; what is left out follows from its tiles."""

    id: NotRequired[str | None]
    names: NotRequired[dict[str, str | None]]
    difficulty: NotRequired[str | None]
    tiles: list[PieceInfo]
    finish: PieceInfo


class Setup(TypedDict):
    players: int
    route: str | RouteObject
    caves: bool
    blockades: NotRequired[list[int]]
    max_rounds: NotRequired[int]


# -- a table -----------------------------------------------------------------------------------------------------


class Pile(TypedDict):
    card: str
    count: int


class Market(TypedDict):
    board: list[Pile | None]
    above: list[Pile]


class Standing(TypedDict):
    """A blockade that still lies on its seam."""

    number: int
    between: Pair


class CaveShown(TypedDict):
    at: Coord
    count: int


class Pending(TypedDict):
    """What has to be answered first."""

    kind: Literal["give", "pay", "take", "remove", "put"]
    pawn: NotRequired[int]
    to: NotRequired[Coord]
    blockade: NotRequired[int]
    left: NotRequired[int]
    card: NotRequired[str]
    due: NotRequired[float]
    may: NotRequired[bool]
    count: NotRequired[int]


Active = TypedDict(
    "Active",
    {
        "card": NotRequired[str],
        "token": NotRequired[str],
        "as": Symbol | None,
        "pawn": int,
        "left": int | None,
        "stepped": bool,
    },
)


class Turn(TypedDict):
    seat: int
    round: int
    phase: Literal["play", "discard", "over"]
    bought: bool
    active: Active | None
    gained: list[str]
    pending: Pending | None
    pass_occupied: bool
    change_symbol: bool
    keepable: list[str]
    final_round: bool


class Pawn(TypedDict):
    at: Coord | Literal["arrived"]
    near: list[Coord]


class SeatView(TypedDict):
    pawns: list[Pawn]
    hand: list[str] | None
    hand_count: int
    draw_count: int
    discard: list[str]
    played: list[str]
    blockades: list[int]
    tokens: list[str]
    purse: float | None  # the most coins the own seat could pay for one card now
    arrived: int | None
    resigned: bool


class View(TypedDict):
    """What the table shows a seat now; `seat` is null for a spectator."""

    format: str
    game: Literal["eldorado"]
    setup: Setup
    seat: int | None
    ply: int
    floor: int
    actor: int
    actors: list[int]
    over: bool
    ranking: list[int] | None
    turn: Turn
    seats: list[SeatView]
    market: Market
    blockades: list[Standing]
    caves: list[CaveShown]
    removed: list[str]
    spent: list[str]


class Deck(TypedDict):
    """Hand and draw pile of a seat together, less what is certain to be in its hand."""

    hand: list[str]
    unseen: list[str]


class Information(View):
    """All a seat has ever been shown."""

    decks: list[Deck]
    unseen_tokens: list[str]


# -- a route in a file ---------------------------------------------------------------------------------------------


class FinishFile(PieceInfo):
    spaces: NotRequired[list[Coord]]
    corner: NotRequired[Coord]


class SeamFile(TypedDict):
    between: Pair
    seam: NotRequired[str]
    edges: NotRequired[list[list[Coord]]]


class RouteFile(TypedDict):
    """A route of one's own as a file; of what follows from its tiles anything may be stated, and then has to be so."""

    tiles: list[PieceInfo]
    finish: FinishFile
    id: NotRequired[str | None]
    names: NotRequired[dict[str, str | None]]
    difficulty: NotRequired[str | None]
    blockade_count: NotRequired[int]
    cave_count: NotRequired[int]
    shortest_steps_start_to_finish: NotRequired[int]
    caves: NotRequired[list[Coord]]
    blockades: NotRequired[list[SeamFile]]
    open_seams: NotRequired[list[SeamFile]]


# -- a position: what FEN is to chess ------------------------------------------------------------------------------


class CaveState(TypedDict):
    at: Coord
    pile: list[str]


class SeatState(TypedDict):
    """A seat with all it holds; the first card of `draw` comes next, the last of `discard` lies on top."""

    pawns: list[Pawn]
    hand: list[str]
    draw: list[str]
    discard: list[str]
    played: list[str]
    blockades: list[int]
    tokens: list[str]
    arrived: int | None
    resigned: NotRequired[bool]
    known: NotRequired[list[str]]


class Snapshot(TypedDict):
    """The whole position, hidden cards included."""

    format: Literal["expedition-position/1"]
    game: Literal["eldorado"]
    setup: Setup
    turn: Turn
    seats: list[SeatState]
    market: Market
    blockades: list[Standing]
    caves: list[CaveState]
    removed: list[str]
    spent: list[str]
    rng: NotRequired[Generator]


# -- actions and whole moves -------------------------------------------------------------------------------------

Action = TypedDict(
    "Action",
    {
        "do": Literal[
            "play", "step", "stop", "enter", "give", "buy", "pay", "use", "take", "remove", "put", "discard", "end",
            "done", "resign",
        ],
        "card": NotRequired[str],
        "token": NotRequired[str],
        "as": NotRequired[Symbol],
        "pawn": NotRequired[int],
        "to": NotRequired[Coord],
        "blockade": NotRequired[int],
        "seat": NotRequired[int],
    },
)  # fmt: skip

MoveGesture = TypedDict(
    "MoveGesture",
    {
        "kind": Literal["move", "clear"],
        "card": NotRequired[str],
        "token": NotRequired[str],
        "blockade": NotRequired[int],
        "as": Symbol | None,
        "pawn": int,
        "to": Coord,
        "path": list[Coord],
        "blockades": list[int],
        "cost": int | None,
        "left": int | None,
        "explores": list[Coord],
        "arrives": bool,
        "actions": list[Action],
    },
)


class EnterGesture(TypedDict):
    kind: Literal["enter"]
    pawn: int
    to: NotRequired[Coord]
    blockade: NotRequired[int]
    cards: int
    removes: bool
    choices: list[str]
    actions: list[Action]


class PaymentItem(TypedDict):
    card: NotRequired[str]
    token: NotRequired[str]


class MovedBy(PaymentItem):
    """What a move is made with, and the blockade it ends at."""

    blockade: NotRequired[int]


class Payment(TypedDict):
    """What is laid down, what each of it counts in coins, and the actions that do it."""

    payment: list[PaymentItem]
    values: list[float]
    total: float
    actions: list[Action]


class BuyGesture(Payment):
    kind: Literal["buy"]
    card: str
    price: int
    alternatives: list[Payment]


class ActGesture(TypedDict):
    kind: Literal["act"]
    actions: list[Action]


Gesture = MoveGesture | EnterGesture | BuyGesture | ActGesture

# -- events ------------------------------------------------------------------------------------------------------


class Happened(TypedDict):
    ply: int
    seat: int


class CardEvent(Happened):
    key: Literal[
        "eldorado.buy", "eldorado.discard", "eldorado.keep_item", "eldorado.put", "eldorado.remove", "eldorado.take"
    ]
    card: str


class BareEvent(Happened):
    key: Literal["eldorado.end", "eldorado.final_round", "eldorado.resign", "eldorado.shuffle", "eldorado.stop"]


class PaidEvent(Happened):
    key: Literal["eldorado.pay", "eldorado.use"]
    card: NotRequired[str]
    token: NotRequired[str]


PlayEvent = TypedDict(
    "PlayEvent",
    {
        "ply": int,
        "seat": int,
        "key": Literal["eldorado.play"],
        "card": NotRequired[str],
        "token": NotRequired[str],
        "as": NotRequired[Symbol],
        "pawn": int,
    },
)

StepEvent = TypedDict(
    "StepEvent",
    {"ply": int, "seat": int, "key": Literal["eldorado.step"], "pawn": int, "from": Coord, "to": Coord | None},
)


class EnterEvent(Happened):
    key: Literal["eldorado.enter"]
    pawn: int
    to: NotRequired[Coord]
    blockade: NotRequired[int]


class GiveEvent(Happened):
    key: Literal["eldorado.give"]
    card: str
    removed: bool


class BlockadeEvent(Happened):
    key: Literal["eldorado.blockade"]
    pawn: int
    number: int


class MarketEvent(Happened):
    """A card left the market: how many are left of it, and the slot that is vacant or was filled from above."""

    key: Literal["eldorado.bought", "eldorado.taken"]
    card: str
    left: int
    slot: NotRequired[int]
    vacant: NotRequired[int]


class ExploreEvent(Happened):
    key: Literal["eldorado.explore"]
    at: Coord
    token: str
    left: int


class DrawEvent(Happened):
    """Which cards, only the owner is told."""

    key: Literal["eldorado.draw"]
    count: int
    cards: NotRequired[list[str]]


class ArriveEvent(Happened):
    key: Literal["eldorado.arrive"]
    pawn: int
    order: int | None


class TurnEvent(Happened):
    key: Literal["eldorado.turn"]
    round: int


class OverEvent(Happened):
    key: Literal["eldorado.over"]
    ranking: list[int]


Event = (
    CardEvent
    | BareEvent
    | PaidEvent
    | PlayEvent
    | StepEvent
    | EnterEvent
    | GiveEvent
    | BlockadeEvent
    | MarketEvent
    | ExploreEvent
    | DrawEvent
    | ArriveEvent
    | TurnEvent
    | OverEvent
)
