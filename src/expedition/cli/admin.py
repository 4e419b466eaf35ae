"""`expedition admin`: for those who run a house. It works on the database; a running server hears of it at once."""

from __future__ import annotations

import asyncio
import datetime
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from expedition.core.extras import needs
from expedition.core.types import Json

if TYPE_CHECKING:
    from expedition.server.store import Store

admin = typer.Typer(
    help="Look after a house: reports, people, rooms, and what is kept how long.",
    no_args_is_help=True,
    epilog="Example: expedition admin reports",
)

Where = Annotated[str | None, typer.Option("--database", help="A file, or postgresql://user@host/name.")]
Who = Annotated[str, typer.Argument(metavar="WHO", help="An account's name, or anybody's id.")]
Many = Annotated[int, typer.Option(min=1, max=10_000, help="At most so many.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def _do(database: str | None, work: Callable[[Store], Awaitable[Any]]) -> Any:
    with needs("server"):
        from expedition.server.admin import opened
        from expedition.server.settings import Settings

    async def run() -> Any:
        async with opened(Settings.from_environment(database=database).database) as store:
            return await work(store)

    return asyncio.run(run())


def _when(at: int | None) -> str:
    if at is None:
        return "-"
    if at >= 2**52:
        return "for good"
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).strftime("%Y-%m-%d %H:%M")


def _print(rows: list[Json], as_json: bool, line: Callable[[Json], str], none: str) -> None:
    if as_json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
    else:
        print("\n".join(line(row) for row in rows) or none)


@admin.command(epilog="Example: expedition admin reports --all --json")
def reports(
    everything: Annotated[bool, typer.Option("--all", help="Closed ones too, the newest first.")] = False,
    limit: Many = 100,
    as_json: AsJson = False,
    database: Where = None,
) -> None:
    """What people have reported, the oldest open report first."""

    def line(row: Json) -> str:
        told = [f"{row['id']}  {_when(row['at'])}  {row['reason']}  {row['name']} ({row['person']})"]
        told[0] += f", room {row['room']}" if row["room"] else ""
        told += [f"    {row['words']}"] if row["words"] else []
        told += [f"    | {said['name']}: {said['text']}" for said in row["talk"]]
        told += [f"    closed {_when(row['closed'])}: {row['answer']}"] if row["closed"] else []
        return "\n".join(told)

    found = _do(database, lambda store: store.moderation.reports(everything, limit))
    _print(found, as_json, line, "Nothing is reported.")


@admin.command(epilog='Example: expedition admin close-report 5f0c1d2e "Suspended for a week."')
def close_report(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="The report's id.")],
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help="What was done about it.")] = "",
    database: Where = None,
) -> None:
    """A report has been dealt with."""
    if not _do(database, lambda store: store.moderation.close_report(report, answer)):
        _refuse(f"There is no open report {report}.")
    print(f"Closed {report}.")


@admin.command(epilog="Example: expedition admin people Ana")
def people(
    part: Annotated[str, typer.Argument(metavar="PART", help="A part of the name, or an id.")] = "",
    limit: Many = 50,
    as_json: AsJson = False,
    database: Where = None,
) -> None:
    """Accounts and guests, the newest first."""
    from expedition.server.admin import list_people

    def line(row: Json) -> str:
        kind = "guest" if row["guest"] else "account"
        told = f"{row['id']}  {row['name']:24}  {kind:7}  since {_when(row['created'])}  seen {_when(row['seen'])}"
        told += f"  reports {row['reports']}" if row["reports"] else ""
        return told + (f"  suspended until {_when(row['suspended'])}" if row["suspended"] else "")

    found = _do(database, lambda store: list_people(store, part, limit))
    _print(found, as_json, line, "Nobody.")


@admin.command(epilog="Example: expedition admin suspend Ana --days 7")
def suspend(
    who: Who,
    days: Annotated[int | None, typer.Option(min=1, max=36_500, help="For so long; without it for good.")] = None,
    database: Where = None,
) -> None:
    """Sign somebody out everywhere and let them in no more."""
    from expedition.server.admin import suspend as do

    person = _do(database, lambda store: do(store, who, days))
    print(f"{person.name} ({person.id}) is suspended {'for good' if days is None else f'for {days} days'}.")


@admin.command(epilog="Example: expedition admin restore Ana")
def restore(who: Who, database: Where = None) -> None:
    """Let somebody in again."""
    from expedition.server.admin import restore as do

    person = _do(database, lambda store: do(store, who))
    print(f"{person.name} ({person.id}) may come in again.")


@admin.command(epilog="Example: expedition admin sign-out Ana")
def sign_out(who: Who, database: Where = None) -> None:
    """End all sessions of somebody, who can sign in again."""
    from expedition.server.admin import sign_out as do

    person, ended = _do(database, lambda store: do(store, who))
    print(f"{person.name} ({person.id}): {ended} sessions ended.")


@admin.command(epilog="Example: expedition admin rooms --status waiting")
def rooms(
    status: Annotated[str, typer.Option(help="waiting, playing, over or closed.")] = "playing",
    limit: Many = 50,
    as_json: AsJson = False,
    database: Where = None,
) -> None:
    """Rooms, the last touched first."""
    from expedition.server.admin import list_rooms

    def line(row: Json) -> str:
        kinds = " ".join(kind for kind in ("public", "rated") if row[kind])
        return f"{row['code']}  {row['game']:12}  {row['status']}  moved {_when(row['moved'])}  {kinds}"

    _print(_do(database, lambda store: list_rooms(store, status, limit)), as_json, line, f"No room is {status}.")


@admin.command(epilog="Example: expedition admin close-room K7QMPA")
def close_room(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The room's six letters and digits.")],
    database: Where = None,
) -> None:
    """Close a waiting room, or end a running game without a result."""
    from expedition.server.admin import close_room as do

    was = _do(database, lambda store: do(store, code.upper()))
    print(f"{code.upper()} was {was}; {'its game ends without a result' if was == 'playing' else 'it is closed'}.")


@admin.command(epilog="Example: expedition admin retention --dry-run")
def retention(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count.")] = False, database: Where = None
) -> None:
    """Forget now what the EXPEDITION_KEEP_… settings do not keep; the server does it every hour by itself."""

    async def work(store: Store) -> dict[str, int]:
        from expedition.server.retention import apply
        from expedition.server.settings import Settings

        return await apply(store, Settings.from_environment(), really=not dry_run)

    for what, count in _do(database, work).items():
        print(f"{count:8}  {what}")


def _refuse(sentence: str) -> None:
    from expedition.core.errors import SetupError

    raise SetupError(sentence)
