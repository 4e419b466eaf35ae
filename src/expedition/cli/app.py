"""All commands. A mistake of the caller is one sentence on the error stream and exit code 2, never a traceback."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from expedition.analysis.command import review
from expedition.arena.command import arena
from expedition.cli.admin import admin
from expedition.cli.route import route
from expedition.core.commandline import read_setup, takes_setup
from expedition.core.errors import ExpeditionError, SetupError
from expedition.core.extras import needs
from expedition.core.offers import Picture
from expedition.core.registry import game_class, games, make
from expedition.core.types import Json
from expedition.core.words import check_language, languages, say

if TYPE_CHECKING:
    from expedition.core.game import Game, State

MISTAKE = 2
STOPPED = 130
DEMO_ROUNDS = 100
# what the list of commands is sorted under
TABLE = "Play and watch"
RECORDS = "Games and routes"
RESEARCH = "Research"
HOSTS = "For hosts"

app = typer.Typer(
    name="expedition",
    help="Board games: play, watch, draw, verify, measure.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
show = typer.Typer(
    help="Draw parts of a game, or a moment of a recorded one.",
    no_args_is_help=True,
    epilog="Example: expedition show route first -o first.svg",
)
app.add_typer(show, name="show", rich_help_panel=TABLE)
app.add_typer(route, name="route", rich_help_panel=RECORDS)
app.add_typer(admin, name="admin", rich_help_panel=HOSTS)

GAMES = " or ".join(games())

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"{GAMES}.")]
Players = Annotated[int, typer.Option(help="How many play, the person included.")]
Setup = Annotated[Json | None, "the options of the game"]
Seed = Annotated[str | None, typer.Option(help="The same seed deals the same game; hexadecimal from 0x.")]
Lang = Annotated[str, typer.Option(help=f"{', '.join(languages())}.")]
Theme = Annotated[str, typer.Option(help="light or dark.")]
Out = Annotated[Path | None, typer.Option("-o", "--out", help="Write an SVG file; without it the terminal shows it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def main() -> None:
    """Entry point of the `expedition` command."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and return its exit code."""
    try:
        app(args=list(arguments), prog_name="expedition")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else MISTAKE
    except ExpeditionError as error:
        return _mistake(str(error))
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:  # the reader of our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        return _mistake(f"{error.filename or 'The system'}: {error.strerror or error}.")
    return 0


def _mistake(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return MISTAKE


def _version(wanted: bool) -> None:
    if wanted:
        from expedition import __version__

        print(f"expedition {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Board games: play, watch, draw, verify, measure."""


# Reading what the caller wrote.


def _number(seed: str | None) -> int | None:
    from expedition.core.game import check_seed

    if seed is None:
        return None
    try:
        return check_seed(int(seed, 16 if seed.lower().startswith("0x") else 10))
    except ValueError:
        raise SetupError(f"A seed is a whole number of up to 128 bits, or hexadecimal from 0x, not {seed!r}.") from None


def _game(name: str, players: int, setup: Json | None, **usual: Any) -> Game[Any]:
    """The game of the options given; `usual` are those it has when nothing is said."""
    return make(name, **{**usual, "players": players, **read_setup(name, setup or {})})


def _console() -> Console:
    return Console(highlight=False)


# Commands.


@app.command(epilog="Example: expedition demo eldorado --players 3 --seed 7 --caves", rich_help_panel=TABLE)
@takes_setup()
def demo(
    game: GameName,
    players: Players = 3,
    seed: Seed = None,
    bots: Annotated[str, typer.Option(help="Who plays, separated by commas; the last one fills the table.")] = "walker",
    lang: Lang = "en",
    save: Annotated[Path | None, typer.Option(help="Keep the record of the game in a file.")] = None,
    as_json: AsJson = False,
    setup: Setup = None,
) -> None:
    """Let simple bots play a whole game and print its journal."""
    from expedition.cli.demo import play_out, print_journal

    check_language(lang)
    made = _game(game, players, setup, **game_class(game).limits(DEMO_ROUNDS))
    number = _number(seed)
    state, names = play_out(made, number if number is not None else random.getrandbits(64), bots.split(","), lang)
    record = state.record().with_seats([{"name": name, "kind": "bot"} for name in names])
    if save:
        record.save(save)
    if as_json:
        print(record.to_json(), end="")
    else:
        print_journal(_console(), state, names, lang)


@app.command(epilog="Example: expedition play eldorado --players 3 --bots walker --lang pt", rich_help_panel=TABLE)
@takes_setup()
def play(
    game: GameName,
    players: Players = 2,
    bots: Annotated[str, typer.Option(help="Opponents, separated by commas; the last one fills the table.")] = "",
    seat: Annotated[int, typer.Option(help="Your seat, from 1.")] = 1,
    seed: Seed = None,
    lang: Lang = "en",
    new: Annotated[bool, typer.Option("--new", help="Start anew even if a game is waiting.")] = False,
    file: Annotated[Path | None, typer.Option(help="Where the running game is kept.")] = None,
    setup: Setup = None,
) -> None:
    """Play against bots in the terminal. Leave when you like: the game waits for you."""
    from expedition.cli import bots as known
    from expedition.cli.table import Seating, begin, default_file, resume

    check_language(lang)
    made = _game(game, players, setup)
    if not 1 <= seat <= players:
        raise SetupError(f"Your seat is a number from 1 to {players}, not {seat}.")
    where = file or default_file(game)
    console = _console()
    if where.exists() and not new:
        sitting = resume(where, console, lang)
        console.print(say("terminal.resumed", lang), style="dim")
    else:
        wanted = (bots or known.usual(game)).split(",")
        levels = [known.called(wanted[min(i, len(wanted) - 1)]) for i in range(players - 1)]
        levels.insert(seat - 1, "")
        sitting = begin(made, Seating(seat - 1, levels), console, lang, where, _number(seed), random.getrandbits(32))
    sitting.run()


def _add_picture(picture: Picture) -> None:
    """A command that draws a part of a game: as a file, in the terminal, or as data."""

    def draw(what: str, out: Path | None, theme: str, lang: str, as_json: bool) -> None:
        check_language(lang)
        if as_json:
            print(json.dumps(picture.data(what), ensure_ascii=False))
        elif out:
            _write(out, picture.svg(what, theme, lang))
        else:
            console = _console()
            for part in picture.terminal(what, lang, console.width):
                console.print(part)

    def draw_one(
        what: Annotated[str, typer.Argument(metavar=picture.argument, help=picture.argument_help)],
        out: Out = None,
        theme: Theme = "light",
        lang: Lang = "en",
        as_json: AsJson = False,
    ) -> None:
        draw(what, out, theme, lang, as_json)

    def draw_all(out: Out = None, theme: Theme = "light", lang: Lang = "en", as_json: AsJson = False) -> None:
        draw("", out, theme, lang, as_json)

    if picture.argument:  # the text of an annotation would not find what is only known here
        draw_one.__annotations__["what"] = Annotated[
            str, typer.Argument(metavar=picture.argument, help=picture.argument_help)
        ]
    command = draw_one if picture.argument else draw_all
    command.__doc__ = picture.help
    show.command(picture.name, epilog=f"Example: {picture.example}")(command)


for _name in games():
    for _picture in game_class(_name).pictures():
        _add_picture(_picture)


@show.command("record", epilog="Example: expedition show record game.json --ply 40 -o moment.svg")
def show_record(
    record: Annotated[Path, typer.Argument(metavar="FILE", help="A game record, JSON or text; - reads the pipe.")],
    ply: Annotated[int | None, typer.Option(help="After how many actions; the end without it.")] = None,
    seat: Annotated[int | None, typer.Option(help="Through whose eyes, from 1; the seat to act without it.")] = None,
    out: Out = None,
    theme: Theme = "light",
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show a moment of a recorded game."""
    from expedition.core.commandline import record_source
    from expedition.core.record import load

    check_language(lang)
    loaded = load(record_source(record))
    state = loaded.state if ply is None else loaded.at(ply)
    eyes = _eyes(state, seat)
    if as_json:
        print(json.dumps(state.view(eyes), ensure_ascii=False))
    elif out:
        drawn = state.game.picture(state, eyes, theme, lang)
        if drawn is None:
            raise SetupError(f"{state.game.title()} has no pictures.")
        _write(out, drawn)
    else:
        from expedition.cli.demo import print_moment

        print_moment(_console(), state, eyes, [s.get("name", "") for s in loaded.seats], lang)


def _eyes(state: State[Any], seat: int | None) -> int | None:
    if seat is not None:
        if not 1 <= seat <= state.game.players:
            raise SetupError(f"There is no seat {seat}; seats are 1 to {state.game.players}.")
        return seat - 1
    return None if state.is_over else state.actor


def _write(path: Path, drawn: str) -> None:
    if path.suffix.lower() != ".svg":
        raise SetupError(f"Pictures are written as SVG: call the file {path.stem}.svg, not {path.name}.")
    path.write_text(drawn, encoding="utf-8")
    print(f"{path} written, {len(drawn.encode()) // 1024} kB.", file=sys.stderr)


@app.command(epilog="Example: expedition verify game.json", rich_help_panel=RECORDS)
def verify(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Game records, JSON or text; - reads the pipe.")
    ],
    as_json: AsJson = False,
) -> None:
    """Replay records action by action and say whether they hold."""
    from expedition.cli.demo import check_records

    raise typer.Exit(check_records(files, as_json))


@app.command(epilog="Example: expedition convert game.json > game.txt", rich_help_panel=RECORDS)
def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game or a position in any form; - reads the pipe.")],
    to: Annotated[str | None, typer.Option(help="text, json or line; without it the other form of the two.")] = None,
    ply: Annotated[int | None, typer.Option(help="The position after so many actions.")] = None,
) -> None:
    """Write a game as readable text or as JSON, a position as one line or as JSON."""
    from expedition.cli.convert import convert as converted

    print(converted(file, to, ply))


@app.command(
    epilog="Example: expedition dataset games/ planner greedy --game silvergold --games 10000", rich_help_panel=RESEARCH
)
@takes_setup(several=True)
def dataset(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="An empty folder, or one that is made.")],
    bots: Annotated[list[str], typer.Argument(metavar="BOTS...", help="Bots by name.")],
    game: Annotated[str, typer.Option(help=f"{GAMES}.")] = games()[0],
    count: Annotated[int, typer.Option("--games", min=1, help="How many games; whole blocks of seats.")] = 1000,
    players: Annotated[str, typer.Option(help="2, 2,4 or 2-4.")] = "2",
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores by default.")] = None,
    shard: Annotated[int, typer.Option(min=1, help="Games of a file.")] = 1000,
    setup: Setup = None,
) -> None:
    """Write games between bots as Parquet files, a row a decision, with a card that says how they were made."""
    from expedition.cli.dataset import write_dataset

    write_dataset(folder, bots, game, count, players, seed, workers, shard, setup or {})


@app.command(epilog="Example: expedition schema silvergold information", rich_help_panel=RESEARCH)
def schema(
    game: GameName,
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="action, components, event, gesture, information, setup, view, position, route, record.",
        ),
    ],
) -> None:
    """Print the JSON Schema of what a game says and reads, for programs and their types."""
    from expedition.core.schemas import schema as schema_of

    print(json.dumps(schema_of(game, what), indent=1, ensure_ascii=False))


@app.command(epilog="Example: expedition bench eldorado --seconds 5 --json", rich_help_panel=RESEARCH)
def bench(
    game: GameName,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long each figure is measured.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the rules run on this machine, compiled and interpreted."""
    from expedition.cli.demo import print_bench

    make(game)
    print_bench(_console(), game, seconds, as_json)


@app.command(epilog="Example: expedition serve --port 8000 --open", rich_help_panel=TABLE)
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; this machine alone without it.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port to listen on.")] = None,
    database: Annotated[str | None, typer.Option(help="A file, or postgresql://user@host/name.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Server processes; several need PostgreSQL.")] = None,
    bot: Annotated[
        list[str] | None, typer.Option(help="A player of your own to sit at tables: mine.py:Mine, or a command.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Where `expedition bots` listens, HOST:PORT[,HOST:PORT]: the computer thinks there."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser when ready.")] = False,
) -> None:
    """Run the table in the browser."""
    with needs("server"):
        from expedition.server.main import serve as run_server

    if bot:
        from expedition.players import with_guests

        with_guests.invite(bot, games()[0])
        os.environ["EXPEDITION_BOTS"] = with_guests.__name__
    run_server(host, port, database, workers, open_browser, bots)


@app.command("bots", epilog="Example: expedition bots --listen 10.0.0.2:8010", rich_help_panel=HOSTS)
def think_for_others(
    listen: Annotated[str, typer.Option(help="Address to listen on, HOST:PORT.")] = "127.0.0.1:8010",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes that think at the same time.")] = None,
) -> None:
    """Think for the computer's seats of a server elsewhere (its --bots). Both need the same EXPEDITION_BOTS_SECRET."""
    with needs("server"):
        from expedition.server.bot_host import run as run_host

    run_host(listen, workers)


app.command(epilog="Example: expedition review game.json -o review.html", rich_help_panel=RECORDS)(review)
app.command(
    epilog="Example: expedition arena planner greedy --games 200 --routes all --players 2-4", rich_help_panel=RESEARCH
)(arena)
