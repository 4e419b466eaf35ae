"""`expedition arena`: bots against each other, and a table of what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from expedition.core.commandline import player_counts, takes_setup
from expedition.core.errors import ExpeditionError
from expedition.core.registry import game_class
from expedition.core.registry import games as all_games
from expedition.core.types import Json

if TYPE_CHECKING:
    from expedition.arena.match import Result
    from expedition.arena.schedule import Job


@takes_setup(several=True)
def arena(
    bots: Annotated[list[str], typer.Argument(metavar="BOTS...", help="Bots by name, such as planner greedy.")],
    game: Annotated[str, typer.Option(help=f"{' or '.join(all_games())}.")] = all_games()[0],
    games: Annotated[int, typer.Option(help="How many games; whole blocks of rotated seats are played.")] = 1000,
    players: Annotated[str, typer.Option(help="2, 2,4 or 2-4.")] = "2",
    alone: Annotated[
        bool, typer.Option("--alone", help="Of two bots only the first among many of the second.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    playouts: Annotated[int | None, typer.Option(help="Playouts per decision of searching bots.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores by default.")] = None,
    ray: Annotated[str | None, typer.Option(help="Run on the Ray cluster at this address; `local` starts one.")] = None,
    resume: Annotated[Path | None, typer.Option(help="A file that keeps every result; a run goes on from it.")] = None,
    late: Annotated[int | None, typer.Option(min=1, help="Count games still running after this round.")] = None,
    keep: Annotated[Path | None, typer.Option(help="A folder for the records of these games.")] = None,
    json_out: Annotated[Path | None, typer.Option("--json", help="Write standings and all results as JSON.")] = None,
    csv_out: Annotated[Path | None, typer.Option("--csv", help="Write one line per seat and game.")] = None,
    setup: Annotated[Json | None, "the options of the game"] = None,
) -> None:
    """Let bots play each other, deals paired and seats rotated, and rate them."""
    from expedition.arena.ratings import standings
    from expedition.arena.report import table, write_csv, write_json
    from expedition.arena.run import header
    from expedition.arena.schedule import schedule

    console = Console()
    try:
        jobs = schedule(game, bots, games, options(game, players, setup or {}), seed, alone)
        results = with_progress(jobs, resume, workers, playouts, ray, late, keep)
    except ExpeditionError as error:
        Console(stderr=True).print(str(error), style="red", highlight=False, markup=False)
        raise typer.Exit(2) from None
    console.print(table(standings(results, game, late), game))
    console.print(summary(results, game, late), highlight=False)
    if json_out:
        write_json(json_out, header(jobs, playouts), results, late, keep)
    if csv_out:
        write_csv(csv_out, results, game)


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
) -> list[Result]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from expedition.arena.run import run

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=len(jobs))
        return run(jobs, resume, workers, playouts, ray, lambda done: bar.advance(task, done), late, keep)


def summary(results: list[Result], game: str, late: int | None = None) -> str:
    """One line on the games as a whole, and one on those that are late."""
    return outcome(results, game) + ("" if late is None else "\n" + lateness(results, late))


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
    filled = measure.sentence.format(
        mean=sum(best) / max(len(best), 1), error=standard_error(best), unfinished=len(results) - len(best)
    )
    return f"{len(results)} games; {filled}."


def main() -> None:
    app = typer.Typer(add_completion=False)
    app.command()(arena)
    app()


if __name__ == "__main__":
    main()
