"""`expedition arena`: bots against each other, and a table of what came of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from expedition.core.commandline import player_counts, takes_setup
from expedition.core.registry import game_class
from expedition.core.registry import games as all_games
from expedition.core.types import Json
from expedition.players.guest import short_name

if TYPE_CHECKING:
    from expedition.arena.match import Result
    from expedition.arena.schedule import Job

STOPPED = 130  # the exit code of Ctrl-C


@takes_setup(several=True)
def arena(
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOTS...", help="Bots by name, or your own: mine.py:Mine, or a command in quotes."),
    ],
    game: Annotated[str, typer.Option(help=f"{' or '.join(all_games())}.")] = all_games()[0],
    games: Annotated[int, typer.Option(min=1, help="How many games; whole blocks of rotated seats are played.")] = 1000,
    players: Annotated[str, typer.Option(help="2, 2,4 or 2-4.")] = "2",
    alone: Annotated[
        bool, typer.Option("--alone", help="Of two bots only the first among many of the second.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    playouts: Annotated[int | None, typer.Option(min=0, help="Playouts per decision of searching bots.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores by default.")] = None,
    ray: Annotated[str | None, typer.Option(help="Run on the Ray cluster at this address; `local` starts one.")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, help="What a player of your own may think for a decision; 10 by default.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="A file that keeps every result; a run goes on from it.")] = None,
    late: Annotated[int | None, typer.Option(min=1, help="Count games still running after this round.")] = None,
    keep: Annotated[Path | None, typer.Option(help="A folder for the records of these games.")] = None,
    json_out: Annotated[Path | None, typer.Option("--json", help="Write standings and all results as JSON.")] = None,
    csv_out: Annotated[Path | None, typer.Option("--csv", help="Write one line per seat and game.")] = None,
    setup: Annotated[Json | None, "the options of the game"] = None,
) -> None:
    """Let bots play each other, deals paired and seats rotated, and rate them."""
    from expedition.arena.report import check_writable, write_csv, write_json
    from expedition.arena.run import Stopped, header
    from expedition.arena.schedule import schedule

    for path in (json_out, csv_out):
        check_writable(path)
    jobs = schedule(game, bots, games, options(game, players, setup or {}), seed, alone)
    stopped = False
    try:
        results = with_progress(jobs, resume, workers, playouts, ray, late, keep, seconds)
    except Stopped as stop:
        results, stopped = stop.results, True
        again = f"; the same command with --resume {resume} goes on" if resume else ""
        print(f"Stopped after {len(results)} of {len(jobs)} games{again}.", file=sys.stderr)
    if results:
        show(results, game, late)
    if json_out and results:
        write_json(json_out, header(jobs, playouts), results, late, keep)
    if csv_out and results:
        write_csv(csv_out, results, game)
    if stopped:
        raise typer.Exit(STOPPED)


def show(results: list[Result], game: str, late: int | None) -> None:
    from expedition.arena.ratings import standings
    from expedition.arena.report import table

    console = Console()
    console.print(table(standings(results, game, late), game, console.width))
    console.print(summary(results, game, late), highlight=False, markup=False)


def options(game: str, players: str, given: Json) -> list[Json]:
    """The set-ups of an arena as they were written: `all` routes, caves `both`."""
    from expedition.arena.schedule import setups

    return setups(game, player_counts(game, players), given)


def with_progress(
    jobs: list[Job],
    resume: Path | None,
    workers: int | None,
    playouts: int | None,
    ray: str | None,
    late: int | None = None,
    keep: Path | None = None,
    seconds: float | None = None,
) -> list[Result]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from expedition.arena.run import run

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=len(jobs))
        return run(jobs, resume, workers, playouts, ray, lambda done: bar.advance(task, done), late, keep, seconds)


def summary(results: list[Result], game: str, late: int | None = None) -> str:
    """One line on the games as a whole, and one on those that are late."""
    said = [outcome(results, game)]
    if late is not None:
        said.append(lateness(results, late))
    if any("faults" in result for result in results):
        said.append("Faults are decisions of a player of your own in which it crashed/was illegal/was late.")
        said += sorted({f"{short_name(name)}: {why}" for name, why in troubles(results).items()})
    return "\n".join(said)


def troubles(results: list[Result]) -> dict[str, str]:
    """The last thing that went wrong with each player of one's own."""
    pairs = [pair for result in results for pair in zip(result["seats"], result.get("trouble") or ())]
    return {name: why for name, why in pairs if why}


def lateness(results: list[Result], late: int) -> str:
    from expedition.arena.ratings import late_games

    found = late_games(results, late)
    share, low, high = (f"{100 * found[name]:.2f} %" for name in ("share", "share_low", "share_high"))
    return f"{found['games']} of them still running after round {late}: {share} [{low}, {high}]."


def outcome(results: list[Result], game: str) -> str:
    from expedition.arena.ratings import standard_error, won

    measure = game_class(game).measure
    if not measure or not measure.sentence:
        return f"{len(results)} games."
    best = [
        min(value for value, share in zip(result[measure.name], won(result), strict=True) if share)
        for result in results
        if any(won(result))
    ]
    if not best:
        return f"{len(results)} games, none of them finished."
    filled = measure.sentence.format(
        mean=sum(best) / len(best), error=standard_error(best), unfinished=len(results) - len(best)
    )
    return f"{len(results)} games; {filled}."
