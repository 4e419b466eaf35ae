"""Data sets of games between bots: one row a decision, in shards of Parquet, with a card that says how it was made.

The games are those of an arena: deals from a seed, seats rotated. The same command writes the same rows, so a data set
is its command; the card has a checksum over all rows to prove it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from expedition import __version__
from expedition.arena.match import fixed, seated
from expedition.arena.run import spread
from expedition.arena.schedule import Job, Terms
from expedition.core.errors import SetupError
from expedition.core.extras import needs
from expedition.core.registry import game_of
from expedition.core.types import Json

SHARD = 1000  # games of a file


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: files, games, rows, and the checksum of all rows."""

    files: list[str]
    games: int
    rows: int
    sha256: str


def rows_of(job: Job, terms: Terms) -> list[Json]:
    """Every decision of a game: who decided, between what, on what it could know, and how the game ended for it."""
    game = game_of(job.game, job.setup)
    bots = seated(job)
    state = game.new(job.seed)
    rows: list[Json] = []
    while not state.is_over:
        seat = state.actor
        bot = bots[seat]
        legal = state.legal_actions(seat)
        action = legal[0] if len(legal) == 1 else bot.choose_state(state, seat, fixed(bot, terms))
        rows.append(
            {
                "game": job.index,
                "ply": len(rows),
                "seat": seat,
                "bot": job.seats[seat],
                "observation": state.observation(seat).tobytes(),
                "legal": legal,
                "action": action,
                "described": json.dumps(state.to_dict(action, seat), separators=(",", ":")),
            }
        )
        state.apply(action, seat)
    ranking = state.ranking()
    for row in rows:
        row["place"] = ranking[row["seat"]]
    return rows


def play_rows(jobs: list[Job], terms: Terms) -> list[list[Json]]:
    return [rows_of(job, terms) for job in jobs]


def check_folder(folder: Path) -> None:
    """Whether a data set can be written there, before anything is played or compiled for it."""
    if folder.exists() and not folder.is_dir():
        raise SetupError(f"{folder} is a file; a data set is written into a folder of its own.")
    if folder.exists() and any(folder.iterdir()):
        raise SetupError(f"{folder} is not empty; a data set is written into a folder of its own.")


def write(
    folder: Path,
    jobs: Sequence[Job],
    command: str,
    workers: int | None = None,
    shard: int = SHARD,
    progress: Callable[[int], None] = lambda done: None,
) -> Written:
    """Play the games and write shards and card into an empty folder."""
    with needs("data"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    table_of = _table(pa, jobs[0].game)
    digest = hashlib.sha256()
    files: list[str] = []
    rows = 0
    for number, games in enumerate(_shards(jobs, shard, workers, progress)):
        flat = [row for game in games for row in game]
        rows += len(flat)
        for row in flat:
            digest.update(repr(sorted(row.items())).encode())
        name = f"{jobs[0].game}-{number:05d}.parquet"
        pq.write_table(table_of(flat), folder / name, compression="zstd")
        files.append(name)
    written = Written(files, len(jobs), rows, digest.hexdigest())
    (folder / "README.md").write_text(card(jobs, written, command), encoding="utf-8")
    return written


def _table(pa: Any, game: str) -> Callable[[list[Json]], Any]:
    schema = pa.schema(
        [
            ("game", pa.int32()),
            ("ply", pa.int32()),
            ("seat", pa.int8()),
            ("bot", pa.dictionary(pa.int8(), pa.string())),
            ("observation", pa.binary()),
            ("legal", pa.list_(pa.int16())),
            ("action", pa.int16()),
            ("described", pa.string()),
            ("place", pa.int8()),
        ],
        metadata={"game": game, "expedition": __version__},
    )
    return lambda rows: pa.Table.from_pylist(rows, schema=schema)


def _shards(
    jobs: Sequence[Job], shard: int, workers: int | None, progress: Callable[[int], None]
) -> Iterator[list[list[Json]]]:
    """The games of each file in order, whoever played them."""
    for start in range(0, len(jobs), shard):
        some = list(jobs[start : start + shard])
        found: dict[int, list[Json]] = {}
        for games in spread(play_rows, some, workers, Terms()):
            for rows in games:
                found[rows[0]["game"]] = rows
            progress(len(games))
        yield [found[job.index] for job in some]


def card(jobs: Sequence[Job], written: Written, command: str) -> str:
    """What the data set is and how it was made."""
    game = game_of(jobs[0].game, jobs[0].setup)
    bots = sorted({name for job in jobs for name in job.seats})
    fields = "\n".join(f"| `{name}` | {length} | {meaning} |" for name, length, meaning in game.observation_fields)
    return f"""# {game.title()}: {written.games} games, {written.rows} decisions

Made by `{command}` with expedition {__version__}, rules version {game.rules_version}. The same command with the same
version writes the same rows.

- bots: {", ".join(bots)}
- first set-up: `{json.dumps(jobs[0].setup)}`
- files: {len(written.files)}, Parquet with zstd
- sha256 over all rows in order: `{written.sha256}`

| column | what it says |
|---|---|
| `game` | number of the game, from 0 |
| `ply` | number of the decision in its game, from 0 |
| `seat`, `bot` | who decided |
| `observation` | what the seat could know: int8, the fields below one after the other |
| `legal` | numbers of the legal actions |
| `action`, `described` | the one taken, as its number and in the open vocabulary |
| `place` | the place this seat had in the end |

| field | length | what it says |
|---|---:|---|
{fields}
"""
