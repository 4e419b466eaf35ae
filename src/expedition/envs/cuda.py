"""The same rules on a GPU: one thread a game, arrays that stay on the device.

Building and running are apart. `build` compiles a game's kernels to PTX with numba-cuda (extra `cuda`) and needs no
GPU; `CudaBatchEnv` and `play_random_games` load them with CuPy and need no numba-cuda. What was built lies in the
cache folder, named by a hash of the rules, and is never shipped:

    python -m expedition.envs.cuda build        (or: make ptx)

Arrays are laid out number by number rather than game by game, so that neighbouring threads write neighbouring bytes;
what users see is the transposed view, game first. Hand them on with `torch.from_dlpack(env.observations)` or
`jax.dlpack.from_dlpack(env.observations)`: nothing is copied.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from expedition.core.drivers.batch import deal_numbered, next_choice, reset_game, step_game
from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.random_play import random_game, random_step, roll, seed_dice
from expedition.core.errors import ExpeditionError
from expedition.core.game import Game
from expedition.core.jit import Target, cache_home
from expedition.core.registry import games, make
from expedition.core.rng import MASK
from expedition.envs.batch import linear_rewards
from expedition.envs.cuda_code import SMALL_KERNEL, compact

ARCHITECTURE = (9, 0)
BLOCK = 128
MOST_REGISTERS = 128  # a thread; with more, fewer than 512 threads fit on a multiprocessor
PLAIN_REGISTERS = 64  # of a thread that plays one game by itself: twice as many threads, measured an eighth faster
ENOUGH = 8  # threads of a warp with a small decision before those with a large one wait for them


class NoGpu(RuntimeError):  # noqa: N818 - reads as a sentence where it is caught
    """There is no GPU here, or no CuPy, or the kernels have not been built."""


@cache
def kernel_folder() -> Path:
    """Where built kernels are kept: named by a hash of the sources, which another machine's Python agrees on."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for path in sorted(p for folder in ("core", "envs", *games()) for p in (package / folder).rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return cache_home() / "cuda" / digest.hexdigest()[:16]


# -- building -----------------------------------------------------------------------------------------------------


KERNELS = ("play", "reset", "step", "choose", "next")


def kernel_path(game: str, kernel: str, folder: Path | None = None) -> Path:
    return (folder or kernel_folder()) / f"{game}-{kernel}.ptx"


def build(game: Game[Any]) -> list[Path]:
    """Compile the kernels of a game; the PTX files, one a kernel."""
    try:
        cuda: Any = import_module("numba.cuda")
        dispatcher: Any = import_module("numba.cuda.dispatcher")
        numba: Any = import_module("numba")
    except ImportError as error:
        raise NoGpu(f"Building kernels needs the extra `cuda` (pip install 'expedition[cuda]'): {error}") from None

    class Device:  # the compiler asks the driver for this, and a machine that only builds has none
        compute_capability = ARCHITECTURE

    dispatcher.get_current_device = lambda: Device
    kernel_folder().mkdir(parents=True, exist_ok=True)
    paths = []
    plain = _kernels(game, cuda, numba)
    for name in KERNELS:
        turns = name == "play" and takes_turns(game)
        # rules are compiled once for all kernels that call them; those that take turns have theirs compiled differently
        kernel, signature = (_kernels(game, cuda, numba) if turns else plain)[name]
        with _small_code(0 if turns else SMALL_KERNEL, plain_indices=turns):
            text, _ = cuda.compile_ptx(kernel, signature, cc=ARCHITECTURE, device=False)
        entry = re.search(r"\.visible \.entry (\S+)\(", text)
        assert entry is not None
        path = kernel_path(game.name, name)
        path.write_text(text.replace(entry.group(1), name), encoding="utf-8")  # a plain name to call it by
        _assemble(path, PLAIN_REGISTERS if name == "play" and not turns else MOST_REGISTERS)
        paths.append(path)
    return paths


def takes_turns(game: Game[Any]) -> bool:
    """Whether the game tells small decisions from large ones, so that threads can make them in turns."""
    return game.rule_quick is not Game.rule_quick


@contextmanager
def _small_code(least: int, plain_indices: bool) -> Iterator[None]:
    """While this lasts, kernels of more than `least` lines are made compact before NVIDIA's compiler gets them. Plain
    indices are taken as they are: rules never count from an array's end (tests/core/test_indices.py)."""
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    slicing: Any = import_module("numba.cuda.np.arrayobj").slicing
    compile_ir, fix_index = nvvm.compile_ir, slicing.fix_index
    nvvm.compile_ir = lambda modules, **options: compile_ir(compact(modules, least), **options)
    if plain_indices:
        slicing.fix_index = lambda builder, index, size: index
    try:
        yield
    finally:
        nvvm.compile_ir, slicing.fix_index = compile_ir, fix_index


def _assemble(path: Path, registers: int) -> None:
    """Machine code beside the PTX, which the driver of the GPU's machine would make of it otherwise in many seconds."""
    target = "sm_" + "".join(map(str, ARCHITECTURE))
    command = [_assembler(), "-arch", target, "-maxrregcount", str(registers)]
    subprocess.run([*command, "-o", path.with_suffix(".cubin"), path], check=True)


def _assembler() -> str:
    """NVIDIA's ptxas, from its package or the machine's own; its linker as a library makes a fifth more code."""
    for folder in import_module("nvidia").__path__:
        for found in Path(folder).glob("cu*/bin/ptxas"):
            return str(found)
    found_here = shutil.which("ptxas")
    if found_here is None:
        raise NoGpu(
            "Building kernels needs NVIDIA's ptxas, which the extra `cuda` brings: pip install 'expedition[cuda]'"
        )
    return found_here


def _kernels(game: Game[Any], cuda: Any, numba: Any) -> dict[str, tuple[Any, Any]]:
    import numpy as np

    types = numba.types
    target = Target(lambda f, plain, names: cuda.jit(device=True)(f), lambda values: np.array(values, np.int64))
    names = rules_of(game)
    deal, play = target.form(deal_numbered, **names), target.form(random_game, **names)
    reset, step = target.form(reset_game, **names), target.form(step_game, **names)
    following_choice = target.form(next_choice, **names)
    dice_seed, dice_roll = target.form(seed_dice), target.form(roll)
    step_randomly = target.form(random_step, **names)
    whose, is_small = target.form(game.rule_actor), target.form(game.rule_quick)
    record = numba.from_dtype(game.position_type.dtype())
    board = numba.from_dtype(type(game.tables()).dtype())
    actions = game.num_actions

    def play_kernel(states: Any, boards: Any, seed: int, steps: Any, limit: int, taken: Any) -> None:
        g = cuda.grid(1)
        if g < states.shape[0]:
            own = cuda.local.array(1, record)
            acts = cuda.local.array(actions, types.int16)
            dice = cuda.local.array(1, types.int64)
            own[0] = states[g]
            deal(own[0], boards[0], seed, g, 0)
            dice_seed(dice, g)
            steps[g] = play(own[0], boards[0], acts, dice, limit)
            states[g] = own[0]

    def play_in_turns_kernel(states: Any, boards: Any, seed: int, steps: Any, limit: int, taken: Any) -> None:
        # One loop with one step in it: a thread whose game is over takes the next while its neighbours play on, and
        # neighbours with small decisions and with large ones take turns, or every step would wait for both kinds.
        own = cuda.local.array(1, record)
        acts = cuda.local.array(actions, types.int16)
        dice = cuda.local.array(1, types.int64)
        g = cuda.atomic.add(taken, 0, 1)
        made, seat = 0, -1
        dealt = False
        while g < states.shape[0]:
            if not dealt:
                own[0] = states[g]
                deal(own[0], boards[0], seed, g, 0)
                dice_seed(dice, g)
                made, dealt = 0, True
                seat = whose(own[0])
            if seat >= 0 and made < limit:
                small = is_small(own[0])
                warp = cuda.activemask()
                smalls = cuda.popc(cuda.ballot_sync(warp, small))
                if small == (smalls >= ENOUGH or smalls == cuda.popc(warp)):
                    seat = step_randomly(own[0], boards[0], seat, acts, dice)
                    made += 1
            else:
                steps[g] = made
                states[g] = own[0]
                g = cuda.atomic.add(taken, 0, 1)
                dealt = False

    def reset_kernel(states: Any, boards: Any, seed: int, numbers: Any, seats: Any, masks: Any, rows: Any) -> None:
        g = cuda.grid(1)
        if g < states.shape[0]:
            acts = cuda.local.array(actions, types.int16)
            seats[g] = reset(states[g], boards[0], seed, g, numbers[g], acts, masks[:, g], rows[:, g])

    def step_kernel(
        states: Any, boards: Any, seed: int, numbers: Any, seats: Any, chosen: Any, players: int, worth: Any,
        masks: Any, rows: Any, rewards: Any, done: Any,
    ) -> None:  # fmt: skip
        g = cuda.grid(1)
        if g < states.shape[0]:
            acts = cuda.local.array(actions, types.int16)
            following = step(
                states[g], boards[0], seats[g], chosen[g], players, worth, acts, masks[:, g], rows[:, g], rewards[:, g]
            )
            done[g] = 0
            if following < 0:
                done[g] = 1
                numbers[g] += 1
                following = reset(states[g], boards[0], seed, g, numbers[g], acts, masks[:, g], rows[:, g])
            seats[g] = following

    def choose_kernel(masks: Any, dice: Any, chosen: Any) -> None:
        g = cuda.grid(1)
        if g < chosen.shape[0]:
            allowed = 0
            for a in range(masks.shape[0]):
                allowed += masks[a, g]
            own = cuda.local.array(1, types.int64)
            own[0] = dice[g]
            wanted = dice_roll(own, allowed)
            dice[g] = own[0]
            for a in range(masks.shape[0]):
                if masks[a, g]:
                    if wanted == 0:
                        chosen[g] = a
                    wanted -= 1

    def next_kernel(
        states: Any, boards: Any, firsts: Any, spans: Any, seed: int, numbers: Any, players: Any, seats: Any,
        chosen: Any, worth: Any, masks: Any, rows: Any, rewards: Any, done: Any, now: Any, final: Any, following: Any,
        moves: Any,
    ) -> None:  # fmt: skip
        g = cuda.grid(1)
        if g < states.shape[0]:
            acts = cuda.local.array(actions, types.int16)
            following_choice(
                states, boards, firsts, spans, seed, numbers, players, seats, chosen, worth, acts, masks, rows,
                rewards, done, now, final, following, moves, g,
            )  # fmt: skip

    def array(kind: Any, dimensions: int = 1) -> Any:
        return types.Array(kind, dimensions, "C")

    number = types.int64
    many, one = array(record), array(board)
    bytes1, bytes2 = array(types.int8), array(types.int8, 2)
    longs, shorts, ints = array(types.int64), array(types.int16), array(types.int32)
    shorts2 = array(types.int16, 2)
    floats1, floats2 = array(types.float32), array(types.float32, 2)
    return {
        "play": (
            play_in_turns_kernel if takes_turns(game) else play_kernel,
            types.void(many, one, number, ints, number, longs),
        ),
        "reset": (reset_kernel, types.void(many, one, number, longs, bytes1, bytes2, bytes2)),
        "step": (
            step_kernel,
            types.void(
                many, one, number, longs, bytes1, shorts, number, floats1, bytes2, bytes2, floats2, bytes1
            ),
        ),
        "choose": (choose_kernel, types.void(bytes2, longs, shorts)),
        "next": (
            next_kernel,
            types.void(
                many, one, ints, ints, number, longs, bytes1, bytes1, shorts, floats2, bytes2, bytes2, floats2,
                bytes1, shorts2, shorts2, bytes1, longs,
            ),
        ),
    }  # fmt: skip


# -- running ------------------------------------------------------------------------------------------------------


@cache
def _module(path: Path) -> Any:
    """A loaded kernel; never unloaded, because launches do not wait for it."""
    return import_module("cupy").RawModule(path=str(path))


class Kernels:
    """The kernels of one game on the device."""

    def __init__(self, game: Game[Any], folder: Path | None = None) -> None:
        try:
            self.cp: Any = import_module("cupy")
            count = self.cp.cuda.runtime.getDeviceCount()
        except Exception as error:
            raise NoGpu(f"There is no GPU with CuPy here ({error}); BatchEnv does the same on the CPU.") from None
        if count == 0:
            raise NoGpu("There is no GPU here; BatchEnv does the same on the CPU.")
        self.game = game
        self.folder = folder
        self.table_bytes = self.cp.asarray(game.tables().array(1).view("uint8"))
        self.record_size = game.position_type.dtype().itemsize
        self.table_size = type(game.tables()).dtype().itemsize

    def function(self, name: str) -> Any:
        path = kernel_path(self.game.name, name, self.folder)
        ready = path.with_suffix(".cubin")
        if not path.exists() and not ready.exists():
            raise NoGpu(f"The kernels of {self.game.name} have not been built: python -m expedition.envs.cuda build")
        return _module(ready if ready.exists() else path).get_function(name)

    def launch(self, name: str, count: int, *arguments: list[Any], block: int = BLOCK) -> None:
        flat = [word for argument in arguments for word in argument]
        self.function(name)(((count + block - 1) // block,), (block,), tuple(flat))

    def records(self, data: Any, count: int) -> list[Any]:
        return _words(data, (count,), self.record_size)

    def tables(self) -> list[Any]:
        return self.boards(self.table_bytes, 1)

    def boards(self, data: Any, count: int) -> list[Any]:
        return _words(data, (count,), self.table_size)

    def fresh_states(self, count: int) -> Any:
        """`count` records that hold the game's setup, to be dealt into."""
        one = self.cp.asarray(self.game.start(0).array(1).view("uint8"))
        return self.cp.tile(one, count)


def _words(data: Any, shape: tuple[int, ...], size: int) -> list[Any]:
    """A contiguous array as the compiler's calling convention wants it: eight-byte words."""
    import numpy as np

    strides: list[int] = []
    step = size
    for length in reversed(shape):
        strides.insert(0, step)
        step *= length
    counts = (0, 0, step // size, size)
    return [*map(np.int64, counts), data, *map(np.int64, shape), *map(np.int64, strides)]


def words_of(data: Any) -> list[Any]:
    """A contiguous array on the device, whichever library made it."""
    import numpy as np

    if hasattr(data, "data_ptr"):  # torch
        return _words(np.int64(data.data_ptr()), tuple(data.shape), data.element_size())
    return _words(data, data.shape, data.itemsize)


def _number(value: int) -> list[Any]:
    import numpy as np

    return [np.int64(value)]


class CudaBatchEnv:
    """`BatchEnv` on the device: the same fields as CuPy arrays, game first."""

    def __init__(
        self,
        game: str | Game[Any],
        count: int,
        *,
        seed: int = 0,
        rewards: list[float] | None = None,
        folder: Path | None = None,
        **options: Any,
    ) -> None:
        self.game = make(game, **options) if isinstance(game, str) else game
        self.kernels = Kernels(self.game, folder)
        cp = self.cp = self.kernels.cp
        self.count = count
        self.seed = seed
        self.players = self.game.players
        self.worth = cp.asarray(linear_rewards(self.players) if rewards is None else rewards, cp.float32)
        size = sum(length for _, length, _ in self.game.observation_fields)
        self._states = self.kernels.fresh_states(count)
        self._rows = cp.zeros((size, count), cp.int8)
        self._masks = cp.zeros((self.game.num_actions, count), cp.int8)
        self._rewards = cp.zeros((self.players, count), cp.float32)
        self.observations = self._rows.T
        self.masks = self._masks.T
        self.rewards = self._rewards.T
        self.done = cp.zeros(count, cp.int8)
        self.seats = cp.zeros(count, cp.int8)
        self.numbers = cp.zeros(count, cp.int64)
        self.random_actions = cp.zeros(count, cp.int16)
        self._dice = (cp.arange(count, dtype=cp.int64) + 1 + seed) * 2654435761 & MASK | 1
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Deal every game anew; the same seed gives the same games, here and on the CPU."""
        if seed is not None:
            self.seed = seed
        self.numbers[:] = 0
        self.done[:] = 0
        k = self.kernels
        k.launch(
            "reset", self.count, k.records(self._states, self.count), k.tables(), _number(self.seed),
            words_of(self.numbers), words_of(self.seats), words_of(self._masks), words_of(self._rows),
        )  # fmt: skip

    def step(self, actions: Any) -> None:
        """One action in each game (an int16 array on the device)."""
        chosen = self.cp.ascontiguousarray(self.cp.from_dlpack(actions), self.cp.int16)
        if chosen.shape != (self.count,):
            raise ValueError(f"step takes one action for each of {self.count} games, not an array {chosen.shape}.")
        k = self.kernels
        k.launch(
            "step", self.count, k.records(self._states, self.count), k.tables(), _number(self.seed),
            words_of(self.numbers), words_of(self.seats), words_of(chosen), _number(self.players), words_of(self.worth),
            words_of(self._masks), words_of(self._rows), words_of(self._rewards), words_of(self.done),
        )  # fmt: skip

    def sample(self) -> Any:
        """A uniformly random legal action for every game."""
        self.kernels.launch(
            "choose", self.count, words_of(self._masks), words_of(self._dice), words_of(self.random_actions)
        )
        return self.random_actions

    def states(self) -> Any:
        """The records of all games, copied to the host."""
        return self._states.get().view(self.game.position_type.dtype())


def play_random_games(
    game: Game[Any], count: int, seed: int = 0, limit: int = 1 << 30, *, kernels: Kernels | None = None,
    block: int = BLOCK,
) -> tuple[Any, Any]:  # fmt: skip
    """Final records (bytes on the device) and steps of `count` whole games of random play."""
    k = kernels or Kernels(game)
    states = k.fresh_states(count)
    steps = k.cp.zeros(count, k.cp.int32)
    taken = k.cp.zeros(1, k.cp.int64)  # games begun, where threads take one after the other
    k.launch(
        "play", count, k.records(states, count), k.tables(), _number(seed), words_of(steps), _number(limit),
        words_of(taken), block=block,
    )  # fmt: skip
    return states, steps


def constant_bytes(ptx: str) -> int:
    """What the tables of a kernel take of the 64 KiB of constant memory."""
    return sum(map(int, re.findall(r"^(?:\.\w+ )*\.const .*\[(\d+)\]", ptx, re.MULTILINE)))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m expedition.envs.cuda", description="Build kernels for the GPU.")
    parser.add_argument("command", choices=["build"])
    parser.add_argument("games", nargs="*", default=games(), help=f"of {', '.join(games())} (default: all)")
    options = parser.parse_args(arguments)
    target = "sm_" + "".join(map(str, ARCHITECTURE))
    try:
        for name in options.games:
            started = time.perf_counter()
            texts = [path.read_text(encoding="utf-8") for path in build(make(name))]
            lines, tables = sum(text.count("\n") for text in texts), max(map(constant_bytes, texts))
            seconds = time.perf_counter() - started
            sys.stdout.write(
                f"{name}: {len(texts)} kernels, {lines:,} lines of PTX for {target}, at most {tables:,} bytes of "
                f"constant tables, {seconds:.0f} s\n"
            )
    except (NoGpu, ExpeditionError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{kernel_folder()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
