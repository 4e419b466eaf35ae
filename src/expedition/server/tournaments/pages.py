"""A tournament as its page shows it, to anybody who has the link."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from expedition.core.types import Json
from expedition.server.models import Entrant, Person, Tournament, TournamentTable
from expedition.server.refusals import Refusal
from expedition.server.tournaments.hosting import may_join
from expedition.server.tournaments.referee import stand
from expedition.server.tournaments.tables import patience

if TYPE_CHECKING:
    from expedition.server.api.context import Services

_TERMS = ("code", "name", "game", "setup", "size", "form", "rounds", "clock", "status", "round", "created")


async def shown(use: Services, code: str, viewer: Person | None) -> Json:
    tournament = await use.store.tournaments.get(code)
    if tournament is None:
        raise Refusal.localized("unknown", "refusal.tournament_none")
    entrants = await use.store.tournaments.entrants(code)
    every = await use.store.tournaments.tables(code)
    ids = {entrant.person for entrant in entrants if entrant.person} | ({tournament.host} if tournament.host else set())
    people = await use.store.people.get_many(ids)
    host = people.get(tournament.host or "")
    mine = next((e.number for e in entrants if viewer is not None and e.person == viewer.id and e.out is None), None)
    stands = [e.number for e in entrants if e.out is None or any(e.number in table.entrants for table in every)]
    return {
        **{name: getattr(tournament, name) for name in _TERMS},
        "next_at": tournament.next_at,
        "begun": tournament.begun,
        "ended": tournament.ended,
        "patience": patience(tournament.clock),
        "host": None if host is None else host.ref(),
        "hosting": viewer is not None and tournament.host == viewer.id,
        "you": mine,
        "table": _my_table(every, mine),
        "may_join": may_join(tournament),
        "entrants": [_entrant(entrant, people) for entrant in entrants if entrant.number in stands or entrant.out],
        "history": _history(tournament, every),
        "standing": [dataclasses.asdict(line) for line in stand(tournament, stands, every)],
    }


def _my_table(every: Sequence[TournamentTable], mine: int | None) -> str | None:
    return next((table.room for table in every if mine in table.entrants and table.status == "playing"), None)


def _entrant(entrant: Entrant, people: dict[str, Person]) -> Json:
    person = people.get(entrant.person or "")
    return {
        "number": entrant.number,
        "name": entrant.name,
        "person": entrant.person,
        "guest": person is not None and person.is_guest,
        "level": entrant.level,
        "out": entrant.out,
    }


def _history(tournament: Tournament, every: Sequence[TournamentTable]) -> list[Json]:
    return [
        {
            "number": number,
            "tables": [_table(t) for t in every if t.round == number and not t.is_off],
            "off": [n for t in every if t.round == number and t.is_off for n in t.entrants],
        }
        for number in range(1, tournament.round + 1)
    ]


def _table(table: TournamentTable) -> Json:
    status = "coming" if table.status in (None, "waiting") else "playing"
    if table.places is not None:
        status = "over" if table.room is not None else "walkover"
    return {
        "number": table.number,
        "entrants": table.entrants,
        "room": table.room,
        "status": status,
        "places": table.places,
        "missed": table.missed or [],
        "due": table.due,
    }


async def mine(use: Services, person: Person) -> list[Json]:
    """Those one hosts or takes part in, the newest first."""
    return [
        {**{name: getattr(tournament, name) for name in _TERMS}, "entrants": many}
        for tournament, many in await use.store.tournaments.of_person(person.id, 50)
    ]
