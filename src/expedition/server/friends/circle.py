"""Following, being here, challenging. Nobody learns of a stranger's presence: who follows you back sees you, if you
allow it, and nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from expedition.core.types import Json
from expedition.server.models import Person
from expedition.server.notify import herald
from expedition.server.refusals import Refusal
from expedition.server.rooms.session import RoomSession
from expedition.server.schemas.friends import ChallengeIn
from expedition.server.schemas.rooms import BotSeat, MySeat, NewRoom, OpenSeat
from expedition.server.timesource import now_ms

if TYPE_CHECKING:
    from expedition.server.api.context import Services

MOST = 500  # people one follows
_DAY = 86_400_000
MOST_CHALLENGES = 5  # to one person in a day


async def known(use: Services, person: Person, id: str) -> Person:
    """The other, if there is such an account and it is not oneself."""
    other = await use.store.people.get(id)
    if other is None or other.is_guest or other.id == person.id:
        raise Refusal.localized("unknown", "refusal.no_player")
    return other


async def follow(use: Services, person: Person, id: str) -> None:
    other = await known(use, person, id)
    if person.is_guest:
        raise Refusal.localized("not_yours", "refusal.friends_account")
    if await use.store.friends.is_blocked(person.id, other.id):
        raise Refusal.localized("unknown", "refusal.no_player")
    if await use.store.friends.counted(person.id) >= MOST:
        raise Refusal.localized("not_now", "refusal.friends_many")
    await use.store.friends.follow(person.id, other.id, now_ms())


def present(use: Services) -> set[str]:
    """Everybody who is in some room now, at any process."""
    found: set[str] = set()
    for session in use.hub.registry.sessions.values():
        found |= session.present()
    return found


async def friends(use: Services, person: Person) -> Json:
    now = now_ms()
    followed = await use.store.friends.followed(person.id)
    ids = [row["id"] for row in followed]
    profiles = await use.store.profiles.get_many(ids)
    away = await use.store.profiles.away(ids, now)
    here = present(use)
    return {
        "following": [
            {
                "person": _ref(row),
                "likeness": profiles[row["id"]]["likeness"],
                "since": row["since"],
                "back": row["back"] is not None,
                # seen only by those one follows oneself, and only where one allows it
                "here": row["id"] in here if row["back"] is not None and profiles[row["id"]]["seen"] else None,
                "away": away.get(row["id"]) if row["back"] is not None else None,
            }
            for row in followed
        ],
        "followers": [_ref(row) for row in await use.store.friends.followers(person.id)],
        "blocked": [_ref(row) for row in await use.store.friends.blocked(person.id)],
        "challenges": await _invitations(use, person, now),
    }


async def _invitations(use: Services, person: Person, now: int) -> list[Json]:
    found = []
    for row in await use.store.friends.challenges_of(person.id, now - 30 * _DAY):
        room = await use.store.rooms.get(row["room"])
        other = await use.store.people.get(row["person"])
        if room is None or other is None or room.status != "waiting":
            continue
        kept = {name: getattr(room, name) for name in ("game", "setup", "clock", "rated")}
        found.append({**kept, "room": room.code, "person": other.ref(), "at": row["at"]})
    return found


async def challenge(use: Services, person: Person, wish: ChallengeIn) -> RoomSession:
    """A private room with a free seat, offered. Only to somebody who follows the challenger."""
    other = await known(use, person, wish.person)
    now = now_ms()
    blocked = await use.store.friends.is_blocked(person.id, other.id)
    if blocked or not await use.store.friends.follows(other.id, person.id):
        raise Refusal.localized("not_yours", "refusal.challenge_followers", name=other.name)
    if await use.store.friends.challenges_between(person.id, other.id, now - _DAY) >= MOST_CHALLENGES:
        raise Refusal.localized("too_fast", "refusal.challenge_many", name=other.name)
    setup = {"players": 2, **wish.setup}
    players = setup["players"]
    if not isinstance(players, int) or players < 2:
        raise Refusal("bad_setup", "A challenge is for at least two players.", "refusal.setup")
    rest = OpenSeat(kind="open") if wish.fill is None else BotSeat(kind="bot", level=wish.fill)
    seats: list[Any] = [MySeat(kind="me"), OpenSeat(kind="open"), *[rest] * (min(players, 16) - 2)]
    room = NewRoom(game=wish.game, setup=setup, clock=wish.clock, rated=wish.rated, seats=seats, auto_start=True)
    session = await use.hub.lobby.new_room(person, room)
    await use.store.friends.challenge(session.code, person.id, other.id, now)
    line: Json = {"room": session.code, "game": wish.game, "setup": {}, "others": [person.name], "deadline": None}
    await herald.notice(use, other.id, "challenge", {"games": [line], "who": person.name})
    return session


def _ref(row: Json) -> Json:
    return {"id": row["id"], "name": row["name"], "guest": row["password"] is None}
