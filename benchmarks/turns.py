"""What Legend's turns are worth: positions of Veteran's games, in which a search chooses and fresh deals say how well.

    python benchmarks/turns.py silvergold --players 2 --decisions 100
    python benchmarks/turns.py eldorado --players 3 --only first --forms "shipped; near: again=1, soon=0; far: soon=0"
    python benchmarks/turns.py eldorado --players 2 --boards routes.json --first 1000 --count 20

A form of the search is a name and what it does otherwise than the Legend that ships: fields of `Care`, and `playouts`.
Its turn and the network's own are carried out on deals of what the seat cannot know, the same for both and none that a
search has seen, and played on by the network. Told is by how much the chosen turn is ahead, of the chance to win, with
an interval of 95 % over decisions: games, in which luck is large, need many times as long to say as much.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from expedition.core.registry import game_class, games, make
from expedition.players import make_bot
from expedition.players.bot import Budget
from expedition.players.legend import LegendBot
from expedition.players.many import CompiledMany
from expedition.players.turn_search import Care, TurnSearch

TOGETHER = 256  # turns on deals that are judged side by side

Form = tuple[str, int, Care]


def forms_of(told: str, legend: LegendBot) -> Iterator[Form]:
    for part in told.split(";"):
        name, _, changes = part.partition(":")
        care, playouts = legend.care, legend.budget.playouts or 128
        for change in filter(None, changes.replace(" ", "").split(",")):
            field, _, value = change.partition("=")
            if field == "playouts":
                playouts = int(value)
            elif hasattr(care, field):
                care = replace(care, **{field: type(getattr(care, field))(float(value))})
            else:
                raise SystemExit(f"{field} is not a field of Care; {', '.join(vars(care))} and playouts are.")
        yield name.strip(), playouts, care


def decisions(game: str, setups: list[dict[str, Any]], every: int, dice: np.random.Generator) -> Iterator[Any]:
    """States of Veteran's games, `every` choices or so apart, at which there is something to choose."""
    veteran = make_bot(game, "veteran", seed=1)
    while True:
        state = make(game, **setups[dice.integers(len(setups))]).new(int(dice.integers(1 << 30)))
        left = int(dice.integers(1, every))
        while not state.is_over:
            left -= len(state.legal_actions()) > 1
            if left <= 0 and len(state.legal_actions()) > 1:
                yield state
                left = int(dice.integers(every // 2, 3 * every // 2))
            state.apply(veteran.choose_state(state, state.actor))


def worth(judge: TurnSearch, roots: Any, seats: Any, turns: list[list[int]], deals: int, seed: int) -> list[float]:
    """By how much each turn is ahead of the first one."""
    ahead = np.zeros(len(turns))
    step = max(1, TOGETHER // len(turns))
    for first in range(0, deals, step):
        some = range(first, min(deals, first + step))
        items = [(0, deal, i) for deal in some for i in range(len(turns))]
        judged = judge.worths(roots, seats, items, [turns[i] for _, _, i in items], seed).reshape(len(some), -1)
        ahead += (judged - judged[:, :1]).sum(0, dtype=np.float64)
    return [float(one) / deals for one in ahead]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games())
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--forms", default="shipped", help="NAME[: field=value, …][; NAME …]")
    parser.add_argument("--ahead", type=int, default=0, help="own turns that deals are played on (0: to the end)")
    parser.add_argument("--deals", type=int, default=384)
    parser.add_argument("--every", type=int, default=30, help="choices between two decisions of a game")
    parser.add_argument("--only", help="set-ups with this among their values")
    parser.add_argument("--boards", type=Path, help="a JSON list of boards (routes) instead of the game's own set-ups")
    parser.add_argument("--first", type=int, default=0, help="of that list")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    kind = game_class(options.game)
    setups = [s for s in kind.variants() if s["players"] == options.players]
    if options.boards:
        boards = json.loads(options.boards.read_text(encoding="utf-8"))[options.first : options.first + options.count]
        setups = [{"players": options.players, kind.board_option or "": one, **kind.limits(60)} for one in boards]
    if options.only:
        setups = [s for s in setups if options.only in map(str, s.values())]
    if not setups:
        raise SystemExit("There is no such set-up.")
    legend = make_bot(options.game, "legend", seed=1)
    assert isinstance(legend, LegendBot)
    forms = list(forms_of(options.forms, legend))
    legend.prepare(make(options.game, **setups[0]))
    dice = np.random.default_rng(options.seed)
    gains: dict[str, list[float]] = {name: [] for name, _, _ in forms}
    spent = dict.fromkeys(gains, 0.0)
    for number, state in enumerate(decisions(options.game, setups, options.every, dice)):
        if number == options.decisions:
            break
        many = CompiledMany(state.game)
        roots, seats = many.of([state.s]), np.array([state.actor], np.int64)
        judge = TurnSearch(legend.network, many, replace(legend.care, again=options.ahead or 999, soon=0.0))
        turns, chosen = [judge.proposals(roots, seats, int(dice.integers(1 << 30)))[0][0]], {}
        for name, playouts, care in forms:
            started = time.process_time()
            search = TurnSearch(legend.network, many, care)
            (turn,) = search.best(roots, seats, int(dice.integers(1 << 30)), Budget(playouts=playouts))
            spent[name] += time.process_time() - started
            chosen[name] = turn
            turns += [] if turn in turns else [turn]
        ahead = worth(judge, roots, seats, turns, options.deals, int(dice.integers(1 << 30))) if turns[1:] else [0.0]
        for name, turn in chosen.items():
            gains[name].append(100 * ahead[turns.index(turn)])
    for name, told in gains.items():
        spread = 1.96 * float(np.std(told)) / len(told) ** 0.5
        changed = 100 * float(np.mean(np.array(told) != 0))
        print(
            f"{name:12} {np.mean(told):6.2f} % ± {spread:.2f} ahead of the network's own turn, {len(told)} decisions; "
            f"another turn in {changed:.0f} %; {1000 * spent[name] / len(told):.0f} ms of processor time"
        )


if __name__ == "__main__":
    main()
