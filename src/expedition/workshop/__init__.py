"""The route workshop: design a route for The Quest for El Dorado, know how it plays, play it tonight.

from expedition import workshop

workshop.check(route)                         # can it be played, and if not, why
workshop.advice(route)                        # the book's six pieces of advice, measured
workshop.simulate(workshop.Trial(route))      # games by bots: rounds, fairness, lanes, decks
workshop.generate(seed=7)                     # three routes nobody has laid before
workshop.propose(seed=7, count=10_000)        # as many valid ones as you like
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from expedition.eldorado.board import load_route
from expedition.workshop.check import Verdict, check, report
from expedition.workshop.codes import code_of, route_of
from expedition.workshop.generate import Wish, generate, propose
from expedition.workshop.measures import Hint
from expedition.workshop.measures import advice as _advice
from expedition.workshop.schema import schema
from expedition.workshop.simulate import Outcome, Trial, simulate

__all__ = [
    "Hint",
    "Outcome",
    "Trial",
    "Verdict",
    "Wish",
    "advice",
    "check",
    "code_of",
    "generate",
    "propose",
    "report",
    "route_of",
    "schema",
    "simulate",
]


def advice(route: str | Mapping[str, Any]) -> list[Hint]:
    """The book's advice for a valid route; RouteError says why a route is none."""
    return _advice(load_route(route))
