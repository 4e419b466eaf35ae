"""An arena that is stopped, broken or misused: it ends at once, says what was played, and goes on where it was."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from expedition.arena.ratings import standings
from expedition.arena.report import table
from expedition.arena.run import Stopped, run
from expedition.arena.schedule import schedule, setups
from expedition.cli.app import run as command
from expedition.core.errors import SetupError

pytestmark = pytest.mark.compiled
PATIENCE = 120.0  # seconds until the first games are played on a busy machine


def jobs(count: int = 6, bots: tuple[str, ...] = ("greedy", "random")) -> list:
    return schedule("silvergold", list(bots), count, setups("silvergold", [2]), seed=3)


def workers_of(pid: int) -> list[str]:
    """Its children that play; the one that looks after shared memory ends by itself a moment later."""
    answer = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [line.split()[0] for line in answer.stdout.splitlines() if "spawn_main" in line]


@pytest.mark.slow
def test_ctrl_c_stops_two_workers_at_once_and_the_run_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    arguments = ["arena", "planner", "greedy", "--game", "silvergold", "--games", "4000", "--workers", "2", "--resume"]
    process = subprocess.Popen(
        [sys.executable, "-m", "expedition", *arguments, str(kept)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a terminal of its own, so to say: Ctrl-C goes to all of its processes
    )
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not (kept.exists() and kept.read_text().count("\n") > 1):
        select_wait(process, 0.05)
    workers = workers_of(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    pressed = time.monotonic()
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - pressed < 20  # 2 s on a machine of one's own
    assert process.returncode == 130, err
    played = kept.read_text().count("\n") - 1
    assert f"Stopped after {played} of 4000 games; the same command with --resume {kept} goes on." in err
    assert "planner" in out
    assert "Traceback" not in err
    assert len(workers) == 2
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def select_wait(process: subprocess.Popen[str], seconds: float) -> None:
    """Until a moment has passed or the process has ended."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    done: list[int] = []

    def press(count: int) -> None:
        done.append(count)
        if len(done) == 4:  # the first tells of none
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        run(jobs(), kept, workers=1, progress=press)
    assert [result["index"] for result in stopped.value.results] == [0, 1, 2]
    assert len(run(jobs(), kept, workers=1)) == 6


@pytest.mark.slow
def test_games_of_a_killed_worker_are_played_by_another() -> None:
    killed: list[int] = []

    def kill_one(count: int) -> None:
        if count and not killed:
            child = multiprocessing.active_children()[0]
            killed.append(child.pid or 0)
            child.kill()

    results = run(jobs(40), workers=2, progress=kill_one)
    assert killed
    assert [result["index"] for result in results] == list(range(40))
    alone = run(jobs(40), workers=1)
    assert [r["ranking"] for r in results] == [r["ranking"] for r in alone]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no file of an arena"),
        ("{", "is no file of an arena"),
        ("[1, 2]\n", "is no file of an arena"),
        ('{"format": "expedition-record/1"}\n', "is no file of an arena"),
        ('{"format": "expedition-arena/1"}\n', "holds another arena"),
    ],
)
def test_a_broken_resume_file_is_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(text)
    with pytest.raises(SetupError, match=sentence):
        run(jobs(), path, workers=1)
    assert path.read_text() == text


def test_lines_of_a_resume_file_that_are_no_results_are_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run(jobs(), path, workers=1)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], "[]", '{"index": "x"}', '{"index": 3}', "7"]))
    assert [result["index"] for result in run(jobs(), path, workers=1)] == list(range(6))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--workers", "-1"], "--workers"),
        (["--playouts", "-4"], "--playouts"),
        (["--games", "0"], "--games"),
        (["--json", "no/such/folder.json"], "no/such/folder.json cannot be written: No such file or directory."),
        (["--csv", "no/such/folder.csv"], "no/such/folder.csv cannot be written"),
        (
            ["--game", "eldorodo"],
            "There is no game 'eldorodo'; there are eldorado, silvergold. Did you mean 'eldorado'?",
        ),
    ],
)
def test_a_mistake_is_said_before_a_game_is_played(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["arena", "greedy", "random", "--games", "1000", *options]) == 2
    out, err = capsys.readouterr()
    assert sentence in re.sub(r"[\s│]+", " ", err)
    assert out == ""


@pytest.mark.parametrize("word", ["gredy", "Greedy"])
def test_a_bot_almost_called_right_is_suggested(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["arena", word, "random", "--game", "silvergold"]) == 2
    assert "Did you mean 'greedy'?" in capsys.readouterr().err


# What the table says.


def made_up(count: int, wins: int) -> list[dict]:
    """Results of `count` games of which `strong` won so many."""
    return [
        {"index": i, "block": i, "seats": ["strong", "weak"], "ranking": [1, 2] if i < wins else [2, 1],
         "rounds": 4, "turns": [9, 9], "seconds": [0.1, 0.1], "scores": [50, 40], "setup": {}}
        for i in range(count)
    ]  # fmt: skip


def test_a_sweep_says_at_least_and_more_games_say_more() -> None:
    few, many = (standings(made_up(count, count), "silvergold")[0] for count in (10, 200))
    assert few.elo_bound == many.elo_bound == "at least"
    assert few.elo_low < few.elo <= few.elo_high
    assert few.elo_low < many.elo_low
    assert standings(made_up(10, 10), "silvergold")[1].elo_bound == "at most"


def test_an_interval_after_a_loss_is_open_on_neither_side_and_holds_the_true_difference() -> None:
    line = standings(made_up(100, 75), "silvergold")[0]
    true = 1500 + 200 * 0.4771  # three times as strong: 191 Elo, half of it above the middle
    assert line.elo_bound is None
    assert line.elo_low < true < line.elo_high
    assert 40 < line.elo_high - line.elo_low < 120


def test_the_table_fits_eighty_columns() -> None:
    from rich.console import Console

    console = Console(width=80, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    console.print(table(standings(made_up(200, 150), "silvergold"), "silvergold", 80))
    lines = [line for line in console.export_text().splitlines() if line.strip()]
    assert len(lines) == 3  # heads and two bots, none of them folded
    guests = [
        replace(line, bot=f"folder/{name}.py:{name}", faults={"crashed": 148, "illegal": 0, "late": 12}, first=1.0)
        for line, name in zip(standings(made_up(200, 150), "silvergold"), ("MyFirstPlayer", "Mine"), strict=True)
    ]
    console.print(table(guests, "silvergold", 80))
    lines = [line for line in console.export_text().splitlines() if line.strip()]
    assert len(lines) == 3
    assert all(line.rstrip().endswith("148/0/12") for line in lines[1:])
    assert json.dumps([line.to_dict() for line in standings(made_up(4, 4), "silvergold")])
