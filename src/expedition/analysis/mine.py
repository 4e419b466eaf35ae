"""Mining puzzles from self-play: positions with one clearly best turn that can be explained, graded by who finds it.

    python -m expedition.analysis.mine eldorado silvergold --count 200

One file comes out, a puzzle a line; running it again with other weights makes it anew.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from expedition.analysis.evaluator import Evaluator
from expedition.analysis.positions import Positions
from expedition.analysis.puzzles import FILE, FORMAT
from expedition.analysis.reasons import reason_for
from expedition.analysis.search import Answer, Effort, Question, answer
from expedition.core.game import Game, Json, State
from expedition.core.insight import course_of, insight_of
from expedition.core.registry import game_class, make
from expedition.players import Budget, make_bot

FIRST_LOOK = Effort(width=10, candidates=12, first=4, finalists=3, second=8, final=12)
SECOND_LOOK = Effort(width=16, candidates=20, first=12, finalists=6, second=32, final=96)
WARMTH = 1.0  # self-play follows the policy, now and then not its best move: positions as people meet them
TOGETHER = 24
LEVELS = ("rookie", "guide", "veteran", "legend")
TRIES = 1  # seeds of each level
THOUGHT = Budget(playouts=48)  # so much each of them may think


@dataclass(slots=True)
class Found:
    position: Any
    seat: int
    open: bool
    rounds: int


def self_play(positions: Positions, count: int, seed: int, most: int = 400) -> Iterator[Found]:
    """Decisions of `count` games of the evaluator against itself, each at its beginning."""
    game = positions.game
    dice = np.random.default_rng(seed)
    states, following = positions.fresh(count, seed)
    floors = np.full(count, -1)
    seats = np.full(count, -1)
    for _ in range(most):
        running = np.flatnonzero(following >= 0)
        if not running.size:
            return
        some = positions.copies(states, running)
        policy, _ = positions.judge(some, following[running])
        for k, g in enumerate(running):
            fresh = some["floor"][k] != floors[g] or following[g] != seats[g]
            floors[g], seats[g] = some["floor"][k], following[g]
            if fresh and dice.random() < 0.5:
                s = game.position_type.load(some[k])
                yield Found(s, int(following[g]), game.phase(s) >= 0, game.rounds(s))
        warm = policy.astype(np.float64) ** (1 / WARMTH)
        warm /= warm.sum(1, keepdims=True)
        chosen = np.array([dice.choice(len(row), p=row) for row in warm])
        following[running] = positions.play(some, following[running], chosen[:, None])
        for k, g in enumerate(running):
            states[g] = some[k]


def margin_of(found: Answer, seat: int) -> float:
    """How far the best turn is ahead of the next best one that comes to something else."""
    best = float(found.best.chances[seat])
    others = [float(turn.chances[seat]) for turn in found.turns if turn is not found.best]
    return best - max((c for c in others if abs(c - best) > 1e-6), default=best)


def is_promising(found: Answer, seat: int, margin: float) -> bool:
    chance = float(found.best.chances[seat])
    return found.choices >= 4 and 0.12 < chance < 0.97 and margin_of(found, seat) > margin


def make_puzzle(positions: Positions, one: Found, found: Answer) -> Json | None:
    """The puzzle of a position that stood the second look, or None where it cannot be explained."""
    game = positions.game
    insight = insight_of(game)
    reason = reason_for(game, insight, one.position, one.seat, found)
    margin = margin_of(found, one.seat)
    if reason is None or reason.best - reason.without < 0.7 * margin:
        return None
    dealt = game.redealt(one.position, one.seat, 0)
    course = course_of(game, one.position, one.seat, found.best.actions)
    snapshot = game.snapshot(dealt)
    snapshot.pop("rng", None)
    return {
        "game": game.name,
        "position": snapshot,
        "seat": one.seat,
        "solution": course.actions,
        "facts": insight.facts(course),
        "reason": reason.to_json(),
        "chance": round(float(found.best.chances[one.seat]), 4),
        "margin": round(margin, 4),
        "turns": found.choices,
    }


def finds(state: State[Any], seat: int, solution: Sequence[int], bot: Any) -> bool:
    """Whether a bot plays the solution or a turn that comes to the same."""
    game = state.game
    s = state.s.copy()
    floor = game.floor(s)
    played: list[int] = []
    while game.owes(s, seat) and game.floor(s) == floor and len(played) < 60:
        action = int(bot.choose_state(State(game, s.copy(), None), seat, THOUGHT))
        game.play(s, seat, action)
        played.append(action)
    return _outcome(game, state.s, seat, played) == _outcome(game, state.s, seat, solution)


def _outcome(game: Game[Any], position: Any, seat: int, actions: Sequence[int]) -> Json:
    facts = insight_of(game).facts(course_of(game, position, seat, actions))
    return {name: value for name, value in facts.items() if name not in ("cards", "moves", "pattern")}


def graded(one: Json, state: State[Any], solution: Sequence[int]) -> Json:
    """The puzzle with how often each level finds it, and a grade made of that."""
    found = {
        level: sum(finds(state, one["seat"], solution, make_bot(one["game"], level, seed)) for seed in range(TRIES))
        / TRIES
        for level in LEVELS
    }
    share = sum(found.values()) / len(found)
    return {**one, "found": found, "grade": "easy" if share > 0.6 else "medium" if share > 0.2 else "hard"}


def mine(
    game_name: str, evaluator: Evaluator, count: int, seconds: float, seed: int, keep: Callable[[Json], None]
) -> None:
    """Up to `count` puzzles of a game within so many seconds, over its player counts and set-ups; each is kept as it
    is found."""
    started = time.monotonic()
    setups = list(_setups(game_name))
    seen: set[str] = set()
    batch = looked = 0
    while len(seen) < count and time.monotonic() - started < seconds:
        positions = Positions(make(game_name, **setups[batch % len(setups)]), evaluator)
        dice = np.random.default_rng(seed + batch)
        some = [one for one in self_play(positions, 8, seed + batch) if one.rounds > 1]
        some = [some[i] for i in dice.permutation(len(some))[: 2 * TOGETHER]]
        for first in range(0, len(some), TOGETHER):
            group = some[first : first + TOGETHER]
            looked += len(group)
            for one in puzzles_among(positions, group, seed + batch):
                if _signature(one) not in seen and len(seen) < count:
                    seen.add(_signature(one))
                    keep(rated(one))
        batch += 1
        print(f"{game_name}: {len(seen)} puzzles of {looked} decisions", file=sys.stderr)


def puzzles_among(positions: Positions, some: Sequence[Found], seed: int) -> Iterator[Json]:
    """A quick look at all, a long one at those that promise something."""
    margin = insight_of(positions.game).margin
    asked = [Question(one.position, one.seat, (), one.open) for one in some]
    first = answer(positions, asked, FIRST_LOOK, seed) if asked else []
    kept = [i for i, found in enumerate(first) if is_promising(found, some[i].seat, margin)]
    again = answer(positions, [asked[i] for i in kept], SECOND_LOOK, seed + 7) if kept else []
    for i, found in zip(kept, again, strict=True):
        if is_promising(found, some[i].seat, margin):
            made = make_puzzle(positions, some[i], found)
            if made is not None:
                yield made


def still_holding(some: Sequence[Json], evaluator: Evaluator) -> Iterator[Json]:
    """Of puzzles made with other weights those that hold with these too, with the figures of these; grades stay."""
    for one in some:
        game = make(one["game"], **one["position"]["setup"])
        position = game.restore(one["position"]).s
        found = Found(position, one["seat"], game.phase(position) >= 0, game.rounds(position))
        question = Question(position, one["seat"], (), found.open)
        positions = Positions(game, evaluator)
        answered = answer(positions, [question], SECOND_LOOK, 3)[0]
        if is_promising(answered, one["seat"], insight_of(game).margin):
            made = make_puzzle(positions, found, answered)
            if made is not None:
                yield {**made, "position": one["position"], "found": one["found"], "grade": one["grade"]}


def rated(one: Json) -> Json:
    """The puzzle with its grade."""
    game = make(one["game"], **one["position"]["setup"])
    state = game.restore(one["position"])
    numbers, s = [], state.s.copy()
    for action in one["solution"]:
        number = game.action_from_dict(s, action)
        numbers.append(number)
        game.play(s, one["seat"], number)
    return graded(one, state, numbers)


def _signature(one: Json) -> str:
    """Equal for puzzles that would feel the same: the same hand or pattern and the same answer."""
    seat = one["position"]["seats"][one["seat"]]
    return json.dumps([seat.get("hand"), seat.get("maps"), one["solution"]], sort_keys=True)


def _setups(game: str) -> Iterator[Json]:
    """Player counts from few to many, with the variants of the game's measure."""
    options = game_class(game).schema()["properties"]
    routes = options.get("route", {}).get("anyOf", [{}])[0].get("enum", [None])
    for route in routes:
        for players in range(options["players"]["minimum"], options["players"]["maximum"] + 1):
            yield {"players": players, **({"route": route} if route else {})}


def write(path: Path, puzzles: Sequence[Json], judge: str) -> None:
    """One puzzle a line after a line about them all, each game's easy ones first."""
    order = {"easy": 0, "medium": 1, "hard": 2}
    counts: dict[str, int] = {}
    lines = [json.dumps({"format": FORMAT, "judge": judge})]
    for one in sorted(puzzles, key=lambda p: (p["game"], order[p["grade"]], -p["margin"])):
        counts[one["game"]] = counts.get(one["game"], 0) + 1
        named = {"id": f"{one['game']}-{counts[one['game']]:03d}", **one}
        lines.append(json.dumps(named, separators=(",", ":"), ensure_ascii=False))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    from expedition.analysis.network import network_evaluator

    reader = argparse.ArgumentParser(description="Mine puzzles from self-play.")
    reader.add_argument("games", nargs="+")
    reader.add_argument("--count", type=int, default=200, help="puzzles a game")
    reader.add_argument("--minutes", type=float, default=10.0, help="at most so long a game, grading not counted")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--check", action="store_true", help="keep the puzzles there are that hold with these weights")
    reader.add_argument("--out", type=Path, default=Path(__file__).parent / "data" / FILE)
    chosen = reader.parse_args()
    made: list[Json] = []
    there: dict[str, list[Json]] = {}
    if chosen.out.exists():  # the other games' puzzles stay
        for one in map(json.loads, chosen.out.read_text(encoding="utf-8").splitlines()[1:]):
            one.pop("id")
            there.setdefault(one["game"], []).append(one)
        made = [one for game, some in there.items() if game not in chosen.games for one in some]
    judges: list[str] = []

    def keep(one: Json) -> None:
        made.append(one)
        write(chosen.out, made, "; ".join(judges))

    for game in chosen.games:
        evaluator = network_evaluator(game)
        judges.append(f"{game}: {evaluator.name}")
        if chosen.check:
            for one in still_holding(there.get(game, []), evaluator):
                keep(one)
        else:
            mine(game, evaluator, chosen.count, 60 * chosen.minutes, chosen.seed, keep)


if __name__ == "__main__":
    main()
