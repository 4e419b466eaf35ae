"""Records of simultaneous phases: seat by seat, in one order and in one wording."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import expedition

OLD_RECORDS = sorted((Path(__file__).parent / "records_of_version_1").glob("*.json"))


def record() -> dict[str, Any]:
    state = expedition.make("silvergold", players=3).new(4)
    for seat in (2, 0, 1):
        for _ in range(2):
            state.apply(state.legal_actions(seat)[0], seat)
    return copy.deepcopy(state.record(secret=True).data)


def load(data: dict[str, Any]) -> expedition.Record:
    made = expedition.Record.parse(data)
    _ = made.state
    return made


def test_given_seats_chose_in_any_order_when_the_phase_closes_then_they_stand_clockwise_from_the_start() -> None:
    data = record()
    start = expedition.make("silvergold", players=3).new(4).view(None)["turn"]["start"]
    assert [a["seat"] for a in data["actions"]] == [(start + i) % 3 for i in range(3) for _ in range(2)]
    assert load(data).data == data


def test_given_another_order_of_the_seats_when_the_record_is_loaded_then_the_first_ply_at_fault_is_named() -> None:
    data = record()
    data["actions"] = data["actions"][2:] + data["actions"][:2]
    with pytest.raises(expedition.RecordError, match="should read") as refusal:
        load(data)
    assert refusal.value.ply == 0


def test_given_an_action_in_other_words_when_the_record_is_loaded_then_it_is_refused_at_its_ply() -> None:
    data = record()
    state = load(data).state
    cells = state.gestures()[-1]["actions"][0]["cells"]
    said = {"do": "mark", "seat": state.actor, "map": 1, "cells": cells[::-1]}
    while state.ply == 6:
        state.apply(state.legal_actions()[-1])
    data = copy.deepcopy(state.record(secret=True).data)
    at = next(i for i, a in enumerate(data["actions"]) if a["do"] == "mark" and a["seat"] == said["seat"])
    data["actions"][at] = said
    with pytest.raises(expedition.RecordError, match="should read") as refusal:
        load(data)
    assert refusal.value.ply == at


def test_given_a_phase_that_is_still_open_when_a_record_is_made_then_it_ends_before_that_phase() -> None:
    state = expedition.make("silvergold").new(1)
    state.apply(state.legal_actions(0)[0], 0)
    assert state.record().actions == []
    assert state.ply == 0
    assert state.count(0) == 1


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parent / "records_of_version_1").glob("*.json")), ids=lambda path: path.stem
)
def test_given_a_record_of_rules_version_1_then_it_replays_as_it_was_played(path: Path) -> None:
    """The last seat that had not resigned played on, though by today's rules the game would have been over."""
    record = expedition.load(path)
    resigned = [action["seat"] for action in record.actions if action["do"] == "resign"]
    assert len(resigned) == record.game.players - 1
    assert record.actions[-1]["do"] != "resign"
    assert record.result == {"ranking": record.state.ranking(), "rounds": record.game.rounds(record.state.s)}
    assert record.state.record().data == record.data
    with pytest.raises(expedition.RecordError, match="over"):
        _ = expedition.load(json.dumps({**record.data, "rules_version": 2})).state


@pytest.mark.parametrize("version", [0, 3, "2", True, None])
def test_given_a_record_of_a_version_nobody_knows_then_a_sentence_says_which_are_known(version: object) -> None:
    data = {**expedition.make("silvergold").new(1).record(secret=True).data, "rules_version": version}
    with pytest.raises(expedition.RecordError, match="this program plays 1 and 2"):
        _ = expedition.load(json.dumps(data)).state
