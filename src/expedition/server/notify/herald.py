"""Finds out whom to tell what. One process at a time looks, every few seconds, at the games that wait for people who
want to be told.

- Nothing is said of a game its person is looking at, nor in the first seconds of a turn.
- Every turn is told once; one more message comes before time runs out.
- All waiting games go into one message, and after it there is silence for a while: nobody is flooded.
- In quiet hours messages wait; what is played meanwhile is never mentioned.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from expedition.core.types import Json
from expedition.server.notify.quiet import loud_from
from expedition.server.timesource import now_ms

if TYPE_CHECKING:
    from expedition.server.api.context import Services


SETTLE = 20_000  # milliseconds a turn has to last before it is told
SILENCE = 10 * 60_000  # after a message about turns
LAST_CALL = 24 * 3_600_000  # before time runs out, at most; a quarter of a short turn's time

CHANNELS = ("push", "mail", "hook")


async def look_around(use: Services) -> None:
    """The job: write the messages that are due."""
    async with use.store.db.exclusive("herald"):
        await _look(use, now_ms())


async def _look(use: Services, now: int) -> None:
    waiting = await use.store.reach.waiting()
    if not waiting:
        return
    told = await use.store.reach.told(row["person"] for row in waiting)
    acts = await use.store.reach.last_acts(row["room"] for row in waiting)
    turns: dict[str, list[Json]] = defaultdict(list)
    reminders: dict[str, list[Json]] = defaultdict(list)
    for row in waiting:
        known = told.get((row["person"], row["room"]), {"at": 0, "reminded": 0})
        acted = acts.get((row["room"], row["seat"]), row["started"] or 0)
        if _is_looking(use, row):
            continue
        if known["at"] <= acted and now - row["moved"] >= SETTLE:
            turns[row["person"]].append(row)
        if row["clock"]["kind"] == "days" and known["reminded"] <= acted:
            deadline = await deadline_of(use, row["room"], row["seat"])
            if deadline is not None and 0 < deadline - now <= min(LAST_CALL, row["clock"]["days"] * 86_400_000 // 4):
                reminders[row["person"]].append(row)
    for person in {*turns, *reminders}:
        await _tell(use, person, turns[person], reminders[person], now)


def _is_looking(use: Services, row: Json) -> bool:
    session = use.hub.registry.sessions.get(row["room"])
    return session is not None and row["person"] in session.present()


async def deadline_of(use: Services, code: str, seat: int) -> int | None:
    """When this seat's time runs out, if its clock runs."""
    session = await use.hub.registry.find(code)
    async with session.lock:
        if session.room.status != "playing":
            return None
        table = await use.hub.registry.table(session)
        if table.clock is None or seat not in table.actors:
            return None
        now = now_ms()
        return now + table.clock.remaining(seat, now)


async def _tell(use: Services, person: str, turns: list[Json], reminders: list[Json], now: int) -> None:
    wish = await use.store.reach.get(person)
    if wish is None or loud_from(now, wish["zone"], wish["quiet_from"], wish["quiet_to"]) > now:
        return
    channels = await open_channels(use, wish)
    if not channels:
        return
    if reminders:
        content = {"games": [await game_line(use, row) for row in reminders]}
        await use.store.reach.write(person, "reminder", channels, content, [r["room"] for r in reminders], now)
        turns = [row for row in turns if row["room"] not in {r["room"] for r in reminders}]
    if turns and now - wish["sent"] >= SILENCE:
        content = {"games": [await game_line(use, row) for row in turns]}
        await use.store.reach.write(person, "turn", channels, content, [row["room"] for row in turns], now)


async def open_channels(use: Services, wish: Json) -> list[str]:
    """The ways by which this person can be reached now."""
    found = []
    if wish["push"] and await use.store.reach.browsers(wish["person"]):
        found.append("push")
    if wish["mail"] and wish["confirmed"] and use.notifier.mailer is not None:
        found.append("mail")
    if wish["hook"] and wish["hook_url"]:
        found.append("hook")
    return found


async def game_line(use: Services, row: Json) -> Json:
    """What a message says of a game: what anybody at the table sees."""
    seats = await use.store.rooms.seats(row["room"])
    others = [seat.name or "" for seat in seats if seat.person != row["person"]]
    days = row["clock"]["kind"] == "days"
    deadline = await deadline_of(use, row["room"], row["seat"]) if days else None
    setup = {name: value for name, value in row["setup"].items() if isinstance(value, (str, int, bool))}
    return {"room": row["room"], "game": row["game"], "setup": setup, "others": others, "deadline": deadline}


async def notice(use: Services, person: str, kind: str, content: Json) -> None:
    """Any other message: a challenge, a round of a tournament. Quiet hours put it off, nothing else."""
    wish = await use.store.reach.get(person)
    if wish is None or await use.store.reach.pending(person) >= 20:
        return
    channels = await open_channels(use, wish)
    if channels:
        now = now_ms()
        loud = loud_from(now, wish["zone"], wish["quiet_from"], wish["quiet_to"])
        await use.store.reach.write(person, kind, channels, content, [], loud)
