"""What the commands print: journals, moments of a game, verdicts on records and figures."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from expedition.cli import bots
from expedition.cli.words import result
from expedition.core.commandline import record_source
from expedition.core.errors import RecordError
from expedition.core.game import Game, State
from expedition.core.record import load
from expedition.core.registry import game_class
from expedition.core.words import say


@contextmanager
def progress() -> Iterator[Progress]:
    """A bar on the error stream, so that what is printed can be piped."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar


def play_out(game: Game[Any], seed: int, levels: Sequence[str], lang: str) -> tuple[State[Any], list[str]]:
    """A whole game of bots; the state it ends in and what they are called."""
    seated = [levels[min(seat, len(levels) - 1)].strip() for seat in range(game.players)]
    players = [bots.opponent(game, level, seed + seat) for seat, level in enumerate(seated)]
    state = game.new(seed)
    with progress() as bar:
        title = game.title(lang)
        task = bar.add_task(title, total=None)
        while not state.is_over:
            seat = state.actor
            state.apply(players[seat](state, seat), seat)
            bar.update(task, description=f"{title}, {game.rounds(state.s)}")
    for player in players:
        if isinstance(player, bots.GuestOpponent) and player.complaint:
            print(player.complaint, file=sys.stderr)
    return state, [say(f"seat.{seat}", lang) for seat in range(game.players)]


def print_journal(console: Console, state: State[Any], names: Sequence[str], lang: str) -> None:
    for line in state.game.journal(state.events(), lang, names):
        console.print(line.text if line.opens else f"  {line.text}", style="bold" if line.opens else "", markup=False)
    console.print()
    console.print(result(state, names, lang))


def print_moment(console: Console, state: State[Any], seat: int | None, names: Sequence[str], lang: str) -> None:
    game = state.game
    called = [
        names[k] if k < len(names) and names[k] else say("game.seat", lang, number=k + 1) for k in range(game.players)
    ]
    console.print(import_module(game.terminal_module).table(state, seat, lang, called, None, console.width))
    for line in list(game.journal(state.events(0, seat), lang, called, None))[-8:]:
        console.print(f"  {line.text}", style="dim", markup=False)
    if state.is_over:
        console.print(result(state, called, lang))


def check_records(files: Sequence[Path], as_json: bool) -> int:
    """Each record's verdict; 2 if one of them does not hold."""
    verdicts: list[dict[str, Any]] = []
    with progress() as bar:
        for path in bar.track(files, description="Replaying"):
            verdicts.append(_verdict(path))
    if as_json:
        print(json.dumps(verdicts, ensure_ascii=False))
    for verdict in verdicts:
        if not as_json:
            stream = sys.stdout if verdict["holds"] else sys.stderr
            print(f"{verdict['file']}: {verdict['said']}", file=stream)
    return 0 if all(verdict["holds"] for verdict in verdicts) else 2


def _verdict(path: Path) -> dict[str, Any]:
    try:
        record = load(record_source(path))
    except RecordError as error:
        return {"file": str(path), "holds": False, "ply": error.ply, "said": str(error)}
    state = record.state
    end = f"ranking {state.ranking()}" if state.is_over else "still running"
    said = f"{state.game.name}, {state.ply} actions, {end}: holds."
    return {"file": str(path), "holds": True, "actions": state.ply, "over": state.is_over, "said": said}


def print_bench(console: Console, game: str, seconds: float, as_json: bool) -> None:
    from expedition.cli.bench import measure

    with progress() as bar:
        task = bar.add_task("Measuring", total=2 * seconds * len(game_class(game).bench_setups))
        figures = list(measure(game, seconds, lambda done: bar.advance(task, done)))
    if as_json:
        best = figures[0]
        head = {"game": game, "steps_per_second": best.steps_per_second, "games_per_second": best.games_per_second}
        print(json.dumps({**head, "figures": [figure.to_json() for figure in figures]}))
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("setup", "target", "steps/s", "games/s", "steps a game", "bytes a state"):
        table.add_column(name, justify="left" if name in ("setup", "target") else "right")
    for figure in figures:
        setup = ", ".join(f"{key} {value}" for key, value in figure.setup.items() if key != "max_rounds")
        numbers = (figure.steps_per_second, figure.games_per_second, figure.steps_per_game, figure.state_bytes)
        table.add_row(setup, figure.target, *(f"{value:,.0f}" for value in numbers))
    console.print(table)
