"""`expedition dataset`: games of bots as files for learning programs."""

from __future__ import annotations

import shlex
from pathlib import Path

from expedition.arena import dataset
from expedition.arena.command import options
from expedition.arena.match import warm
from expedition.arena.schedule import schedule
from expedition.cli.demo import progress
from expedition.core.errors import SetupError
from expedition.core.types import Json
from expedition.players.guest import is_guest


def write_dataset(
    folder: Path,
    bots: list[str],
    game: str,
    games: int,
    players: str,
    seed: int,
    workers: int | None,
    shard: int,
    setup: Json,
) -> None:
    if any(map(is_guest, bots)):
        raise SetupError("A data set repeats exactly, so only bots of the house play in it.")
    dataset.check_folder(folder)
    jobs = schedule(game, bots, games, options(game, players, setup), seed)
    given = [f"--{name.replace('_', '-')} {value}" for name, value in setup.items()]
    words = [*bots, "--game", game, "--games", str(games), "--players", players, "--seed", str(seed), *given]
    command = f"expedition dataset FOLDER {' '.join(shlex.quote(word) if ' ' not in word else word for word in words)}"
    with progress() as bar:
        task = bar.add_task("games", total=len(jobs))
        warm(game, tuple(sorted(bots)))
        made = dataset.write(folder, jobs, command, workers, shard, lambda done: bar.advance(task, done))
    print(f"{made.games} games, {made.rows} decisions in {len(made.files)} files in {folder}; sha256 {made.sha256}")
