"""What Silver & Gold says to the outside, precisely: components, view, information, gestures, events and actions.

`core.schemas` makes JSON Schemas of these, the server puts them into its description, and the page's types are
generated from there. Nothing here runs in a game.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from expedition.core.types import Generator, Pair

Cell = Pair  # [row, column]
Colour = Literal["grey", "green", "orange", "purple"]
Phase = Literal["keep", "mark", "replace", "over"]

# -- what never changes ------------------------------------------------------------------------------------------


class Seal(TypedDict):
    colour: Colour
    points: int


class MapInfo(TypedDict):
    id: str
    colour: Colour
    points: int
    seal: Seal | None
    grid: list[str]


class PatternShape(TypedDict):
    id: str
    grid: list[str]


class PatternInfo(PatternShape):
    orientations: list[list[Cell]]


class ExpeditionInfo(TypedDict):
    id: str
    pattern: str


class Bounds(TypedDict):
    min: int
    max: int


class SheetInfo(TypedDict):
    component: str
    players: Bounds
    score_cards: int
    pens: int
    dealt: int
    kept: int
    display: int
    coin_rows: int
    coins_per_row: int
    palms: int
    rounds: int
    flips_per_round: int
    trophies: list[int]
    tie_break: list[Colour]


class Components(TypedDict):
    maps: list[MapInfo]
    patterns: list[PatternInfo]
    expedition: list[ExpeditionInfo]
    colours: list[Colour]
    score_sheet: SheetInfo


class Setup(TypedDict):
    players: int


# -- a table -----------------------------------------------------------------------------------------------------


class MapState(TypedDict):
    card: str
    marked: list[Cell]


class Owed(TypedDict):
    """What a seat still has to do."""

    pattern: bool
    extra: int
    rows: int
    maps: int


class Score(TypedDict):
    maps: int
    seals: int
    coins: int
    trophies: int
    palms: int
    total: int


class SeatView(TypedDict):
    maps: list[MapState | None]
    dealt: list[str] | None
    dealt_count: int
    completed: list[str]
    coins: int
    trophies: list[int]
    palms: list[int]
    owed: Owed
    resigned: bool
    score: Score


class Turn(TypedDict):
    round: int
    flip: int
    start: int
    phase: Phase
    pattern: str | None
    left_count: int


class View(TypedDict):
    """What the table shows a seat now; `seat` is null for a spectator."""

    format: str
    game: Literal["silvergold"]
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
    display: list[str]
    deck_count: int
    trophies: list[int]
    palm_value: int


# -- a position: what FEN is to chess ------------------------------------------------------------------------------


class Uncovered(TypedDict):
    """What the others see of a seat that marks while they do: how it was when the phase began."""

    marked: list[list[Cell]]
    coins: int
    palms: int


class SeatState(TypedDict):
    """A seat with all it holds."""

    maps: list[MapState | None]
    dealt: list[str]
    completed: list[str]
    coins: int
    trophies: list[int]
    palms: list[int]
    owed: Owed
    resigned: NotRequired[bool]
    shown: NotRequired[Uncovered]


class TurnState(TypedDict):
    """Where the game is; the first card of `left` is flipped next."""

    round: int
    flip: int
    start: int
    phase: Phase
    pattern: str | None
    revealed: list[str]
    left: list[str]


class Snapshot(TypedDict):
    """The whole position, hidden cards included."""

    format: Literal["expedition-position/1"]
    game: Literal["silvergold"]
    setup: Setup
    turn: TurnState
    seats: list[SeatState]
    display: list[str]
    deck: list[str]
    trophies: list[int]
    rng: NotRequired[Generator]


# -- actions and whole moves -------------------------------------------------------------------------------------


class Action(TypedDict):
    do: Literal["keep", "mark", "take", "resign"]
    seat: NotRequired[int]
    card: NotRequired[str]
    map: NotRequired[int]
    cells: NotRequired[list[Cell]]


class Symbols(TypedDict):
    cross: int
    coin: int
    palm: int


class Brings(TypedDict):
    extra: int
    coins: int
    palms: list[int]
    row: bool
    completes: bool


class MarkGesture(TypedDict):
    kind: Literal["mark"]
    map: int
    cells: list[Cell]
    pattern: bool
    symbols: Symbols
    brings: Brings
    owed: int
    actions: list[Action]


class CardGesture(TypedDict):
    kind: Literal["keep", "take"]
    card: str
    actions: list[Action]


Gesture = MarkGesture | CardGesture

# -- events ------------------------------------------------------------------------------------------------------


class Happened(TypedDict):
    ply: int
    seat: int


class CardEvent(Happened):
    key: Literal["silvergold.keep", "silvergold.complete"]
    card: str


class BareEvent(Happened):
    key: Literal["silvergold.resign", "silvergold.start"]


class MarkEvent(Happened):
    key: Literal["silvergold.mark"]
    map: int
    on: str
    cells: list[Cell]


class ExtraEvent(Happened):
    key: Literal["silvergold.extra"]
    count: int


class CoinsEvent(Happened):
    key: Literal["silvergold.coins"]
    count: int
    total: int


class PointsEvent(Happened):
    key: Literal["silvergold.palm", "silvergold.trophy"]
    points: int


class TakeEvent(Happened):
    key: Literal["silvergold.take"]
    map: int
    card: str
    source: Literal["display", "deck"]


class RefillEvent(Happened):
    key: Literal["silvergold.refill"]
    cards: list[str]


class RoundEvent(Happened):
    key: Literal["silvergold.round"]
    round: int


class RevealEvent(Happened):
    key: Literal["silvergold.reveal"]
    round: int
    flip: int
    expedition: str
    pattern: str


class OverEvent(Happened):
    key: Literal["silvergold.over"]
    ranking: list[int]
    scores: list[int]


Event = (
    CardEvent
    | BareEvent
    | MarkEvent
    | ExtraEvent
    | CoinsEvent
    | PointsEvent
    | TakeEvent
    | RefillEvent
    | RoundEvent
    | RevealEvent
    | OverEvent
)


class Information(View):
    """All a seat has ever been shown."""

    revealed: list[str]
    events: list[Event]
