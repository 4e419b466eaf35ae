"""`python -m expedition.arena.ladder`: play the ladder of all bots and write `docs/ladder.md`.

With `--results FOLDER` every match keeps its games there, and a run that was cut off goes on where it stopped.
"""

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
from expedition.core.registry import game_class, games
from expedition.players import bots_of
from expedition.players.bot import Match


def commit() -> str:
    """The commit the numbers belong to."""
    found = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def markdown(lines: Sequence[Standing], game: str) -> list[str]:
    head = columns(lines, game)
    rows = [head, ["---"] * len(head), *(cells(line, game, lines) for line in lines)]
    return ["| " + " | ".join(row) + " |" for row in rows]


def play(game: str, match: Match, share: float, workers: int | None, folder: Path | None) -> list[str]:
    """The part of the page on one match."""
    count = max(1, round(share * match.games))
    setups = options(game, match.players, match.setup)
    jobs = schedule(game, match.bots, count, setups, 1, match.alone)
    name = f"{game} {match.heading}".lower().replace(",", "").replace(" ", "-")
    kept = folder / f"{name}.jsonl" if folder else None
    records = folder / name if folder and match.late else None
    results = with_progress(jobs, kept, workers, None, None, match.late, records)
    heading = f"## {game_class(game).title()}: {match.heading[0].lower()}{match.heading[1:]}"
    return ["", heading, "", summary(results, game, match.late), "", *markdown(standings(results, game), game)]


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
        "hold within a table only. Where one bot plays among another, its fair share is one seat's. What was measured",
        "against `search`, a player that is gone, stands in [learning](learning.md#how-strong-it-is).",
    ]
    for game, match in [(name, match) for name in games() for match in bots_of(name).LADDER]:
        if given.only in f"{game} {match.heading}":
            text += play(game, match, given.share, given.workers, given.results)
            given.out.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
