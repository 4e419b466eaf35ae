"""The training loop: pieces of some minutes, each from the checkpoint of the one before."""

from __future__ import annotations

import json
import subprocess
import time
from copy import deepcopy
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch

from expedition.core.registry import game_class
from expedition.envs.mixed import MixedGames
from expedition.learning import checkpoint, ppo
from expedition.learning.network import Network
from expedition.learning.ppo import Rollout, Seats
from expedition.learning.recipe import Recipe
from expedition.learning.setups import FRESH, load_boards, parts_of

REPORT = 15.0  # seconds between lines of the curve
WRITE = 90.0  # seconds between writing the weights
KEEP = 0.98  # of the running mean of the weights, a rollout
WARM = 3  # rollouts before the steps of learning are recorded as one graph


@dataclass(frozen=True)
class Plan:
    """One piece of a training."""

    game: str
    games: int = 65536
    width: int = 768
    minutes: float = 5.0
    total: float = 15.0  # minutes of all pieces: the rates fall over this time
    most: int = 0  # rollouts at most, 0: as many as time allows
    seed: int = 1
    device: str = "cuda"
    compile: bool = True  # fuse the network's small steps
    graph: bool = True  # record a whole pass of learning once and replay it: thousands of launches become one
    load: Path | None = None
    save: Path | None = None
    weights: Path | None = None
    boards: Path | None = None
    kernels: Path | None = None
    only: tuple[dict[str, Any], ...] = ()
    fresh: float = FRESH  # share of the games on the boards of that file
    shares: tuple[float, ...] = ()  # of games with two, three and four players; empty: equal
    soften: float = 1.0  # what the loaded preferences are divided by: who is too sure to try anything learns nothing


class Training:
    """A network learning one game."""

    def __init__(self, plan: Plan, recipe: Recipe) -> None:
        self.plan, self.recipe = plan, recipe
        kind = game_class(plan.game)
        self.scale = kind.standing_scale
        inputs = sum(length for _, length, _ in kind.observation_fields)
        self.meta: dict[str, Any] = {
            "game": plan.game, "inputs": inputs, "actions": kind.num_actions, "width": plan.width, "piece": 0,
            "seconds": 0.0, "choices": 0, "moves": 0, "gradients": 0, "seed": plan.seed, "commit": commit(),
            "recipe": asdict(recipe), "curve": [],
        }  # fmt: skip
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        self.network = Network(inputs, kind.num_actions, plan.width).to(plan.device)
        cuda = plan.device != "cpu"
        self.parameters: list[Any] = list(self.network.parameters())
        self.rate = torch.tensor(recipe.rate, device=plan.device)
        self.entropy = torch.tensor(recipe.entropy, device=plan.device)
        self.optimizer = torch.optim.Adam(
            self.parameters, self.rate if cuda else recipe.rate, eps=1e-5, fused=cuda, capturable=cuda
        )
        self.known = 0  # inputs whose spread is known
        if plan.load:
            kept = checkpoint.load(plan.load, self.network, self.optimizer)
            self.known = kept["inputs"] if kept["gradients"] else 0
            self.network.soften(plan.soften)
            self.meta.update({k: kept[k] for k in kept if k not in ("commit", "recipe", "inputs", "seed")})
        self.begin_piece()

    def begin_piece(self) -> None:
        plan = self.plan
        seed = plan.seed * 1_000_003 + self.meta["piece"]
        torch.manual_seed(seed)
        boards = load_boards(plan.game, plan.boards) if plan.boards else None
        parts = parts_of(plan.game, plan.games, boards, plan.only or None, plan.shares, plan.fresh)
        if plan.device == "cpu":
            self.games: Any = MixedGames(parts, seed)
        else:
            from expedition.envs.cuda_mixed import CudaMixedGames

            self.games = CudaMixedGames(parts, seed, plan.kernels)
        self.seats = Seats(torch.from_numpy(self.games.players).to(plan.device))
        self.rollout = Rollout(self.games, self.recipe, plan.device)
        self.average = [p.detach().clone() for p in self.parameters]
        self.graph: Any = None
        self.turns = 0
        act_on = partial(ppo.act, self.network)
        loss_on = partial(ppo.loss_of, self.network, recipe=self.recipe)
        self.act_on = torch.compile(act_on, dynamic=False) if plan.compile else act_on
        self.loss_on = torch.compile(loss_on, dynamic=False) if plan.compile else loss_on
        first = self.rollout.slot(0)
        if plan.device == "cpu":
            first = type(first)(**{name: getattr(first, name).numpy() for name in vars(first)})
        self.games.reset(first)
        self.meta["piece"] += 1

    def turn(self) -> torch.Tensor:
        """One rollout and what is learned from it."""
        share = min(1.0, self.meta["seconds"] / (60 * self.plan.total))
        recipe = self.recipe
        self.rate.fill_(recipe.rate * (1 - (1 - recipe.last_rate) * share))
        if self.plan.device == "cpu":
            self.optimizer.param_groups[0]["lr"] = float(self.rate)
        self.entropy.fill_(recipe.entropy * (1 - (1 - recipe.last_entropy) * share))
        if self.known < self.network.inputs:  # play, random at first, shows how the inputs vary
            ppo.play(self.games, self.act_on, self.seats, self.rollout)
            self.network.fit_inputs(self.rollout.arrays["rows"], self.known)
            self.known = self.network.inputs
            self.rollout.go_on()
        ppo.play(self.games, self.act_on, self.seats, self.rollout)
        told = self.replay() if self.plan.graph and self.plan.device != "cpu" and self.turns >= WARM else self.learn()
        with torch.no_grad():
            torch._foreach_lerp_(self.average, self.parameters, 1 - KEEP)
        self.turns += 1
        self.meta["gradients"] += recipe.length * recipe.epochs
        self.meta["choices"] += recipe.length * self.games.count
        return told

    def learn(self) -> torch.Tensor:
        ppo.look_back(self.rollout, self.seats, self.scale, self.recipe)
        return ppo.learn(
            self.parameters, self.loss_on, self.optimizer, self.rollout, self.seats, self.entropy, self.recipe
        )

    def replay(self) -> torch.Tensor:
        """The same as `learn`, recorded the first time."""
        if self.graph is None:
            self.optimizer.zero_grad(set_to_none=True)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.told = self.learn()
        self.graph.replay()
        return self.told

    def run(self) -> None:
        """Learn for the plan's minutes, telling of it every now and then."""
        if self.plan.device != "cpu":
            for _ in range(WARM + 1):  # what is compiled and recorded once is not counted
                self.turn()
                self.rollout.go_on()
            torch.cuda.synchronize()
        started = last = time.perf_counter()
        before, due, turns, written = self.meta["seconds"], 0.0, 0, 0.0
        moved, chosen = int(self.games.moves.sum()), self.meta["choices"]
        while (spent := time.perf_counter() - started) < 60 * self.plan.minutes:
            self.meta["seconds"] = before + spent
            told = self.turn()
            turns += 1
            if spent >= due or turns == self.plan.most:
                moves = int(self.games.moves.sum())  # waits for the device
                now = time.perf_counter()
                self.report(told, (moves - moved) / (now - last), (self.meta["choices"] - chosen) / (now - last))
                moved, chosen, last = moves, self.meta["choices"], now
                due = spent + REPORT
            if spent >= written + WRITE:
                self.keep_weights()
                written = spent
            self.rollout.go_on()
            if turns == self.plan.most:
                break
        self.meta["seconds"] = before + time.perf_counter() - started
        self.meta["moves"] += int(self.games.moves.sum())
        self.keep()

    def report(self, told: torch.Tensor, moves: float, choices: float) -> None:
        names = ("policy", "value", "win", "margin", "randomness", "drift")
        line = {"seconds": round(self.meta["seconds"], 1), "moves/s": round(moves), "choices/s": round(choices)}
        line |= {name: round(float(v), 4) for name, v in zip(names, told, strict=True)}
        line |= self.how_games_end()
        self.meta["curve"].append(line)
        print(json.dumps(line), flush=True)

    def how_games_end(self) -> dict[str, float]:
        """The mean last round of the games that ended in the rollout, by players."""
        over = self.rollout.arrays["done"][1:] == 1
        rounds = self.rollout.rounds()[:-1]
        ends = {}
        for players in (2, 3, 4):
            mine = over & (self.seats.players == players)
            if bool(mine.any()):
                ends[f"last_round_{players}"] = round(float(rounds[mine].mean()), 2)
        return ends

    def keep(self) -> None:
        if self.plan.save:
            checkpoint.save(self.plan.save, self.network, self.optimizer, self.meta)
        self.keep_weights()

    def keep_weights(self) -> None:
        """The running mean of the weights, for players."""
        if self.plan.weights:
            mean = deepcopy(self.network)
            with torch.no_grad():
                for parameter, kept in zip(mean.parameters(), self.average, strict=True):
                    parameter.copy_(kept)
            checkpoint.save_weights(self.plan.weights, mean)


def commit() -> str:
    """The commit this is run from, if it is one."""
    told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return told.stdout.strip()
