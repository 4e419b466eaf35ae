"""`python -m expedition.learning`: train, measure, and make boards to train on."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import fields
from pathlib import Path

from expedition.core.errors import ExpeditionError, SetupError
from expedition.core.extras import MissingExtra, needs
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
    _evaluate_options(commands.add_parser("evaluate", help="games against named bots, with intervals"))
    calibrate = commands.add_parser("calibrate", help="whether win chances mean what they say")
    calibrate.add_argument("game", choices=games())
    calibrate.add_argument("--games", type=int, default=900)
    calibrate.add_argument("--plain", action="store_true", help="measure without fitting a factor, and ship none")
    calibrate.add_argument("--boards", type=Path, help="measure on these boards (a JSON list of routes), ship nothing")
    calibrate.add_argument("--picture", type=Path, help="write the reliability plot here (SVG)")
    options = parser.parse_args(arguments)
    work = {"train": _train, "boards": _boards, "evaluate": _evaluate, "calibrate": _calibrate}
    try:
        return work[options.command](options)
    except MissingExtra as missing:
        print(missing, file=sys.stderr)
        return 1
    except (ExpeditionError, OSError, json.JSONDecodeError) as mistake:
        print(mistake, file=sys.stderr)
        return 2


def _train_options(parser: argparse.ArgumentParser) -> None:
    from expedition.learning.recipe import Recipe
    from expedition.learning.setups import FRESH

    parser.add_argument("game", choices=games())
    parser.add_argument("--games", type=int, default=65536, help="games side by side")
    parser.add_argument("--width", type=int, default=768)
    parser.add_argument("--minutes", type=float, default=5.0, help="of this piece")
    parser.add_argument("--total", type=float, default=15.0, help="minutes of all pieces")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--plain", action="store_true", help="do not compile the network's steps")
    parser.add_argument("--no-graph", action="store_true", help="do not record the steps of learning")
    parser.add_argument("--fresh", type=float, default=FRESH, help="share of the games on the boards of --boards")
    parser.add_argument("--shares", type=_numbers, default=(), help="of games by players, the fewest first: 1,2,2")
    parser.add_argument("--soften", type=float, default=1.0, help="divide the loaded preferences by this")
    for name in ("load", "save", "weights", "boards", "kernels"):
        parser.add_argument(f"--{name}", type=Path)
    for part in fields(Recipe):
        parser.add_argument(f"--{part.name.replace('_', '-')}", type=type(part.default), default=part.default)


def _numbers(text: str) -> tuple[float, ...]:
    """Numbers with commas between them."""
    try:
        return tuple(float(number) for number in text.split(",") if number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of numbers like 1,2,2") from None


def _evaluate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=games())
    parser.add_argument("hero", help="a bot by name, or file.npz: the network of that file")
    parser.add_argument("others", help="who fills the other seats")
    parser.add_argument("--players", type=_numbers, default=(2, 3, 4), help="with commas between them")
    parser.add_argument("--deals", type=int, default=3, help="of each set-up; every deal is played from every seat")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--boards", type=Path, help="a JSON list of boards (routes) instead of the game's own set-ups")
    parser.add_argument("--first", type=int, default=0, help="of that list")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--out", type=Path, help="write the outcomes here (JSON)")


def _evaluate(options: argparse.Namespace) -> int:
    from expedition.core.registry import game_class, game_of
    from expedition.learning.evaluate import Pairing, bot_of, measure, summary
    from expedition.learning.setups import setups_on

    variants = game_class(options.game).variants()
    if options.boards:
        routes = json.loads(options.boards.read_text(encoding="utf-8"))[options.first : options.first + options.count]
        variants = setups_on(options.game, routes)
    counts = sorted({setup["players"] for setup in variants})
    if strange := set(options.players) - set(counts):
        raise SetupError(f"{options.game} is measured with {counts} players, not with {min(strange):g}.")
    pairings = [
        Pairing(options.game, setup, options.hero, options.others, options.deals)
        for setup in variants
        if setup["players"] in options.players
    ]
    for name in {options.hero, options.others} if pairings else ():
        bot_of(options.game, name).prepare(game_of(options.game, pairings[0].setup))
    outcomes = []
    for outcome in measure(pairings, options.workers):
        outcomes.append(outcome)
        print(outcome.sentence(), flush=True)
    for line in summary(outcomes):
        print(line, flush=True)
    if options.out:
        options.out.write_text(json.dumps([o.to_json() for o in outcomes], indent=1), encoding="utf-8")
    return 0


def _calibrate(options: argparse.Namespace) -> int:
    from expedition.learning.calibrate import observe, picture, report
    from expedition.learning.setups import boards_of
    from expedition.players.network import FOLDER, read

    place, boards = FOLDER / f"{options.game}.npz", None
    if options.boards:
        boards = boards_of(options.game, json.loads(options.boards.read_text(encoding="utf-8")))
    network = read(options.game, place, calibrated=False)
    told = report(observe(network, options.game, options.games, boards=boards), options.plain)
    if boards is None:
        facts = json.loads(place.with_suffix(".json").read_text(encoding="utf-8"))
        facts["calibration"] = {} if options.plain else {players: one["factor"] for players, one in told.items()}
        facts["calibration_error"] = {players: one["error"] for players, one in told.items()}
        place.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    for players, one in told.items():
        print(players, {name: value for name, value in one.items() if name != "curve"})
    if options.picture:
        from expedition.core.registry import game_class

        options.picture.write_text(picture(told, game_class(options.game).title()), encoding="utf-8")
    return 0


def _train(options: argparse.Namespace) -> int:
    from expedition.learning.recipe import Recipe

    with needs("train"):
        from expedition.learning.train import Plan, Training

    recipe = Recipe(**{part.name: getattr(options, part.name) for part in fields(Recipe)})
    plan = Plan(
        game=options.game, games=options.games, width=options.width, minutes=options.minutes, total=options.total,
        seed=options.seed, device=options.device, compile=not options.plain,
        graph=not options.no_graph, load=options.load, save=options.save,
        weights=options.weights, boards=options.boards, kernels=options.kernels,
        fresh=options.fresh, shares=options.shares,
        soften=options.soften,
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
