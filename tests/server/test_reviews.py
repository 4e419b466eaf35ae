"""Reviews in the background and the coach: who gets them, how far they are, and who never does."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from tests.server.clients import Player
from tests.server.conftest import Running, Start

import expedition
from expedition.server import reviews

pytestmark = [pytest.mark.server, pytest.mark.compiled]

JUDGE = "tests.analysis.judges:whimsical"


def finished(game: str = "silvergold", **setup: Any) -> dict[str, Any]:
    state = expedition.make(game, **{"players": 2, **setup}).new(3)
    dice = random.Random(3)
    while not state.is_over:
        seat = state.actor
        state.apply(dice.choice(state.legal_actions(seat)), seat)
    return state.record().data


async def imported(player: Player, **setup: Any) -> str:
    room = await player.post("/api/records", record=finished(**setup))
    return str(room["code"])


async def wait_for(player: Player, code: str, **query: Any) -> Any:
    told = []
    while True:
        answer = await player.get(f"/api/rooms/{code}/review", **query)
        told.append((answer["done"], answer["total"]))
        if answer["status"] == "ready":
            assert told == sorted(told)
            return answer["review"]
        await asyncio.sleep(0.05)


async def test_given_a_finished_game_when_its_review_is_asked_for_then_it_comes_and_is_kept(start: Start) -> None:
    server = await start(judge=JUDGE)
    ana = await server.guest("Ana")
    code = await imported(ana)
    made = await wait_for(ana, code, seat=1, lang="fr")
    assert made["reader"] == 1
    assert len(made["turns"]) > 50
    job = server.app.state.services.reviews._jobs[code]
    again = await ana.get(f"/api/rooms/{code}/review", seat=0)
    assert again["status"] == "ready"
    assert server.app.state.services.reviews._jobs[code] is job
    page = await ana.http.get(f"/api/rooms/{code}/review.html", params={"lang": "it"})
    assert page.status_code == 200
    assert "<table" in page.text


async def test_given_a_running_game_then_nobody_gets_a_review_of_it(start: Start) -> None:
    server = await start(judge=JUDGE)
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    code = await server.table_for(ana, rui, game="silvergold")
    for player in (ana, rui):
        assert (await player.get(f"/api/rooms/{code}/review", 409))["code"] == "not_now"
        assert (await player.get(f"/api/rooms/{code}/review.html", 409))["code"] == "not_now"


async def test_given_nobody_waits_then_a_review_is_given_up(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PATIENCE", -1.0)
    server = await start(judge=JUDGE)
    ana = await server.guest("Ana")
    code = await imported(ana)
    assert (await ana.get(f"/api/rooms/{code}/review"))["status"] == "working"
    jobs = server.app.state.services.reviews._jobs
    async with asyncio.timeout(60):
        while code in jobs:
            await asyncio.sleep(0.02)


async def test_given_reviews_in_the_making_when_one_address_asks_for_more_then_it_is_asked_to_wait(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "WAITING_OF_ONE", 2)
    server = await start(judge=JUDGE)
    ana = await server.guest("Ana")
    codes = [await imported(ana) for _ in range(3)]
    for code in codes[:2]:
        assert (await ana.get(f"/api/rooms/{code}/review"))["status"] == "working"
    refused = await ana.get(f"/api/rooms/{codes[2]}/review", 429)
    assert (refused["code"], refused["key"]) == ("too_fast", "refusal.reviews_waiting")
    for code in codes:
        await wait_for(ana, code)


async def test_given_reviews_that_cannot_be_made_then_they_are_said_and_forgotten(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "KEPT", 1)
    server = await start(judge="tests.analysis.judges:nobody")
    ana = await server.guest("Ana")
    jobs = server.app.state.services.reviews._jobs
    for _ in range(3):
        code = await imported(ana)
        assert (await ana.get(f"/api/rooms/{code}/review"))["status"] == "working"
        job = jobs[code]
        async with asyncio.timeout(60):
            while not job.is_made:
                await asyncio.sleep(0.02)
        assert job.fault.__traceback__ is None
        assert len(jobs) <= 2
    assert (await ana.get(f"/api/rooms/{code}/review", 422))["key"] == "refusal.review_failed"
    assert code not in jobs


async def test_given_an_imported_record_then_its_review_calls_people_what_the_room_calls_them(start: Start) -> None:
    server = await start(judge=JUDGE)
    ana = await server.guest("Ana")
    record = {**finished(), "seats": [{"name": "Rui\u202e " + "x" * 90, "kind": "person"}] * 5}
    code = (await ana.post("/api/records", record=record))["code"]
    seats = [one["name"] for one in (await ana.get(f"/api/rooms/{code}"))["seats"]]
    made = await wait_for(ana, code)
    assert [one["name"] for one in made["seats"]] == seats
    assert all(len(name) < 90 for name in seats)


async def test_given_a_record_without_a_result_then_its_review_is_refused_with_the_reason(start: Start) -> None:
    server = await start(judge=JUDGE)
    ana = await server.guest("Ana")
    record = finished()
    del record["result"]
    code = (await ana.post("/api/records", record={**record, "actions": record["actions"][:9]}))["code"]
    assert (await ana.get(f"/api/rooms/{code}/review", 422))["key"] == "refusal.review_no_result"


async def against_computer(server: Running, player: Player, **wish: Any) -> str:
    seats = wish.pop("seats", [{"kind": "me"}, {"kind": "bot", "level": "First"}])
    room = await player.post(
        "/api/rooms", game="eldorado", setup={"players": len(seats)}, seats=seats, start=True, **wish
    )
    return str(room["code"])


async def test_given_a_game_against_the_computer_then_the_coach_tells_a_turn_that_can_be_played(start: Start) -> None:
    server = await start(judge=JUDGE)
    ana = await server.guest("Ana")
    code = await against_computer(server, ana)
    told = await ana.post(f"/api/rooms/{code}/coach", seat=0, lang="pt")
    assert told["hint"]
    assert told["why"]
    socket = await ana.sit_at(code)
    for action in told["actions"]:
        assert (await socket.act(action, seat=0))["type"] != "refused"


async def test_given_a_turn_about_to_be_sealed_then_the_coach_says_what_it_costs_and_changes_nothing(
    start: Start,
) -> None:
    server = await start(judge=JUDGE)
    ana = await server.guest("Ana")
    code = await against_computer(server, ana)
    socket = await ana.sit_at(code)
    before = server.truth(code).state.ply
    told = await ana.post(f"/api/rooms/{code}/coach/check", seat=0, actions=[{"do": "end"}, {"do": "done"}])
    assert told["loss"] >= 0
    assert (told["better"] is not None) == told["costly"] == (told["loss"] > 0.08)
    assert server.truth(code).state.ply == before
    bad = await ana.post(f"/api/rooms/{code}/coach/check", 422, seat=0, actions=[{"do": "fly"}])
    assert bad["message"]
    await socket.close()


async def test_given_other_people_or_a_seat_of_the_computer_then_there_is_no_coach(start: Start) -> None:
    server = await start(judge=JUDGE)
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    code = await server.table_for(ana, rui, game="eldorado")
    assert (await ana.post(f"/api/rooms/{code}/coach", 409, seat=0))["code"] == "not_now"
    alone = await against_computer(server, ana)
    assert (await ana.post(f"/api/rooms/{alone}/coach", 403, seat=1))["code"] == "not_yours"
    assert (await rui.post(f"/api/rooms/{alone}/coach", 409, seat=0))["code"] == "not_now"


async def test_given_a_rated_game_then_neither_hint_nor_check_is_given_to_anybody(start: Start) -> None:
    server = await start(judge=JUDGE)
    ana, rui, tom = await server.account("Ana"), await server.account("Rui"), await server.account("Tom")
    code = await server.table_for(ana, rui, game="silvergold", rated=True)
    for player in (ana, rui, tom):
        for seat in (0, 1):
            assert (await player.post(f"/api/rooms/{code}/coach", 409, seat=seat))["key"] == "refusal.no_coach"
            refused = await player.post(f"/api/rooms/{code}/coach/check", 409, seat=seat, actions=[{"do": "end"}])
            assert refused["key"] == "refusal.no_coach"


async def test_given_one_device_for_two_then_the_coach_helps_whoever_is_on_turn(start: Start) -> None:
    server = await start(judge=JUDGE)
    ana = await server.guest("Ana")
    code = await against_computer(server, ana, seats=[{"kind": "me"}, {"kind": "me", "name": "Rui"}])
    assert (await ana.post(f"/api/rooms/{code}/coach", seat=0))["text"]
    assert (await ana.post(f"/api/rooms/{code}/coach", 409, seat=1))["code"] == "not_now"
