"""The tables of a round: rooms are made for them, begun, watched for people who do not come, and settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from expedition.core.registry import game_class
from expedition.core.types import Json
from expedition.server.daily.challenge import level_named
from expedition.server.models import Entrant, Room, Seat, Tournament, TournamentTable
from expedition.server.notify import herald
from expedition.server.rooms.fairness import new_secret
from expedition.server.rooms.starting import is_full
from expedition.server.store.rooms import terms
from expedition.server.timesource import now_ms
from expedition.server.tournaments.standing import places_with

if TYPE_CHECKING:
    from expedition.server.api.context import Services

MOST_BOT_TABLES = 4  # of one tournament at a time, where only the computer plays
_LONGEST = 5 * 60_000

Entrants = Mapping[int, Entrant]


def patience(clock: Json) -> int | None:
    """Milliseconds for coming to a table; None where the days of a turn decide."""
    return min(_LONGEST, clock["seconds"] * 500) if clock["kind"] == "live" else None


async def wait_again(use: Services) -> None:
    """The server was away: everybody has the whole time to come once more."""
    now = now_ms()
    for code, table, clock in await use.store.tournaments.waited_for():
        await _change(use, code, table, due=now + (patience(clock) or 0))


async def look_after(
    use: Services, tournament: Tournament, entrants: Entrants, running: Sequence[TournamentTable]
) -> None:
    alone = sum(_bots_only(table, entrants) for table in running if table.status == "playing")
    for table in running:
        if table.places is not None:
            continue
        if table.room is None:
            if _bots_only(table, entrants):
                if alone >= MOST_BOT_TABLES:
                    continue
                alone += 1
            await _open(use, tournament, entrants, table)
        elif table.status == "waiting":
            await _start(use, tournament, entrants, table, table.room)
        elif table.status == "over":
            await _settle(use, tournament, entrants, table, table.room)
        elif table.due is not None:
            await _see_who_came(use, tournament, entrants, table, table.room)


def _bots_only(table: TournamentTable, entrants: Entrants) -> bool:
    return all(entrants[number].person is None for number in table.entrants)


def _gone(table: TournamentTable, entrants: Entrants) -> list[int]:
    """Seats of those who are out."""
    return [seat for seat, number in enumerate(table.entrants) if entrants[number].out is not None]


async def _change(use: Services, code: str, table: TournamentTable, **values: object) -> None:
    async with use.store.tournaments.changing(code) as change:
        if change is not None:
            await change.set_table(table, **values)


# -- beginning ---------------------------------------------------------------------------------------------------


async def _open(use: Services, tournament: Tournament, entrants: Entrants, table: TournamentTable) -> None:
    gone = _gone(table, entrants)
    if len(table.entrants) - len(gone) < 2:  # nobody to play against
        places = places_with([1] * len(table.entrants), gone)
        await _change(use, tournament.code, table, places=places, missed=gone, due=None)
        return
    now = now_ms()
    room = Room(
        code="",
        game=tournament.game,
        setup=tournament.setup,
        clock=tournament.clock,
        terms=terms(tournament.game, tournament.setup, tournament.clock),
        host=None,
        created=now,
        moved=now,
        on_timeout="resign",
        rules_version=game_class(tournament.game).rules_version,
        secret=new_secret(),
        origin={"kind": "tournament", "room": None, "ply": None, "tournament": tournament.code},
    )
    link = use.store.tournaments.room_link(tournament.code, table)
    code = await use.store.rooms.add_linked(room, _seats(use, tournament, entrants, table), link)
    if code is not None:
        await _start(use, tournament, entrants, table, code)


def _seats(use: Services, tournament: Tournament, entrants: Entrants, table: TournamentTable) -> list[Seat]:
    """The computer sits in for whoever is out."""
    guide = level_named(use, tournament.game, "guide")
    found = []
    for seat, number in enumerate(table.entrants):
        entrant = entrants[number]
        if entrant.person is not None and entrant.out is None:
            found.append(Seat(seat, "person", entrant.name, entrant.person, ready=True))
        else:
            level = entrant.level or guide
            found.append(Seat(seat, "bot", level, None, level))
    return found


async def _start(use: Services, tournament: Tournament, entrants: Entrants, table: TournamentTable, room: str) -> None:
    session = await use.hub.registry.find(room)
    if not is_full(session.seats):  # somebody stood up or left the house before the deal
        async with session.lock:
            await use.store.rooms.replan(room, _seats(use, tournament, entrants, table))
            await use.hub.registry.refresh(session)
    await use.hub.starter.start(session)
    people = [seat for seat in session.seats if seat.person is not None]
    wait = patience(tournament.clock)
    due = None if wait is None or not people else now_ms() + wait
    await _change(use, tournament.code, table, missed=_gone(table, entrants), came=[], due=due)
    for seat in people:
        others = [other.name or "" for other in session.seats if other is not seat]
        line: Json = {"room": room, "game": tournament.game, "setup": {}, "others": others, "deadline": None}
        await herald.notice(use, seat.person or "", "round", {"games": [line], "what": tournament.name})


# -- who is missing ----------------------------------------------------------------------------------------------


async def _see_who_came(
    use: Services, tournament: Tournament, entrants: Entrants, table: TournamentTable, room: str
) -> None:
    session = await use.hub.registry.find(room)
    acted = await use.store.reach.last_acts([room])
    people = [seat for seat in session.seats if seat.person is not None]
    seen = {s.number for s in people if s.person in session.present() or (room, s.number) in acted}
    came = sorted(seen | set(table.came or []))
    absent = [seat.number for seat in people if seat.number not in came]
    if not absent:
        await _change(use, tournament.code, table, came=came, due=None)
    elif table.due is not None and now_ms() >= table.due:
        missed = sorted({*absent, *(table.missed or [])})
        enough = len(table.entrants) - len(missed) >= 2
        level = level_named(use, tournament.game, "guide") if enough else None
        for seat in absent:  # first this: what another process was quicker at is done again a second later
            await use.hub.play.leave_for_good(room, seat, level)
        await _change(use, tournament.code, table, came=came, missed=missed, due=None)
    elif came != (table.came or []):
        await _change(use, tournament.code, table, came=came)


# -- settling ----------------------------------------------------------------------------------------------------


async def _settle(use: Services, tournament: Tournament, entrants: Entrants, table: TournamentTable, code: str) -> None:
    room = await use.store.rooms.get(code)
    if room is None:
        return
    missed = set(table.missed or [])
    if tournament.clock["kind"] == "days":
        missed |= await _never_moved(use, code)
    ranking = room.ranking or [1] * len(table.entrants)  # ended by agreement: all are level
    places = places_with(ranking, missed)
    await _change(use, tournament.code, table, places=places, missed=sorted(missed), due=None)


async def _never_moved(use: Services, code: str) -> set[int]:
    """Seats of people who are out of the game without a single move of theirs."""
    rows = await use.store.log.rows(code)
    moved = {row.seat for row in rows if row.kind == "act" and row.data.get("do") != "resign"}
    out = {row.seat for row in rows if row.kind == "act" and row.data.get("do") == "resign"}
    return out - moved
