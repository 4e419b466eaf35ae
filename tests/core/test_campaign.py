"""Every star of the campaign has been earned by a bot: its game is kept, and the engine finds the star in it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from expedition.core import feats
from expedition.core.record import Record
from expedition.core.registry import make

PROOFS = Path(__file__).parents[1] / "campaign"
STEPS = [(game, step) for game in feats.challenges() for step in feats.campaign(game)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "step"), STEPS, ids=[step["id"] for _, step in STEPS])
def test_every_star_has_been_earned(game: str, step: dict[str, Any]) -> None:
    records = json.loads(gzip.decompress((PROOFS / f"{step['id']}.json.gz").read_bytes()))
    earned: set[int] = set()
    for data in records:
        state = Record.parse(data).state  # every action verified
        assert (state.game.name, state.game.setup) == (game, make(game, **step["setup"]).setup)
        facts = feats.feats(state, 0)
        earned |= {number for number, star in enumerate(step["stars"]) if feats.reached(star, facts)}
    assert earned == {0, 1, 2}


def test_the_campaign_is_the_seven_routes_then_caves_then_medals() -> None:
    assert [step["id"] for _, step in STEPS][:7] == list(
        make("eldorado").schema()["properties"]["route"]["anyOf"][0]["enum"]
    )
    assert [bool(step["setup"].get("caves")) for _, step in STEPS] == [False] * 7 + [True] * 3 + [False] * 3
    assert len({step["id"] for _, step in STEPS}) == len(STEPS)
    assert all(len(step["stars"]) == 3 for _, step in STEPS)


def test_a_star_asks_for_all_its_conditions_and_no_resignation() -> None:
    star = {"all": [{"fact": "place", "at_most": 1}, {"fact": "blockades", "at_least": 2}]}
    assert feats.reached(star, {"place": 1, "blockades": 2})
    assert not feats.reached(star, {"place": 1, "blockades": 1})
    assert not feats.reached(star, {"place": 2, "blockades": 3})
    assert not feats.reached(star, {"place": 1})
    assert not feats.reached(star, {"place": 1, "blockades": None})
    assert not feats.reached(star, {"place": 1, "blockades": 2, "resigned": True})


def test_the_better_result_comes_first() -> None:
    goal = (("rounds", "low"), ("cards", "low"))
    results = [
        {"rounds": None, "cards": 3},
        {"rounds": 14, "cards": 12},
        {"rounds": 12, "cards": 14},
        {"rounds": 12, "cards": 9},
    ]
    ordered = sorted(results, key=lambda facts: feats.better_first(goal, facts))
    assert [(r["rounds"], r["cards"]) for r in ordered] == [(12, 9), (12, 14), (14, 12), (None, 3)]
    assert feats.better_first((("points", "high"),), {"points": 90}) < feats.better_first(
        (("points", "high"),), {"points": 80}
    )
