"""Data sets of games: the same command writes the same rows, and every row says what was known and done."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from expedition.arena.dataset import write
from expedition.arena.schedule import Job, schedule, setups
from expedition.cli.app import run
from expedition.core.errors import SetupError
from expedition.core.registry import game_of

pq = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.compiled


def jobs(count: int = 4) -> list[Job]:
    return schedule("silvergold", ["greedy", "random"], count, setups("silvergold", [2]), seed=3)


def test_the_same_games_are_the_same_rows_in_any_shards(tmp_path: Path) -> None:
    one = write(tmp_path / "one", jobs(), "…", workers=1)
    two = write(tmp_path / "two", jobs(), "…", workers=1, shard=3)
    assert (one.sha256, one.rows, one.games) == (two.sha256, two.rows, two.games)
    assert len(one.files) == 1
    assert len(two.files) == 2
    assert one.sha256 in (tmp_path / "one" / "README.md").read_text()


def test_rows_replay_to_the_games_they_tell_of(tmp_path: Path) -> None:
    made = write(tmp_path / "set", jobs(2), "…", workers=1)
    rows = pq.read_table(tmp_path / "set" / made.files[0]).to_pylist()
    for job in jobs(2):
        game = game_of(job.game, job.setup)
        state = game.new(job.seed)
        size = sum(length for _, length, _ in game.observation_fields)
        own = [row for row in rows if row["game"] == job.index]
        for row in own:
            assert row["seat"] == state.actor
            assert row["legal"] == state.legal_actions()
            assert json.loads(row["described"]) == state.to_dict(row["action"])
            assert np.frombuffer(row["observation"], np.int8).shape == (size,)
            state.apply(row["action"])
        assert state.is_over
        assert {row["place"] for row in own if row["seat"] == 0} == {state.ranking()[0]}


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(SetupError, match="is not empty"):
        write(tmp_path, jobs(2), "…", workers=1)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_command_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "set"
    assert run(["dataset", str(folder), "random", "--game", "silvergold", "--games", "2", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("2 games, ")
    card = (folder / "README.md").read_text()
    assert told.split()[-1] in card
    assert "expedition dataset FOLDER random --game silvergold --games 2 --players 2 --seed 1" in card


def test_only_bots_of_the_house_repeat_exactly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["dataset", str(tmp_path / "set"), "mine.py:Mine", "random"]) == 2
    assert "only bots of the house" in capsys.readouterr().err
