"""Runs repeat exactly, go on after an interruption, and lose or double nothing."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from expedition.arena.command import summary
from expedition.arena.match import play
from expedition.arena.ratings import standings
from expedition.arena.report import columns, write_json
from expedition.arena.run import header, run
from expedition.arena.schedule import Job, schedule, setups
from expedition.core.errors import SetupError
from expedition.core.record import load

pytestmark = pytest.mark.compiled


def some_jobs(count: int = 6) -> list[Job]:
    return schedule("silvergold", ["greedy", "random"], count, setups("silvergold", [2]), seed=3)


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
    from expedition.core.cluster import LOCAL, connect

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
        jobs = some_jobs(10)
        results = run(jobs, ray=LOCAL, progress=kill_once)
    finally:
        ray.shutdown()
    assert killed
    assert [result["index"] for result in results] == list(range(10))
    assert without_times(results) == without_times(run(jobs, workers=1))


def short_journeys(count: int = 2) -> list[Job]:
    """Games that end after four rounds, long before anybody arrives."""
    options = setups("eldorado", [2], max_rounds=4)
    return schedule("eldorado", ["greedy", "random"], count, options, seed=1)


def test_given_games_that_run_on_when_late_ones_are_kept_then_each_is_a_record_of_that_game(tmp_path: Path) -> None:
    results = run(short_journeys(), workers=1, late=3, keep=tmp_path / "late")
    names = sorted(path.name for path in (tmp_path / "late").iterdir())
    assert names == ["game-000000-greedy-random.json", "game-000001-random-greedy.json"]
    for result, name in zip(results, names, strict=True):
        record = load(tmp_path / "late" / name)  # verified
        assert record.data["seed"] == result["seed"]
        assert len(record.actions) == result["actions"]
        assert record.result is not None
        assert record.result["rounds"] == result["rounds"] == 4
        assert [seat["name"] for seat in record.seats] == result["seats"]
        assert "record" not in result


def test_given_a_bot_that_plays_otherwise_when_its_game_is_told_then_the_late_position_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from expedition.players.eldorado.bots import ElDoradoBot

    monkeypatch.setattr(ElDoradoBot, "choose_state", lambda self, state, seat, budget: state.legal_actions(seat)[-1])
    run(short_journeys(), workers=1, late=2, keep=tmp_path)
    for path in tmp_path.iterdir():
        kept = load(path)
        assert kept.actions == []
        assert kept.state.view()["turn"]["round"] == 3
        assert not kept.state.is_over


def test_given_games_that_end_in_time_when_late_ones_are_kept_then_there_is_none(tmp_path: Path) -> None:
    run(short_journeys(), workers=1, late=4, keep=tmp_path / "late")
    assert list((tmp_path / "late").iterdir()) == []


def test_given_late_games_counted_before_when_resumed_with_a_folder_then_the_missing_records_are_written(
    tmp_path: Path,
) -> None:
    path, folder = tmp_path / "results.jsonl", tmp_path / "late"
    first = run(short_journeys(), path, workers=1)
    told: list[int] = []
    assert without_times(run(short_journeys(), path, 1, None, None, told.append, 3, folder)) == without_times(first)
    assert told == [0, 1, 1]
    assert len(list(folder.iterdir())) == 2
    told.clear()
    run(short_journeys(), path, 1, None, None, told.append, 3, folder)
    assert told == [2]


@pytest.mark.slow
def test_given_several_processes_when_late_games_are_kept_then_the_records_are_those_of_one(tmp_path: Path) -> None:
    for workers in (1, 2):
        run(short_journeys(4), workers=workers, late=3, keep=tmp_path / str(workers))
    one, two = ({p.name: p.read_text() for p in (tmp_path / w).iterdir()} for w in ("1", "2"))
    assert len(one) == 4
    assert one == two


def test_given_a_folder_without_a_round_when_run_then_a_sentence_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="--late says after which round"):
        run(short_journeys(), keep=tmp_path)


def test_given_a_game_when_others_were_played_before_then_its_outcome_is_the_same() -> None:
    options = setups("eldorado", [2], {"route": "home_stretch", "caves": "on"}, max_rounds=12)
    jobs = schedule("eldorado", ["planner"], 4, options, seed=1)
    assert without_times(run(jobs, workers=1))[3:] == without_times([play(jobs[3])])


def test_given_late_games_when_they_are_written_as_json_then_their_share_and_records_stand_there(
    tmp_path: Path,
) -> None:
    jobs = short_journeys()
    results = run(jobs, workers=1, late=3, keep=tmp_path)
    write_json(tmp_path / "out.json", header(jobs, None), results, 3, tmp_path)
    written = json.loads((tmp_path / "out.json").read_text())
    assert written["late"]["games"] == 2
    assert written["late"]["share"] == 1.0
    assert written["late"]["after_round"] == 3
    assert written["late"]["records"] == ["game-000000-greedy-random.json", "game-000001-random-greedy.json"]
    assert [line["late"] for line in written["standings"]] == [1.0, 1.0]
    assert "2 of them still running after round 3: 100.00 %" in summary(results, "eldorado", 3)
    assert columns(standings(results, "eldorado", 3), "eldorado")[-1] == "late games"
