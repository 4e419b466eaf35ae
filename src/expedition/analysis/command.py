"""`expedition review`: a finished game in words, as JSON, or as one HTML or SVG file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from expedition.core.commandline import record_source
from expedition.core.errors import RecordError, SetupError
from expedition.core.game import Json
from expedition.core.record import load
from expedition.core.words import check_language, languages, say

COLOURS = {"best": "green", "good": "green", "detour": "yellow", "wrong": "red", "forced": "dim", "resigned": "dim"}


def review(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A game record, JSON or text; - reads the pipe.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Write one self-contained .html file, or the chart as .svg.")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(help="Whose review: a seat from 0; the first person's if not said, where a person played."),
    ] = None,
    lang: Annotated[str, typer.Option(help=f"{', '.join(languages())}.")] = "en",
) -> None:
    """What every turn of a finished game cost, what luck did, and what would have been better."""
    from expedition.analysis import review as make_review
    from expedition.analysis import told
    from expedition.analysis.headline import first_person

    lang = check_language(lang)
    if out is not None and out.suffix not in (".html", ".svg"):
        raise SetupError(f"A review is written as .html or .svg, not as {out.name!r}.")
    played = load(record_source(record))
    if played.result is None:
        raise RecordError("This game is not over; only finished games are reviewed.")
    if seat is not None and not 0 <= seat < played.game.players:
        raise SetupError(f"There is no seat {seat}; seats are 0 to {played.game.players - 1}.")
    console = Console(highlight=False, stderr=True)
    with Progress(TextColumn("{task.description}"), BarColumn(), console=console, transient=True) as bar:
        task = bar.add_task("Reviewing", total=None)
        made = make_review(played, progress=lambda done, total: bar.update(task, completed=done, total=total))
    made = told(made, lang, first_person(made) if seat is None else seat)
    if as_json:
        json.dump(made, sys.stdout, ensure_ascii=False)
        sys.stdout.write("\n")
    elif out is not None:
        write(made, out, lang)
        print(out)
    else:
        show(made, lang, Console(highlight=False))


def write(made: Json, out: Path, lang: str) -> None:
    from expedition.analysis.chart import chart
    from expedition.analysis.export import html

    out.write_text(html(made, lang) if out.suffix == ".html" else chart(made, lang), encoding="utf-8")


def show(made: Json, lang: str, console: Console) -> None:
    """The headline, the balance and every turn as tables of the terminal."""
    from expedition.analysis.export import signed
    from expedition.analysis.grades import whole_percent
    from expedition.analysis.words import names

    who = [escape(name) for name in names(made, lang)]
    console.print(f"[bold]{escape(made['headline']['text'])}[/bold]\n")
    balance = Table("", *(say(f"review.{name}", lang) for name in ("start", "own", "others", "luck", "result")))
    for seat, account in enumerate(made["accounts"]):
        moved = [signed(account[name]) for name in ("own_skill", "others_skill", "luck")]
        balance.add_row(who[seat], f"{100 * account['start']:.0f}", *moved, f"{100 * account['result']:.0f}")
    console.print(balance)
    rounds = "round_of_cards" if any("card" in turn["turn"] for turn in made["turns"]) else "round"
    turns = Table(*(say(f"review.{name}", lang) for name in (rounds, "player", "grade", "played", "cost")))
    for turn in made["turns"]:
        text = escape(turn["text"])
        if turn["better"] is not None:
            text += f"\n[italic]{say('review.better_is', lang)} {escape(turn['better']['text'])}[/italic]"
        number = ".".join(str(part) for part in turn["turn"].values())
        grade = say("review.grade." + turn["grade"], lang)
        shown = f"[{COLOURS[turn['grade']]}]{grade}[/]"
        turns.add_row(number, who[turn["seat"]], shown, text, signed(-whole_percent(turn["loss"]) / 100))
    console.print(turns)
