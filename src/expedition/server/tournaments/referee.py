"""Looks after tournaments that run: begins rounds, sees to their tables, ends them. Everything it knows is in the
database, so a restart in mid-round changes nothing; one process at a time does it.

- Live games: whoever has not come to the table within half of their time, five minutes at most, has missed it. Where
  at least two others are there the computer sits in, else the game ends at once. The time the server was away counts
  for nobody.
- Games by days: whoever lets the time of a turn run out without a single move has missed the table.
- Whoever misses two tables one after the other is out; in Swiss rounds they may come back.
- Between two rounds of live games there is a minute's pause.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from expedition.server.logs import get_logger
from expedition.server.models import Tournament, TournamentTable
from expedition.server.store.database import OUTAGES
from expedition.server.store.tournaments import TournamentChange
from expedition.server.timesource import now_ms
from expedition.server.tournaments import tables
from expedition.server.tournaments.pairing import Round, swiss
from expedition.server.tournaments.standing import Line, standing

if TYPE_CHECKING:
    from expedition.server.api.context import Services

log = get_logger("expedition.tournaments")
PAUSE = 60_000  # milliseconds between two rounds of live games


class Referee:
    """The job."""

    def __init__(self) -> None:
        self._here = False

    async def run(self, use: Services) -> None:
        async with use.store.db.exclusive("tournaments"):
            if not self._here:
                await tables.wait_again(use)
                self._here = True
            for code in await use.store.tournaments.due(now_ms()):
                try:
                    await advance(use, code)
                except OUTAGES:
                    raise
                except Exception:  # one tournament's trouble is not the others'
                    log.exception("tournament_failed", tournament=code)


async def look_after(use: Services) -> None:
    await use.referee.run(use)


async def advance(use: Services, code: str) -> None:
    """Do what is due in a tournament."""
    tournament = await use.store.tournaments.get(code)
    if tournament is None or tournament.status != "playing":
        return
    entrants = {entrant.number: entrant for entrant in await use.store.tournaments.entrants(code)}
    every = await use.store.tournaments.tables(code)
    running = [table for table in every if table.round == tournament.round]
    await tables.look_after(use, tournament, entrants, running)
    async with use.store.tournaments.changing(code) as change:
        if change is None or change.tournament.status != "playing":
            return
        await _next(change)


async def _next(change: TournamentChange) -> None:
    """End the round that is settled, or begin the next."""
    tournament, every, now = change.tournament, await change.tables(), now_ms()
    if any(table.places is None for table in every if table.round == tournament.round):
        return
    if tournament.round and tournament.next_at is None:
        await _dismiss_missing(change, every)
        last = tournament.round >= tournament.rounds
        if last or not any(entrant.person for entrant in change.active):
            await change.update(status="over", ended=now)
            return
        await change.update(next_at=now + (PAUSE if tournament.clock["kind"] == "live" else 0))
    elif tournament.next_at is not None and now >= tournament.next_at:
        await _begin_round(change, every, now)


async def _dismiss_missing(change: TournamentChange, every: Sequence[TournamentTable]) -> None:
    """Whoever missed the last two tables one after the other is out."""
    for entrant in list(change.active):
        own = [table for table in every if entrant.number in table.entrants and not table.is_off][-2:]
        missed = [table.entrants.index(entrant.number) in (table.missed or []) for table in own]
        if entrant.person is not None and missed == [True, True]:
            await change.set_out(entrant.number, "missing")


async def _begin_round(change: TournamentChange, every: Sequence[TournamentTable], now: int) -> None:
    tournament = change.tournament
    number = tournament.round + 1
    one = _drawn(change, every)
    if one is None:
        await change.update(status="over", ended=now, next_at=None)
        return
    seated = [TournamentTable(number, i, list(table)) for i, table in enumerate(one.tables)]
    if one.off:
        seated.append(TournamentTable(number, len(seated), list(one.off), places=[]))
    await change.add_tables(seated)
    await change.update(round=number, next_at=None)


def _drawn(change: TournamentChange, every: Sequence[TournamentTable]) -> Round | None:
    """The tables of the next round; None where too few are left."""
    tournament = change.tournament
    there = {entrant.number for entrant in change.active}
    if tournament.plan is not None:
        planned = tournament.plan[tournament.round]
        seated = {number for table in planned for number in table}
        off = tuple(number for number in tournament.draw or [] if number in there - seated)
        return Round(tuple(tuple(table) for table in planned), off)
    drawn = [number for number in tournament.draw or [] if number in there]
    order = drawn + sorted(there - set(drawn))
    if len(order) < tournament.size:
        return None
    points = {line.entrant: line.points for line in stand(tournament, order, every)}
    return swiss(order, tournament.size, rounds_of(every), points)


def rounds_of(every: Sequence[TournamentTable]) -> list[Round]:
    """The rounds as pairing and standing want them."""
    found: list[Round] = []
    for number in sorted({table.round for table in every}):
        own = [table for table in every if table.round == number]
        seated = tuple(tuple(table.entrants) for table in own if not table.is_off)
        found.append(Round(seated, tuple(n for table in own if table.is_off for n in table.entrants)))
    return found


def stand(tournament: Tournament, numbers: Sequence[int], every: Sequence[TournamentTable]) -> list[Line]:
    """The standing of these entrants; those they met may be others."""
    settled = {(table.round - 1, table.number): table for table in every if table.places}
    everybody = [*numbers, *sorted({n for table in every for n in table.entrants} - set(numbers))]
    lines = standing(
        everybody,
        tournament.size,
        rounds_of(every),
        {key: table.places or [] for key, table in settled.items()},
        {key: table.missed or [] for key, table in settled.items()},
    )
    return [line for line in lines if line.entrant in set(numbers)]
