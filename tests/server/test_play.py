"""Playing over the wire: whole games, undo, stale requests, refusals, hotseat, reconnecting, resigning, agreeing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.server.clients import Player, Socket
from tests.server.conftest import Running, Start

import expedition
from expedition.server.rooms.views import room_view

pytestmark = pytest.mark.server

GAMES = ["eldorado", "silvergold"]
SHORT: dict[str, dict[str, Any]] = {"eldorado": {"max_rounds": 6}, "silvergold": {}}


async def play_out(sockets: list[Socket], dice: random.Random, most: int = 2000) -> int:
    """Everybody plays something legal until the game is over; how many actions that took."""
    for number in range(most):
        for socket in sockets:
            if socket.mine:
                break
        else:
            for socket in sockets:
                await socket.until(lambda s: s.room["status"] == "over")
            return number
        assert socket.table is not None
        answer = await socket.act(dice.choice(socket.table["legal"]))
        assert answer["type"] == "done", answer
        for other in sockets:
            await other.ask("ping")  # whatever was sent before this answer has arrived
    raise AssertionError("the game does not end")


def play_and_step(socket: Socket) -> list[dict[str, Any]]:
    """A whole gesture of El Dorado: a card and its first step."""
    assert socket.table is not None
    return list(next(g["actions"] for g in socket.table["gestures"] if g["kind"] == "move"))


async def two_at(server: Running, game: str, **wish: Any) -> tuple[str, list[Player], list[Socket]]:
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    code = await server.table_for(ana, rui, game=game, **wish)
    return code, [ana, rui], [await ana.sit_at(code), await rui.sit_at(code)]


@pytest.mark.parametrize("game", GAMES)
async def test_given_two_guests_when_they_play_to_the_end_then_the_record_verifies(server: Running, game: str) -> None:
    code, (ana, rui), sockets = await two_at(server, game, setup=SHORT[game])
    commitment = sockets[0].room["commitment"]
    assert sockets[0].room["seed"] is None

    await play_out(sockets, random.Random(1))

    record = expedition.load((await ana.http.get(f"/api/rooms/{code}/record")).text)
    assert record.data["commitment"] == commitment
    assert [seat["name"] for seat in record.seats] == ["Ana", "Rui"]
    room = await rui.get(f"/api/rooms/{code}")
    assert (room["status"], room["outcome"]) == ("over", "finished")
    assert room["ranking"] == record.state.ranking()
    assert room["seed"] == record.data["seed"]


@pytest.mark.parametrize("game", GAMES)
async def test_given_a_journal_kept_by_the_rule_of_since_then_it_is_the_whole_truth(server: Running, game: str) -> None:
    code, _, sockets = await two_at(server, game, setup=SHORT[game])
    await play_out(sockets, random.Random(2))
    state = server.truth(code).state
    for seat, socket in enumerate(sockets):
        journal: list[dict[str, Any]] = []
        for message in socket.received:
            if message.get("table"):
                journal = [e for e in journal if e["ply"] < message["table"]["since"]] + message["table"]["events"]
        assert journal == json.loads(json.dumps(state.events(0, seat)))


async def test_given_a_gesture_when_its_last_action_is_illegal_then_nothing_of_it_happens(server: Running) -> None:
    code, _, (ana, _) = await two_at(server, "eldorado")
    gesture = play_and_step(ana)
    answer = await ana.act(*gesture, {"do": "step", "to": [99, 99]})
    assert (answer["type"], answer["code"]) == ("error", "illegal")
    assert server.truth(code).rows == 0
    assert await server.hub.store.log.rows(code) == []
    assert (await ana.act(*gesture))["type"] == "done"
    assert [row.data for row in await server.hub.store.log.rows(code)] == gesture


async def test_given_an_old_ply_when_an_action_answers_it_then_it_is_stale(server: Running) -> None:
    _, _, (ana, _) = await two_at(server, "eldorado")
    first = play_and_step(ana)
    assert (await ana.act(*first))["type"] == "done"
    answer = await ana.ask("act", seat=0, ply=0, actions=first)
    assert answer["code"] == "stale"


async def test_given_a_gesture_when_it_is_undone_then_the_position_is_exactly_the_old_one_and_the_ply_new(
    server: Running,
) -> None:
    code, _, (ana, rui) = await two_at(server, "eldorado")
    before = ana.table
    assert before is not None
    assert not before["can_undo"]
    snapshot = server.truth(code).state.snapshot()
    gesture = play_and_step(ana)
    await ana.act(*gesture)
    assert ana.table is not None
    assert ana.table["can_undo"]
    old_ply = ana.table["ply"]

    answer = await ana.ask("undo", seat=0, ply=old_ply)
    assert answer["type"] == "done"

    assert server.truth(code).state.snapshot() == snapshot
    assert ana.table["view"] == before["view"]
    assert ana.table["ply"] == old_ply + 1
    assert ana.table["line"] == 0
    await rui.until(lambda s: s.table["ply"] == old_ply + 1)
    assert rui.table is not None
    assert (rui.table["since"], rui.table["events"]) == (0, [])
    stale = await ana.ask("act", seat=0, ply=before["ply"], actions=gesture)
    assert stale["code"] == "stale"
    assert (await ana.ask("undo", seat=0, ply=ana.table["ply"]))["code"] == "nothing_to_undo"


async def test_given_new_cards_drawn_when_undo_is_asked_then_it_is_refused(server: Running) -> None:
    _, _, (ana, rui) = await two_at(server, "eldorado")
    while ana.mine:
        assert ana.table is not None
        last = [a for a in ana.table["legal"] if a["do"] in ("end", "done")]
        await ana.act(last[0])
    assert ana.table is not None
    answer = await ana.ask("undo", seat=0, ply=ana.table["ply"], scope="floor")
    assert answer["code"] == "nothing_to_undo"
    await rui.until(lambda s: s.mine)
    assert rui.table is not None
    assert not rui.table["can_undo"]


async def test_given_two_gestures_when_undone_to_the_floor_then_both_are_gone(server: Running) -> None:
    code, _, (ana, _) = await two_at(server, "eldorado")
    snapshot = server.truth(code).state.snapshot()
    await ana.act(*play_and_step(ana))
    await ana.act(*play_and_step(ana))
    assert ana.table is not None
    await ana.ask("undo", seat=0, ply=ana.table["ply"], scope="floor")
    assert server.truth(code).state.snapshot() == snapshot


async def test_given_a_phase_where_all_mark_when_one_acts_then_the_other_learns_only_who_is_done(
    server: Running,
) -> None:
    code, _, (ana, rui) = await two_at(server, "silvergold")
    assert rui.table is not None
    assert ana.table is not None
    seen = len(rui.received)
    assert (await ana.act(ana.table["legal"][0]))["type"] == "done"
    assert (ana.table["ply"], ana.table["count"]) == (0, 1)
    await rui.ask("ping")
    assert [m["type"] for m in rui.received[seen:]] == ["pong"]

    assert (await ana.ask("undo", seat=0, ply=0, count=1, scope="action"))["type"] == "done"
    assert (ana.table["ply"], ana.table["count"]) == (0, 2)
    assert (await ana.ask("act", seat=0, ply=0, count=1, actions=[ana.table["legal"][0]]))["code"] == "stale"
    while ana.mine:
        await ana.act(ana.table["legal"][0])
    await rui.until(lambda s: s.table["actors"] == [1])
    assert (rui.table["ply"], rui.table["count"]) == (0, 0)
    assert rui.table["events"] == []

    assert ana.table["can_undo"]
    await ana.ask("undo", seat=0, ply=0, count=ana.table["count"])
    await rui.until(lambda s: s.table["actors"] == [0, 1])
    assert server.truth(code).state.count(1) == 0


async def test_given_somebody_elses_seat_when_acting_for_it_then_it_is_refused(server: Running) -> None:
    _, _, (ana, rui) = await two_at(server, "eldorado")
    assert ana.table is not None
    action = ana.table["legal"][0]
    assert (await rui.act(action, seat=0))["code"] == "not_yours"
    assert (await rui.act(action, seat=1))["code"] == "illegal"
    assert (await rui.ask("look", seat=0))["code"] == "not_yours"
    assert (await rui.ask("resign", seat=0))["code"] == "not_yours"


async def test_given_a_spectator_then_nothing_is_offered_and_no_hand_is_seen(server: Running) -> None:
    code, _, _ = await two_at(server, "eldorado")
    eve = await server.guest("Eve")
    watching = await eve.sit_at(code)
    assert watching.you == {"person": eve.person["id"], "seats": [], "looking": None}
    assert watching.table is not None
    assert watching.table["legal"] == []
    assert [seat["hand"] for seat in watching.table["view"]["seats"]] == [None, None]
    assert (await eve.get(f"/api/rooms/{code}"))["spectators"] == 1


async def test_given_one_device_when_handed_over_then_only_one_hand_is_ever_seen(server: Running) -> None:
    ana = await server.guest("Ana")
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Rui"}]
    room = await ana.post("/api/rooms", game="eldorado", setup={"players": 2}, seats=seats, start=True)
    socket = await ana.sit_at(room["code"])
    assert socket.you["seats"] == [0, 1]
    assert socket.you["looking"] is None
    assert socket.table is not None
    assert [seat["hand"] for seat in socket.table["view"]["seats"]] == [None, None]
    for seat in (0, 1):
        answer = await socket.ask("look", seat=seat)
        assert answer["type"] == "state"
        hands = [seat["hand"] for seat in socket.table["view"]["seats"]]
        assert hands[seat] is not None
        assert hands[1 - seat] is None
    await socket.ask("look", seat=0)
    assert (await socket.act(*play_and_step(socket)))["type"] == "done"
    for message in socket.received:
        if message.get("table"):
            assert sum(seat["hand"] is not None for seat in message["table"]["view"]["seats"]) <= 1


async def test_given_two_tabs_when_one_acts_then_both_agree(server: Running) -> None:
    code, (ana, _), (tab, _) = await two_at(server, "eldorado")
    other = await ana.sit_at(code)
    await tab.act(*play_and_step(tab))
    assert tab.table is not None
    await other.until(lambda s: s.table["ply"] == tab.table["ply"])
    assert other.table == tab.table


async def test_given_a_lost_connection_when_coming_back_with_since_then_the_rest_is_told(server: Running) -> None:
    code, (_, rui), (first, second) = await two_at(server, "eldorado")
    assert second.table is not None
    await first.act(*play_and_step(first))
    await second.until(lambda s: s.table["ply"] == 2)
    known = second.table["events"]
    await second.close()
    await first.act(*play_and_step(first))
    again = await rui.sit_at(code, "?since=2")
    assert again.table is not None
    assert again.table["since"] == 2
    assert known + again.table["events"] == json.loads(json.dumps(server.truth(code).state.events(0, 1)))
    whole = await rui.sit_at(code)
    assert whole.table is not None
    assert whole.table["events"] == known + again.table["events"]


async def test_given_an_undo_while_away_when_coming_back_then_the_journal_is_cut_back(server: Running) -> None:
    code, (_, rui), (first, second) = await two_at(server, "eldorado")
    await first.act(*play_and_step(first))
    await second.until(lambda s: s.table["ply"] == 2)
    await second.close()
    await first.ask("undo", seat=0, ply=2)
    again = await rui.sit_at(code, "?since=2")
    assert again.table is not None
    assert (again.table["since"], again.table["events"], again.table["ply"]) == (0, [], 3)


@pytest.mark.parametrize("game", GAMES)
async def test_given_a_resignation_when_the_game_ends_then_the_record_verifies_and_ranks_it_last(
    server: Running, game: str
) -> None:
    code, (ana, _), sockets = await two_at(server, game, setup=SHORT[game])
    answer = await sockets[1].ask("resign", seat=1)
    assert answer["type"] == "done"
    assert (await sockets[1].ask("resign", seat=1))["type"] == "error"
    await sockets[0].until(lambda s: s.room["status"] == "over")
    record = expedition.load((await ana.http.get(f"/api/rooms/{code}/record")).text)
    assert (record.state.ranking(), record.data["rules_version"]) == ([1, 2], 2)
    assert record.actions[-1] == {"do": "resign", "seat": 1}


async def test_given_all_people_agree_then_the_game_ends_without_a_result(server: Running) -> None:
    code, (ana, _), (first, second) = await two_at(server, "eldorado")
    await first.act(*play_and_step(first))
    await first.ask("agree", seat=0, end=True)
    await second.until(lambda s: s.room["agreed"] == [0])
    await first.ask("agree", seat=0, end=False)
    await second.until(lambda s: s.room["agreed"] == [])
    await second.ask("agree", seat=1, end=True)
    assert first.room["status"] == "playing"
    await first.ask("agree", seat=0, end=True)
    await second.until(lambda s: s.room["status"] == "over")
    assert (second.room["outcome"], second.room["ranking"]) == ("agreed", None)
    record = expedition.load((await ana.http.get(f"/api/rooms/{code}/record")).text)
    assert record.result is None
    assert len(record.actions) == 2
    assert (await first.act({"do": "end"}))["code"] == "not_running"


async def test_given_chat_then_everybody_reads_it_as_text_and_it_is_there_on_return(server: Running) -> None:
    code, (_, rui), (first, second) = await two_at(server, "eldorado")
    text = "<b>hello</b> \U0001f600"
    assert (await first.ask("say", text=f"  {text} "))["type"] == "done"
    line = (await second.next("chat"))["line"]
    assert (line["text"], line["name"], line["number"]) == (text, "Ana", 1)
    assert (await second.ask("say", text="\u202eevil"))["code"] == "bad_message"
    assert (await second.ask("say", text=" \n "))["code"] == "bad_message"
    again = await rui.socket(code)
    assert [said["text"] for said in (await again.next("state"))["chat"]] == [text]


async def test_given_a_slow_reader_when_too_much_waits_for_it_then_it_is_disconnected(server: Running) -> None:
    code, _, (first, second) = await two_at(server, "eldorado")
    session = server.hub.registry.sessions[code]
    slow = next(v for v in session.connections if v.looking == 1)
    long = '{"type":"pong","id":1,"now":1}' + " " * 100_000  # more than the system takes for somebody who does not read
    for _ in range(200):
        slow.send(long)
    assert await second.closed() == 4408
    assert (await first.ask("ping"))["type"] == "pong"


async def test_given_a_sleeping_game_when_it_is_touched_then_it_goes_on(start: Start) -> None:
    server = await start(idle_seconds=0.2)
    code, _, (first, _) = await two_at(server, "eldorado")
    await first.act(*play_and_step(first))
    snapshot = server.truth(code).state.snapshot()
    await first.ask("agree", seat=0, end=True)
    session = server.hub.registry.sessions[code]
    session.touched -= 10
    assert await server.hub.registry.evict_if_idle(session)
    assert session.table is None
    assert room_view(session)["agreed"] == [0]
    assert session.serialized is not None
    assert len(session.serialized) < 20_000
    await first.act(*play_and_step(first))
    assert first.table is not None
    await first.ask("undo", seat=0, ply=first.table["ply"])
    assert server.truth(code).state.snapshot() == snapshot


@pytest.mark.parametrize("game", GAMES)
async def test_given_a_restart_when_people_come_back_then_everything_is_as_it_was(
    start: Start, game: str, tmp_path: Any
) -> None:
    server = await start()
    code, (ana, rui), sockets = await two_at(server, game)
    dice = random.Random(4)
    for _ in range(40):
        mover = next(s for s in sockets if s.mine)
        assert mover.table is not None
        assert (await mover.act(dice.choice(mover.table["legal"])))["type"] == "done"
        for socket in sockets:
            await socket.ask("ping")
    await sockets[0].ask("undo", seat=0, **{k: sockets[0].table[k] for k in ("ply", "count")})  # type: ignore[index]
    for socket in sockets:
        await socket.ask("ping")
    tables = [socket.table for socket in sockets]
    cookies = [dict(player.http.cookies) for player in (ana, rui)]
    await server.stop()

    again = await start()
    for cookie, table, seat in zip(cookies, tables, (0, 1)):
        player = Player(again.address)
        again.players.append(player)
        player.http.cookies.update(cookie)
        socket = await player.sit_at(code)
        assert table is not None
        assert socket.table is not None
        for part in ("ply", "count", "line", "view", "legal", "gestures", "actors", "can_undo"):
            assert socket.table[part] == table[part], part
        assert socket.table["events"] == json.loads(json.dumps(again.truth(code).state.events(0, seat)))
