"""Whether win chances mean what they say: held-out games of the network against itself, predicted and come true.

A temperature for each number of players is fitted on half of the games; the expected calibration error is that of the
other half. `python -m expedition.learning calibrate GAME` writes both beside the weights, and a picture for the docs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt

from expedition.envs.mixed import SEATS, MixedGames
from expedition.learning.setups import parts_of
from expedition.players.network import Network, softmax

BINS = 20
HELD_OUT = 900_001  # no training uses this seed
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """Positions of finished games: who could win (logits from the seat to act on) and who did."""

    players: npt.NDArray[Any]
    games: npt.NDArray[Any]
    logits: npt.NDArray[Any]
    won: npt.NDArray[Any]


def observe(
    network: Network, name: str, count: int, seed: int = HELD_OUT, most: int = 6000,
    boards: npt.NDArray[Any] | None = None,
) -> Seen:  # fmt: skip
    """One game in each of `count` places, played by the network's own policy; on these boards, where there are some."""
    games = MixedGames(parts_of(name, count, boards, fresh_share=0.0 if boards is None else 1.0), seed)
    now, into = games.slot(), games.slot()
    games.reset(now)
    dice = np.random.default_rng(seed)
    open_games = np.ones(count, bool)
    kept: list[tuple[Any, Any, Any]] = []  # games, seats, logits
    results = np.zeros((count, SEATS), np.float32)
    for _ in range(most):
        asked = np.flatnonzero(open_games)
        if len(asked) == 0:
            break
        logits, heads = network.outputs(now.rows[: games.inputs, asked].T)
        logits = np.where(now.masks[:, asked].T != 0, logits, -1e9)
        noise = -np.log(-np.log(dice.random(logits.shape).clip(1e-20, 1 - 1e-7)))
        actions = now.masks.argmax(0).astype(np.int16)  # games that are finished go on somehow
        actions[asked] = (logits + noise).argmax(1)
        kept.append((asked, now.seats[asked].astype(np.int64), heads[:, 1].copy()))
        games.step(actions, now, into)
        ended = (into.done == 1) & open_games
        players = games.players.astype(np.float32)
        share = (into.rewards * (players - 1) + 1) / players
        results[ended] = share.T[ended]
        open_games &= ~ended
        now, into = into, now
    which = np.concatenate([g for g, _, _ in kept])
    seats = np.concatenate([s for _, s, _ in kept])
    players = games.players[which].astype(np.int64)
    told = (seats[:, None] + np.arange(SEATS)) % players[:, None]
    won = np.take_along_axis(results[which], told, 1) * (np.arange(SEATS) < players[:, None])
    finished = ~open_games[which]
    return Seen(players[finished], which[finished], np.concatenate([x for _, _, x in kept])[finished], won[finished])


def curve(chances: Floats, won: Floats) -> list[tuple[float, float, int]]:
    """For each bin of predicted chances: their mean, how often it came true, how many."""
    place = np.minimum((chances * BINS).astype(int), BINS - 1)
    return [
        (float(chances[place == i].mean()), float(won[place == i].mean()), int((place == i).sum()))
        for i in range(BINS)
        if (place == i).any()
    ]


def calibration_error(chances: Floats, won: Floats) -> float:
    """The mean distance between predicted and come true, weighted by how often."""
    told = curve(chances, won)
    return sum(abs(p - w) * n for p, w, n in told) / sum(n for _, _, n in told)


def fit(logits: Floats, won: Floats) -> float:
    """The factor of the logits under which what happened was likeliest."""

    def loss(factor: float) -> float:
        return float(-(won * np.log(softmax((logits * factor).astype(np.float32)) + 1e-9)).sum(1).mean())

    return min((round(0.5 + 0.02 * i, 2) for i in range(76)), key=loss)


def report(seen: Seen, plain: bool = False) -> dict[str, dict[str, Any]]:
    """By number of players: the factor (1 where chances are to stay plain), the error with it and without one on games
    it was not fitted on, and the curve."""
    told: dict[str, dict[str, Any]] = {}
    for players in sorted(set(seen.players.tolist())):
        mine = seen.players == players
        half = seen.games % 2 == 0
        logits, won = seen.logits[:, :players].astype(np.float64), seen.won[:, :players].astype(np.float64)
        factor = 1.0 if plain else fit(logits[mine & half], won[mine & half])
        test = mine & ~half
        before = softmax(logits[test].astype(np.float32)).ravel().astype(np.float64)
        fitted = softmax((logits[test] * factor).astype(np.float32)).ravel().astype(np.float64)
        truth = won[test].ravel()
        told[str(players)] = {
            "games": len(set(seen.games[mine].tolist())), "positions": int(mine.sum()), "factor": factor,
            "error_before": round(calibration_error(before, truth), 4),
            "error": round(calibration_error(fitted, truth), 4),
            "curve": [(round(p, 4), round(w, 4), n) for p, w, n in curve(fitted, truth)],
        }  # fmt: skip
    return told


def picture(told: dict[str, dict[str, Any]], title: str) -> str:
    """The reliability plot: predicted chance to the right, share that came true upwards, one line a player count."""
    side, edge = 360, 46
    inks = {"2": "#1b6e5a", "3": "#b4541a", "4": "#4a56a8"}

    def at(x: float, y: float) -> str:
        return f"{edge + x * side:.1f},{edge + (1 - y) * side:.1f}"

    marks = [
        f'<polyline points="{at(0, 0)} {at(1, 1)}" fill="none" stroke="#999" stroke-dasharray="4 4"/>',
        f'<rect x="{edge}" y="{edge}" width="{side}" height="{side}" fill="none" stroke="#666"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = edge + share * side, edge + (1 - share) * side
        marks.append(f'<text x="{x}" y="{edge + side + 16}" text-anchor="middle">{share:.0%}</text>')
        marks.append(f'<text x="{edge - 6}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    for i, (players, one) in enumerate(told.items()):
        line = " ".join(at(p, w) for p, w, _ in one["curve"])
        marks.append(f'<polyline points="{line}" fill="none" stroke="{inks[players]}" stroke-width="2"/>')
        marks.append(
            f'<text x="{edge + 12}" y="{edge + 22 + 18 * i}" fill="{inks[players]}">{players} players: error '
            f"{one['error']:.1%} ({one['games']} games)</text>"
        )
    width = side + 2 * edge
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width + 10}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="{width / 2}" y="24" text-anchor="middle" font-size="15">{escape(title)}</text>{"".join(marks)}'
        f'<text x="{width / 2}" y="{width}" text-anchor="middle">predicted chance; upwards: share that won</text>'
        "</svg>\n"
    )
