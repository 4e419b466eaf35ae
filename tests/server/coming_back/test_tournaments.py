"""Tournaments over the wire: rounds with people and computer players, people who do not come, restarts, abuse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.clients import Player
from tests.server.conftest import Running, Start

from expedition.server.timesource import now_ms

pytestmark = pytest.mark.server
Json = dict[str, Any]
LIVE = {"kind": "live", "seconds": 600, "increment": 0}
DAYS = {"kind": "days", "days": 1}


async def make(host: Player, **wish: Any) -> str:
    values = {"name": "Sunday cup", "game": "silvergold", "clock": LIVE, "rounds": 2, **wish}
    return str((await host.post("/api/tournaments", **values))["code"])


async def join(code: str, *players: Player) -> None:
    for player in players:
        await player.post(f"/api/tournaments/{code}/join")


async def look(player: Player, code: str) -> Json:
    found: Json = await player.get(f"/api/tournaments/{code}")
    return found


async def until(server: Running, player: Player, code: str, true: Callable[[Json], Any]) -> Json:
    """Let the referee look until the page shows something."""
    use = server.app.state.services
    async with asyncio.timeout(60):
        while not true(shown := await look(player, code)):
            await use.referee.run(use)
            await asyncio.sleep(0.01)
    return shown


async def resign(player: Player, room: str) -> None:
    seat = await player.sit_at(room)
    await seat.ask("resign", seat=seat.you["looking"])
    await seat.close()


async def end_round(server: Running, code: str, number: int, players: list[Player]) -> Json:
    """Everybody who sits at a table gives up, the last of each table wins; the page when the round is settled."""
    await until(server, players[0], code, lambda t: t["round"] == number and all_open(t))
    for player in players:
        room = (await look(player, code))["table"]
        if room is not None:
            await resign(player, room)
    return await until(
        server,
        players[0],
        code,
        lambda t: t["next_at"] is not None or t["round"] > number or t["status"] == "over",
    )


def all_open(shown: Json) -> bool:
    return all(table["room"] or table["places"] for table in shown["history"][-1]["tables"])


def line_of(shown: Json, name: str) -> Json:
    number = next(entrant["number"] for entrant in shown["entrants"] if entrant["name"] == name)
    found: Json = next(line for line in shown["standing"] if line["entrant"] == number)
    return found


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_people_and_bots_play_swiss_rounds_to_a_standing_anybody_may_see(
    kind: str, start: Start, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = str(tmp_path / "cup.db") if kind == "sqlite" else request.getfixturevalue("cluster").database()
    server = await start(database=database)
    people = [await server.guest(name) for name in ("Ana", "Rui", "Eva")]
    code = await make(people[0])
    await join(code, *people[1:])
    await people[0].post(f"/api/tournaments/{code}/begin", fill="First")
    shown = await end_round(server, code, 1, people)
    assert shown["round"] == 1
    assert shown["next_at"] is not None  # a pause between live rounds
    assert len(shown["history"][0]["tables"]) == 2
    await people[0].post(f"/api/tournaments/{code}/next")
    shown = await end_round(server, code, 2, people)
    assert shown["status"] == "over"
    assert shown["ended"] is not None
    assert [len(one["tables"]) for one in shown["history"]] == [2, 2]
    assert sum(line["points"] for line in shown["standing"]) == 4
    assert [line["place"] for line in shown["standing"]] == sorted(line["place"] for line in shown["standing"])
    met = [frozenset(table["entrants"]) for one in shown["history"] for table in one["tables"]]
    assert len(set(met)) == 4  # nobody meets twice
    async with httpx.AsyncClient(base_url=server.address) as stranger:
        seen = (await stranger.get(f"/api/tournaments/{code}")).json()
    assert seen["standing"] == shown["standing"]
    assert (seen["you"], seen["hosting"], seen["table"]) == (None, False, None)
    rooms = [table["room"] for one in shown["history"] for table in one["tables"]]
    room = await people[0].get(f"/api/rooms/{rooms[0]}")
    assert (room["origin"]["kind"], room["origin"]["tournament"], room["host"]) == ("tournament", code, None)
    assert [line["code"] for line in await people[1].get("/api/tournaments")] == [code]


async def test_computer_players_play_their_tables_by_themselves_and_a_restart_in_mid_round_changes_nothing(
    start: Start,
) -> None:
    server = await start()
    ana = await server.guest("Ana")
    code = await make(ana, rounds=1)
    await ana.post(f"/api/tournaments/{code}/bots", level="First", many=3)
    await ana.post(f"/api/tournaments/{code}/begin")
    before = await until(server, ana, code, lambda t: t["table"] is not None)
    cookies = dict(ana.http.cookies)
    await server.stop()
    server = await start()
    ana = await server.guest()
    ana.http.cookies.clear()
    for name, value in cookies.items():
        ana.http.cookies.set(name, value)
    again = await look(ana, code)
    assert again["table"] == before["table"]
    assert [table["entrants"] for table in again["history"][0]["tables"]] == [
        table["entrants"] for table in before["history"][0]["tables"]
    ]
    await resign(ana, again["table"])
    shown = await until(server, ana, code, lambda t: t["status"] == "over")
    assert line_of(shown, "Ana")["points"] == 0
    assert all(table["places"] for table in shown["history"][0]["tables"])
    assert sum(line["points"] for line in shown["standing"]) == 2


async def later(monkeypatch: pytest.MonkeyPatch, milliseconds: int, *modules: str) -> None:
    for module in modules:
        monkeypatch.setattr(f"expedition.server.{module}.now_ms", lambda: now_ms() + milliseconds)


async def test_whoever_does_not_come_to_a_live_table_loses_it_and_after_two_is_out(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, rui, eva, tom = [await server.guest(name) for name in ("Ana", "Rui", "Eva", "Tom")]
    code = await make(ana, rounds=3)
    await join(code, rui, eva, tom)
    await ana.post(f"/api/tournaments/{code}/begin")
    for number in (1, 2):
        shown = await until(
            server,
            ana,
            code,
            lambda t, now=number: t["round"] == now and all(x["due"] for x in t["history"][-1]["tables"]),
        )
        for player in (ana, rui, eva):  # Tom never comes
            await player.sit_at((await look(player, code))["table"])
        with monkeypatch.context() as patch:
            await later(patch, 301_000, "tournaments.tables")
            mine = next(e["number"] for e in shown["entrants"] if e["name"] == "Tom")
            shown = await until(
                server,
                ana,
                code,
                lambda t, tom=mine: any(tom in x["entrants"] and x["places"] for x in t["history"][-1]["tables"]),
            )
        missed = next(table for table in shown["history"][-1]["tables"] if mine in table["entrants"])
        assert missed["missed"] == [missed["entrants"].index(mine)]
        assert missed["places"][missed["missed"][0]] == 2
        await end_round(server, code, number, [ana, rui, eva])
        await ana.post(f"/api/tournaments/{code}/next")
    shown = await look(ana, code)
    assert next(e["out"] for e in shown["entrants"] if e["name"] == "Tom") == "missing"
    assert line_of(shown, "Tom")["points"] == 0
    assert line_of(shown, "Tom")["played"] == 0
    shown = await until(server, ana, code, lambda t: t["round"] == 3)
    assert len(shown["history"][2]["off"]) == 1  # three are left: one has the round off
    refused = await tom.post(f"/api/tournaments/{code}/join", 409)  # there is no other round to be drawn
    assert refused["key"] == "refusal.tournament_late"


async def test_at_a_larger_table_the_computer_sits_in_and_the_missing_player_is_last(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, rui, eva = [await server.guest(name) for name in ("Ana", "Rui", "Eva")]
    code = await make(ana, size=3, rounds=1)
    await join(code, rui, eva)
    await ana.post(f"/api/tournaments/{code}/begin")
    room = (await until(server, ana, code, lambda t: t["history"] and t["history"][0]["tables"][0]["due"]))["table"]
    await ana.sit_at(room)
    await rui.sit_at(room)
    await later(monkeypatch, 301_000, "tournaments.tables")
    shown = await until(server, ana, code, lambda t: t["history"][0]["tables"][0]["missed"])
    seat = shown["history"][0]["tables"][0]["missed"][0]
    assert server.hub.registry.sessions[room].bots == {seat: "First"}
    await resign(rui, room)
    await resign(ana, room)
    shown = await until(server, ana, code, lambda t: t["status"] == "over")
    assert line_of(shown, "Eva")["place"] == 3
    assert line_of(shown, "Ana")["points"] + line_of(shown, "Rui")["points"] == 3


async def test_by_days_a_turn_that_runs_out_without_a_move_is_a_missed_table(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [await server.guest(name) for name in ("Ana", "Rui", "Eva")]
    code = await make(people[0], clock=DAYS, rounds=1)
    await join(code, *people[1:])
    await people[0].post(f"/api/tournaments/{code}/begin")
    shown = await until(server, people[0], code, lambda t: bool(t["history"]) and t["history"][0]["tables"][0]["room"])
    table = shown["history"][0]["tables"][0]
    assert table["due"] is None
    await later(monkeypatch, 2 * 86_400_000, "rooms.clocks")
    shown = await until(server, people[0], code, lambda t: t["status"] == "over")
    table = shown["history"][0]["tables"][0]
    assert len(table["missed"]) == 1
    off = shown["history"][0]["off"][0]
    assert next(line["points"] for line in shown["standing"] if line["entrant"] == off) == 0.5
    lost = table["entrants"][table["missed"][0]]
    assert next(line["points"] for line in shown["standing"] if line["entrant"] == lost) == 0


async def test_everyone_meets_everyone_and_whoever_drops_out_gives_their_tables_away(server: Running) -> None:
    people = [await server.guest(name) for name in ("Ana", "Rui", "Eva", "Tom")]
    code = await make(people[0], form="everyone")
    assert (await look(people[0], code))["rounds"] == 0
    await join(code, *people[1:])
    shown = await people[0].post(f"/api/tournaments/{code}/begin")
    assert shown["rounds"] == 3
    late = await server.guest("Late")
    refused = await late.post(f"/api/tournaments/{code}/join", 409)
    assert refused["key"] == "refusal.tournament_late"
    await until(server, people[0], code, lambda t: t["round"] == 1 and all_open(t))
    await people[3].post(f"/api/tournaments/{code}/leave")  # Tom plays at the moment
    assert (await people[3].post(f"/api/tournaments/{code}/leave", 409))["key"] == "refusal.tournament_not_in"
    for number in (1, 2, 3):
        shown = await end_round(server, code, number, people[:3])
        if number < 3:
            await people[0].post(f"/api/tournaments/{code}/next")
    assert shown["status"] == "over"
    met = {frozenset(table["entrants"]) for one in shown["history"] for table in one["tables"]}
    assert len(met) == 6
    assert line_of(shown, "Tom")["points"] == 0
    walkovers = [table for one in shown["history"] for table in one["tables"] if table["status"] == "walkover"]
    assert len(walkovers) == 2
    assert sum(line["points"] for line in shown["standing"]) == 6


async def test_swiss_rounds_may_be_joined_late_and_left_and_joined_again(server: Running) -> None:
    people = [await server.guest(name) for name in ("Ana", "Rui", "Eva")]
    code = await make(people[0], clock=DAYS)
    await join(code, *people[1:])
    await people[0].post(f"/api/tournaments/{code}/begin")
    await until(server, people[0], code, lambda t: t["round"] == 1)
    tom = await server.guest("Tom")
    await join(code, tom)
    await people[2].post(f"/api/tournaments/{code}/leave")
    await join(code, people[2])
    await end_round(server, code, 1, people)
    shown = await until(server, people[0], code, lambda t: t["round"] == 2)
    assert shown["history"][1]["off"] == []
    seated = {number for table in shown["history"][1]["tables"] for number in table["entrants"]}
    assert seated == {entrant["number"] for entrant in shown["entrants"]}


async def test_there_are_no_more_than_32_and_nobody_twice(server: Running) -> None:
    ana, rui, eva = [await server.guest(name) for name in ("Ana", "Rui", "Eva")]
    code = await make(ana)
    await ana.post(f"/api/tournaments/{code}/bots", level="First", many=30)
    await asyncio.gather(*(rui.post(f"/api/tournaments/{code}/join") for _ in range(4)))
    shown = await look(rui, code)
    assert len(shown["entrants"]) == 32
    assert (await eva.post(f"/api/tournaments/{code}/join", 409))["key"] == "refusal.tournament_full"
    assert (await ana.post(f"/api/tournaments/{code}/bots", 409, level="First"))["key"] == "refusal.tournament_full"
    await rui.post(f"/api/tournaments/{code}/leave")
    both = [await server.guest(f"Guest {n}") for n in range(4)]
    answers = await asyncio.gather(*(p.http.post(f"/api/tournaments/{code}/join") for p in both))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


async def test_only_the_host_hosts(server: Running) -> None:
    ana, rui, eva = [await server.guest(name) for name in ("Ana", "Rui", "Eva")]
    code = await make(ana)
    await join(code, rui, eva)
    for method, path, body in (
        ("POST", "begin", {}),
        ("POST", "next", None),
        ("POST", "bots", {"level": "First"}),
        ("DELETE", "entrants/0", None),
    ):
        answer = await rui.call(method, f"/api/tournaments/{code}/{path}", 403, body)
        assert answer["key"] == "refusal.tournament_host"
    await rui.call("DELETE", f"/api/tournaments/{code}", 403, None)
    rui_is = next(e["number"] for e in (await look(rui, code))["entrants"] if e["name"] == "Rui")
    await ana.call("DELETE", f"/api/tournaments/{code}/entrants/{rui_is}", 200, None)
    assert (await rui.post(f"/api/tournaments/{code}/join", 403))["key"] == "refusal.tournament_removed"
    assert (await ana.post(f"/api/tournaments/{code}/begin", 409))["key"] == "refusal.tournament_few"
    closed = await ana.call("DELETE", f"/api/tournaments/{code}", 200, None)
    assert closed["status"] == "closed"
    tom = await server.guest("Tom")
    assert (await tom.post(f"/api/tournaments/{code}/join", 409))["key"] == "refusal.tournament_late"
    assert (await ana.post(f"/api/tournaments/{code}/begin", 409))["key"] == "refusal.tournament_begun"


async def test_what_cannot_be_is_refused_in_a_sentence(server: Running) -> None:
    ana = await server.guest("Ana")
    fits = {"name": "Cup", "game": "silvergold", "clock": LIVE}
    for change in (
        {"name": ""},
        {"name": "x" * 41},
        {"name": "bell\u0007"},
        {"name": "\u202egnp.exe"},
        {"name": "…"},
        {"size": 5},
        {"size": 1},
        {"rounds": 0},
        {"rounds": 13},
        {"clock": {"kind": "none"}},
        {"game": "chess"},
        {"setup": {"route": "nowhere"}},
        {"form": "knockout"},
    ):
        answer = await ana.post("/api/tournaments", 422, **{**fits, **change})
        assert answer["message"], change
    code = await make(ana, play=False)
    await ana.post(f"/api/tournaments/{code}/bots", 422, level="Nobody")
    await ana.post(f"/api/tournaments/{code}/bots", level="First", many=4)
    assert (await ana.post(f"/api/tournaments/{code}/begin", 409))["key"] == "refusal.tournament_people"
    await ana.get("/api/tournaments/ZZZZZZ", 404)
    await ana.get("/api/tournaments/zz", 422)
    async with httpx.AsyncClient(base_url=server.address) as stranger:
        assert (await stranger.post(f"/api/tournaments/{code}/join")).status_code == 401
    for _ in range(4):
        await make(ana)
    refused = await ana.post("/api/tournaments", 409, **fits)
    assert refused["key"] == "refusal.tournament_many"


async def test_a_guest_takes_the_tournament_along_and_whoever_deletes_the_account_is_out(server: Running) -> None:
    ana, rui, eva = await server.account("Ana"), await server.guest("Rui"), await server.guest("Eva")
    code = await make(ana)
    await join(code, rui, eva)
    other = await server.account("Rui B")
    await rui.post("/api/login", name="Rui B", password="correct horse")
    assert (await look(other, code))["you"] is not None
    await ana.post("/api/me/delete", password="correct horse")
    shown = await look(eva, code)
    assert shown["host"] is None
    assert shown["status"] == "closed"
    assert [(e["name"], e["out"]) for e in shown["entrants"]] == [("—", "left"), ("Rui B", None), ("Eva", None)]
