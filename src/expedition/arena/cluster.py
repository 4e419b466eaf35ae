"""The same schedule on a Ray cluster: each piece is a task that is tried again when its worker dies."""

from __future__ import annotations

from collections.abc import Iterator

from expedition.arena.match import Result
from expedition.arena.run import chunks, play_all
from expedition.arena.schedule import Job, Terms
from expedition.core.cluster import done_on_ray, workers_at


def played_on_ray(jobs: list[Job], terms: Terms, address: str) -> Iterator[Result]:
    pieces = chunks(jobs, workers_at(address))
    for results in done_on_ray(play_all, ((piece, terms) for piece in pieces), address):
        yield from results
