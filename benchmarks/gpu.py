"""Random play wholly on one GPU, beside pgx in the same run, and proof that the games are the CPU's games.

On a machine with numba:      python benchmarks/gpu.py --expect FILE      writes what the CPU plays
On the machine with the GPU:  python benchmarks/gpu.py --kernels DIR --check FILE --json FILE

`--kernels` is the folder `python -m expedition.envs.cuda build` wrote; it may come from another machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import expedition
from expedition.core.game import Game

GAMES_EACH = 256
REPEATS = 3


def variants() -> Iterator[tuple[str, Game[Any]]]:
    """Every route, player count and variant of both games."""
    from expedition.eldorado.components import route_ids

    for route, players, caves in product(route_ids(), (2, 3, 4), (False, True)):
        name = f"eldorado {route} {players} players{' caves' if caves else ''}"
        yield name, expedition.make("eldorado", route=route, players=players, caves=caves, max_rounds=100)
    for players in (2, 3, 4):
        yield f"silvergold {players} players", expedition.make("silvergold", players=players)


def signature(states: Any, steps: Any) -> str:
    return hashlib.sha256(states.tobytes() + steps.astype("int32").tobytes()).hexdigest()


def expected() -> dict[str, str]:
    from expedition.envs.batch import play_random_games

    return {name: signature(*play_random_games(game, GAMES_EACH, seed=1)) for name, game in variants()}


def check(kernels_of: Callable[[Game[Any]], Any], wanted: dict[str, str]) -> dict[str, Any]:
    """Play the same games on the device and compare every byte of every final record."""
    from expedition.envs import cuda

    wrong = []
    for name, game in variants():
        states, steps = cuda.play_random_games(game, GAMES_EACH, seed=1, kernels=kernels_of(game))
        records = states.get().view(game.position_type.dtype())
        if signature(records, steps.get()) != wanted[name]:
            wrong.append(name)
    return {"variants": len(wanted), "games": GAMES_EACH * len(wanted), "different": wrong}


def timed(work: Callable[[], Any], synchronize: Callable[[], None]) -> list[float]:
    work()
    synchronize()
    seconds = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        work()
        synchronize()
        seconds.append(time.perf_counter() - begin)
    return seconds


def row(what: str, steps: float, seconds: list[float], **more: Any) -> dict[str, Any]:
    rates = sorted(steps / s for s in seconds)
    made = {
        "what": what,
        "steps_per_second": statistics.median(rates),
        "slowest": rates[0],
        "fastest": rates[-1],
        **more,
    }
    line = f"{what:64} {made['steps_per_second'] / 1e6:9.1f} M steps/s  ({rates[0] / 1e6:.1f} to {rates[-1] / 1e6:.1f})"
    print(line, more, flush=True)
    return made


def playouts(kernels_of: Callable[[Game[Any]], Any]) -> Iterator[dict[str, Any]]:
    from expedition.envs import cuda

    tables = [
        ("eldorado, 4 players, first, caves", expedition.make("eldorado", players=4, caves=True, max_rounds=100)),
        (
            "eldorado, 2 players, swamplands, caves",
            expedition.make("eldorado", players=2, route="swamplands", caves=True, max_rounds=100),
        ),
        ("silvergold, 4 players", expedition.make("silvergold", players=4)),
    ]
    for name, game in tables:
        k = kernels_of(game)
        play = k.function("play")
        for count, block in ((32768, 128), (262144, 128)):
            total = int(cuda.play_random_games(game, count, kernels=k, block=block)[1].sum())
            seconds = timed(
                lambda g=game, n=count, kk=k, bl=block: cuda.play_random_games(g, n, kernels=kk, block=bl),
                k.cp.cuda.Device().synchronize,
            )
            yield row(
                f"play {name}, {count} games, block {block}", total, seconds, games=count, block=block,
                games_per_second=count / statistics.median(seconds), registers=play.num_regs,
                local_bytes=play.local_size_bytes,
            )  # fmt: skip


def steps(kernels_of: Callable[[Game[Any]], Any], folder: Path) -> Iterator[dict[str, Any]]:
    from expedition.envs import cuda

    for game_name, options in (
        ("eldorado", {"players": 4, "caves": True, "max_rounds": 100}),
        ("silvergold", {"players": 4}),
    ):
        for count in (16384, 65536, 262144):
            env = cuda.CudaBatchEnv(game_name, count, folder=folder, **options)
            rounds = 50

            def work(env: Any = env, rounds: int = rounds) -> None:
                for _ in range(rounds):
                    env.step(env.sample())

            seconds = timed(work, env.cp.cuda.Device().synchronize)
            function = env.kernels.function("step")
            size = env.observations.shape[1] + env.masks.shape[1]
            yield row(
                f"CudaBatchEnv {game_name}, observations and masks, {count} games", count * rounds, seconds,
                games=count, registers=function.num_regs, bytes_written_per_step=size,
            )  # fmt: skip
            del env


def pgx_rows(counts: tuple[int, ...] = (65536,)) -> Iterator[dict[str, Any]]:
    """pgx's own way: jit and vmap over a batch, random legal actions, whole steps on the device."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
    except ImportError as error:
        print(f"pgx is not here: {error}")
        return
    for name in ("backgammon", "sparrow_mahjong", "2048"):
        env = pgx.make(name)
        init, step = (
            jax.vmap(env.init),
            jax.vmap(pgx.experimental.auto_reset(env.step, env.init) if hasattr(pgx, "experimental") else env.step),
        )
        for count in counts:
            length = 64

            def loop(state: Any, key: Any, step: Any = step, length: int = length, count: int = count) -> Any:
                def one(held: Any, _: Any) -> Any:
                    state, key = held
                    key, sub = jax.random.split(key)
                    logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
                    action = jax.random.categorical(sub, logits, axis=1)
                    try:
                        state = step(state, action, jax.random.split(sub, count))
                    except TypeError:
                        state = step(state, action)
                    return (state, key), None

                return jax.lax.scan(one, (state, key), None, length=length)[0]

            run = jax.jit(loop)
            try:
                state = jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), count))
                carry = run(state, jax.random.PRNGKey(1))
                jax.block_until_ready(carry)
                seconds = timed(lambda r=run, s=state: jax.block_until_ready(r(s, jax.random.PRNGKey(2))), lambda: None)
            except Exception as error:  # a peer that does not run here is reported, not hidden
                print(f"pgx {name} failed: {error}"[:300])
                continue
            yield row(f"pgx {name}, batch {count}", count * length, seconds, games=count, version=pgx.__version__)


def machine() -> dict[str, Any]:
    import cupy

    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    return {"gpu": name, "cupy": cupy.__version__, "python": platform.python_version()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--expect", type=Path)
    parser.add_argument("--check", type=Path)
    parser.add_argument("--kernels", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", default="check,play,step,pgx")
    options = parser.parse_args()
    if options.expect:
        options.expect.write_text(json.dumps(expected(), indent=1))
        return 0
    from expedition.envs.cuda import Kernels

    def kernels_of(game: Game[Any]) -> Any:
        return Kernels(game, options.kernels)

    only = options.only.split(",")
    result: dict[str, Any] = {"machine": machine(), "rows": []}
    print(result["machine"])
    if "check" in only and options.check:
        result["check"] = check(kernels_of, json.loads(options.check.read_text()))
        print(result["check"], flush=True)
    for name, rows in (
        ("play", lambda: playouts(kernels_of)),
        ("step", lambda: steps(kernels_of, options.kernels)),
        ("pgx", pgx_rows),
    ):
        if name in only:
            result["rows"].extend(rows())
    if options.json:
        options.json.write_text(json.dumps(result, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
