"""Players of one's own: a process each, told what their seat may know, and nothing they do holds up a game."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import expedition
from expedition.core.errors import SetupError
from expedition.players import EngineBot
from expedition.players.guest import MOST_DEATHS, Faults, Guest, command_of, is_guest, short_name
from expedition.players.host import serve

ROOT = Path(__file__).resolve().parents[2]
GAME = expedition.make("silvergold", players=2)


def written(folder: Path, body: str, head: str = "") -> str:
    """A player in a file of its own; `body` is what its method does."""
    text = f"{head}\nclass Mine:\n    def choose(self, information, actions, budget=None):\n"
    (folder / "mine.py").write_text(text + textwrap.indent(textwrap.dedent(body), "        "))
    return f"{folder}/mine.py:Mine"


def some_decisions(guest: Guest, count: int, seconds: float | None = None) -> expedition.State:
    """A game in which the guest decides everything, for so many actions."""
    state = GAME.new(seed=5)
    guest.begin(GAME.setup, 0, seed=1)
    try:
        for _ in range(count):
            state.apply(guest.act(state, state.actor, seconds), state.actor)
    finally:
        guest.close()
    return state


# What a guest is.


@pytest.mark.parametrize(
    ("written", "guest", "name"),
    [
        ("mine.py:Mine", True, "Mine"),
        ("some/where/mine.py:Mine", True, "Mine"),
        ("package.module:Other", True, "Other"),
        ("./mine.sh", True, "mine.sh"),
        ("node examples/own_bot.mjs", True, "own_bot.mjs"),
        ("legend", False, ""),
    ],
)
def test_how_a_guest_is_written(written: str, guest: bool, name: str) -> None:
    assert is_guest(written) is guest
    if guest:
        assert short_name(written) == name


def test_a_class_runs_in_python_and_everything_else_is_a_command() -> None:
    assert command_of("mine.py:Mine") == [sys.executable, "-m", "expedition.players.host", "mine.py:Mine"]
    assert command_of("node 'my bot.js' --fast") == ["node", "my bot.js", "--fast"]
    with pytest.raises(SetupError, match="cannot be started"):
        command_of("node 'my bot.js")


# What it is told.


def test_a_guest_is_told_its_seats_information_and_choices_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "told.jsonl"
    body = f"""
        import json
        with open({str(log)!r}, "a") as out:
            out.write(json.dumps([information, actions, budget]) + "\\n")
        return actions[-1]
    """
    guest = Guest(written(tmp_path, body), "silvergold")
    state = GAME.new(seed=5)
    expected = []
    guest.begin(GAME.setup, 0)
    for _ in range(8):
        seat = state.actor
        expected.append([state.information(seat), state.legal_actions(seat), 7.5])
        state.apply(guest.act(state, seat, seconds=7.5), seat)
    guest.close()
    assert [json.loads(line) for line in log.read_text().splitlines()] == json.loads(json.dumps(expected))
    assert guest.faults == Faults()


def test_no_engine_bot_may_take_the_place_where_hidden_cards_are_dealt_anew() -> None:
    with pytest.raises(TypeError, match="deals anew what is hidden; write decide"):

        class Peeks(EngineBot):
            def choose_state(self, state: Any, seat: int, budget: Any = None) -> int:  # type: ignore[misc]
                return 0


def test_an_engine_bot_as_a_guest_thinks_on_a_re_deal(tmp_path: Path) -> None:
    """What it gets of the others' cards is not what they hold: their maps at the start are covered."""
    log = tmp_path / "seen.jsonl"
    (tmp_path / "deep.py").write_text(
        textwrap.dedent(
            f"""
            import json
            from expedition.players import Budget, EngineBot

            class Deep(EngineBot):
                def __init__(self):
                    super().__init__("silvergold", "deep", Budget())

                def decide(self, game, s, seat, budget):
                    snapshot = game.snapshot(game.position_type.load(s))
                    with open({str(log)!r}, "a") as out:
                        out.write(json.dumps([snapshot["seats"][1 - seat]["dealt"], snapshot["rng"]]) + "\\n")
                    return game.legal(game.position_type.load(s), seat)[0]

                def play(self, game, s, seat, budget):
                    raise NotImplementedError
            """
        )
    )
    guest = Guest(f"{tmp_path}/deep.py:Deep", "silvergold")
    state = some_decisions(guest, 1)
    assert (guest.faults, guest.trouble) == (Faults(), "")
    dealt, rng = json.loads(log.read_text().splitlines()[0])
    true = GAME.new(seed=5).snapshot()
    assert sorted(dealt) != sorted(true["seats"][1 - GAME.new(seed=5).actor]["dealt"])
    assert rng["key"] != true["rng"]["key"]
    assert state.count(GAME.new(seed=5).actor) == 1


# What goes wrong.


def test_a_guest_that_dies_is_started_again_and_counted(tmp_path: Path) -> None:
    guest = Guest(written(tmp_path, "import os; os._exit(3)"), "silvergold")
    some_decisions(guest, MOST_DEATHS + 2)
    assert guest.faults == Faults(crashed=MOST_DEATHS + 2)
    assert guest.trouble == "it ended with status 3"


def test_a_guest_that_raises_loses_that_decision_and_no_other(tmp_path: Path) -> None:
    body = """
        self.asked = getattr(self, "asked", 0) + 1
        if self.asked % 2:
            raise ValueError(f"no idea of {self.asked}")
        return actions[0]
    """
    guest = Guest(written(tmp_path, body), "silvergold")
    some_decisions(guest, 2 * MOST_DEATHS + 4)
    assert guest.faults == Faults(crashed=MOST_DEATHS + 2)
    assert guest.trouble == f"ValueError: no idea of {2 * MOST_DEATHS + 3}"


def test_a_guest_that_crashes_once_goes_on(tmp_path: Path) -> None:
    mark = tmp_path / "was-here"
    body = f"""
        import os, pathlib
        if not pathlib.Path({str(mark)!r}).exists():
            pathlib.Path({str(mark)!r}).touch()
            os._exit(3)
        return actions[0]
    """
    guest = Guest(written(tmp_path, body), "silvergold")
    some_decisions(guest, 4)
    assert guest.faults == Faults(crashed=1)


@pytest.mark.parametrize("answer", ["-1", "'first'", "{'do': 'dance'}", "None", "True", "1.5", "[actions[0]]"])
def test_an_illegal_answer_is_counted_and_the_game_goes_on(tmp_path: Path, answer: str) -> None:
    guest = Guest(written(tmp_path, f"return {answer}"), "silvergold")
    some_decisions(guest, 2)
    assert guest.faults == Faults(illegal=2)


def test_an_answer_may_be_an_object_or_a_number_of_numpy(tmp_path: Path) -> None:
    body = """
        import numpy
        return numpy.int64(actions[0]) if len(actions) % 2 else {"do": "keep", "seat": information["seat"],
            "card": information["seats"][information["seat"]]["dealt"][0]}
    """
    guest = Guest(written(tmp_path, body), "silvergold")
    some_decisions(guest, 2)
    assert guest.faults == Faults()


def test_a_guest_that_thinks_too_long_is_ended_and_counted(tmp_path: Path) -> None:
    guest = Guest(written(tmp_path, "import time; time.sleep(1000)"), "silvergold")
    guest.start()
    some_decisions(guest, MOST_DEATHS + 2, seconds=0.1)
    assert guest.faults == Faults(late=MOST_DEATHS + 2)  # also when it is not asked any more


def test_what_a_guest_prints_is_not_taken_for_an_answer(tmp_path: Path) -> None:
    guest = Guest(written(tmp_path, "print('hm'); import os; os.write(1, b'{}'); return actions[0]"), "silvergold")
    some_decisions(guest, 3)
    assert guest.faults == Faults()


@pytest.mark.parametrize(
    ("head", "spec", "sentence"),
    [
        ("", "{folder}/none.py:Mine", "there is no file"),
        ("", "{folder}/mine.py:Yours", "has no Yours"),
        ("import nothing_like_it", "{folder}/mine.py:Mine", "No module named 'nothing_like_it'"),
        ("Mine2 = 3", "{folder}/mine.py:Mine2", "no method choose"),
        ("", "/no/such/program", "No such file"),
        ("", "true --quietly", "it ended with status 0"),
        ("", "echo hello", "its first line is no hello"),
    ],
)
def test_a_guest_that_does_not_start_says_why(tmp_path: Path, head: str, spec: str, sentence: str) -> None:
    written(tmp_path, "return actions[0]", head)
    guest = Guest(spec.format(folder=tmp_path), "silvergold")
    with pytest.raises(SetupError) as caught:
        guest.start()
    assert "does not start" in str(caught.value)
    assert sentence in str(caught.value)


# Any language.


def test_the_example_in_python_plays_without_fault() -> None:
    guest = Guest(f"{ROOT}/examples/own_bot.py:Mine", "silvergold")
    some_decisions(guest, 12)
    assert guest.faults == Faults()


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node on this machine")
@pytest.mark.parametrize("game", ["eldorado", "silvergold"])
def test_the_example_in_javascript_plays_without_fault(game: str) -> None:
    guest = Guest(f"node {ROOT}/examples/own_bot.mjs", game)
    state = expedition.make(game).new(seed=2)
    guest.begin(state.game.setup, 0)
    for _ in range(30):
        state.apply(guest.act(state, state.actor), state.actor)
    guest.close()
    assert guest.faults == Faults()


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell on this machine")
def test_the_smallest_player_of_the_documentation_plays_without_fault(tmp_path: Path) -> None:
    page = (ROOT / "docs/own-bots.md").read_text()
    program = page[page.index("while IFS") :].split("\n```")[0]
    (tmp_path / "smallest.sh").write_text(program + "\n")
    guest = Guest(f"sh {tmp_path}/smallest.sh", "silvergold")
    state = some_decisions(guest, 6)
    assert guest.faults == Faults()
    assert state.snapshot() == some_decisions_of_first_actions(6).snapshot()


def some_decisions_of_first_actions(count: int) -> expedition.State:
    state = GAME.new(seed=5)
    for _ in range(count):
        state.apply(state.legal_actions()[0])
    return state


def test_the_host_answers_line_by_line(tmp_path: Path) -> None:
    import io

    spec = written(tmp_path, "return actions[0]")
    lines = [
        {"type": "hello", "protocol": 1},
        {"type": "new_game", "seat": 0},
        {"type": "choose", "id": 4, "information": {}, "actions": [7, 9], "seconds": 1},
        {"type": "result", "ranking": [1, 2]},
        {"type": "something of a later version"},
    ]
    out = io.StringIO()
    assert serve(spec, io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), out) == 0
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["type"] for answer in answers] == ["hello", "answer"]
    assert answers[1] == {"type": "answer", "id": 4, "action": 7}


# In the arena.


def test_the_arena_rates_a_bot_of_ones_own_and_counts_its_faults(tmp_path: Path) -> None:
    from expedition.arena.ratings import standings
    from expedition.arena.run import run
    from expedition.arena.schedule import schedule, setups

    spec = written(tmp_path, "return actions[0] if len(actions) > 3 else -7")
    jobs = schedule("silvergold", [spec, "random"], 2, setups("silvergold", [2]), 1)
    results = run(jobs, workers=1)
    again = run(jobs, workers=1)
    assert [r["ranking"] for r in results] == [r["ranking"] for r in again]
    line = next(line for line in standings(results, "silvergold") if line.bot == spec)
    assert line.faults
    assert line.faults["illegal"] > 0
    assert line.faults["crashed"] == line.faults["late"] == 0
    assert next(line for line in standings(results, "silvergold") if line.bot == "random").faults is None


def test_a_demo_with_a_bot_of_ones_own(tmp_path: Path) -> None:
    spec = written(tmp_path, "return -7")
    command = [sys.executable, "-m", "expedition", "demo", "silvergold", "--players", "2", "--seed", "1", "--bots"]
    answer = subprocess.run([*command, f"{spec},walker"], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert "won" in answer.stdout
    assert "Mine: " in answer.stderr
    assert "illegal; any legal action was played instead (last: -7 is not legal now.)." in answer.stderr


# At the server's tables.


def test_a_server_seats_invited_guests_beside_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from expedition.players import with_guests

    spec = written(tmp_path, "return actions[-1]")
    monkeypatch.setenv(with_guests.VARIABLE, "")
    with_guests.invite([spec], "silvergold")
    assert [level.id for level in with_guests.levels("silvergold")][-2:] == ["legend", "Mine"]
    bot = with_guests.make_bot("silvergold", "Mine")
    state = GAME.new(seed=5)
    actions = state.legal_actions()
    assert bot.choose(state.information(state.actor), actions, None) == actions[-1]
    bot.close()
    with pytest.raises(SetupError, match="There is no bot"):  # nobody at a table may start a program
        with_guests.make_bot("silvergold", f"{tmp_path}/other.py:Other")


@pytest.mark.parametrize(
    ("specs", "sentence"),
    [(["legend"], "written file.py:Class"), (["{here}", "{here}"], "called Mine"), (["none.py:Mine"], "not start")],
)
def test_who_cannot_be_invited(tmp_path: Path, specs: list[str], sentence: str) -> None:
    from expedition.players import with_guests

    here = written(tmp_path, "return actions[0]")
    with pytest.raises(SetupError, match=sentence):
        with_guests.invite([spec.format(here=here) for spec in specs], "silvergold")
