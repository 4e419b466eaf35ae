"""`python -m expedition.learning`: train, measure, and make boards to train on."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import fields
from pathlib import Path

from expedition.core.registry import games


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m expedition.learning", description="Players that teach themselves.")
    commands = parser.add_subparsers(dest="command", required=True)
    _train_options(commands.add_parser("train", help="learn by playing against itself"))
    boards = commands.add_parser("boards", help="board records of routes to train on")
    boards.add_argument("game", choices=games())
    boards.add_argument("routes", type=Path, help="a JSON list of routes")
    boards.add_argument("out", type=Path)
    boards.add_argument("--count", type=int, default=1000)
    options = parser.parse_args(arguments)
    if options.command == "boards":
        return _boards(options)
    return _train(options)


def _train_options(parser: argparse.ArgumentParser) -> None:
    from expedition.learning.ppo import Recipe

    parser.add_argument("game", choices=games())
    parser.add_argument("--games", type=int, default=65536, help="games side by side")
    parser.add_argument("--width", type=int, default=768)
    parser.add_argument("--minutes", type=float, default=5.0, help="of this piece")
    parser.add_argument("--total", type=float, default=15.0, help="minutes of all pieces")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--plain", action="store_true", help="do not compile the network's steps")
    parser.add_argument("--no-graph", action="store_true", help="do not record the steps of learning")
    for name in ("load", "save", "weights", "boards", "kernels"):
        parser.add_argument(f"--{name}", type=Path)
    for part in fields(Recipe):
        parser.add_argument(f"--{part.name.replace('_', '-')}", type=type(part.default), default=part.default)


def _train(options: argparse.Namespace) -> int:
    from expedition.learning.ppo import Recipe
    from expedition.learning.train import Plan, Training

    recipe = Recipe(**{part.name: getattr(options, part.name) for part in fields(Recipe)})
    plan = Plan(
        game=options.game, games=options.games, width=options.width, minutes=options.minutes, total=options.total,
        seed=options.seed, device=options.device, compile=not options.plain,
        graph=not options.no_graph, load=options.load, save=options.save,
        weights=options.weights, boards=options.boards, kernels=options.kernels,
    )  # fmt: skip
    Training(plan, recipe).run()
    return 0


def _boards(options: argparse.Namespace) -> int:
    import numpy as np

    from expedition.learning.setups import boards_of

    routes = json.loads(options.routes.read_text(encoding="utf-8"))[: options.count]
    np.savez_compressed(options.out, boards=boards_of(options.game, routes).view(np.uint8))
    return 0


if __name__ == "__main__":
    sys.exit(main())
