"""Every socket message, in both directions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from expedition.server.schemas.base import ChatText, Id, JsonObject, Model, PersonId, Ply, SeatNumber, Time
from expedition.server.schemas.rooms import Room


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
        "bad_message",
        "not_yours",
        "stale",
        "illegal",
        "not_running",
        "too_fast",
        "nothing_to_undo",
        "unavailable",
        "internal",
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
