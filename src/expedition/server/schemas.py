"""Everything that crosses the wire: bodies of the REST interface and every socket message in both directions.

`python -m expedition.server.schemas` prints the OpenAPI document and the JSON Schemas of the socket messages as one
JSON object; clients generate their types from it. Times are whole milliseconds since 1970.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

JsonObject = dict[str, JsonValue]
MAX_INT = 2**31 - 1

Code = Annotated[str, Field(pattern=r"^[A-HJ-NP-Z2-9]{6}$", examples=["K7QMPA"], description="Six letters and digits.")]
PersonId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", examples=["5f0c1d2e3a4b5c6d"])]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Ply = Annotated[int, Field(ge=0, le=MAX_INT)]
Time = Annotated[int, Field(ge=0, description="Milliseconds since 1970.")]
Id = Annotated[int, Field(ge=0, le=MAX_INT, description="Chosen by the client; the answer carries it back.")]

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean_text(text: str, also: str = "") -> str:
    """Text without anything invisible that could disturb another page; `also` lists control signs to let pass."""
    composed = unicodedata.normalize("NFC", text)
    for sign in composed:
        if unicodedata.category(sign) in _INVISIBLE and sign not in also:
            raise ValueError(f"The sign U+{ord(sign):04X} cannot be used here.")
    return composed


def clean_name(text: str) -> str:
    """A name: letters, digits, single spaces and a little punctuation, at least one letter or digit."""
    name = " ".join(clean_text(text).split())
    if not 1 <= len(name) <= 24:
        raise ValueError("A name has 1 to 24 signs.")
    for sign in name:
        if unicodedata.category(sign)[0] not in "LNM" and sign not in " _-.'’":
            raise ValueError(f"A name holds letters, digits, spaces and _ - . ' only, not {sign}.")
    if not any(sign.isalnum() for sign in name):
        raise ValueError("A name holds at least one letter or digit.")
    if sum(unicodedata.category(sign)[0] == "M" for sign in name) > len(name) // 2:
        raise ValueError("A name holds more letters than marks on them.")
    return name


def clean_chat(text: str) -> str:
    said = clean_text(text, also="\n").strip()
    if not said:
        raise ValueError("There is nothing in this message.")
    return said


Name = Annotated[str, Field(min_length=1, max_length=24, examples=["Ana"]), AfterValidator(clean_name)]
Password = Annotated[str, Field(min_length=8, max_length=200)]
ChatText = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(clean_chat)]
Level = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$", examples=["Guide"])]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, json_schema_serialization_defaults_required=True)


class Problem(Model):
    """What every refusal looks like. `message` is a sentence for people, `code` a word for programs."""

    code: str
    message: str
    key: str | None = Field(description="The sentence in the catalogues of four languages, where they have it.")
    values: JsonObject = Field(description="What belongs into the catalogue's sentence.")


# -- people ---------------------------------------------------------------------------------------------------------


class PersonRef(Model):
    id: PersonId
    name: str
    guest: bool


class Rating(Model):
    """openskill: `mu` the estimate, `sigma` its uncertainty, `shown` = 100 × (mu − 3 sigma) + 1500, rounded."""

    game: str
    players: int
    mu: float
    sigma: float
    shown: int
    games: int


class Me(Model):
    """`person` is null until a guest or account session exists."""

    person: PersonRef | None


class GuestIn(Model):
    name: Name | None = None


class NameIn(Model):
    name: Name


class AccountIn(Model):
    name: Name
    password: Password


class PasswordIn(Model):
    old: Password
    new: Password


# -- games ----------------------------------------------------------------------------------------------------------


class LevelInfo(Model):
    """A computer opponent; `name` is what a seat's `level` says, `id` what translations go by."""

    id: str
    name: str
    about: str


class GameInfo(Model):
    name: str
    rules_version: int
    options: dict[str, Any] = Field(description="JSON Schema of the setup options, with defaults and words.")
    levels: list[LevelInfo] = Field(description="Computer opponents, weakest first.")


# -- rooms ----------------------------------------------------------------------------------------------------------


class NoClock(Model):
    kind: Literal["none"] = "none"


class LiveClock(Model):
    """A time bank per seat for the whole game; `increment` seconds are added after each of its turns."""

    kind: Literal["live"]
    seconds: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class DaysClock(Model):
    """So many days for each turn."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


Clock = Annotated[NoClock | LiveClock | DaysClock, Field(discriminator="kind")]


class MySeat(Model):
    """I sit here; `name` where several people share this device."""

    kind: Literal["me"]
    name: Name | None = None


class BotSeat(Model):
    kind: Literal["bot"]
    level: Level


class OpenSeat(Model):
    kind: Literal["open"]


SeatPlan = Annotated[MySeat | BotSeat | OpenSeat, Field(discriminator="kind")]


class FromPosition(Model):
    kind: Literal["position"]
    position: JsonObject


class FromRecord(Model):
    kind: Literal["record"]
    record: JsonObject
    ply: Ply


class FromRoom(Model):
    """Any ply of a finished game kept here."""

    kind: Literal["room"]
    room: Code
    ply: Ply


Origin = Annotated[FromPosition | FromRecord | FromRoom, Field(discriminator="kind")]


class NewRoom(Model):
    """`game` and `setup` are left out where `origin` is given: the position brings its own."""

    game: Annotated[str, Field(max_length=40)] | None = None
    setup: JsonObject = Field(default_factory=dict)
    origin: Origin | None = None
    public: bool = False
    rated: bool = False
    clock: Clock = NoClock()
    on_timeout: Literal["resign", "bot"] = "resign"
    seats: Annotated[list[SeatPlan], Field(max_length=16)] | None = Field(
        default=None, description="One plan per seat; left out: I take the first seat, the others are open."
    )
    auto_start: bool = Field(default=False, description="Start by itself as soon as no seat is open.")
    start: bool = Field(default=False, description="Start at once; no seat may be open then.")


class RoomChange(Model):
    """What the host may change before the start; what is left out stays."""

    setup: JsonObject | None = None
    public: bool | None = None
    rated: bool | None = None
    clock: Clock | None = None
    on_timeout: Literal["resign", "bot"] | None = None
    auto_start: bool | None = None


class MatchIn(Model):
    """Quick match: a public room with exactly these terms and a free seat, or a new one."""

    game: Annotated[str, Field(max_length=40)]
    setup: JsonObject = Field(default_factory=dict)
    rated: bool = False
    clock: Clock = NoClock()


class Seat(Model):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    person: PersonId | None
    guest: bool
    level: str | None = Field(description="The computer opponent that plays here, also for a player out of time.")
    connected: bool
    rating: Rating | None


class OriginInfo(Model):
    """Where the game began if not with a fresh deal. The position itself is shown after the end, in the record."""

    kind: Literal["position", "record", "room"]
    room: Code | None
    ply: int | None


Status = Literal["waiting", "playing", "over", "closed"]
Outcome = Literal["finished", "agreed", "imported"]


class Room(Model):
    code: Code
    game: str
    setup: JsonObject
    public: bool
    rated: bool
    clock: Clock
    on_timeout: Literal["resign", "bot"]
    auto_start: bool
    status: Status
    outcome: Outcome | None
    host: PersonRef | None
    seats: list[Seat]
    spectators: int
    agreed: list[int] = Field(description="Seats that want to end the game by agreement.")
    origin: OriginInfo | None
    commitment: str | None = Field(description="SHA-256 of the seed's 32 hex digits, known from the start.")
    seed: str | None = Field(description="The seed, once the game is over.")
    ranking: list[int] | None
    previous: Code | None
    next: Code | None = Field(description="The rematch, once somebody asked for it.")
    created: Time
    started: Time | None
    ended: Time | None


class RoomSummary(Model):
    """A line of a list of rooms."""

    code: Code
    game: str
    setup: JsonObject
    public: bool
    rated: bool
    clock: Clock
    status: Status
    outcome: Outcome | None
    origin: OriginInfo | None
    seats: list[Seat]
    owing: list[int] = Field(description="Seats that have to act now.")
    yours: list[int] = Field(description="Your own seats.")
    ranking: list[int] | None
    created: Time
    moved: Time = Field(description="When something last happened.")


class LeaderboardLine(Model):
    place: int
    person: PersonRef
    rating: Rating


class RatingChange(Model):
    room: Code
    game: str
    players: int
    at: Time
    before: int
    after: int


class PlayerPage(Model):
    person: PersonRef
    since: Time
    ratings: list[Rating]
    changes: list[RatingChange]
    games: list[RoomSummary]


# -- replay ---------------------------------------------------------------------------------------------------------


class Frame(Model):
    """The table before action number `ply`; `action`, `text` and `events` are of the action that led here."""

    ply: int
    seat: int | None
    action: JsonObject | None
    text: str | None
    view: JsonObject
    since: int = Field(description="Forget the events whose `ply` is at least this, then add `events`.")
    events: list[JsonObject]
    position: JsonObject | None = Field(description="Everything, hidden cards included; only where `open` was asked.")


class Replay(Model):
    room: Code
    plies: int = Field(description="The last frame's number.")
    frames: list[Frame]


class OutlineStep(Model):
    """What the action that led to `ply` did, without the table."""

    ply: int
    seat: int
    text: str | None
    since: int = Field(description="Forget the events whose `ply` is at least this, then add `events`.")
    events: list[JsonObject]


class Outline(Model):
    room: Code
    plies: int = Field(description="How many actions the game has.")
    steps: list[OutlineStep]


class RecordIn(Model):
    record: JsonObject


# -- the socket: what both sides send --------------------------------------------------------------------------------


class ChatLine(Model):
    number: int
    at: Time
    person: PersonId
    name: str
    text: str


class Clocks(Model):
    """Milliseconds left per seat at the moment `at`; those of `running` are being used up."""

    at: Time
    left: list[int]
    running: list[int]


class Act(Model):
    """One action or a gesture's sequence, all or nothing. `ply` and `count` are those of the view it answers."""

    type: Literal["act"]
    id: Id
    seat: SeatNumber
    ply: Ply
    count: Ply = 0
    actions: Annotated[list[JsonObject], Field(min_length=1, max_length=64)]


class Undo(Model):
    """Take back one's last action, last gesture, or all since the last new information."""

    type: Literal["undo"]
    id: Id
    seat: SeatNumber
    ply: Ply
    count: Ply = 0
    scope: Literal["action", "gesture", "floor"] = "gesture"


class Resign(Model):
    type: Literal["resign"]
    id: Id
    seat: SeatNumber


class Agree(Model):
    """Vote to end the game without a result, or take the vote back."""

    type: Literal["agree"]
    id: Id
    seat: SeatNumber
    end: bool


class Look(Model):
    """Whose eyes this connection sees with: one of one's own seats, or null for the public view."""

    type: Literal["look"]
    id: Id
    seat: SeatNumber | None
    since: Ply | None = None


class Sync(Model):
    """Send everything again; events from `since` (a ply of an earlier message) on, or all of them."""

    type: Literal["sync"]
    id: Id
    since: Ply | None = None


class Say(Model):
    type: Literal["say"]
    id: Id
    text: ChatText


class Ping(Model):
    type: Literal["ping"]
    id: Id


ClientMessage = Annotated[Act | Undo | Resign | Agree | Look | Sync | Say | Ping, Field(discriminator="type")]


class You(Model):
    person: PersonId | None
    seats: list[int]
    looking: int | None = Field(description="The seat whose view this connection gets; null: the public view.")


class Table(Model):
    """The game as this connection may see it. What `state` and `update` have in common."""

    ply: int = Field(description="Never reused, undo included. Answer with it.")
    count: int = Field(description="The own counter of the looking seat in an open simultaneous phase, else 0.")
    line: int = Field(description="Length of the line of actions that counts; events carry their place in it.")
    since: int = Field(description="Forget the events whose `ply` is at least this, then add `events`.")
    events: list[JsonObject]
    view: JsonObject
    actors: list[int]
    legal: list[JsonObject] = Field(description="Actions of the looking seat, empty if it has nothing to do.")
    gestures: list[JsonObject]
    can_undo: bool
    thinking: list[int] = Field(description="Seats where the computer is thinking.")
    clocks: Clocks | None


class StateMessage(Model):
    """The first message of a connection, and the answer to `sync` and `look`."""

    type: Literal["state"] = "state"
    id: int | None = None
    now: Time
    you: You
    room: Room
    chat: list[ChatLine]
    table: Table | None = Field(description="Null before the start.")


class UpdateMessage(Model):
    """Something happened in the game."""

    type: Literal["update"] = "update"
    table: Table


class RoomMessage(Model):
    """Seats, presence, votes, terms or the end: the room as it now is."""

    type: Literal["room"] = "room"
    you: You
    room: Room


class ThinkingMessage(Model):
    type: Literal["thinking"] = "thinking"
    seats: list[int]


class ChatMessage(Model):
    type: Literal["chat"] = "chat"
    line: ChatLine


class DoneMessage(Model):
    """The request with this id is carried out and safely stored."""

    type: Literal["done"] = "done"
    id: int


class ErrorMessage(Model):
    """The request with this id (null where it could not be read) was refused; nothing has changed."""

    type: Literal["error"] = "error"
    id: int | None
    code: Literal[
        "bad_message", "not_yours", "stale", "illegal", "not_running", "too_fast", "nothing_to_undo", "internal"
    ]
    message: str
    key: str | None = Field(description="The sentence in the catalogues of four languages, where they have it.")
    values: JsonObject = Field(description="What belongs into the catalogue's sentence.")


class PongMessage(Model):
    type: Literal["pong"] = "pong"
    id: int
    now: Time


ServerMessage = Annotated[
    StateMessage
    | UpdateMessage
    | RoomMessage
    | ThinkingMessage
    | ChatMessage
    | DoneMessage
    | ErrorMessage
    | PongMessage,
    Field(discriminator="type"),
]

AnyClientMessage = Act | Undo | Resign | Agree | Look | Sync | Say | Ping
client_message: TypeAdapter[AnyClientMessage] = TypeAdapter(ClientMessage)
server_message: TypeAdapter[Any] = TypeAdapter(ServerMessage)


def socket_schemas() -> dict[str, Any]:
    """JSON Schemas of what a client sends and of what it receives."""
    return {
        "client": client_message.json_schema(mode="validation"),
        "server": server_message.json_schema(mode="serialization"),
    }


def main() -> None:
    import json
    import sys

    from expedition.server.app import create_app

    json.dump({"openapi": create_app().openapi(), "socket": socket_schemas()}, sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
