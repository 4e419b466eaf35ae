"""`python -m expedition.arena.ladder`: play the ladder of all bots and write `docs/ladder.md`.

With `--results FOLDER` every match keeps its games there, and a run that was cut off goes on where it stopped.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from expedition.arena.command import options, summary, with_progress
from expedition.arena.ratings import Standing, standings
from expedition.arena.report import cells, columns
from expedition.arena.schedule import schedule


@dataclass(frozen=True, slots=True)
class Match:
    """What is measured: who plays, how many games, on which routes, how many at the table."""

    heading: str
    game: str
    bots: tuple[str, ...]
    games: int
    players: str = "2"
    routes: str = "first"
    caves: str = "off"
    alone: bool = False
    late: int | None = None


BASELINES = ("random", "greedy", "planner", "search")
LEVELS = ("rookie", "guide", "veteran", "legend")
MATCHES = (
    Match("Greedy over random, first route, two players", "eldorado", ("greedy", "random"), 400),
    Match("Planner over greedy, first route, two players", "eldorado", ("planner", "greedy"), 600),
    Match("Planner over greedy, all routes, two players", "eldorado", ("planner", "greedy"), 840, "2", "all", "both"),
    Match(
        "Planner among greedy ones, all routes, three and four players",
        "eldorado", ("planner", "greedy"), 784, "3-4", "all", "both", alone=True,
    ),
    Match("Search over planner, first route, two players", "eldorado", ("search", "planner"), 300),
    Match("Search over planner, all routes, two players", "eldorado", ("search", "planner"), 280, "2", "all", "both"),
    Match(
        "Search among planners, all routes, three and four players",
        "eldorado", ("search", "planner"), 196, "3-4", "all", "both", alone=True,
    ),
    Match("Three planners, first route", "eldorado", ("planner",), 1000, "3"),
    Match("Three at full strength, first route", "eldorado", ("search",), 500, "3"),
    Match("Search on all routes, late games", "eldorado", ("search",), 210, "2-4", "all", "both", late=40),
    Match("Planners on all routes, late games", "eldorado", ("planner",), 10_000, "2-4", "all", "both", late=40),
    Match("Levels, first route, two players", "eldorado", LEVELS, 240),
    Match("All bots, two players", "silvergold", BASELINES, 300),
    Match("Search over planner, two players", "silvergold", ("search", "planner"), 300),
    Match("Full strength over greedy, two players", "silvergold", ("legend", "greedy"), 60),
    Match("Search among planners, three and four players", "silvergold", ("search", "planner"), 280, "3-4", alone=True),
    Match("Levels, two players", "silvergold", LEVELS, 240),
)  # fmt: skip
GAME_NAMES = {"eldorado": "The Quest for El Dorado", "silvergold": "Silver & Gold"}


def commit() -> str:
    """The commit the numbers belong to."""
    found = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def markdown(lines: Sequence[Standing], game: str) -> list[str]:
    head = columns(lines, game)
    rows = [head, ["---"] * len(head), *(cells(line, game) for line in lines)]
    return ["| " + " | ".join(row) + " |" for row in rows]


def play(match: Match, share: float, workers: int | None, folder: Path | None) -> list[str]:
    """The part of the page on one match."""
    count = max(1, round(share * match.games))
    setups = options(match.game, match.routes, match.players, match.caves)
    jobs = schedule(match.game, match.bots, count, setups, 1, match.alone)
    name = f"{match.game} {match.heading}".lower().replace(",", "").replace(" ", "-")
    kept = folder / f"{name}.jsonl" if folder else None
    records = folder / name if folder and match.late else None
    results = with_progress(jobs, kept, workers, None, None, match.late, records)
    heading = f"## {GAME_NAMES[match.game]}: {match.heading[0].lower()}{match.heading[1:]}"
    return ["", heading, "", summary(results, match.game, match.late), "", *markdown(standings(results), match.game)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0, help="of the games of every match")
    parser.add_argument("--only", default="", help="matches whose heading or game has these words")
    parser.add_argument("--results", type=Path, default=None, help="a folder that keeps every game's result")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--out", type=Path, default=Path("docs/ladder.md"))
    given = parser.parse_args()
    text = [
        "# The ladder",
        "",
        f"Made by `{' '.join(['python -m expedition.arena.ladder', *sys.argv[1:]])}` at commit {commit()}, seed 1.",
        "Deals are paired and seats rotated; brackets are 95 % intervals, ± is one standard error. Elo-style ratings",
        "hold within a table only. Where one bot plays among another, its fair share is one seat's.",
    ]
    for match in MATCHES:
        if given.only in f"{match.game} {match.heading}":
            text += play(match, given.share, given.workers, given.results)
            given.out.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
