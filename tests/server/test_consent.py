"""Nobody is seated, rated or put under another clock without agreeing, and nobody is beaten in absence."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.clients import Player, Socket
from tests.server.conftest import Running
from tests.server.test_play import two_at

pytestmark = pytest.mark.server

RATED = {"game": "silvergold", "setup": {"players": 2}, "rated": True}


async def ended(server: Running, **wish: Any) -> tuple[str, list[Player], list[Socket]]:
    code, players, sockets = await two_at(server, "eldorado", **wish)
    for seat, socket in enumerate(sockets):
        await socket.ask("agree", seat=seat, end=True)
    await sockets[0].until(lambda s: s.room["status"] == "over")
    return code, players, sockets


async def test_given_a_finished_game_when_a_rematch_is_offered_then_nobody_is_seated_before_accepting(
    server: Running,
) -> None:
    code, (ana, rui), (first, _) = await ended(server)
    offer = await rui.post(f"/api/rooms/{code}/rematch")
    assert (offer["previous"], offer["status"], offer["host"]["name"]) == (code, "waiting", "Rui")
    assert [(seat["kind"], seat["name"]) for seat in offer["seats"]] == [("person", "Rui"), ("open", None)]
    assert offer["seats"][1]["reserved"]["id"] == ana.person["id"]
    await first.until(lambda s: s.room["rematch"] is not None)
    told = first.room["rematch"]
    assert (told["code"], told["by"]["name"], told["started"]) == (offer["code"], "Rui", False)
    assert (told["accepted"], told["declined"]) == ([rui.person["id"]], [])
    eve = await server.guest("Eve")
    seat = f"/api/rooms/{offer['code']}/seats/1"
    assert (await eve.call("PUT", seat, 409, {"kind": "me"}))["code"] == "taken"
    assert (await rui.call("POST", f"/api/rooms/{offer['code']}/start", 409, {}))["code"] == "not_now"
    assert await server.hub.store.rooms.of_person(ana.person["id"], "waiting", 10) == []

    accepted = await ana.post(f"/api/rooms/{code}/rematch", entropy="ab" * 16)
    assert accepted["code"] == offer["code"]
    assert accepted["status"] == "playing"
    assert [seat["name"] for seat in accepted["seats"]] == ["Rui", "Ana"]
    assert accepted["fairness"]["contributions"] == [{"seat": 1, "entropy": "ab" * 16}]
    await first.until(lambda s: s.room["rematch"]["started"])


async def test_given_an_offer_when_it_is_declined_or_taken_back_then_everybody_hears_and_can_offer_again(
    server: Running,
) -> None:
    code, (ana, rui), (first, second) = await ended(server)
    offer = await rui.post(f"/api/rooms/{code}/rematch")
    await ana.call("DELETE", f"/api/rooms/{code}/rematch", 200, None)
    await second.until(lambda s: (s.room["rematch"] or {}).get("declined") == [ana.person["id"]])
    room = await rui.get(f"/api/rooms/{offer['code']}")
    assert room["seats"][1]["reserved"] is None
    await rui.call("DELETE", f"/api/rooms/{code}/rematch", 200, None)
    await first.until(lambda s: s.room["rematch"] is None)
    assert (await rui.get(f"/api/rooms/{offer['code']}"))["status"] == "closed"
    assert (await rui.call("DELETE", f"/api/rooms/{code}/rematch", 409, None))["code"] == "not_now"
    again = await ana.post(f"/api/rooms/{code}/rematch")
    assert again["code"] != offer["code"]
    assert (await rui.post(f"/api/rooms/{code}/rematch"))["status"] == "playing"
    eve = await server.guest("Eve")
    assert (await eve.call("POST", f"/api/rooms/{code}/rematch", 403, {}))["code"] == "not_yours"


async def test_given_one_person_against_the_computer_then_a_rematch_starts_at_once_or_holds(server: Running) -> None:
    ana = await server.guest("Ana")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "First"}]
    room = await ana.post("/api/rooms", game="eldorado", setup={"players": 2}, seats=seats, start=True)
    socket = await ana.sit_at(room["code"])
    await socket.ask("agree", seat=0, end=True)
    await socket.until(lambda s: s.room["status"] == "over")
    held = await ana.post(f"/api/rooms/{room['code']}/rematch", hold=True)
    assert held["status"] == "waiting"
    assert [seat["kind"] for seat in held["seats"]] == ["bot", "person"]
    entropy = {"entropy": "0123456789abcdef" * 2}
    told = await ana.call("PUT", f"/api/rooms/{held['code']}/ready", 200, entropy)
    assert told["status"] == "playing"
    assert told["fairness"]["contributions"] == [{"seat": 1, **entropy}]


async def test_given_other_terms_after_sitting_down_then_nothing_starts_before_everybody_agrees_to_them(
    server: Running,
) -> None:
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    room = await ana.post("/api/rooms", game="eldorado", setup={"players": 2})
    path = f"/api/rooms/{room['code']}"
    sat = await rui.call("PUT", f"{path}/seats/1", 200, {"kind": "me"})
    assert [seat["ready"] for seat in sat["seats"]] == [True, True]
    await ana.call("PATCH", path, 200, {"public": True})
    for change in (
        {"clock": {"kind": "live", "seconds": 10}},
        {"setup": {"players": 2, "caves": True}},
        {"on_timeout": "bot"},
    ):
        changed = await ana.call("PATCH", path, 200, change)
        assert [seat["ready"] for seat in changed["seats"]] == [True, False]
        refused = await ana.call("POST", f"{path}/start", 409, {})
        assert refused["key"] == "refusal.not_all_ready"
        agreed = await rui.call("PUT", f"{path}/ready", 200, {"ready": True})
        assert [seat["ready"] for seat in agreed["seats"]] == [True, True]
    assert (await ana.post(f"{path}/start"))["status"] == "playing"
    eve = await server.guest("Eve")
    assert (await eve.call("PUT", f"{path}/ready", 409, {"ready": True}))["code"] == "not_now"


async def test_given_a_guest_at_the_table_then_the_host_cannot_make_it_rated(server: Running) -> None:
    ana, guest = await server.account("Ana"), await server.guest("Rui")
    room = await ana.post("/api/rooms", **{**RATED, "rated": False})
    await guest.call("PUT", f"/api/rooms/{room['code']}/seats/1", 200, {"kind": "me"})
    refused = await ana.call("PATCH", f"/api/rooms/{room['code']}", 403, {"rated": True})
    assert refused["key"] == "refusal.rated_account"


async def test_given_a_rated_room_then_it_starts_only_with_everybody_there_and_ready(server: Running) -> None:
    ana, rui = await server.account("Ana"), await server.account("Rui")
    room = await ana.post("/api/rooms", **RATED)
    path = f"/api/rooms/{room['code']}"
    await ana.sit_at(room["code"])
    sat = await rui.call("PUT", f"{path}/seats/1", 200, {"kind": "me"})
    assert [seat["ready"] for seat in sat["seats"]] == [True, False]
    assert (await ana.call("POST", f"{path}/start", 409, {}))["key"] == "refusal.not_all_ready"
    await rui.call("PUT", f"{path}/ready", 200, {"ready": True})
    assert (await ana.call("POST", f"{path}/start", 409, {}))["key"] == "refusal.not_all_there"
    there = await rui.sit_at(room["code"])
    await there.close()
    while (await ana.get(path))["seats"][1]["ready"]:  # who leaves is not ready any more
        pass
    await rui.sit_at(room["code"])
    assert (await ana.call("POST", f"{path}/start", 409, {}))["key"] == "refusal.not_all_ready"
    await rui.call("PUT", f"{path}/ready", 200, {"ready": True})
    assert (await ana.post(f"{path}/start"))["status"] == "playing"


async def test_given_a_rated_quick_match_then_it_starts_when_both_have_come(server: Running) -> None:
    ana, rui = await server.account("Ana"), await server.account("Rui")
    waiting = await ana.post("/api/match", **RATED)
    found = await rui.post("/api/match", **RATED)
    assert (found["code"], found["status"]) == (waiting["code"], "waiting")
    socket = await rui.sit_at(found["code"])
    assert socket.room["status"] == "waiting"
    await ana.sit_at(found["code"])
    await socket.until(lambda s: s.room["status"] == "playing")


async def test_given_a_public_game_then_nobody_has_two_seats_of_it(server: Running) -> None:
    ana, rui = await server.account("Ana"), await server.guest("Rui")
    twice = [{"kind": "me"}, {"kind": "me", "name": "Two"}]
    wish = {"game": "eldorado", "setup": {"players": 2}}
    assert (await ana.post("/api/rooms", 409, **wish, public=True, seats=twice))["key"] == "refusal.one_seat"
    private = await ana.post("/api/rooms", **wish, seats=twice)
    shown = await ana.call("PATCH", f"/api/rooms/{private['code']}", 409, {"public": True})
    assert shown["key"] == "refusal.one_seat"
    public = await ana.post("/api/rooms", **wish, public=True)
    refused = await ana.call("PUT", f"/api/rooms/{public['code']}/seats/1", 409, {"kind": "me", "name": "Two"})
    assert refused["key"] == "refusal.one_seat"
    await rui.call("PUT", f"/api/rooms/{public['code']}/seats/1", 200, {"kind": "me"})
    await rui.post("/api/login", name="Ana", password="correct horse")  # the guest was Ana all along
    room = await rui.get(f"/api/rooms/{public['code']}")
    assert [seat["kind"] for seat in room["seats"]] == ["person", "open"]
