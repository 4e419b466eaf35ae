"""Rooms that start from a position: their chance is the room's own, and what nobody could know is dealt anew."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.server.conftest import Running

import expedition
from expedition.server.rooms.positions import deal_position

Json = dict[str, Any]
GAMES = [("eldorado", {"players": 3, "caves": True}), ("silvergold", {"players": 3})]


def middle(game: str, setup: Json, seed: int = 5, steps: int = 40) -> Any:
    state = expedition.make(game, **setup).new(seed)
    dice = random.Random(seed)
    for _ in range(steps):
        seat = dice.choice(state.actors)
        state.apply(dice.choice(state.legal_actions(seat)), seat)
    while state.open:  # to a moment where nobody has chosen in secret
        seat = state.actors[0]
        state.apply(state.legal_actions(seat)[0], seat)
    return state


@pytest.mark.parametrize(("game", "setup"), GAMES)
def test_given_one_person_then_its_seat_sees_the_same_and_the_rest_is_dealt_anew(game: str, setup: Json) -> None:
    state = middle(game, setup)
    for person in range(3):
        dealt = [deal_position(state.game, state.snapshot(), [person], seed) for seed in range(8)]
        for position in dealt:
            assert "rng" not in position
            made = state.game.restore(position, 1)
            assert made.view(person) == state.game.restore(state.snapshot()).view(person)
        assert len({json.dumps(position) for position in dealt}) > 1
        assert dealt[0] == deal_position(state.game, state.snapshot(), [person], 0)


@pytest.mark.parametrize(("game", "setup"), GAMES)
def test_given_several_people_then_no_hand_an_open_replay_shows_is_sure_to_stay(game: str, setup: Json) -> None:
    state = middle(game, setup)
    written = state.snapshot()
    dealt = [deal_position(state.game, written, [0, 1, 2], seed) for seed in range(20)]
    for seat in range(3):
        public = {json.dumps(state.game.restore(position).view(None)) for position in dealt}
        assert len(public) == 1, "what all could see stays"
        if game == "eldorado":
            hands = {json.dumps(sorted(position["seats"][seat]["hand"])) for position in dealt}
            known = sorted({*written["seats"][seat]["hand"], *written["seats"][seat]["draw"]})
            assert len(hands) > 1 or len(known) == 1


@pytest.mark.server
async def test_given_a_position_with_its_own_chance_then_the_room_deals_by_its_seed_alone(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await server.guest("Ana")
    state = middle("eldorado", {"players": 2})
    written = state.snapshot()
    assert "rng" in written
    seats = [{"kind": "me"}, {"kind": "bot", "level": "First"}]
    draws = set()
    for seed in range(4):
        monkeypatch.setattr("expedition.server.rooms.starting.seed_from", lambda *parts, seed=seed: seed)
        origin = {"kind": "position", "position": written}
        room = await ana.post("/api/rooms", origin=origin, seats=seats, start=True)
        truth = server.truth(room["code"]).base
        assert truth.seed is not None
        assert room["commitment"] == expedition.core.record.commitment(truth.seed)
        assert truth.s == state.game.restore(deal_position(state.game, written, [0], truth.seed), truth.seed).s
        draws.add(json.dumps(truth.snapshot()["seats"][0]["draw"]) + json.dumps(truth.snapshot()["rng"]))
    assert len(draws) == 4


@pytest.mark.server
async def test_given_a_position_one_person_brought_and_plays_alone_then_it_is_as_written(server: Running) -> None:
    ana = await server.guest("Ana")
    written = middle("eldorado", {"players": 2}).snapshot()
    seats = [{"kind": "me"}, {"kind": "me", "name": "Scarlet"}]
    for _ in range(3):  # a lesson counts on the cards in hand and on those drawn next
        room = await ana.post("/api/rooms", origin={"kind": "position", "position": written}, seats=seats, start=True)
        assert server.truth(room["code"]).base.snapshot()["seats"] == written["seats"]


@pytest.mark.server
async def test_given_a_public_room_from_a_position_then_quick_match_does_not_lead_there(server: Running) -> None:
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    position = expedition.make("silvergold", players=2).new(3).snapshot()
    laid_out = await ana.post(
        "/api/rooms", origin={"kind": "position", "position": position}, public=True, auto_start=True
    )
    found = await rui.post("/api/match", game="silvergold", setup=laid_out["setup"])
    assert found["code"] != laid_out["code"]
    await ana.call("PATCH", f"/api/rooms/{laid_out['code']}", 200, {"clock": {"kind": "days", "days": 1}})
    again = await rui.post("/api/match", game="silvergold", setup=laid_out["setup"], clock={"kind": "days", "days": 1})
    assert again["code"] != laid_out["code"]
