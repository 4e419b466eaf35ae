"""`expedition arena`: bots against each other, and a table of what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from expedition.core.errors import ExpeditionError, SetupError

if TYPE_CHECKING:
    from expedition.arena.match import Result
    from expedition.arena.schedule import Job

MAX_ROUNDS = 60


def route_list(text: str) -> list[str]:
    from expedition.eldorado.components import route_ids

    known = list(route_ids())
    chosen = known if text == "all" else [part.strip() for part in text.split(",")]
    for route in chosen:
        if route not in known:
            raise SetupError(f"There is no route {route!r}; there are {', '.join(known)} and all.")
    return chosen


def player_counts(text: str) -> list[int]:
    """`2`, `2,4` or `2-4`."""
    counts: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.strip().isdigit() or not (last or first).strip().isdigit():
            raise SetupError(f"Players are written 2, 2,4 or 2-4, not {text!r}.")
        counts += range(int(first), int(last or first) + 1)
    if not counts or not all(2 <= count <= 4 for count in counts):
        raise SetupError(f"Both games are for 2 to 4 players, not {text!r}.")
    return counts


def cave_choices(text: str) -> list[bool]:
    known = {"on": [True], "off": [False], "both": [False, True]}
    if text not in known:
        raise SetupError(f"Caves are on, off or both, not {text!r}.")
    return known[text]


def arena(
    bots: Annotated[list[str], typer.Argument(metavar="BOTS...", help="Bots by name, such as planner greedy.")],
    game: Annotated[str, typer.Option(help="eldorado or silvergold.")] = "eldorado",
    games: Annotated[int, typer.Option(help="How many games; whole blocks of rotated seats are played.")] = 1000,
    routes: Annotated[str, typer.Option(help="El Dorado: route ids with commas between them, or all.")] = "first",
    players: Annotated[str, typer.Option(help="2, 2,4 or 2-4.")] = "2",
    caves: Annotated[str, typer.Option(help="El Dorado: on, off or both.")] = "off",
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
) -> None:
    """Let bots play each other, deals paired and seats rotated, and rate them."""
    from expedition.arena.ratings import standings
    from expedition.arena.report import table, write_csv, write_json
    from expedition.arena.run import header
    from expedition.arena.schedule import schedule

    console = Console()
    try:
        jobs = schedule(game, bots, games, options(game, routes, players, caves), seed, alone)
        results = with_progress(jobs, resume, workers, playouts, ray, late, keep)
    except ExpeditionError as error:
        Console(stderr=True).print(str(error), style="red", highlight=False, markup=False)
        raise typer.Exit(2) from None
    console.print(table(standings(results, late), game))
    console.print(summary(results, game, late), highlight=False)
    if json_out:
        write_json(json_out, header(jobs, playouts), results, late, keep)
    if csv_out:
        write_csv(csv_out, results)


def options(game: str, routes: str, players: str, caves: str) -> list[dict[str, Any]]:
    from expedition.arena.schedule import setups

    return setups(game, route_list(routes), player_counts(players), cave_choices(caves), MAX_ROUNDS)


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
    from expedition.arena.ratings import standard_error

    if game != "eldorado":
        return f"{len(results)} games."
    rounds = [min(a for a in result["arrived"] if a) for result in results if any(result["arrived"])]
    lost = len(results) - len(rounds)
    mean = sum(rounds) / max(len(rounds), 1)
    error = standard_error(rounds)
    return f"{len(results)} games; the winner arrives in round {mean:.2f} ± {error:.2f}; unfinished {lost}."


def main() -> None:
    app = typer.Typer(add_completion=False)
    app.command()(arena)
    app()


if __name__ == "__main__":
    main()
