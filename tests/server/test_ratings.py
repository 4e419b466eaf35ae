"""Ratings: who counts, who does not, and what the pages show."""

from __future__ import annotations

import pytest
from tests.server.clients import Player
from tests.server.conftest import Running

from expedition.server.ratings import START_MU, START_SIGMA, doubt, rated, shown

WISH = {"game": "silvergold", "setup": {"players": 2}, "rated": True}


def test_given_newcomers_when_one_wins_then_it_goes_up_and_the_other_down() -> None:
    first, second = rated({}, ["a", "b"], [1, 2])
    assert first["mu"] > START_MU > second["mu"]
    assert first["sigma"] < START_SIGMA
    assert (shown(START_MU), doubt(START_SIGMA)) == (1500, 653)


def test_given_a_shared_place_then_equals_stay_equal() -> None:
    first, second, third = rated({}, ["a", "b", "c"], [1, 1, 3])
    assert first["mu"] == pytest.approx(second["mu"])
    assert third["mu"] < first["mu"]


async def finish(server: Running, ana: Player, rui: Player, **wish: object) -> str:
    """A game that Rui resigns."""
    code = await server.table_for(ana, rui, **{**WISH, **wish})
    first, second = await ana.sit_at(code), await rui.sit_at(code)
    await second.ask("resign", seat=1)
    await first.until(lambda s: s.room["status"] == "over")
    return code


@pytest.mark.server
async def test_given_a_rated_game_of_accounts_then_both_are_rated_and_listed(server: Running) -> None:
    ana, rui = await server.account("Ana"), await server.account("Rui")
    code = await finish(server, ana, rui)
    board = await ana.get("/api/leaderboard", game="silvergold", players=2)
    assert [line["person"]["name"] for line in board] == ["Ana", "Rui"]
    assert [line["place"] for line in board] == [1, 2]
    assert board[0]["rating"]["shown"] > 1500 > board[1]["rating"]["shown"]
    assert board[0]["rating"]["doubt"] < doubt(START_SIGMA)
    page = await rui.get(f"/api/people/{ana.person['id']}")
    assert page["ratings"][0]["games"] == 1
    assert (page["changes"][0]["room"], page["changes"][0]["before"]) == (code, 1500)
    assert [game["code"] for game in page["games"]] == [code]
    await finish(server, ana, rui)
    again = await rui.get(f"/api/people/{ana.person['id']}")
    assert again["ratings"][0]["games"] == 2
    assert again["changes"][0]["before"] == page["changes"][0]["after"]
    assert await ana.get("/api/leaderboard", game="silvergold", players=3) == []


@pytest.mark.server
async def test_given_guests_bots_or_a_shared_device_then_a_rated_room_is_refused(server: Running) -> None:
    ana, guest = await server.account("Ana"), await server.guest()
    assert (await guest.post("/api/rooms", 403, **WISH))["code"] == "not_yours"
    bot = [{"kind": "me"}, {"kind": "bot", "level": "First"}]
    twice = [{"kind": "me"}, {"kind": "me", "name": "Me too"}]
    for seats in (bot, twice):
        assert (await ana.post("/api/rooms", 422, **WISH, seats=seats))["code"] == "bad_setup"
    assert (await ana.post("/api/rooms", 422, **WISH, on_timeout="bot"))["code"] == "bad_setup"
    room = await ana.post("/api/rooms", **WISH)
    seat = f"/api/rooms/{room['code']}/seats/1"
    assert (await guest.call("PUT", seat, 403, {"kind": "me"}))["code"] == "not_yours"
    assert (await ana.call("PUT", seat, 422, {"kind": "me", "name": "Two"}))["code"] == "bad_setup"
    assert (await ana.call("PUT", seat, 422, {"kind": "bot", "level": "First"}))["code"] == "bad_setup"


@pytest.mark.server
async def test_given_an_unrated_game_then_nobody_is_rated(server: Running) -> None:
    ana, rui = await server.account("Ana"), await server.account("Rui")
    await finish(server, ana, rui, rated=False)
    assert await ana.get("/api/leaderboard", game="silvergold", players=2) == []
