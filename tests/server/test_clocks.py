"""Clocks, first as plain numbers, then in a room whose time is moved by the test."""

from __future__ import annotations

import pytest
from tests.server.conftest import Running, Start
from tests.server.test_play import play_and_step, two_at

import expedition
from expedition.core.registry import game_of
from expedition.server.rooms.game_table import GameTable
from expedition.server.rooms.seat_clocks import SeatClocks
from expedition.server.timesource import now_ms


def later(monkeypatch: pytest.MonkeyPatch, ms: int) -> None:
    """The server's time goes forward by so much."""
    for module in ("broadcast", "play", "clocks", "bot_turns"):
        monkeypatch.setattr(f"expedition.server.rooms.{module}.now_ms", lambda: now_ms() + ms)


def test_given_a_time_bank_when_turns_change_then_only_the_actor_pays_and_gets_the_increment() -> None:
    clock = SeatClocks({"kind": "live", "seconds": 60, "increment": 5}, 2)
    clock.run([0], 1_000)
    assert clock.remaining(0, 11_000) == 50_000
    assert clock.remaining(1, 11_000) == 60_000
    clock.run([1], 21_000)
    assert clock.left == [45_000, 60_000]
    assert clock.deadline() == 81_000
    assert clock.to_dict(22_000) == {"at": 22_000, "left": [45_000, 59_000], "running": [1]}


def test_given_a_simultaneous_phase_then_every_clock_runs_until_its_seat_is_done() -> None:
    clock = SeatClocks({"kind": "live", "seconds": 60}, 3)
    clock.run([0, 1, 2], 0)
    clock.run([0, 2], 10_000)
    clock.run([2], 20_000)
    assert [clock.remaining(seat, 30_000) for seat in range(3)] == [40_000, 50_000, 30_000]


def test_given_days_for_each_turn_then_every_turn_starts_afresh() -> None:
    day = 86_400_000
    clock = SeatClocks({"kind": "days", "days": 2}, 2)
    clock.run([0], 0)
    clock.run([1], day)
    clock.run([0], 2 * day)
    assert clock.remaining(0, 2 * day) == 2 * day
    assert clock.deadline() == 4 * day


def test_given_the_server_was_away_then_nobody_pays_for_it() -> None:
    clock = SeatClocks({"kind": "live", "seconds": 60}, 2)
    clock.run([0], 0)
    clock.resume(3_600_000)
    assert clock.remaining(0, 3_601_000) == 59_000


def test_given_rows_of_a_game_with_a_clock_when_folded_again_then_the_clocks_are_the_same() -> None:
    game = game_of("eldorado", {"players": 2})
    terms = {"kind": "live", "seconds": 60, "increment": 2}

    def fresh() -> GameTable:
        return GameTable(game, 7, None, [0, 1], {}, terms, 1_000)

    table = fresh()
    rows = []
    for at in range(5_000, 50_000, 5_000):
        seat = table.actors[0]
        rows += table.act(seat, [table.state.to_dict(table.state.legal_actions(seat)[-1], seat)], at)
    again = fresh()
    for row in rows:
        again.fold(row)
    assert again.clock is not None
    assert table.clock is not None
    assert (again.clock.left, again.clock.since) == (table.clock.left, table.clock.since)
    assert again.state.snapshot() == table.state.snapshot()


@pytest.mark.server
async def test_given_a_player_out_of_time_when_the_room_says_resign_then_the_seat_resigns(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"kind": "live", "seconds": 60, "increment": 0}
    code, _, (ana, rui) = await two_at(server, "eldorado", clock=clock)
    assert ana.table is not None
    assert ana.table["clocks"]["running"] == [0]
    gesture = play_and_step(ana)
    later(monkeypatch, 61_000)
    refused = await ana.act(*gesture)
    assert refused["code"] in ("not_running", "stale", "illegal")
    await rui.until(lambda s: s.table["view"]["seats"][0]["resigned"])
    assert server.truth(code).resigned(0)
    row = (await server.hub.store.log.rows(code))[0]
    assert (row.kind, row.data) == ("act", {"do": "resign", "seat": 0})
    await rui.until(lambda s: s.room["status"] == "over")
    assert rui.room["ranking"] == [2, 1]


@pytest.mark.server
async def test_given_a_player_out_of_time_when_the_room_says_bot_then_the_computer_plays_on(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"kind": "days", "days": 1}
    code, (player, _), (ana, rui) = await two_at(server, "silvergold", clock=clock, on_timeout="bot")
    assert rui.table is not None
    while rui.mine:
        await rui.act(rui.table["legal"][0])
    later(monkeypatch, 90_000_000)
    await rui.until(lambda s: s.room["seats"][0]["level"] is not None)
    await rui.until(lambda s: s.table["ply"] > 0)
    assert (await ana.ask("act", seat=0, ply=0, actions=[{"do": "end"}]))["code"] == "not_yours"
    assert server.truth(code).bots[0] in {level["name"] for level in server.hub.bots.levels("silvergold")}
    await rui.ask("agree", seat=1, end=True)
    await rui.until(lambda s: s.room["status"] == "over")
    expedition.load((await player.http.get(f"/api/rooms/{code}/record")).text)


@pytest.mark.server
async def test_given_a_restart_then_the_time_away_is_nobodys(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = await start()
    code, _, _ = await two_at(server, "eldorado", clock={"kind": "live", "seconds": 60, "increment": 0})
    await server.stop()
    later(monkeypatch, 3_600_000)
    again = await start()
    session = await again.hub.registry.find(code)
    while not (rows := await again.hub.store.log.rows(code)):
        async with session.lock:
            pass
    assert rows[0].kind == "resume"
    table = again.truth(code)
    assert table.out_of_time(now_ms() + 3_600_000) == []
    assert table.clock.remaining(0, now_ms() + 3_600_000) > 50_000
