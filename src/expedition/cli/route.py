"""`expedition route`: check, show, print, generate and simulate routes of your own."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from expedition.core.errors import SetupError
from expedition.core.words import check_language, languages, say
from expedition.eldorado.board import load_route
from expedition.eldorado.components import route_ids
from expedition.eldorado.pieces import RouteError

route = typer.Typer(
    help="Design routes: check, draw, print, generate, and play hundreds of games on them.",
    no_args_is_help=True,
    epilog="Example: expedition route check my.json",
)

Source = Annotated[
    str, typer.Argument(metavar="FILE", help="A route file, - for the pipe, an official id, or a route's code.")
]
Lang = Annotated[str, typer.Option(help=f"{', '.join(languages())}.")]
Out = Annotated[Path | None, typer.Option("-o", "--out", help="Write a file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same routes and games.")]


def read_route(source: str) -> dict[str, Any]:
    """The route a command was given, valid or not; RouteError where there is no route at all."""
    from expedition.eldorado.components import routes
    from expedition.workshop.codes import route_of

    if source in route_ids():
        return routes()[source]
    path = Path(source)
    if source != "-" and not path.exists():
        if path.suffix or "/" in source:
            raise RouteError(f"There is no file {source}.")
        return route_of(source)
    try:
        found = json.loads(sys.stdin.read() if source == "-" else path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise RouteError(f"{source} is not JSON: {error}.") from None
    if not isinstance(found, dict):
        raise RouteError(f"{source} is not a route: a route is an object with tiles and finish.")
    return found


@route.command(epilog="Example: expedition route check my.json --lang it")
def check(
    file: Source,
    lang: Lang = "en",
    as_json: AsJson = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of route files instead.")] = False,
) -> None:
    """Can it be played? What the book advises, how long and how hard it is. Exit code 1 if it cannot be played."""
    from expedition.workshop.check import check as verdict_of
    from expedition.workshop.check import report
    from expedition.workshop.schema import schema as schema_of

    check_language(lang)
    if schema:
        print(json.dumps(schema_of(), indent=1))
        return
    found = read_route(file)
    verdict = verdict_of(found, lang)
    made = report(load_route(found), lang) if verdict.ok else None
    if as_json:
        print(json.dumps({"verdict": verdict.to_json(), "report": made}, ensure_ascii=False))
    else:
        console = Console(highlight=False)
        console.print(verdict.text, style="green" if verdict.ok else "red")
        if made:
            _show_report(console, made, lang)
    if not verdict.ok:
        raise typer.Exit(1)


def _show_report(console: Console, made: dict[str, Any], lang: str) -> None:
    grade = say(f"workshop.grade.{made['grade']}", lang)
    console.print(say("workshop.sheet.about", lang, **{**made, "grade": grade}))
    for hint in made["advice"]:
        mark = "[green]✓[/green]" if hint["fine"] else "[yellow]![/yellow]"
        official = ", ".join("–" if value is None else f"{value:g}" for value in hint["official"].values())
        console.print(f" {mark} {hint['text']} [dim]({hint['rule']}; official: {official})[/dim]")


@route.command(epilog="Example: expedition route show my.json -o my.svg")
def show(
    file: Source,
    out: Out = None,
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Draw the route: in the terminal, or as an SVG file."""
    from expedition.eldorado import svg, terminal
    from expedition.eldorado.game import ElDorado
    from expedition.workshop.codes import code_of

    check_language(lang)
    game = ElDorado(route=read_route(file))
    code = code_of(game.board.route())
    if as_json:
        print(json.dumps({"code": code, "board": game.board.to_json()}, ensure_ascii=False))
    elif out:
        out.write_text(svg.board(game.components(), None, theme, lang, game.setup["route"]), encoding="utf-8")
        print(out)
    else:
        console = Console(highlight=False)
        console.print(terminal.board(game.components(), None, {}, console.width))
        console.print(terminal.legend(lang))
        console.print(code, style="dim")


@route.command("print", epilog="Example: expedition route print my.json -o my.pdf --name 'Hills behind Hills'")
def print_sheet(
    file: Source,
    out: Annotated[Path, typer.Option("-o", "--out", help="Where to: .svg or .pdf.")] = Path("route.pdf"),
    name: Annotated[str, typer.Option(help="The title; the name of the route if not given.")] = "",
    lang: Lang = "en",
) -> None:
    """One page for people with the box: which tile, which side, which turn, where the blockades."""
    from expedition.workshop.sheet import write_sheet

    write_sheet(load_route(read_route(file)), out, name, check_language(lang))
    print(out)


@route.command(epilog="Example: expedition route generate my.json --seed 7 --steps 30-36 --grade medium --games 40")
def generate(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the best route, or all as a list.")],
    seed: Seed = None,
    count: Annotated[int, typer.Option(help="How many routes; more than one are written as a JSON list.")] = 1,
    steps: Annotated[str, typer.Option(help="The length, as least-most.")] = "24-42",
    grade: Annotated[str | None, typer.Option(help="introductory, easy, medium or hard.")] = None,
    lanes: Annotated[int | None, typer.Option(help="1, 2 or 3 lanes of different kinds.")] = None,
    variety: Annotated[float | None, typer.Option(help="Kinds of ground, 1 to 5.")] = None,
    games: Annotated[int, typer.Option(help="Games played on each finalist before choosing.")] = 0,
    proposals: Annotated[bool, typer.Option("--proposals", help="Any valid routes, thousands a second.")] = False,
) -> None:
    """New routes from a seed."""
    from expedition.workshop.generate import Wish, propose
    from expedition.workshop.generate import generate as best

    number = random.getrandbits(32) if seed is None else seed
    length = _range(steps)
    if count < 1:
        raise SetupError(f"Ask for at least one route, not {count}.")
    if proposals:
        found = propose(number, count, length)
    else:
        found = best(number, Wish(length, grade, lanes, variety), count, games)
    if not found:
        raise SetupError(f"No route of {steps} steps was found; wish for another length.")
    file.write_text(json.dumps(found[0] if count == 1 else found) + "\n", encoding="utf-8")
    print(f"{file}: {len(found)} from seed {number}")


def _range(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    if not low.isdigit() or (high and not high.isdigit()):
        raise SetupError(f"A length is like 30 or 30-36, not {text!r}.")
    return int(low), int(high or low)


@route.command(epilog="Example: expedition route simulate my.json --games 2000 --players 2,3,4 --caves both")
def simulate(
    file: Source,
    games: Annotated[int, typer.Option(help="How many games, spread evenly over levels, players and caves.")] = 300,
    level: Annotated[str, typer.Option(help="Who plays, several separated by commas; the planner if not said.")] = "",
    players: Annotated[str, typer.Option(help="2, 3, 4, or several separated by commas.")] = "3",
    caves: Annotated[str, typer.Option(help="off, on or both.")] = "off",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    workers: Annotated[int | None, typer.Option(help="Processes; all cores if not said.")] = None,
    ray: Annotated[str | None, typer.Option(help="The address of a Ray cluster, or local.")] = None,
    out: Out = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Let bots play on it: rounds, fairness of the seats, blocking, winning decks, a grade."""
    from expedition.workshop.simulate import Outcome, Trial
    from expedition.workshop.simulate import simulate as play

    check_language(lang)
    choice = {"off": (False,), "on": (True,), "both": (False, True)}.get(caves)
    if choice is None:
        raise SetupError(f"Caves are off, on or both, not {caves!r}.")
    counts = tuple(int(part) if part.strip().isdigit() else 0 for part in players.split(","))
    trial = Trial(
        read_route(file), games, tuple(p.strip() for p in level.split(",") if p.strip()), counts, choice, seed
    )
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[so_far]}"),
        console=Console(stderr=True), transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task("Playing", total=games, so_far="")

        def tell(outcome: Outcome) -> None:
            rounds = ", ".join(f"{tally.mean_rounds():.1f}" for tally in outcome.tallies.values())
            bar.update(task, completed=outcome.done, so_far=f"{rounds} rounds")

        figures = play(trial, workers, ray, tell).to_json()
    if out:
        out.write_text(json.dumps(figures) + "\n", encoding="utf-8")
    if as_json:
        print(json.dumps(figures))
    else:
        _show_figures(Console(highlight=False), figures, lang)


def _show_figures(console: Console, figures: dict[str, Any], lang: str) -> None:
    for group in figures["groups"]:
        low, high = group["rounds_interval"]
        level = say(f"level.{group['level']}", lang)
        caves = "with caves" if group["caves"] else "no caves"
        console.print(
            f"[bold]{group['players']} × {level}, {caves}[/bold]: {group['games']} games, "
            f"{group['rounds']:.1f} rounds ({low:.1f} to {high:.1f})"
        )
        for seat, wins in enumerate(group["seats"]):
            between = f"({wins['low']:.0%} to {wins['high']:.0%})"
            console.print(f"  {say(f'seat.{seat}', lang):<10} wins {wins['share']:>4.0%}  {between}")
        decks = ", ".join(f"{name} {share:.0%}" for name, share in group["decks"].items())
        console.print(f"  winning decks: {decks or 'none'}; blockades kept by the winner: {group['kept']:.1f}")
        console.print(
            f"  blocked at the start of a turn: {group['blocked']:.1%}; more than one arrived: {group['close']:.0%}; "
            f"not over after 100 rounds: {group['stuck']:.1%}"
        )
    console.print(f"Grade: {say('workshop.grade.' + figures['grade']['grade'], lang)} (by {figures['grade']['by']})")
