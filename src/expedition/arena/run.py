"""Running a schedule: on all cores, on a Ray cluster, and on again after an interruption."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import as_completed
from pathlib import Path
from typing import Any

from expedition.arena.match import Result, is_late, play, warm
from expedition.arena.schedule import Job
from expedition.core.errors import SetupError
from expedition.core.record import Record
from expedition.core.workers import cores, pool_of


def header(jobs: list[Job], playouts: int | None) -> dict[str, Any]:
    """What the first line of a results file says, to be the same when the run goes on."""
    first = jobs[0]
    return {
        "format": "expedition-arena/1",
        "game": first.game,
        "games": len(jobs),
        "bots": sorted({name for job in jobs for name in job.seats}),
        "first_seed": f"{first.seed:032x}",
        "playouts": playouts,
    }


def read_results(path: Path, jobs: list[Job], playouts: int | None) -> dict[int, Result]:
    """Results an interrupted run left; a half-written last line is dropped."""
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or json.loads(lines[0]) != header(jobs, playouts):
        raise SetupError(f"{path} holds another arena; give another file, or remove it.")
    found: dict[int, Result] = {}
    for line in lines[1:]:
        try:
            result = json.loads(line)
        except json.JSONDecodeError:
            continue
        found[result["index"]] = result
    return found


def run(
    jobs: list[Job],
    path: Path | None = None,
    workers: int | None = None,
    playouts: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    late: int | None = None,
    keep: Path | None = None,
) -> list[Result]:
    """All results in the order of the schedule. What `path` already holds is not played again.

    With `late` and `keep`, every game still running after round `late` is a record in the folder `keep`, also one that
    an earlier run has counted without keeping it.
    """
    if keep and late is None:
        raise SetupError("Records are kept of late games; --late says after which round a game is one.")
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    results = read_results(path, jobs, playouts) if path else {}
    if keep:
        results = {
            i: result for i, result in results.items() if not is_late(result, late) or kept(keep, result).exists()
        }
    progress(len(results))
    missing = [job for job in jobs if job.index not in results]
    out = None
    if path and not results:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(header(jobs, playouts)) + "\n", encoding="utf-8")
    if path:
        rewrite(path, header(jobs, playouts), results.values())
        out = path.open("a", encoding="utf-8")
    try:
        for result in played(missing, workers, playouts, ray, late if keep else None):
            if result["index"] in results:
                continue  # a cluster may run a task twice; it counts once
            record = result.pop("record", None)
            if keep and record is not None:
                Record(record).save(kept(keep, result))
            results[result["index"]] = result
            if out:
                out.write(json.dumps(result) + "\n")
                out.flush()
            progress(1)
    finally:
        if out:
            out.close()
    return [results[job.index] for job in jobs]


def kept(folder: Path, result: Result) -> Path:
    """Where the record of a late game stands."""
    return folder / f"game-{result['index']:06d}-{'-'.join(result['seats'])}.json"


def rewrite(path: Path, head: dict[str, Any], results: Iterable[Result]) -> None:
    """The file with whole lines only."""
    text = "\n".join(json.dumps(entry) for entry in (head, *results)) + "\n"
    path.write_text(text, encoding="utf-8")


def played(
    jobs: list[Job], workers: int | None, playouts: int | None, ray: str | None, late: int | None
) -> Iterator[Result]:
    if not jobs:
        return
    if ray is not None:
        from expedition.arena.cluster import played_on_ray

        yield from played_on_ray(jobs, playouts, late, ray)
        return
    count = workers or cores()
    warm(jobs[0].game, tuple(sorted({name for job in jobs for name in job.seats})))
    if count == 1:
        for job in jobs:
            yield play(job, playouts, late)
        return
    with pool_of(count) as pool:
        for future in as_completed([pool.submit(play_all, chunk, playouts, late) for chunk in chunks(jobs, count)]):
            yield from future.result()


def play_all(jobs: list[Job], playouts: int | None, late: int | None = None) -> list[Result]:
    return [play(job, playouts, late) for job in jobs]


def chunks(jobs: list[Job], workers: int) -> list[list[Job]]:
    """Pieces small enough for an even load and a lively progress bar."""
    size = max(1, min(50, len(jobs) // (workers * 8)))
    return [jobs[i : i + size] for i in range(0, len(jobs), size)]
