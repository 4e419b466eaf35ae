"""Bodies of the route workshop. A route is a route object as in docs/workshop.md, checked by the engine alone."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from expedition.server.schemas.base import JsonObject, Level, Model, Time, clean_text


def clean_title(text: str) -> str:
    name = " ".join(clean_text(text).split())
    if not name:
        raise ValueError("A route has a name.")
    return name


RouteName = Annotated[
    str, Field(min_length=1, max_length=60, examples=["Hills behind Hills"]), AfterValidator(clean_title)
]
RouteId = Annotated[str, Field(pattern=r"^[A-HJ-NP-Z2-9]{8}$", examples=["HK7QMP2A"])]
RouteCode = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{2,64}$", examples=["AEJhAQmk0olRpNJnRsu2RpA"])]
Lang = Annotated[str, Field(pattern="^(en|pt|it|fr)$")]
Grade = Literal["introductory", "easy", "medium", "hard"]


class LookIn(Model):
    """What lies on the table, and what is in hand: `tile` and `rotation`, with `q` and `r` where it hovers."""

    route: JsonObject
    hand: JsonObject | None = None
    lang: Lang = "en"


class TrialIn(Model):
    route: JsonObject
    games: Annotated[int, Field(ge=1, le=1000)] = 200
    level: Level | None = Field(default=None, description="Who plays; the quick planner if not said.")
    players: Annotated[int, Field(ge=2, le=4)] = 3
    caves: bool = False
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 1


class WishIn(Model):
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 1
    shortest: Annotated[int, Field(ge=10, le=60)] = 24
    longest: Annotated[int, Field(ge=10, le=60)] = 42
    grade: Grade | None = None
    lanes: Annotated[int, Field(ge=1, le=3)] | None = None
    variety: Annotated[float, Field(ge=1, le=5)] | None = None
    lang: Lang = "en"


class Suggestion(Model):
    route: JsonObject
    code: str
    board: JsonObject
    report: JsonObject


class Opened(Model):
    route: JsonObject
    code: str


class SaveIn(Model):
    name: RouteName
    route: JsonObject
    public: bool = False


class StarsIn(Model):
    stars: Annotated[int, Field(ge=1, le=5)]


class SavedRoute(Model):
    """A route in the house. `route` is what a game's set-up takes: with it every game of it is counted."""

    id: str
    name: str
    maker: str
    mine: bool
    public: bool
    code: str
    steps: int
    grade: str
    plays: int
    stars: float
    votes: int
    own_stars: int | None
    created: Time
    route: JsonObject
    board: JsonObject


Answer = dict[str, Any]
