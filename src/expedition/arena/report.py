"""Results as a table for people and as JSON and CSV for programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from expedition.arena.match import Result, is_late
from expedition.arena.ratings import Standing, late_games, standings
from expedition.arena.run import kept
from expedition.core.registry import game_class


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def measured(value: float | None, error: float | None) -> str:
    return "–" if value is None or error is None else f"{value:.2f} ± {error:.2f}"


def columns(lines: Sequence[Standing], game: str) -> list[str]:
    """The heads of the table; late games have a column where they were asked for."""
    measure = game_class(game).measure
    worth = [measure.heading] if measure else []
    late = ["late games"] if any(line.late is not None for line in lines) else []
    return ["bot", "seats played", "first places", "fair share", "Elo", "openskill", *worth, "time per turn", *late]


def table(lines: Sequence[Standing], game: str) -> Table:
    """The standings; ± is a standard error, brackets are 95 % intervals."""
    made = Table(title="Standings")
    for column in columns(lines, game):
        made.add_column(column, justify="left" if column == "bot" else "right")
    for line in lines:
        made.add_row(*cells(line, game))
    return made


def cells(line: Standing, game: str) -> list[str]:
    worth = [measured(line.mean, line.mean_error)] if game_class(game).measure else []
    return [
        line.bot,
        str(line.games),
        f"{percent(line.first)} [{percent(line.first_low)}, {percent(line.first_high)}]",
        percent(line.fair),
        f"{line.elo:.0f} [{line.elo_low:.0f}, {line.elo_high:.0f}]",
        f"{line.mu:.1f} ± {line.sigma:.1f}",
        *worth,
        f"{1000 * line.seconds_per_turn:.1f} ms",
        *([] if line.late is None else [f"{100 * line.late:.2f} %"]),
    ]


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
