"""Runs repeat exactly, go on after an interruption, and lose or double nothing."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from expedition.arena.run import run
from expedition.arena.schedule import Job, schedule, setups
from expedition.core.errors import SetupError

pytestmark = pytest.mark.compiled


def some_jobs(count: int = 6) -> list[Job]:
    return schedule("silvergold", ["greedy", "random"], count, setups("silvergold", [], [2], [], 0), seed=3)


def without_times(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in result.items() if k != "seconds"} for result in results]


def test_given_the_same_schedule_when_run_twice_then_every_number_is_the_same() -> None:
    assert without_times(run(some_jobs(), workers=1)) == without_times(run(some_jobs(), workers=1))


@pytest.mark.slow
def test_given_several_processes_when_run_then_the_results_are_those_of_one() -> None:
    assert without_times(run(some_jobs(), workers=2)) == without_times(run(some_jobs(), workers=1))


def test_given_an_interrupted_run_when_resumed_then_only_missing_games_are_played(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = run(some_jobs(), path, workers=1)
    lines = path.read_text().splitlines()
    marked = json.loads(lines[1])
    marked["actions"] = -1  # so that we see whether it is played again
    path.write_text("\n".join([lines[0], json.dumps(marked), lines[2], lines[3][:20]]))
    told: list[int] = []
    resumed = run(some_jobs(), path, workers=1, progress=told.append)
    assert told[0] == 2
    assert len(told) == 1 + 4
    assert resumed[marked["index"]]["actions"] == -1
    assert without_times(resumed)[1:] == without_times(whole)[1:]
    indexes = [json.loads(line)["index"] for line in path.read_text().splitlines()[1:]]
    assert sorted(indexes) == list(range(6))


def test_given_the_file_of_another_arena_when_resumed_then_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run(some_jobs(2), path, workers=1)
    with pytest.raises(SetupError, match="holds another arena"):
        run(some_jobs(6), path, workers=1)


@pytest.mark.slow
def test_given_a_ray_worker_killed_in_the_middle_when_the_run_ends_then_no_game_is_lost_or_doubled() -> None:
    from expedition.arena.cluster import LOCAL, connect

    ray = connect(LOCAL, cpus=2)
    killed: list[int] = []

    @ray.remote
    def worker() -> int:
        return os.getpid()

    def kill_once(done: int) -> None:
        if done and not killed:
            killed.append(ray.get(worker.remote()))
            os.kill(killed[0], signal.SIGKILL)

    try:
        jobs = some_jobs(24)
        results = run(jobs, ray=LOCAL, progress=kill_once)
    finally:
        ray.shutdown()
    assert killed
    assert [result["index"] for result in results] == list(range(24))
    assert without_times(results) == without_times(run(jobs, workers=1))
