"""Whole games, move by move, as they were when someone last read them."""

from __future__ import annotations

import pytest

import playthroughs


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_the_game_is_played_as_it_is_written_down(name: str) -> None:
    written = (playthroughs.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthroughs.playthrough(name) == written, "read the difference, then run tools/playthroughs.py"


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in playthroughs.FOLDER.glob("*.txt")} == set(playthroughs.GAMES)
