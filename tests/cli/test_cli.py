"""The command line: what it prints, what it keeps, and how it takes a mistake."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import expedition
from expedition.cli.app import app, run
from expedition.cli.bots import names, opponent
from expedition.core.registry import game_class
from expedition.eldorado.components import routes

COMMANDS = [
    "demo", "play", "verify", "convert", "dataset", "schema", "bench", "serve", "bots", "arena", "review",
    "route check", "route show", "route print", "route generate", "route simulate",
    "show route", "show cards", "show maps", "show record",
    "admin reports", "admin close-report", "admin people", "admin suspend", "admin restore", "admin sign-out",
    "admin rooms", "admin close-room", "admin retention",
]  # fmt: skip


@pytest.fixture(autouse=True)
def quiet_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are kept below the test's own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(arguments) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return out if code == 0 else err


@pytest.fixture
def record(capsys: pytest.CaptureFixture[str]) -> Path:
    said(capsys, "demo", "silvergold", "--players", "2", "--seed", "5", "--save", "game.json")
    return Path("game.json")


# Help.


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    help_text = said(capsys, *command.split(), "--help")
    assert f"Example: expedition {command}" in help_text


def test_the_list_above_is_complete() -> None:
    def called(command: Any) -> str:
        return command.name or command.callback.__name__.replace("_", "-")

    top = {called(command) for command in app.registered_commands}
    groups = {group.name or group.typer_instance.info.name: group for group in app.registered_groups}
    inner = {
        f"{name} {called(one)}" for name, group in groups.items() for one in group.typer_instance.registered_commands
    }
    assert top | inner == set(COMMANDS)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version") == f"expedition {expedition.__version__}\n"


# Mistakes.


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["demo", "chess"], "There is no game 'chess'; there are eldorado, silvergold."),
        (["demo", "eldorado", "--players", "7"], "for 2 to 4 players, not 7"),
        (["demo", "eldorado", "--players", "many"], "--players"),
        (["demo", "eldorado", "--route", "moon"], "There is no official route 'moon'"),
        (["demo", "silvergold", "--caves"], "silvergold has no option 'caves'; there are players."),
        (["demo", "eldorado", "--seed", "seven"], "A seed is a whole number"),
        (["demo", "eldorado", "--bots", "kasparov"], "There is no opponent 'kasparov'"),
        (["demo", "eldorado", "--lang", "xx"], "There are no words in language 'xx'"),
        (["demo"], "GAME"),
        (["dance"], "No such command"),
        (["play", "eldorado", "--seat", "5"], "Your seat is a number from 1 to 2, not 5."),
        (["show", "route", "missing.json"], "The route missing.json cannot be read"),
        (["show", "route", "first", "-o", "no/such/folder.svg"], "no/such/folder.svg"),
        (["show", "route", "first", "--theme", "sepia", "-o", "x.svg"], "There is no theme 'sepia'"),
        (["show", "route", "first", "-o", "first.png"], "call the file first.svg, not first.png"),
        (["show", "record", "missing.json"], "There is no file missing.json."),
        (["demo", "eldorado", "--seed", "abc"], "or hexadecimal from 0x, not 'abc'"),
        (["demo", "eldorado", "--route", "frist"], "Did you mean 'first'?"),
        (["demo", "eldorado", "--bots", "gide"], "Did you mean 'guide'?"),
        (["demo", "silvergold", "--caves"], "silvergold has no option 'caves'"),
        (["verify", "missing.json"], "There is no file missing.json."),
        (["convert", "missing.json"], "There is no file missing.json."),
        (["convert", "game.json", "--to", "pdf"], "A form is text, json or line, not 'pdf'."),
        (["bench", "go"], "There is no game 'go'"),
        (["serve", "--port", "0"], "port"),
        (["serve", "--workers", "2", "--database", "games.db"], "PostgreSQL"),
    ],
)
def test_a_mistake_is_a_sentence_and_exit_code_2(
    arguments: Sequence[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    error = said(capsys, *arguments, code=2)
    assert re.sub(r"[\s│]+", " ", sentence) in re.sub(r"[\s│]+", " ", error)


def test_a_broken_route_file_names_its_fault(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.json").write_text("{", encoding="utf-8")
    assert "bad.json is not JSON" in said(capsys, "show", "route", "bad.json", code=2)
    own = routes()["first"]
    Path("short.json").write_text(json.dumps({"tiles": own["tiles"][1:], "finish": own["finish"]}), encoding="utf-8")
    assert "start tile" in said(capsys, "show", "route", "short.json", code=2)


# demo


def test_a_demo_tells_a_game_a_person_can_follow(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "demo", "eldorado", "--players", "3", "--seed", "7")
    assert told.startswith("Round 1: Scarlet’s turn.\n  Scarlet ")
    assert "reached El Dorado" in told
    assert re.search(r"The game is over\. \w+ won\.", told)
    assert "Place 1" in told


def test_the_same_seed_plays_the_same_demo(capsys: pytest.CaptureFixture[str]) -> None:
    first = said(capsys, "demo", "silvergold", "--seed", "0x1f", "--json")
    assert first == said(capsys, "demo", "silvergold", "--seed", "31", "--json")
    assert first != said(capsys, "demo", "silvergold", "--seed", "32", "--json")


@pytest.mark.parametrize("lang", ["en", "pt", "it", "fr"])
def test_a_demo_speaks_every_language(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "demo", "silvergold", "--seed", "5", "--lang", lang)
    assert {"en": "marked", "pt": "marcou", "it": "segnato", "fr": "marqué"}[lang] in told


def test_a_demo_prints_a_record_that_holds(capsys: pytest.CaptureFixture[str]) -> None:
    record = expedition.load(said(capsys, "demo", "eldorado", "--seed", "3", "--caves", "--json"))
    assert record.state.is_over
    assert [seat["kind"] for seat in record.seats] == ["bot"] * 3


# show


def test_a_route_is_drawn_into_a_file_and_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "show", "route", "first", "-o", "first.svg", "--theme", "dark")
    assert ET.parse("first.svg").getroot().tag.endswith("svg")
    drawn = said(capsys, "show", "route", "first")
    assert drawn.count("\n") > 14
    assert "~1" in drawn
    assert "base camp" in drawn


def test_an_own_route_is_drawn_from_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    own = routes()["first"]
    route = {"names": {"en": "Sunday walk"}, "tiles": own["tiles"], "finish": own["finish"]}
    Path("own.json").write_text(json.dumps(route), encoding="utf-8")
    assert "Sunday walk" in said(capsys, "show", "route", "own.json")
    said(capsys, "show", "route", "own.json", "-o", "own.svg")
    assert "Sunday walk" in Path("own.svg").read_text(encoding="utf-8")


def test_what_is_drawn_is_also_there_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(json.loads(said(capsys, "show", "route", "first", "--json"))["hexes"]) == 5 * 37 + 3
    assert len(json.loads(said(capsys, "show", "cards", "--json"))) == 21
    assert len(json.loads(said(capsys, "show", "maps", "--json"))["maps"]) == 47


@pytest.mark.parametrize("what", ["maps", "cards"])
def test_cards_and_maps_are_drawn(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "show", what, "-o", f"{what}.svg")
    assert ET.parse(f"{what}.svg").getroot().tag.endswith("svg")
    assert said(capsys, "show", what, "--lang", "fr").strip()


def test_a_moment_of_a_record_is_shown(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moment = said(capsys, "show", "record", str(record), "--ply", "12")
    assert "Silver & Gold" in moment
    view = json.loads(said(capsys, "show", "record", str(record), "--ply", "12", "--seat", "2", "--json"))
    assert view["seat"] == 1
    assert view["ply"] <= 12, "marks of an open turn are not in the log yet"
    assert "Place 1" in said(capsys, "show", "record", str(record))
    said(capsys, "show", "record", str(record), "--ply", "12", "-o", "moment.svg")
    assert ET.parse("moment.svg").getroot().tag.endswith("svg")
    assert "there is no ply 9999" in said(capsys, "show", "record", str(record), "--ply", "9999", code=2)


def test_seats_are_counted_from_one_in_mistakes_too(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "There is no seat 9; seats are 1 to 2." in said(capsys, "show", "record", str(record), "--seat", "9", code=2)


@pytest.mark.parametrize("seed", ["7", "0x7", "0X07"])
def test_a_seed_is_decimal_or_hexadecimal_from_0x(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "demo", "silvergold", "--players", "2", "--seed", seed, "--json")
    assert json.loads(told)["seed"] == "00000000000000000000000000000007"


def test_every_bot_of_the_list_plays_a_demo(capsys: pytest.CaptureFixture[str]) -> None:
    assert "won" in said(capsys, "demo", "silvergold", "--players", "2", "--seed", "7", "--bots", "greedy,planner")


# convert


def piped(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_a_game_goes_from_json_to_text_and_back(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = said(capsys, "convert", str(record))
    assert text.startswith("expedition-game/1 silvergold\n")
    piped(monkeypatch, text)
    assert said(capsys, "convert", "-") == record.read_text(encoding="utf-8")
    piped(monkeypatch, text)
    assert "holds." in said(capsys, "verify", "-")
    piped(monkeypatch, text)
    assert "Round" in said(capsys, "show", "record", "-", "--ply", "6")


def test_a_moment_of_a_game_is_a_line(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = said(capsys, "convert", str(record), "--ply", "6")
    assert expedition.from_line(line).snapshot() == expedition.load(record).at(6).snapshot()
    piped(monkeypatch, line)
    snapshot = said(capsys, "convert", "-")
    assert json.loads(snapshot) == expedition.from_line(line).snapshot()
    piped(monkeypatch, snapshot)
    assert said(capsys, "convert", "-") == line


def test_what_is_neither_game_nor_position_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (["convert", "-"], ["verify", "-"]):
        piped(monkeypatch, "e4 e5")
        assert "e4" not in said(capsys, *command, code=2)


# verify


def test_a_record_that_holds_and_one_that_was_altered(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "holds." in said(capsys, "verify", str(record))
    data = json.loads(record.read_text(encoding="utf-8"))
    data["actions"][6]["cells"] = [[0, 0], [3, 3]]
    altered = Path("altered.json")
    altered.write_text(json.dumps(data), encoding="utf-8")
    assert "altered.json: Ply 6" in said(capsys, "verify", str(record), str(altered), code=2)
    run(["verify", "--json", str(record), str(altered)])
    verdicts = json.loads(capsys.readouterr().out)
    assert [(verdict["holds"], verdict.get("ply")) for verdict in verdicts] == [(True, None), (False, 6)]


# bench


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("game", expedition.games())
def test_figures_are_printed_for_programs(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    figures = json.loads(said(capsys, "bench", game, "--seconds", "0.1", "--json"))
    assert figures["game"] == game
    assert figures["steps_per_second"] > 0 < figures["games_per_second"]
    assert {figure["target"] for figure in figures["figures"]} == {"compiled", "interpreted"}


# Opponents.


@pytest.mark.parametrize("game", expedition.games())
def test_simple_opponents_finish_their_games(game: str) -> None:
    made = expedition.make(game, players=2, **({"max_rounds": 60} if game == "eldorado" else {}))
    state = made.new(seed=11)
    seats = [opponent(made, "walker", 1), opponent(made, "walker", 2)]
    while not state.is_over:
        state.apply(seats[state.actor](state, state.actor), state.actor)
    assert sorted(state.ranking()) in ([1, 2], [1, 1])
    assert {"walker", "random"} <= set(names(game))


def test_a_journal_tells_a_walk_once() -> None:
    step = {"seat": 0, "key": "eldorado.step", "pawn": 0}
    events = [
        {"ply": 4, **step, "from": [0, 0], "to": [1, 0]},
        {"ply": 5, **step, "from": [1, 0], "to": [2, 0]},
        {"ply": 6, "seat": 0, "key": "eldorado.stop"},
        {"ply": 7, **step, "from": [2, 0], "to": [3, 0]},
    ]
    assert [line.text for line in game_class("eldorado").journal(events, "en", ["Ana"])] == [
        "Ana moved from (0, 0) to (2, 0).",
        "Ana moved from (2, 0) to (3, 0).",
    ]


# play, with answers from a file


def answer(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in answers)))


def play(game: str, *options: str) -> list[str]:
    return ["play", game, "--bots", "walker", *options]


def test_a_whole_game_can_be_played_with_numbers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answer(monkeypatch, *["1"] * 300)
    told = said(capsys, *play("silvergold", "--seed", "3"))
    assert "The game is over." in told
    assert "Place 1" in told
    assert not list((tmp_path / "state").rglob("*.json")), "a finished game waits for nobody"


def test_a_game_is_left_and_taken_up_again(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, "1", "q")
    left = said(capsys, *play("eldorado", "--seed", "7"))
    assert "Go on with: expedition play eldorado" in left
    answer(monkeypatch, "j", "q")
    back = said(capsys, "play", "eldorado")
    assert "The game goes on where you left it" in back
    assert "You played Explorer as machete." in back
    answer(monkeypatch, "q")
    assert "goes on" not in said(capsys, *play("eldorado", "--new"))


def test_a_choice_is_taken_back_until_something_is_revealed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "1", "u", "u", "q")
    told = said(capsys, *play("eldorado", "--seed", "7"))
    assert told.count("Taken back.") == 1
    assert "Nothing to take back: what has been revealed stays." in told


def test_a_choice_is_taken_back_even_after_a_break(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "1", "q")
    said(capsys, *play("eldorado", "--seed", "7"))
    answer(monkeypatch, "u", "q")
    assert "Taken back." in said(capsys, "play", "eldorado")


def test_choices_can_be_typed_as_words_or_actions(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "buy scout", '{"do":"end"}', '{"do":"dance"}', "{oops", "bu", "xyzzy", "done", "q")
    told = said(capsys, *play("eldorado", "--seed", "7"))
    assert "You bought Scout." in told
    assert "is no choice here" in told
    assert "dance" in told
    assert "You drew" in told


def test_a_pattern_can_be_typed_by_its_fields(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = expedition.make("silvergold").new(seed=3)
    kept = [gesture["card"] for gesture in state.gestures(0)[:2]]
    answer(monkeypatch, *kept, "m", "1 a1", "q")
    told = said(capsys, *play("silvergold", "--seed", "3"))
    assert f"You kept the {kept[0].split('-')[0]} map" in told


def test_marks_of_an_open_turn_survive_a_break(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "1", "q")
    said(capsys, *play("silvergold", "--seed", "3"))
    answer(monkeypatch, "q")
    said(capsys, "play", "silvergold")
    kept = json.loads(
        (Path(os.environ["XDG_STATE_HOME"]) / "expedition" / "silvergold.json").read_text(encoding="utf-8")
    )
    assert [action["do"] for action in kept["open"]] == ["keep"]


def test_a_kept_game_that_is_damaged_is_not_thrown_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Path("kept.json")
    for broken in ("", "[]", '{"format":"expedition-terminal/1"}', '{"format":"other"}'):
        kept.write_text(broken, encoding="utf-8")
        error = said(capsys, "play", "eldorado", "--file", str(kept), code=2)
        assert "kept.json" in error
        assert kept.read_text(encoding="utf-8") == broken


@pytest.mark.parametrize("lang", ["pt", "it", "fr"])
def test_the_table_speaks_every_language(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "?", "q")
    told = said(capsys, *play("eldorado", "--lang", lang, "--seed", "7"))
    assert {"pt": "Sua escolha", "it": "La tua scelta", "fr": "Votre choix"}[lang] in told
    assert "jungle" not in told or lang == "fr"


# play, in a real terminal


class Terminal:
    """The command in a terminal of its own, typed at and read from."""

    def __init__(self, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "60"}
        env.pop("NO_COLOR", None)
        command = [sys.executable, "-c", "from expedition.cli import main; main()", *arguments]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, close_fds=True)
        os.close(theirs)
        self.screen = ""

    def until(self, words: str, seconds: float = 60) -> str:
        """Everything printed up to these words."""
        end = time.monotonic() + seconds
        while words not in self.screen:
            ready, _, _ = select.select([self.ours], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{words!r} did not come; the screen says {self.screen[-500:]!r}"
            try:
                self.screen += os.read(self.ours, 65536).decode("utf-8", "replace")
            except OSError:
                assert words in self.screen, f"the command ended without {words!r}: {self.screen[-500:]!r}"
        before, _, self.screen = self.screen.partition(words)
        return before

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\n".encode())

    def end(self) -> int:
        code = self.process.wait(30)
        os.close(self.ours)
        return code


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.process.wait()


@pytest.mark.slow
def test_a_person_sits_down_at_a_terminal_is_interrupted_and_comes_back(terminals: list[Any]) -> None:
    first = Terminal(*play("eldorado", "--players", "2", "--seed", "7", "--caves"))
    terminals.append(first)
    screen = first.until("Your choice")
    assert "\x1b[" in screen, "the board is in colour"
    first.type("1")
    first.until("You moved from")
    first.until("Your choice")
    first.process.send_signal(signal.SIGINT)
    first.until("The game is kept.")
    assert first.end() == 0

    second = Terminal("play", "eldorado")
    terminals.append(second)
    second.until("The game goes on where you left it")
    second.until("Your choice")
    second.type("u")
    second.until("Taken back.")
    second.until("Your choice")
    second.type("q")
    second.until("The game is kept.")
    assert second.end() == 0


# serve


@pytest.mark.slow
@pytest.mark.server
def test_the_server_starts_says_so_and_stops_when_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["serve", "--port", str(port), "--database", str(tmp_path / "games.db")]
    command = [sys.executable, "-c", "from expedition.cli import main; main()", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout
            said = []
            while not said or '"server_ready"' not in said[-1]:
                said.append(server.stdout.readline())
                assert said[-1], f"the server ended: {''.join(said)}"
        finally:
            server.send_signal(signal.SIGINT)
        assert "Traceback" not in server.communicate(timeout=30)[0]


# completion


def test_a_shell_completes_commands() -> None:
    env = {**os.environ, "_EXPEDITION_COMPLETE": "complete_bash", "COMP_WORDS": "expedition ver", "COMP_CWORD": "1"}
    command = [sys.executable, "-c", "from expedition.cli import main; main()"]
    answer = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert answer.stdout.split() == ["verify"]
