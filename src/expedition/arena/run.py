"""Running a schedule: on all cores, on a Ray cluster, and on again after an interruption."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from expedition.arena.match import Result, is_late, play, warm
from expedition.arena.schedule import Job, Terms
from expedition.core.errors import SetupError
from expedition.core.record import Record
from expedition.core.workers import cores, done_here

T = TypeVar("T")
FORMAT = "expedition-arena/1"


def header(jobs: list[Job], playouts: int | None) -> dict[str, Any]:
    """What the first line of a results file says, to be the same when the run goes on."""
    first = jobs[0]
    return {
        "format": FORMAT,
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
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise SetupError(f"{path} cannot be read: {error}.") from None
    head = _object(lines[0]) if lines else None
    if head is None or head.get("format") != FORMAT:
        raise SetupError(f"{path} is no file of an arena; give another file, or remove it.")
    if head != header(jobs, playouts):
        raise SetupError(f"{path} holds another arena; give another file, or remove it.")
    found: dict[int, Result] = {}
    for result in filter(None, map(_object, lines[1:])):
        if type(result.get("index")) is int and isinstance(result.get("ranking"), list):
            found[result["index"]] = result
    return found


def _object(line: str) -> Result | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


class Stopped(KeyboardInterrupt):
    """Somebody pressed Ctrl-C; `results` are those of the games that were played."""

    def __init__(self, results: list[Result]) -> None:
        super().__init__()
        self.results = results


def run(
    jobs: list[Job],
    path: Path | None = None,
    workers: int | None = None,
    playouts: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    late: int | None = None,
    keep: Path | None = None,
    seconds: float | None = None,
) -> list[Result]:
    """All results in the order of the schedule. What `path` already holds is not played again.

    With `late` and `keep`, every game still running after round `late` is a record in the folder `keep`, also one that
    an earlier run has counted without keeping it. `seconds` is what a guest may think for a decision.
    """
    if keep and late is None:
        raise SetupError("Records are kept of late games; --late says after which round a game is one.")
    if workers is not None and workers < 1:
        raise SetupError(f"An arena has at least one worker, not {workers}.")
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
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        rewrite(path, header(jobs, playouts), results.values())
        out = path.open("a", encoding="utf-8")
    terms = Terms(playouts, late if keep else None, seconds)
    try:
        for result in played(missing, workers, terms, ray):
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
    except KeyboardInterrupt:
        raise Stopped([results[i] for i in sorted(results)]) from None
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


def played(jobs: list[Job], workers: int | None, terms: Terms, ray: str | None) -> Iterator[Result]:
    if not jobs:
        return
    if ray is not None:
        from expedition.arena.cluster import played_on_ray

        yield from played_on_ray(jobs, terms, ray)
        return
    warm(jobs[0].game, tuple(sorted({name for job in jobs for name in job.seats})))
    for results in spread(play_all, jobs, workers, terms):
        yield from results


def spread(
    work: Callable[[list[Job], Terms], list[T]], jobs: list[Job], workers: int | None, terms: Terms
) -> Iterator[list[T]]:
    """Work on games by several processes, piece by piece as they are done; a killed one's pieces go to another."""
    count = min(workers or cores(), len(jobs))
    if count == 1:
        for job in jobs:
            yield work([job], terms)
        return
    yield from done_here(work, [(piece, terms) for piece in chunks(jobs, count)], count)


def play_all(jobs: list[Job], terms: Terms) -> list[Result]:
    return [play(job, terms) for job in jobs]


def chunks(jobs: list[Job], workers: int) -> list[list[Job]]:
    """Pieces small enough for an even load, a lively progress bar, and little to lose."""
    size = max(1, min(10, len(jobs) // (workers * 8)))
    return [jobs[i : i + size] for i in range(0, len(jobs), size)]
