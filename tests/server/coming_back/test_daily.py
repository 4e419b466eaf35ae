"""The challenge of the day: one deal for everybody, one attempt, sealed until the day is over, verified."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import date
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.coming_back.playing import play_on, recorded
from tests.server.conftest import Running, Start

from expedition.server.daily import challenge, days
from expedition.server.store.log import actions
from expedition.server.timesource import now_ms

pytestmark = pytest.mark.server
GAME = "silvergold"


def tomorrow(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    for module in modules:
        monkeypatch.setattr(f"expedition.server.{module}.now_ms", lambda: now_ms() + days.DAY)


async def test_everybody_gets_the_same_deal_and_one_attempt(server: Running) -> None:
    ana, tom = await server.guest("Ana"), await server.guest("Tom")
    first = await ana.post(f"/api/daily/{GAME}")
    again = await ana.post(f"/api/daily/{GAME}")
    other = await tom.post(f"/api/daily/{GAME}")
    assert again["code"] == first["code"]
    assert other["code"] != first["code"]
    assert other["setup"] == first["setup"]
    assert other["commitment"] == first["commitment"]
    assert server.truth(first["code"]).state.seed == server.truth(other["code"]).state.seed
    told = (await ana.get("/api/daily"))[1]
    assert (told["game"], told["commitment"]) == (GAME, first["commitment"])
    assert told["seed"] is None
    assert told["attempt"] == {"room": first["code"], "status": "playing"}
    assert first["origin"]["day"] == told["day"]


async def test_nobody_is_coached_where_all_are_compared(server: Running) -> None:
    ana = await server.guest("Ana")
    room = await ana.post(f"/api/daily/{GAME}")
    for door, more in (("coach", {}), ("coach/check", {"actions": [{"do": "end"}]})):
        assert (await ana.post(f"/api/rooms/{room['code']}/{door}", 409, seat=0, **more))["key"] == "refusal.no_coach"


async def test_two_requests_at_once_are_one_attempt(server: Running) -> None:
    ana = await server.guest("Ana")
    rooms = await asyncio.gather(*(ana.post(f"/api/daily/{GAME}") for _ in range(4)))
    assert len({room["code"] for room in rooms}) == 1


async def test_a_finished_day_has_places_and_stays_sealed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    players = [await server.guest(name) for name in ("Ana", "Tom")]
    codes = []
    for choose, player in enumerate(players):
        room = await player.post(f"/api/daily/{GAME}")
        over = await play_on(player, room["code"], choose)
        assert over["seed"] is None
        await recorded(server, room["code"])
        codes.append(room["code"])
    refused = await players[0].get(f"/api/rooms/{codes[0]}/record", 409)
    assert refused["key"] == "refusal.daily_sealed"
    await players[0].get(f"/api/rooms/{codes[0]}/replay", 409)
    told = (await players[0].get("/api/daily"))[1]
    assert told["finished"] == 2
    points = [line["facts"]["points"] for line in told["lines"]]
    assert points == sorted(points, reverse=True)
    assert told["lines"][0]["place"] == 1
    assert {line["room"] for line in told["lines"]} == {codes[0], None}
    assert told["mine"]["percentile"] in (0, 100)
    assert told["streak"] == 1

    # the day after: the seed is open, it keeps the commitment, and everybody's game can be replayed
    tomorrow(monkeypatch, "daily.challenge", "api.daily", "rooms.archive", "rooms.views")
    past = await players[0].get(f"/api/daily/{GAME}/{told['day']}")
    assert hashlib.sha256(past["seed"].encode()).hexdigest() == told["commitment"] == past["commitment"]
    assert {line["room"] for line in past["lines"]} == set(codes)
    record = await players[0].get(f"/api/rooms/{codes[1]}/record")
    assert record["seed"] == past["seed"]
    fresh = (await players[0].get("/api/daily"))[1]
    assert fresh["day"] != told["day"]
    assert fresh["commitment"] == told["tomorrow"]
    assert fresh["attempt"] is None


async def test_a_forged_result_is_refused(server: Running) -> None:
    """Somebody with the database in hand changes what was marked: the game does not replay, and counts nowhere."""
    ana = await server.guest("Ana")
    room = await ana.post(f"/api/daily/{GAME}")
    store = server.app.state.services.store
    kept = store.results.missing

    async def nothing(*_: Any) -> list[tuple[str, int]]:
        return []

    store.results.missing = nothing
    await play_on(ana, room["code"])
    forged = sa.update(actions).where(actions.c.room == room["code"], actions.c.ply == 12)
    async with store.db.write() as connection:
        await connection.execute(forged.values(data='{"do":"mark","map":0,"cells":[[99,99]],"seat":0}'))
    server.hub.registry.sessions.pop(room["code"])
    store.results.missing = kept
    async with asyncio.timeout(30):
        while room["code"] not in server.app.state.services.recorder._refused:
            await asyncio.sleep(0.05)
    assert (await ana.get("/api/daily"))[1]["lines"] == []


async def test_days_that_are_none_are_refused(server: Running) -> None:
    ana = await server.guest("Ana")
    for day in ("tomorrow", "2999-01-01", "2020-01-01", "2026-13-01"):
        await ana.get(f"/api/daily/{GAME}/{day}", 404)
    await ana.post("/api/daily/chess", 404)
    day = days.day_of(now_ms()).isoformat()
    assert (await ana.get(f"/api/daily/{GAME}/{day}"))["lines"] == []


def test_a_streak_counts_days_in_a_row() -> None:
    today = date(2026, 3, 2)
    assert challenge.streak([], today) == 0
    assert challenge.streak(["2026-03-02", "2026-03-01", "2026-02-28", "2026-02-26"], today) == 3
    assert challenge.streak(["2026-03-01", "2026-02-28"], today) == 2
    assert challenge.streak(["2026-02-28"], today) == 0


@pytest.mark.compiled
@pytest.mark.slow
async def test_guides_answer_the_same_play_with_the_same_play(start: Start) -> None:
    """Two people play alike against the real Guides: the games are the same, action for action."""
    server = await start(bots="expedition.players", bot_seconds=60.0)
    logs = []
    for name in ("Ana", "Tom"):
        player = await server.guest(name)
        room = await player.post(f"/api/daily/{GAME}")
        await play_on(player, room["code"])
        rows = await server.app.state.services.store.log.rows(room["code"])
        logs.append([row.data for row in sorted(rows, key=lambda row: row.ply) if row.kind == "act"])
    first, second = (sorted(map(str, log)) for log in logs)
    assert first == second
