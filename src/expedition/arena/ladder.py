"""`python -m expedition.arena.ladder`: play the ladder of all bots and write `docs/ladder.md`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from expedition.arena.command import options, summary, with_progress
from expedition.arena.ratings import Standing, standings
from expedition.arena.report import cells, columns
from expedition.arena.schedule import schedule

# what is measured: a heading, the game, who plays, on which routes, how many players, caves
MATCHES: tuple[tuple[str, str, tuple[str, ...], str, str, str], ...] = (
    ("All bots, first route, two players", "eldorado", ("random", "greedy", "planner", "search"), "first", "2", "off"),
    ("Planner and greedy, all routes, two players", "eldorado", ("planner", "greedy"), "all", "2", "both"),
    ("Planner and greedy, all routes, three and four", "eldorado", ("planner", "greedy"), "all", "3-4", "both"),
    ("Search and planner, first route, two players", "eldorado", ("search", "planner"), "first", "2", "off"),
    ("Search and planner, all routes, two players", "eldorado", ("search", "planner"), "all", "2", "both"),
    ("Three planners, first route", "eldorado", ("planner",), "first", "3", "off"),
    ("Three searchers, first route", "eldorado", ("search",), "first", "3", "off"),
    ("Levels, first route, two players", "eldorado", ("rookie", "guide", "veteran", "legend"), "first", "2", "off"),
    ("All bots, two players", "silvergold", ("random", "greedy", "planner", "search"), "first", "2", "off"),
    ("Levels, two players", "silvergold", ("rookie", "guide", "veteran", "legend"), "first", "2", "off"),
)
SEARCHERS = {"search", "veteran", "legend"}
GAME_NAMES = {"eldorado": "The Quest for El Dorado", "silvergold": "Silver & Gold"}


def commit() -> str:
    """The commit the numbers belong to."""
    found = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def markdown(lines: Sequence[Standing], game: str) -> list[str]:
    head = columns(lines, game)
    rows = [head, ["---"] * len(head), *(cells(line, game) for line in lines)]
    return ["| " + " | ".join(row) + " |" for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games of a match without search")
    parser.add_argument("--search-games", type=int, default=100, help="games of a match with it")
    parser.add_argument("--playouts", type=int, default=None)
    parser.add_argument("--only", default="", help="matches whose heading has these words")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--out", type=Path, default=Path("docs/ladder.md"))
    given = parser.parse_args()
    text = [
        "# The ladder",
        "",
        f"Made by `python -m expedition.arena.ladder {' '.join(sys.argv[1:])}` at commit {commit()}, seed 1.",
        "Deals are paired and seats rotated; brackets are 95 % intervals, ± is one standard error. Elo-style ratings",
        "hold within a table only.",
    ]
    for heading, game, bots, routes, players, caves in MATCHES:
        if given.only not in heading:
            continue
        count = given.search_games if SEARCHERS & set(bots) else given.games
        jobs = schedule(game, bots, count, options(game, routes, players, caves), seed=1)
        results = with_progress(jobs, None, given.workers, given.playouts, None)
        text += ["", f"## {GAME_NAMES[game]}: {heading[0].lower()}{heading[1:]}", "", summary(results, game), ""]
        text += markdown(standings(results), game)
        given.out.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
