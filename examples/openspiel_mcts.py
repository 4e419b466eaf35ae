"""OpenSpiel's tree search plays our games: MCTS that sees everything, and IS-MCTS that knows only what its seat knows.

    python examples/openspiel_mcts.py                                          Silver & Gold, IS-MCTS against random
    python examples/openspiel_mcts.py --game "expedition_eldorado(max_rounds=30)" --bot mcts --simulations 200

Needs the extra `openspiel`. Plain MCTS searches the true state, hidden cards and all: a measure of what perfect
information is worth, not a fair opponent. IS-MCTS re-deals before every simulation what its seat cannot know.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import expedition.envs.openspiel  # noqa: F401 - registers the games


def make_bot(kind: str, game: Any, seat: int, simulations: int, seed: int) -> Any:
    dice = np.random.RandomState(seed)
    if kind == "random":
        return uniform_random.UniformRandomBot(seat, dice)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    if kind == "mcts":
        return mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=dice)
    return ismcts.ISMCTSBot(
        game, evaluator, 1.4, simulations, random_state=dice, use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )  # fmt: skip


def play(game: Any, bots: list[Any], deal: int) -> list[float]:
    """One game; `deal` is the outcome of the chance node."""
    state = game.new_initial_state()
    state.apply_action(deal)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    returns: list[float] = state.returns()
    return returns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="expedition_silvergold")
    parser.add_argument("--bot", choices=["mcts", "ismcts"], default="ismcts")
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = pyspiel.load_game(options.game)
    seats = game.num_players()
    total = 0.0
    for number in range(options.games):
        own = number % seats
        kinds = [options.bot if seat == own else "random" for seat in range(seats)]
        bots = [make_bot(kind, game, seat, options.simulations, options.seed + seat) for seat, kind in enumerate(kinds)]
        returns = play(game, bots, number)
        total += returns[own]
        print(f"game {number}: {options.bot} on seat {own} gets {returns[own]:+.2f} {returns}", flush=True)
    print(f"{options.bot} against random: {total / options.games:+.2f} on average (1 is first, -1 last)")


if __name__ == "__main__":
    main()
