"""The campaign's thresholds, measured and proved.

    python tools/campaign.py measure [games [step …]]    how Guides fare among themselves, what the thresholds are set
                                                         from, and how often a Veteran earns each star among Guides
    python tools/campaign.py prove [games [step …]]      plays until a bot has earned every star that no kept game has
                                                         earned yet; writes tests/campaign/*.json.gz

Both take all steps where none is named.

A proof is an ordinary game record: the test replays it with the engine and finds the star in it.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from expedition.core import feats
from expedition.core.game import State
from expedition.core.record import Record
from expedition.core.registry import make
from expedition.core.types import Json
from expedition.players import make_bot

PROOFS = Path(__file__).resolve().parents[1] / "tests" / "campaign"


def play(game: str, step: Json, level: str, seed: int) -> State[Any]:
    """A whole game: this level in the first seat, the step's own opponents in the others."""
    state = make(game, **step["setup"]).new(seed)
    levels = [level, *[step["level"]] * (state.game.players - 1)]
    bots = [make_bot(game, name, seed=16 * seed + seat) for seat, name in enumerate(levels)]
    while not state.is_over:
        state.apply(bots[state.actor].choose_state(state, state.actor))
    return state


def steps(wanted: Sequence[str]) -> Iterator[tuple[str, Json]]:
    for game in feats.challenges():
        yield from ((game, step) for step in feats.campaign(game) if not wanted or step["id"] in wanted)


def measure(games: int, wanted: Sequence[str]) -> None:
    """The Guide against Guides: the fact that matters and its shares of the stars; then a Veteran against Guides."""
    for game, step in steps(wanted):
        fact = feats.goal(game)[0][0]
        own, better = [], []
        for seed in range(games):
            state = play(game, step, step["level"], seed)
            own += [feats.feats(state, seat) for seat in range(state.game.players)]
            better.append(feats.feats(play(game, step, "veteran", seed), 0))
        known = sorted(one[fact] for one in own if one[fact] is not None)
        told = f"{fact} mean {mean(known):.1f} median {median(known)} best {known[0]} last {known[-1]}"
        print(f"{step['id']:20} {told}; stars: Guide {_shares(step, own)}, Veteran {_shares(step, better)}", flush=True)


def _shares(step: Json, found: Sequence[Json]) -> str:
    return " ".join(f"{sum(feats.reached(star, one) for one in found) / len(found):.0%}" for star in step["stars"])


def prove(most: int, wanted: Sequence[str]) -> None:
    """Play with stronger bots until each star is earned, and keep the games that show it."""
    PROOFS.mkdir(exist_ok=True)
    for game, step in steps(wanted):
        kept = _proofs(game, step, most)
        text = json.dumps([record.data for record in kept], separators=(",", ":")).encode()
        (PROOFS / f"{step['id']}.json.gz").write_bytes(gzip.compress(text, 9, mtime=0))
        print(f"{step['id']:22} {len(kept)} games, {len(text) // 1000} kB", flush=True)


def _known(step: Json) -> list[Record]:
    """The games kept so far."""
    file = PROOFS / f"{step['id']}.json.gz"
    return [Record.parse(data) for data in json.loads(gzip.decompress(file.read_bytes()))] if file.exists() else []


def _proofs(game: str, step: Json, most: int) -> list[Record]:
    open_stars = set(range(len(step["stars"])))
    kept: list[Record] = []
    for record in _known(step):
        facts = feats.feats(record.state, 0)
        earned = {star for star in open_stars if feats.reached(step["stars"][star], facts)}
        if earned:
            kept.append(record)
            open_stars -= earned
    if not open_stars:
        return kept
    for seed in range(most):
        for level in ("guide", "veteran"):
            state = play(game, step, level, seed)
            facts = feats.feats(state, 0)
            earned = {star for star in open_stars if feats.reached(step["stars"][star], facts)}
            if earned:
                kept.append(Record.of(state))
                open_stars -= earned
            if not open_stars:
                return kept
    raise SystemExit(f"{step['id']}: no bot earned star {sorted(open_stars)} in {most} games")


if __name__ == "__main__":
    command = {"measure": measure, "prove": prove}.get(sys.argv[1] if len(sys.argv) > 1 else "")
    if command is None:
        raise SystemExit(__doc__)
    command(int(sys.argv[2]) if len(sys.argv) > 2 else 60, sys.argv[3:])
