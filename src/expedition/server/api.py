"""The REST interface."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response, WebSocket
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from expedition.core.errors import ExpeditionError
from expedition.core.registry import game_class, games
from expedition.core.words import say
from expedition.server import people, ratings, schemas
from expedition.server.archive import Archive
from expedition.server.guard import same_origin
from expedition.server.house import House, Live, Visitor, rating_shown
from expedition.server.limits import Limits
from expedition.server.lobby import Lobby
from expedition.server.replay import MOST_FRAMES
from expedition.server.settings import Settings
from expedition.server.sockets import Offer, serve_socket
from expedition.server.storage import Store
from expedition.server.table import Refusal, game_of

Json = dict[str, Any]

_PROBLEMS: dict[int | str, Json] = {
    status: {"model": schemas.Problem, "description": words}
    for status, words in {
        400: "The body cannot be read.",
        401: "No session: POST /api/guest first.",
        403: "Not allowed.",
        404: "Unknown.",
        409: "Not now.",
        413: "Too large.",
        415: "The body is not JSON.",
        422: "Understood, but not possible.",
        429: "Too fast; see Retry-After.",
    }.items()
}

api = APIRouter(prefix="/api", responses=_PROBLEMS)
for_operators = APIRouter(include_in_schema=False)


class Services:
    """What every request may use."""

    def __init__(self, settings: Settings, store: Store, house: House, persons: people.People, limits: Limits) -> None:
        self.settings = settings
        self.store = store
        self.house = house
        self.archive = Archive(house)
        self.lobby = Lobby(house, self.archive)
        self.people = persons
        self.limits = limits
        self.origins = frozenset(settings.origins.split())

    def slow_down(self, request: Request, kind: str, key: str = "") -> None:
        wait = self.limits.take(kind, f"{request.client.host if request.client else '-'} {key}")
        if wait:
            raise TooFast(wait)

    def give_cookie(self, response: Response, person: Json) -> None:
        response.set_cookie(
            people.COOKIE,
            self.people.cookie(person),
            max_age=people.MAX_AGE,
            httponly=True,
            samesite="lax",
            secure=self.settings.secure_cookies,
        )


class TooFast(Refusal):
    def __init__(self, wait: float) -> None:
        seconds = int(wait) + 1
        super().__init__("too_fast", say("refusal.too_fast", seconds=seconds), "refusal.too_fast", seconds=seconds)
        self.wait = wait


async def services(request: Request) -> Services:
    return request.app.state.services  # type: ignore[no-any-return]


Use = Annotated[Services, Depends(services)]


async def somebody(request: Request, use: Use) -> Json | None:
    return await use.people.of_cookie(request.cookies.get(people.COOKIE))


async def me(person: Annotated[Json | None, Depends(somebody)]) -> Json:
    if person is None:
        raise Refusal("no_session", "Say who you are first: POST /api/guest, or sign in.")
    return person


Somebody = Annotated[Json | None, Depends(somebody)]
Person = Annotated[Json, Depends(me)]


async def room_of(code: Annotated[schemas.Code, Path()], use: Use) -> Live:
    return await use.house.find(code)


InRoom = Annotated[Live, Depends(room_of)]
SeatPath = Annotated[int, Path(ge=0, le=15)]
Many = Annotated[int, Query(ge=1, le=100)]


# -- people ----------------------------------------------------------------------------------------------------


@api.get("/me", response_model=schemas.Me)
async def who_am_i(person: Somebody) -> Json:
    return {"person": None if person is None else people.shown(person)}


@api.post("/guest", response_model=schemas.Me)
async def become_guest(request: Request, response: Response, use: Use, person: Somebody, body: schemas.GuestIn) -> Json:
    """Play at once. With a session this changes nothing."""
    if person is None:
        use.slow_down(request, "guest")
        person = await use.people.guest(body.name)
        use.give_cookie(response, person)
    return {"person": people.shown(person)}


@api.patch("/me", response_model=schemas.Me)
async def rename_guest(use: Use, person: Person, body: schemas.NameIn) -> Json:
    return {"person": people.shown(await use.people.rename(person, body.name))}


@api.post("/account", response_model=schemas.Me)
async def make_account(
    request: Request, response: Response, use: Use, person: Somebody, body: schemas.AccountIn
) -> Json:
    """The guest becomes an account and keeps its games; without a session a new account is made."""
    use.slow_down(request, "account")
    made = await use.people.make_account(person, body.name, body.password)
    use.give_cookie(response, made)
    return {"person": people.shown(made)}


@api.put("/account/password", response_model=schemas.Me)
async def change_password(
    request: Request, response: Response, use: Use, person: Person, body: schemas.PasswordIn
) -> Json:
    """All other sessions end."""
    use.slow_down(request, "login", person["id"])
    changed = await use.people.change_password(person, body.old, body.new)
    use.give_cookie(response, changed)
    return {"person": people.shown(changed)}


@api.post("/login", response_model=schemas.Me)
async def login(request: Request, response: Response, use: Use, before: Somebody, body: schemas.AccountIn) -> Json:
    """A guest who signs in takes the games played so far along."""
    use.slow_down(request, "login")
    use.slow_down(request, "login", people.name_key(body.name))
    person = await use.people.login(body.name, body.password)
    if before is not None and before["password"] is None:
        await use.house.adopt(before, person)
    use.give_cookie(response, person)
    return {"person": people.shown(person)}


@api.post("/logout", response_model=schemas.Me)
async def logout(response: Response) -> Json:
    response.delete_cookie(people.COOKIE)
    return {"person": None}


@api.get("/me/games", response_model=list[schemas.RoomSummary])
async def my_games(use: Use, person: Person, status: schemas.Status | None = None, limit: Many = 50) -> list[Json]:
    """My rooms, those that wait for me first."""
    lines = await _summaries(use, await use.store.rooms_of(person["id"], status, limit), person)
    return sorted(lines, key=lambda line: not set(line["owing"]) & set(line["yours"]))


@api.get("/people/{id}", response_model=schemas.PlayerPage)
async def player_page(use: Use, viewer: Somebody, id: schemas.PersonId) -> Json:
    """An account's ratings and finished public or rated games."""
    person = await use.store.person(id)
    if person is None or person["password"] is None:
        raise Refusal.said("unknown", "refusal.no_player")
    own = viewer is not None and viewer["id"] == id
    rows = await use.store.rooms_of(id, "over", 100)
    shown = [row for row in rows if own or row["public"] or row["rated"]]
    return {
        "person": people.shown(person),
        "since": person["created"],
        "ratings": [rating_shown(rating) for rating in await use.store.ratings_of(id)],
        "changes": [_change_shown(change) for change in await use.store.changes_of(id, 100)],
        "games": await _summaries(use, shown, viewer),
    }


@api.get("/leaderboard", response_model=list[schemas.LeaderboardLine])
async def leaderboard(
    use: Use,
    game: Annotated[str, Query(max_length=40)],
    players: Annotated[int, Query(ge=1, le=16)],
    limit: Many = 50,
) -> list[Json]:
    check_game_name(game)
    lines = await use.store.leaderboard(game, players, limit)
    return [
        {
            "place": 1 + number,
            "person": {"id": line["person"], "name": line["name"], "guest": False},
            "rating": rating_shown(line),
        }
        for number, line in enumerate(lines)
    ]


# -- games -------------------------------------------------------------------------------------------------------


@api.get("/games", response_model=list[schemas.GameInfo])
async def list_games(use: Use) -> list[Json]:
    return [
        {
            "name": name,
            "rules_version": game_class(name).rules_version,
            "options": game_class(name).schema(),
            "levels": use.house.bots.levels(name),
        }
        for name in games()
    ]


@api.get("/games/{game}/components", response_model=dict[str, Any])
async def components(
    game: Annotated[str, Path(max_length=40)], setup: Annotated[str, Query(max_length=8000)] = "{}"
) -> Response:
    """What never changes during such a game. `setup` is a JSON object; left-out options have their defaults."""
    check_game_name(game)
    try:
        options = orjson.loads(setup)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise Refusal("bad_setup", "The setup has to be a JSON object.")
    try:
        made = game_of(game, options)
    except (ValueError, TypeError) as error:
        raise Refusal("bad_setup", str(error)) from None
    return _json(made.components())


@api.get("/rooms/{code}/components", response_model=dict[str, Any])
async def room_components(live: InRoom) -> Response:
    """The same for the game of a room."""
    assert live.room is not None
    return _json(game_of(live.room["game"], live.room["setup"]).components())


# -- rooms -------------------------------------------------------------------------------------------------------


@api.post("/rooms", response_model=schemas.Room, status_code=201)
async def open_room(request: Request, use: Use, person: Person, body: schemas.NewRoom) -> Json:
    use.slow_down(request, "room")
    return use.house.shown(await use.lobby.new_room(person, body))


@api.post("/match", response_model=schemas.Room)
async def quick_match(request: Request, use: Use, person: Person, body: schemas.MatchIn) -> Json:
    use.slow_down(request, "room")
    return use.house.shown(await use.lobby.match(person, body))


@api.get("/rooms", response_model=list[schemas.RoomSummary])
async def public_rooms(
    use: Use,
    person: Somebody,
    status: Literal["waiting", "playing", "over"] = "waiting",
    game: Annotated[str | None, Query(max_length=40)] = None,
    limit: Many = 50,
) -> list[Json]:
    return await _summaries(use, await use.store.public_rooms(status, game, limit), person)


@api.get("/rooms/{code}", response_model=schemas.Room)
async def one_room(use: Use, live: InRoom) -> Json:
    return use.house.shown(live)


@api.patch("/rooms/{code}", response_model=schemas.Room)
async def change_room(use: Use, person: Person, live: InRoom, body: schemas.RoomChange) -> Json:
    await use.lobby.change(live, person, body)
    return use.house.shown(live)


@api.delete("/rooms/{code}", response_model=schemas.Room)
async def close_room(use: Use, person: Person, live: InRoom) -> Json:
    await use.lobby.close_room(live, person)
    return use.house.shown(live)


@api.put("/rooms/{code}/seats/{seat}", response_model=schemas.Room)
async def take_seat(use: Use, person: Person, live: InRoom, seat: SeatPath, body: schemas.SeatPlan) -> Json:
    """Take a free seat; the host also seats the computer and opens seats."""
    await use.lobby.sit(live, person, seat, body)
    return use.house.shown(live)


@api.delete("/rooms/{code}/seats/{seat}", response_model=schemas.Room)
async def leave_seat(use: Use, person: Person, live: InRoom, seat: SeatPath) -> Json:
    await use.lobby.stand_up(live, person, seat)
    return use.house.shown(live)


@api.post("/rooms/{code}/start", response_model=schemas.Room)
async def start_game(use: Use, person: Person, live: InRoom) -> Json:
    await use.lobby.start(live, person)
    return use.house.shown(live)


@api.post("/rooms/{code}/rematch", response_model=schemas.Room)
async def rematch(request: Request, use: Use, person: Person, live: InRoom) -> Json:
    """The room of the rematch, made by whoever asks first."""
    use.slow_down(request, "room")
    return use.house.shown(await use.lobby.rematch(live, person))


@api.get("/rooms/{code}/record", response_model=dict[str, Any])
async def record(use: Use, code: schemas.Code) -> Response:
    answer = _json(await use.archive.record(code))
    answer.headers["Content-Disposition"] = f'attachment; filename="{code}.json"'
    return answer


@api.get("/rooms/{code}/replay", response_model=schemas.Replay)
async def replay(
    request: Request,
    use: Use,
    code: schemas.Code,
    first: Annotated[int, Query(ge=0, le=schemas.MAX_INT)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_FRAMES)] = 50,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    open: bool = False,
    lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
) -> Response:
    """Frames of a finished game: through one seat's eyes, as a spectator, or (`open`) with all cards open."""
    use.slow_down(request, "replay")
    return _json(await use.archive.replay(code, first, count, seat, open, lang))


@api.get("/rooms/{code}/outline", response_model=schemas.Outline)
async def outline(
    request: Request,
    use: Use,
    code: schemas.Code,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    open: bool = False,
    lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
) -> Response:
    """A finished game in words and events, from the first to the last action: a journal and where turns begin."""
    use.slow_down(request, "replay")
    return _json(await use.archive.outline(code, seat, open, lang))


@api.post("/records", response_model=schemas.Room, status_code=201)
async def import_record(request: Request, use: Use, person: Person, body: schemas.RecordIn) -> Json:
    use.slow_down(request, "import")
    return use.house.shown(await use.archive.import_record(person, dict(body.record)))


@api.websocket("/rooms/{code}/socket")
async def room_socket(
    socket: WebSocket,
    code: str,
    since: Annotated[int | None, Query(ge=0, le=schemas.MAX_INT)] = None,
    offer: Offer = "both",
) -> None:
    use: Services = socket.app.state.services
    if not same_origin(socket.scope, use.origins):
        await socket.close(4403)
        return
    await socket.accept()
    if use.limits.take("request", socket.client.host if socket.client else "-"):
        await socket.close(4429)
        return
    try:
        live = await use.house.find(code.upper()[:20])
    except Refusal:
        await socket.close(4404)
        return
    person = await use.people.of_cookie(socket.cookies.get(people.COOKIE))
    await serve_socket(use.house, socket, live, Visitor(person, offer), since)


# -- for operators -----------------------------------------------------------------------------------------------


@api.get("/health", response_model=dict[str, bool])
async def health() -> Json:
    """The process runs."""
    return {"ok": True}


@api.get("/ready", response_model=dict[str, bool], responses={503: {"model": schemas.Problem}})
async def ready(use: Use) -> Json:
    """The process can serve: its database answers."""
    try:
        await use.store.ready()
    except Exception:
        raise Refusal("not_ready", "The database does not answer.") from None
    return {"ok": True}


@for_operators.get("/metrics")
async def metrics() -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def check_game_name(name: str) -> None:
    try:
        game_class(name)
    except ExpeditionError as error:
        raise Refusal("unknown", str(error)) from None


def _json(value: Any) -> Response:
    return Response(orjson.dumps(value), media_type="application/json")


def _change_shown(change: Json) -> Json:
    return {
        "room": change["room"],
        "game": change["game"],
        "players": change["setup"]["players"],
        "at": change["at"],
        "before": ratings.shown(change["mu_before"], change["sigma_before"]),
        "after": ratings.shown(change["mu"], change["sigma"]),
    }


async def _summaries(use: Services, rows: list[Json], viewer: Json | None) -> list[Json]:
    seats = await use.store.seats_of(row["code"] for row in rows)
    known = await use.store.names(s["person"] for all_seats in seats.values() for s in all_seats if s["person"])
    told = ("code", "game", "setup", "public", "rated", "clock", "status", "outcome", "origin", "ranking")
    lines = []
    for row in rows:
        own = seats.get(row["code"], [])
        line = {name: row[name] for name in (*told, "created", "moved")}
        line["seats"] = [_seat_line(use, row, seat, known) for seat in own]
        line["owing"] = [seat["seat"] for seat in own if row["owing"] >> seat["seat"] & 1]
        line["yours"] = [s["seat"] for s in own if viewer is not None and s["person"] == viewer["id"]]
        lines.append(line)
    return lines


def _seat_line(use: Services, row: Json, seat: Json, known: dict[str, Json]) -> Json:
    person = known.get(seat["person"] or "")
    live = use.house.rooms.get(row["code"])
    here = live is not None and seat["person"] in live.present()
    return {
        **{name: seat[name] for name in ("seat", "kind", "name", "person", "level")},
        "guest": person is not None and person["password"] is None,
        "connected": here or seat["kind"] == "bot",
        "rating": None,
    }
