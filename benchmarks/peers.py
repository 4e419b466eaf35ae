"""Random legal play here and in the libraries researchers know, in one go on one machine.

    python benchmarks/peers.py                       a table with ratios; --json FILE for programs
    python benchmarks/peers.py --only compiled,pettingzoo --seconds 1

Peers live in an environment of their own (.cache/peers), which the script makes on its first run. Every contestant
builds its list or mask of legal actions at every step and picks one uniformly. All take turns, `--repeats` times, so
that a busy moment of the machine hits everybody; the table shows the median and the range. Steps are counted per
second of processor time, so that more threads are no advantage and other programs little harm; decisions and dice
rolls of a chance node both count as steps. "As fast as it goes" is each library's own fastest loop: ours compiled,
OpenSpiel's random rollouts in C++, pgx's jit and vmap, the others' Python. Then the same interface on both sides.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".cache" / "peers"
PACKAGES = ["pygame", "catanatron", "rlcard", "pgx"]
VERSIONS = ["numpy", "numba", "open_spiel", "pettingzoo", "catanatron", "rlcard", "pgx", "jax"]

Work = Callable[[], int]  # plays a little and returns how many steps


@dataclass
class Contestant:
    name: str
    group: str
    make: Callable[[], Work]
    ours: bool = False
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


# Ours.

SETUPS: dict[str, dict[str, Any]] = {
    "El Dorado, 4 players, caves": {"name": "eldorado", "players": 4, "caves": True, "max_rounds": 100},
    "Silver & Gold, 4 players": {"name": "silvergold", "players": 4},
}


def compiled_loop(setup: dict[str, Any]) -> Work:
    """Whole games, deals included, in one call."""
    import expedition
    from expedition.envs.batch import play_random_games

    game = expedition.make(**setup)
    seeds = iter(range(1 << 60))
    return lambda: int(play_random_games(game, 500, seed=next(seeds))[1].sum())


def batch(setup: dict[str, Any]) -> Work:
    """`BatchEnv` on one thread: observation, mask and reward of every game at every step."""
    from expedition.envs.batch import BatchEnv

    options = dict(setup)
    env = BatchEnv(options.pop("name"), 512, threads=1, **options)

    def work() -> int:
        for _ in range(10):
            env.step(env.sample())
        return 10 * env.count

    return work


def own_pettingzoo(setup: dict[str, Any]) -> Work:
    from expedition.envs import eldorado_v0, silvergold_v0

    options = dict(setup)
    module = eldorado_v0 if options.pop("name") == "eldorado" else silvergold_v0
    return pettingzoo_steps(module.env(**options))


def own_openspiel(setup: dict[str, Any]) -> Work:
    import expedition.envs.openspiel  # noqa: F401 - registers the games

    options = dict(setup)
    name = options.pop("name")
    words = ",".join(f"{key}={str(value).lower()}" for key, value in options.items())
    return openspiel_steps(f"expedition_{name}({words})")


# Through an interface.


def pettingzoo_steps(env: Any) -> Work:
    """As in PettingZoo's own performance benchmark."""
    import numpy as np

    env.reset(seed=1)

    def work() -> int:
        for _ in range(200):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        return 200

    return work


def connect_four() -> Work:
    from pettingzoo.classic import connect_four_v3

    return pettingzoo_steps(connect_four_v3.env())


def texas_holdem() -> Work:
    from pettingzoo.classic import texas_holdem_v4

    return pettingzoo_steps(texas_holdem_v4.env())


def openspiel_steps(name: str) -> Work:
    import pyspiel

    game = pyspiel.load_game(name)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal() and steps < 5000:
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return work


def openspiel_rollouts(name: str) -> Work:
    """Random rollouts in C++: 50 of OpenSpiel's tree search at the start of a game, which does little else.

    How many steps they take is told by games played from Python.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    play = openspiel_steps(name)
    length = statistics.mean(play() for _ in range(30))
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(10, 1), 2.0, 5, 100, False, 1, False)
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.legal_actions()[0])

    def work() -> int:
        bot.step(start)
        return round(50 * length)

    return work


# Peers on their own ways.


def catanatron() -> Work:
    from catanatron.game import TURNS_LIMIT, Game
    from catanatron.models.player import Color, RandomPlayer

    colours = [Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE]
    games: list[Any] = []

    def work() -> int:
        for _ in range(100):
            if not games or games[0].winning_color() is not None or games[0].state.num_turns >= TURNS_LIMIT:
                games[:] = [Game([RandomPlayer(colour) for colour in colours])]
            games[0].play_tick()
        return 100

    return work


def rlcard_game(name: str) -> Work:
    import rlcard

    env = rlcard.make(name)

    def work() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return work


def pgx_game(name: str, count: int = 1024, length: int = 16) -> Work:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, dice = jax.random.split(key, 3)
        action = jax.random.categorical(choice, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=1)
        return (step(state, action, jax.random.split(dice, count)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=length)[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count))
    carry = [jax.block_until_ready(run((state, jax.random.PRNGKey(1))))]

    def work() -> int:
        carry[0] = jax.block_until_ready(run(carry[0]))
        return count * length

    return work


def contestants() -> list[Contestant]:
    fast, zoo, spiel = "compiled", "pettingzoo", "openspiel"
    made = []
    for title, setup in SETUPS.items():
        made += [
            Contestant(title, fast, lambda s=setup: compiled_loop(s), True),
            Contestant(f"{title}, BatchEnv", fast, lambda s=setup: batch(s), True),
            Contestant(title, zoo, lambda s=setup: own_pettingzoo(s), True),
            Contestant(title, spiel, lambda s=setup: own_openspiel(s), True),
        ]
    return [
        *made,
        Contestant("catanatron, 4 players", fast, catanatron),
        Contestant("OpenSpiel backgammon, C++ rollouts", fast, lambda: openspiel_rollouts("backgammon")),
        Contestant("OpenSpiel gin_rummy, C++ rollouts", fast, lambda: openspiel_rollouts("gin_rummy")),
        Contestant("OpenSpiel backgammon from Python", fast, lambda: openspiel_steps("backgammon")),
        Contestant("PettingZoo connect_four", fast, connect_four),
        Contestant("RLCard gin-rummy", fast, lambda: rlcard_game("gin-rummy")),
        Contestant("RLCard uno", fast, lambda: rlcard_game("uno")),
        Contestant("pgx backgammon, batch of 1024", fast, lambda: pgx_game("backgammon")),
        Contestant("pgx 2048, batch of 1024", fast, lambda: pgx_game("2048")),
        Contestant("connect_four", zoo, connect_four),
        Contestant("texas_holdem", zoo, texas_holdem),
        Contestant("backgammon", spiel, lambda: openspiel_steps("backgammon")),
        Contestant("gin_rummy", spiel, lambda: openspiel_steps("gin_rummy")),
    ]


TITLES = {
    "compiled": "As fast as it goes",
    "pettingzoo": "PettingZoo against PettingZoo",
    "openspiel": "OpenSpiel against OpenSpiel",
}

# Measuring.


def rate(work: Work, seconds: float) -> float:
    """Steps a second of processor time."""
    steps, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        steps += work()
    return steps / spent


def measure(all_of_them: list[Contestant], seconds: float, repeats: int) -> list[Contestant]:
    from rich.progress import Progress

    works: dict[int, Work] = {}
    with Progress(transient=True) as progress:
        bar = progress.add_task("", total=len(all_of_them) * (repeats + 1))
        for turn in range(-1, repeats):
            for i, one in enumerate(all_of_them):
                progress.update(bar, description=one.name, advance=1)
                if turn < 0:
                    try:
                        works[i] = one.make()
                        works[i]()  # compiles
                    except Exception as error:  # a peer that does not run here is named, not hidden
                        works.pop(i, None)
                        progress.console.print(f"{one.name} does not run here: {error!r}"[:300], style="red")
                elif i in works:
                    one.rates.append(rate(works[i], seconds))
    return [one for one in all_of_them if one.rates]


def show(measured: list[Contestant]) -> None:
    from rich.console import Console
    from rich.table import Table

    for group, title in TITLES.items():
        rows = [one for one in measured if one.group == group]
        own = [one for one in rows if one.ours and "BatchEnv" not in one.name]
        if not rows:
            continue
        table = Table(title=title, title_justify="left")
        for heading in ("", "steps/s", "range", *(f"{one.name.split(',')[0]} is" for one in own)):
            table.add_column(heading, justify="right" if heading else "left")
        for one in rows:
            ratios = ["" if one.ours else f"{mine.rate / one.rate:,.1f} ×" for mine in own]
            spread = f"{min(one.rates):,.0f} to {max(one.rates):,.0f}"
            table.add_row(one.name, f"{one.rate:,.0f}", spread, *ratios, style="bold" if one.ours else "")
        Console(width=max(Console().width, 120)).print(table)


def machine() -> dict[str, Any]:
    model = platform.processor()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), model)
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "load": [round(load, 1) for load in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "versions": {name: version(name) for name in VERSIONS},
    }


# The environment of the peers.


def move_in(arguments: list[str]) -> int:
    """Run again in the environment of the peers, made now if it is not there."""
    python = HOME / "bin" / "python"
    done = HOME / ".done"
    if not done.exists():
        print("Making an environment for the peers in .cache/peers; this happens once and takes about a minute …")
        subprocess.run([sys.executable, "-m", "venv", str(HOME)], check=True)
        pip = [str(python), "-m", "pip", "install", "-qq"]
        subprocess.run([*pip, "--upgrade", "pip>=25.1"], check=True)
        subprocess.run([*pip, "-e", f"{ROOT}[envs,openspiel]", *PACKAGES], check=True)
        done.touch()
    env = {**os.environ, "JAX_PLATFORMS": "cpu", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return subprocess.run([str(python), __file__, "--here", *arguments], env=env, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time of each measurement")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", default=",".join(TITLES), help=f"of {', '.join(TITLES)}")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--here", action="store_true", help="in the environment this runs in")
    options = parser.parse_args()
    if not options.here:
        return move_in(sys.argv[1:])
    before = machine()
    print(json.dumps(before))
    chosen = [one for one in contestants() if one.group in options.only.split(",")]
    measured = measure(chosen, options.seconds, options.repeats)
    show(measured)
    if options.json:
        rows = [
            {"name": m.name, "group": m.group, "ours": m.ours, "steps_per_second": m.rate, "rates": m.rates}
            for m in measured
        ]
        options.json.write_text(json.dumps({"machine": before, "rows": rows}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
