"""Throughput of `BatchEnv` against batch size, threads, players and size of the route, as a plot for the docs.

    python benchmarks/scaling.py                 writes docs/pictures/scaling.svg; --json FILE keeps the figures

Every step writes the observation, mask and reward of every game and picks a random legal action. One thread is counted
by processor time, several by the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.progress import Progress

import expedition
from expedition.core.picture import tokens
from expedition.eldorado.components import route_ids
from expedition.envs.batch import BatchEnv

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "scaling.svg"
GAMES = {"eldorado": "El Dorado, 4 players, caves", "silvergold": "Silver & Gold, 4 players"}
SETUPS: dict[str, dict[str, Any]] = {
    "eldorado": {"players": 4, "caves": True, "max_rounds": 100},
    "silvergold": {"players": 4},
}
SIZES = [1, 4, 16, 64, 256, 1024, 4096, 16384]
USUAL = 1024

Point = tuple[float, float]  # where, and steps per second


def rate(game: str, count: int, threads: int, seconds: float, **options: Any) -> float:
    env = BatchEnv(game, count, threads=threads, **{**SETUPS[game], **options})
    clock: Callable[[], float] = time.process_time if threads == 1 else time.perf_counter
    for _ in range(max(2, 2000 // count)):  # away from the opening
        env.step(env.sample())
    best = 0.0
    for _ in range(3):
        steps, begin = 0, clock()
        while (spent := clock() - begin) < seconds / 3:
            env.step(env.sample())
            steps += count
        best = max(best, steps / spent)
    return best


def by_size(game: str, seconds: float) -> list[Point]:
    return [(count, rate(game, count, 1, seconds)) for count in SIZES]


def by_threads(game: str, seconds: float) -> list[Point]:
    cores = os.cpu_count() or 1
    return [(n, rate(game, 8192, n, seconds)) for n in sorted({1, 2, cores // 2 or 1, cores})]


def by_players(game: str, seconds: float) -> list[Point]:
    return [(n, rate(game, USUAL, 1, seconds, players=n)) for n in (2, 3, 4)]


def by_route(game: str, seconds: float) -> list[Point]:
    """Routes by their number of spaces; only El Dorado has any."""
    if game != "eldorado":
        return []
    found = []
    for route in route_ids():
        spaces = len(expedition.make(game, route=route).components()["board"]["hexes"])
        found.append((spaces, rate(game, USUAL, 1, seconds, route=route)))
    return sorted(found)


PANELS: dict[str, tuple[Callable[[str, float], list[Point]], bool]] = {  # what is on the axis; is it logarithmic
    "games in the batch (one core)": (by_size, True),
    "threads (8192 games, by the clock)": (by_threads, False),
    "players (1024 games, one core)": (by_players, False),
    "spaces of the route (1024 games, one core)": (by_route, False),
}

# The plot.

WIDTH, HEIGHT, LEFT, TOP = 330, 190, 52, 46


def plot(figures: dict[str, dict[str, list[Point]]], note: str) -> str:
    ink = tokens("light")
    colours = dict(zip(GAMES, (ink["river-3"], ink["action"]), strict=True))
    body = [f'<rect width="800" height="560" fill="{ink["panel"]}"/>']
    for i, (axis, (_, logarithmic)) in enumerate(PANELS.items()):
        x, y = LEFT + (i % 2) * 390, TOP + (i // 2) * 260
        body.append(f'<g transform="translate({x} {y})">{panel(axis, logarithmic, figures[axis], colours, ink)}</g>')
    for i, (game, title) in enumerate(GAMES.items()):
        at = LEFT + 260 * i
        body.append(f'<rect x="{at}" y="14" width="12" height="12" fill="{colours[game]}"/>')
        body.append(f'<text x="{at + 18}" y="24" font-weight="bold">{escape(title)}</text>')
    body.append(f'<text x="{LEFT}" y="548" fill="{ink["ink-3"]}">{escape(note)}</text>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 560" width="800" height="560" role="img" '
        f'font-family="sans-serif" font-size="12" fill="{ink["ink"]}" '
        'aria-label="Steps per second of BatchEnv against batch size, threads, players and route">\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def panel(
    axis: str, logarithmic: bool, lines: dict[str, list[Point]], colours: dict[str, str], ink: dict[str, str]
) -> str:
    points = [point for line in lines.values() for point in line]
    top = nice_top(max(rate for _, rate in points))
    places = sorted({where for where, _ in points})

    def across(where: float) -> float:
        if logarithmic:
            return WIDTH * places.index(where) / (len(places) - 1)
        low, high = places[0], places[-1]
        return 20 + (WIDTH - 40) * (where - low) / ((high - low) or 1)

    def down(rate: float) -> float:
        return HEIGHT * (1 - rate / top)

    drawn = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = down(top * share)
        drawn.append(f'<path d="M0 {y:.1f}H{WIDTH}" stroke="{ink["rule"]}" fill="none"/>')
        drawn.append(f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{top * share / 1e6:.3g} M</text>')
    shown = places if len(places) <= 8 else places[:: (len(places) + 6) // 7]
    for where in shown:
        drawn.append(f'<text x="{across(where):.1f}" y="{HEIGHT + 16}" text-anchor="middle">{where:g}</text>')
    drawn.append(f'<text x="{WIDTH / 2}" y="{HEIGHT + 34}" text-anchor="middle">{escape(axis)}</text>')
    for game, line in lines.items():
        at = [(across(where), down(rate)) for where, rate in line]
        if len({x for x, _ in at}) == len(at):  # routes of one size have no order
            for (x0, y0), (x1, y1) in pairwise(at):
                way = f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
                drawn.append(f'<path d="{way}" stroke="{colours[game]}" stroke-width="2"/>')
        drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colours[game]}"/>' for x, y in at]
    return "".join(drawn)


def nice_top(highest: float) -> float:
    """The next round number above, so that quarters of it read well."""
    unit = 10.0 ** (len(str(int(highest))) - 1)
    return next(unit * n for n in (1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10) if unit * n >= highest)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.5, help="of each point")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--out", type=Path, default=PICTURE)
    options = parser.parse_args(arguments)
    figures: dict[str, dict[str, list[Point]]] = {axis: {} for axis in PANELS}
    with Progress(transient=True) as progress:
        bar = progress.add_task("", total=len(PANELS) * len(GAMES))
        for axis, (points, _) in PANELS.items():
            for game in GAMES:
                progress.update(bar, description=f"{game}: {axis}", advance=1)
                figures[axis][game] = points(game, options.seconds)
    options.out.write_text(plot(figures, f"steps a second, {os.cpu_count()} cores"), encoding="utf-8")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    for axis, lines in figures.items():
        for game, line in lines.items():
            print(f"{game:11} {axis}: " + "  ".join(f"{where:g}: {rate / 1e6:.2f} M" for where, rate in line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
