"""Measure what the workshop keeps: rounds on the official routes, and ten thousand generated routes as a picture.

python tools/workshop.py reference [GAMES]     # src/expedition/workshop/reference.json, for the grades
python tools/workshop.py plot [COUNT]          # docs/pictures/generated-routes.svg
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path

from expedition.core.picture import num, rect, write
from expedition.core.picture import svg as page
from expedition.eldorado.board import load_route
from expedition.eldorado.components import route_ids
from expedition.eldorado.route_file import DIFFICULTIES
from expedition.workshop import Trial, propose, simulate
from expedition.workshop.difficulty import estimate, grade

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ("planner",)  # those quick enough for grades


def reference(games: int = 300) -> None:
    """Mean rounds of three players of a level on each official route, without caves."""
    rounds: dict[str, dict[str, float]] = {}
    for level in LEVELS:
        rounds[level] = {}
        for route in route_ids():
            outcome = simulate(Trial(route, games=games, levels=(level,)), workers=1)
            rounds[level][route] = round(outcome.tallies[level, 3, False].mean_rounds(), 2)
            print(level, route, rounds[level][route], flush=True)
    file = ROOT / "src/expedition/workshop/reference.json"
    file.write_text(json.dumps({"games": games, "rounds": rounds}, indent=1) + "\n", encoding="utf-8")


def plot(count: int = 10_000, seed: int = 1) -> None:
    """Lengths and grades of generated routes; every one of them goes through the engine's own check first."""
    started = time.perf_counter()
    routes = propose(seed, count)
    print(f"{len(routes)} proposals at {len(routes) / (time.perf_counter() - started):.0f} a second")
    found: Counter[tuple[int, str]] = Counter()
    for route in routes:
        board = load_route(route)
        found[board.shortest_steps, grade(estimate(board))] += 1
    (ROOT / "docs/pictures/generated-routes.svg").write_text(drawn(found), encoding="utf-8")


COLOURS = {
    "introductory": "var(--river-2)",
    "easy": "var(--jungle-2)",
    "medium": "var(--village-2)",
    "hard": "var(--basecamp-3)",
}


def drawn(found: Counter[tuple[int, str]]) -> str:
    """A column for every length, its grades one on another."""
    lengths = range(min(steps for steps, _ in found), max(steps for steps, _ in found) + 1)
    highest = max(sum(found[steps, name] for name in DIFFICULTIES) for steps in lengths)
    width, height, left, base = 900.0, 420.0, 70.0, 350.0
    step = (width - left - 30) / len(lengths)
    body = [write(left, 34, f"{found.total():,} generated routes", "tell8", 26)]
    for place, steps in enumerate(lengths):
        x, y = left + place * step, base
        for name in DIFFICULTIES:
            tall = found[steps, name] / highest * 270
            y -= tall
            if tall:
                body.append(rect(x + 1, y, step - 2, tall, 0, COLOURS[name]))
        if steps % 5 == 0:
            body.append(write(x + step / 2, base + 22, steps, "work7", 14, at="middle"))
    for share in (0.25, 0.5, 0.75, 1.0):
        y = base - 270 * share
        body.append(f'<path d="M{num(left)} {num(y)}H{num(width - 30)}" stroke="var(--rule)" stroke-width="1"/>')
        body.append(write(left - 8, y + 5, round(highest * share), "work7", 14, at="end"))
    body.append(f'<path d="M{num(left)} {num(base)}H{num(width - 30)}" stroke="var(--ink)" stroke-width="1.5"/>')
    body.append(write(width - 30, base + 46, "steps from start to El Dorado", "work7", 15, at="end"))
    x = left
    for name in DIFFICULTIES:
        total = sum(found[steps, name] for steps in lengths)
        body.append(rect(x, base + 34, 16, 16, 3, COLOURS[name]))
        body.append(write(x + 22, base + 47, f"{name} {total:,}", "work7", 15))
        x += 150
    return page(
        (width, height), "".join(body), "light", (), "Generated routes by length and grade", (0, 0, width, height)
    )


if __name__ == "__main__":
    (reference if sys.argv[1] == "reference" else plot)(*(int(number) for number in sys.argv[2:]))
