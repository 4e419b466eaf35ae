"""The proof that a game is a folder and a registration: Lanterns, known to no line of the program, does everything."""

from __future__ import annotations

import ast
import io
import re
import sys
from pathlib import Path

import pytest

import expedition
from expedition.core.game import Game
from expedition.core.offers import Offers
from expedition.core.registry import make, register
from expedition.core.testing import CHECKS, Check, check_targets

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_given_what_every_game_has_to_keep_to_then_lanterns_does(check: Check, players: int) -> None:
    check(make("lanterns", players=players), players)


@pytest.mark.compiled
def test_given_games_interpreted_and_compiled_then_they_are_the_same() -> None:
    assert check_targets(make("lanterns", players=3), range(40)) > 40 * 17


@pytest.mark.parametrize(
    ("name", "place", "sentence"),
    [
        ("Lanterns", "tests.lanterns.game:Lanterns", "a small word"),
        ("lanterns", "tests.lanterns.game", "module:Class"),
    ],
)
def test_given_a_registration_that_cannot_be_then_a_sentence_says_so(name: str, place: str, sentence: str) -> None:
    with pytest.raises(expedition.SetupError, match=sentence):
        register(name, place)


def test_given_a_game_that_cannot_be_loaded_then_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPEDITION_GAMES", "gone=tests.gone:Gone")
    with pytest.raises(expedition.SetupError, match=r"The game gone is registered as tests.gone:Gone, which cannot"):
        make("gone")
    with pytest.raises(expedition.SetupError, match="There is no game 'lanterns'; there are"):
        make("lanterns")


# At the terminal.


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    from expedition.cli.app import run

    assert run(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_given_the_terminal_then_it_shows_whole_games_of_it(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "demo", "lanterns", "--players", "3", "--seed", "5", "--lang", lang)
    assert {"en": "Round 6: island", "fr": "Tour 6\u00a0: île"}[lang] in told
    assert {"en": "Place 1", "fr": "Rang 1"}[lang] in told


def test_given_a_person_at_the_terminal_then_she_plays_it_to_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nu\n" + "2\n" + "1\n" * 5))
    told = said(capsys, "play", "lanterns", "--bots", "random", "--seed", "5", "--seat", "1")
    assert "Light lantern" in told
    assert "Place 1" in told
    assert not list(tmp_path.rglob("lanterns.json")), "a finished game is not kept"


# Among bots, in environments.


@pytest.mark.compiled
def test_given_the_arena_then_bots_of_any_game_play_it_in_other_processes_too(tmp_path: Path) -> None:
    from expedition.arena.run import run
    from expedition.arena.schedule import schedule, setups

    jobs = schedule("lanterns", ["playouts", "random"], 8, setups("lanterns", [2]), seed=1)
    here = run(jobs, workers=1, playouts=24)
    there = run(jobs, workers=2, playouts=24)
    assert [r["ranking"] for r in here] == [r["ranking"] for r in there]
    assert all(sorted(r["ranking"]) in ([1, 2], [1, 1]) for r in here)


@pytest.mark.compiled
def test_given_many_games_then_playouts_beat_chance() -> None:
    from expedition.arena.ratings import standings
    from expedition.arena.run import run
    from expedition.arena.schedule import schedule, setups

    jobs = schedule("lanterns", ["playouts", "random"], 40, setups("lanterns", [2]), seed=1)
    first = standings(run(jobs, workers=1, playouts=60), "lanterns")[0]
    assert (first.bot, first.first > 0.6) == ("playouts", True)


@pytest.mark.compiled
def test_given_gymnasium_then_it_is_there_under_its_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from expedition.envs.registration import register_environments

    register_environments()
    env = gymnasium.make("expedition/Lanterns-v0", opponents=["random", "playouts"])
    check_env(env.unwrapped, skip_render_check=True)
    with pytest.raises(ValueError, match="Lanterns has no picture of pixels"):
        gymnasium.make("expedition/Lanterns-v0", render_mode="rgb_array")


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_given_pettingzoo_then_it_passes_its_tests_turn_by_turn_and_in_parallel() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, parallel_api_test

    from expedition.envs.aec import TurnEnv
    from expedition.envs.together import TogetherEnv

    api_test(TurnEnv(make("lanterns", players=3), "lanterns_v0"), num_cycles=60)
    parallel_api_test(TogetherEnv(make("lanterns", players=3), "lanterns_v0"), num_cycles=60)


@pytest.mark.compiled
def test_given_openspiel_then_it_plays_it() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from expedition.envs.openspiel import register as register_all

    register_all()
    pyspiel.random_sim_test(pyspiel.load_game("expedition_lanterns(players=3)"), 3, True, False)


# No line of the program knows it, or any game but its own.

HOMES = (
    "eldorado", "silvergold", "players/eldorado", "players/silvergold", "envs/eldorado_v0", "envs/silvergold_v0",
    "workshop", "cli/route.py",  # the workshop of routes is El Dorado's
)  # fmt: skip


def named(path: Path) -> set[str]:
    """The games that code names: in imports and in texts that are no documentation."""
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        texts: list[str] = []
        if isinstance(node, ast.Import | ast.ImportFrom):
            texts = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            texts = [] if node.value.startswith("Example: ") else [node.value]
        for text in texts:
            found |= set(re.findall(r"eldorado|silvergold|lanterns|El Dorado|Silver & Gold", text))
    return found


def test_given_all_code_outside_the_games_own_folders_then_none_of_it_names_a_game() -> None:
    source = ROOT / "src" / "expedition"
    guilty = {}
    for path in sorted(source.rglob("*.py")):
        where = path.relative_to(source).as_posix()
        if not where.startswith(HOMES) and where != "core/registry.py" and named(path):
            guilty[where] = named(path)
    assert not guilty


def test_given_the_page_on_new_games_then_it_lists_everything_a_game_must_and_may_bring() -> None:
    page = (ROOT / "docs" / "a-new-game.md").read_text(encoding="utf-8")
    must, may = page.split("## What a game may bring")
    optional = {"setup", *(name for name in Game.__annotations__ if hasattr(Game, name))}
    needed = set(Game.__abstractmethods__) | (set(Game.__annotations__) - optional)
    assert not [name for name in sorted(needed) if f"`{name}" not in must], "missing among what a game must bring"
    offered = {name for name in (*vars(Offers), *Offers.__annotations__) if not name.startswith("_")}
    offered |= {"owes", "phase", "seat_order"} | (optional - {"setup"})
    offered -= {"name", "players", "ranking", "json_schemas", "gesture_text"}
    assert not [name for name in sorted(offered) if f"`{name}" not in may], "missing among what a game may bring"
