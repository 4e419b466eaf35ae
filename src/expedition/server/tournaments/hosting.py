"""Making a tournament, joining it, leaving it, and what its host may do."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from expedition.server.models import Entrant, Out, Person, Tournament
from expedition.server.refusals import Refusal
from expedition.server.rooms.terms import checked_game
from expedition.server.schemas.tournaments import BeginTournament, NewTournament
from expedition.server.store.tournaments import TournamentChange
from expedition.server.timesource import now_ms
from expedition.server.tournaments.pairing import timetable

if TYPE_CHECKING:
    from expedition.server.api.context import Services

FEWEST, MOST = 3, 32  # who takes part
MOST_EVER = 2 * MOST  # with those who have left again
MOST_HOSTED = 5  # of one person, open or running


async def make(use: Services, person: Person, wish: NewTournament) -> str:
    """A new tournament; its code."""
    if await use.store.tournaments.count_hosted(person.id) >= MOST_HOSTED:
        raise Refusal.localized("not_now", "refusal.tournament_many", most=MOST_HOSTED)
    game = checked_game(wish.game, {**wish.setup, "players": wish.size})
    now = now_ms()
    made = Tournament(
        code="",
        name=wish.name,
        game=wish.game,
        setup=game.setup,
        size=wish.size,
        form=wish.form,
        rounds=wish.rounds if wish.form == "swiss" else 0,
        clock=wish.clock.model_dump(),
        host=person.id,
        created=now,
    )
    first = [Entrant(0, person.name, now, person.id)] if wish.play else []
    return await use.store.tournaments.add(made, first)


@asynccontextmanager
async def changing(use: Services, code: str, host: Person | None = None) -> AsyncIterator[TournamentChange]:
    """A tournament to change; by its host alone where one is named."""
    async with use.store.tournaments.changing(code) as change:
        if change is None:
            raise Refusal.localized("unknown", "refusal.tournament_none")
        if host is not None and change.tournament.host != host.id:
            raise Refusal.localized("not_yours", "refusal.tournament_host")
        yield change


def may_join(tournament: Tournament) -> bool:
    """Before it begins; later where the next round is still to be drawn."""
    late = tournament.form == "swiss" and tournament.round < tournament.rounds
    return tournament.status == "open" or (tournament.status == "playing" and late)


async def join(use: Services, person: Person, code: str) -> None:
    """Take part. Who does already takes part once; who has left comes back."""
    found = await use.store.tournaments.get(code)
    host = found.host if found is not None else None
    blocked = host is not None and await use.store.friends.is_blocked(person.id, host)
    async with changing(use, code) as change:
        known = next((entrant for entrant in change.entrants if entrant.person == person.id), None)
        if known is not None and known.out is None:
            return
        if blocked or (known is not None and known.out == "removed"):
            raise Refusal.localized("not_yours", "refusal.tournament_removed")
        if not may_join(change.tournament):
            raise Refusal.localized("not_now", "refusal.tournament_late")
        if known is None and len(change.entrants) >= MOST_EVER:
            raise Refusal.localized("not_now", "refusal.tournament_full", most=MOST)
        _check_room(change, 1)
        if known is not None:
            await change.set_out(known.number, None)
        else:
            await change.add(Entrant(_next_number(change), person.name, now_ms(), person.id))


def _check_room(change: TournamentChange, more: int) -> None:
    if len(change.active) + more > MOST:
        raise Refusal.localized("not_now", "refusal.tournament_full", most=MOST)


def _next_number(change: TournamentChange) -> int:
    return 1 + max((entrant.number for entrant in change.entrants), default=-1)


async def leave(use: Services, person: Person, code: str) -> None:
    """Drop out. What one plays at the moment is given up."""
    async with changing(use, code) as change:
        mine = [entrant for entrant in change.active if entrant.person == person.id]
        if not mine:
            raise Refusal.localized("not_now", "refusal.tournament_not_in")
        await _take_out(change, mine[0], "left")
    await give_up_table(use, code, mine[0])


async def remove(use: Services, person: Person, code: str, number: int) -> None:
    """The host sends somebody away, or a computer player."""
    async with changing(use, code, person) as change:
        found = [entrant for entrant in change.active if entrant.number == number]
        if not found:
            raise Refusal.localized("unknown", "refusal.tournament_not_in")
        await _take_out(change, found[0], "removed")
    await give_up_table(use, code, found[0])


async def _take_out(change: TournamentChange, entrant: Entrant, how: Out) -> None:
    status = change.tournament.status
    if status not in ("open", "playing"):
        raise Refusal.localized("not_now", "refusal.tournament_over")
    if status == "open" and (how == "left" or entrant.level is not None):
        await change.drop(entrant.number)
    else:
        await change.set_out(entrant.number, how)


async def give_up_table(use: Services, code: str, entrant: Entrant) -> None:
    """Resign at the table of the round that runs."""
    if entrant.person is None:
        return
    for table in await use.store.tournaments.tables(code):
        if table.status == "playing" and table.room is not None and entrant.number in table.entrants:
            await use.hub.play.leave_for_good(table.room, table.entrants.index(entrant.number))


async def add_bots(use: Services, person: Person, code: str, level: str, many: int) -> None:
    async with changing(use, code, person) as change:
        _only_open(change.tournament)
        _check_level(use, change.tournament.game, level)
        _check_room(change, many)
        for _ in range(many):
            await change.add(Entrant(_next_number(change), level, now_ms(), level=level))


def _only_open(tournament: Tournament) -> None:
    if tournament.status != "open":
        raise Refusal.localized("not_now", "refusal.tournament_begun")


def _check_level(use: Services, game: str, level: str) -> None:
    known = [found["name"] for found in use.hub.bots.levels(game)]
    if level not in known:
        told = f"There is no level {level}; there are {', '.join(known)}."
        raise Refusal("bad_setup", told, "refusal.setup")


async def begin(use: Services, person: Person, code: str, wish: BeginTournament) -> None:
    """Draw lots, make the timetable where there is one; the first round follows by itself."""
    async with changing(use, code, person) as change:
        was = change.tournament
        _only_open(was)
        if wish.fill is not None:
            _check_level(use, was.game, wish.fill)
            while len(change.active) < max(FEWEST, was.size) or len(change.active) % was.size:
                _check_room(change, 1)
                await change.add(Entrant(_next_number(change), wish.fill, now_ms(), level=wish.fill))
        fewest = max(FEWEST, was.size)
        if len(change.active) < fewest:
            raise Refusal.localized("not_now", "refusal.tournament_few", fewest=fewest)
        if all(entrant.person is None for entrant in change.active):
            raise Refusal.localized("not_now", "refusal.tournament_people")
        draw = [entrant.number for entrant in change.active]
        secrets.SystemRandom().shuffle(draw)
        plan = None
        if was.form == "everyone":
            plan = [[list(table) for table in one.tables] for one in timetable(draw, was.size)]
        now = now_ms()
        rounds = was.rounds if plan is None else len(plan)
        await change.update(status="playing", draw=draw, plan=plan, rounds=rounds, begun=now, next_at=now)


async def next_round(use: Services, person: Person, code: str) -> None:
    """The host shortens the pause between two rounds."""
    async with changing(use, code, person) as change:
        if change.tournament.status != "playing" or change.tournament.next_at is None:
            raise Refusal.localized("not_now", "refusal.tournament_round")
        await change.update(next_at=now_ms())


async def close(use: Services, person: Person, code: str) -> None:
    """The host ends it: what is settled stays, games that run count no more."""
    async with changing(use, code, person) as change:
        if change.tournament.status not in ("open", "playing"):
            raise Refusal.localized("not_now", "refusal.tournament_over")
        await change.update(status="closed", ended=now_ms(), next_at=None)
