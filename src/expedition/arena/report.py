"""Results as a table for people and as JSON and CSV for programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from expedition.arena.match import Result, is_late
from expedition.arena.ratings import Standing, late_games, standings
from expedition.arena.run import kept
from expedition.core.errors import SetupError
from expedition.core.registry import game_class
from expedition.players.guest import is_guest, short_name

WIDE = 130  # columns of a terminal that has room for everything


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def measured(value: float | None, error: float | None, digits: int = 2) -> str:
    return "–" if value is None or error is None else f"{value:.{digits}f} ± {error:.{digits}f}"


def elo(line: Standing) -> str:
    """The rating with its interval; where these games set no end to it, the end they do set."""
    if line.elo_bound:
        return f"{line.elo_bound} {line.elo_low if line.elo_bound == 'at least' else line.elo_high:.0f}"
    return f"{line.elo:.0f} [{line.elo_low:.0f}, {line.elo_high:.0f}]"


def faults(line: Standing) -> str:
    """How often a guest crashed, answered something illegal, or was late."""
    return "" if line.faults is None else "/".join(str(count) for count in line.faults.values())


Column = tuple[str, Callable[[Standing], str]]


def _parts(lines: Sequence[Standing], game: str, narrow: bool) -> list[Column]:
    """Heads and cells; late games and guests' faults have columns where there are any. A narrow one fits 80 columns."""
    measure = game_class(game).measure
    digits = 0 if narrow else 1
    parts: list[Column] = [
        ("bot", lambda line: short_name(line.bot) if is_guest(line.bot) else line.bot),
        ("seats" if narrow else "seats played", lambda line: str(line.games)),
        ("first places", lambda line: _share(line, digits)),
        ("Elo", elo),
    ]
    if not narrow:
        parts.insert(3, ("fair share", lambda line: percent(line.fair)))
        parts.append(("openskill", lambda line: f"{line.mu:.1f} ± {line.sigma:.1f}"))
    if measure:
        parts.append((measure.heading, lambda line: measured(line.mean, line.mean_error, digits + 1)))
    parts.append(("a turn" if narrow else "time per turn", lambda line: _milliseconds(line, narrow)))
    if any(line.late is not None for line in lines):
        parts.append(("late games", lambda line: "" if line.late is None else f"{100 * line.late:.2f} %"))
    if any(line.faults is not None for line in lines):
        parts.append(("faults", faults))
    return parts


def _milliseconds(line: Standing, narrow: bool) -> str:
    taken = 1000 * line.seconds_per_turn
    return f"{taken:.0f} ms" if narrow and taken >= 10 else f"{taken:.1f} ms"


def _share(line: Standing, digits: int) -> str:
    share, low, high = (f"{100 * value:.{digits}f}" for value in (line.first, line.first_low, line.first_high))
    return f"{share} % [{low}, {high}]" if not digits else f"{share} % [{low} %, {high} %]"


def columns(lines: Sequence[Standing], game: str) -> list[str]:
    return [head for head, _ in _parts(lines, game, narrow=False)]


def cells(line: Standing, game: str, lines: Sequence[Standing] | None = None) -> list[str]:
    return [cell(line) for _, cell in _parts(lines or [line], game, narrow=False)]


def table(lines: Sequence[Standing], game: str, width: int = 80) -> Table:
    """The standings; ± is a standard error, brackets are 95 % intervals."""
    parts = _parts(lines, game, narrow=width < WIDE)
    rows = [[cell(line) for _, cell in parts] for line in lines]
    # a number is never broken; a head may be between two words, and so may the name of a bot
    needed = [max(map(len, [*head.split(), *column])) for (head, _), column in zip(parts, zip(*rows))]
    gap = 2 if sum(needed) + 2 * len(needed) <= width else 1
    made = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False)
    for (head, _), most in zip(parts, needed):
        is_name = head == "bot"
        least = None if is_name else most
        made.add_column(head, justify="left" if is_name else "right", min_width=least, overflow="fold")
    for row in rows:
        made.add_row(*map(escape, row))
    return made


def check_writable(path: Path | None) -> None:
    """Whether a file can be written, before hours of games are played for it; SetupError says why not."""
    if path is None:
        return
    there = path.exists()
    try:
        with path.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise SetupError(f"{path} cannot be written: {error.strerror}.") from None
    if not there:
        path.unlink()


def write_json(
    path: Path, head: dict[str, Any], results: Sequence[Result], late: int | None = None, keep: Path | None = None
) -> None:
    data = {**head, "standings": [line.to_dict() for line in standings(results, str(head["game"]), late)]}
    if late is not None:
        records = [kept(keep, result).name for result in results if is_late(result, late)] if keep else []
        data["late"] = {**late_games(results, late), "records": records}
    data["results"] = list(results)
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def write_csv(path: Path, results: Sequence[Result], game: str) -> None:
    """One line per seat of a game."""
    measure = game_class(game).measure
    worth = [measure.name] if measure else []
    options = list(dict.fromkeys(name for result in results for name in result["setup"] if name != "max_rounds"))
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(["game", "block", "seed", *options, "seat", "bot", "place", *worth, "rounds"])
        for result in results:
            setup = [result["setup"].get(name, "") for name in options]
            for seat, bot in enumerate(result["seats"]):
                known = [result["index"], result["block"], result["seed"], *setup, seat, bot, result["ranking"][seat]]
                out.writerow([*known, *(result[name][seat] for name in worth), result["rounds"]])
