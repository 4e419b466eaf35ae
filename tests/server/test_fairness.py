"""Nobody alone makes the seed: the server commits, players contribute, then the cards are dealt; all can check."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Running

import expedition
from expedition.core import rng
from expedition.core.record import commitment
from expedition.server.rooms import fairness

SCRIPT = Path(__file__).parents[2] / "examples" / "verify_deal.py"
DOCS = Path(__file__).parents[2] / "docs" / "fair-shuffles.md"
Json = dict[str, Any]


@pytest.fixture
def real_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("expedition.server.rooms.starting.seed_from", fairness.seed_from)


def verify(tmp_path: Path, room: Json, record: Json, *contributed: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "room.json").write_text(json.dumps(room))
    (tmp_path / "record.json").write_text(json.dumps(record))
    command = [sys.executable, "-I", str(SCRIPT), str(tmp_path / "room.json"), str(tmp_path / "record.json")]
    return subprocess.run([*command, *contributed], capture_output=True, text=True, check=False)


@pytest.mark.server
async def test_given_two_players_who_contribute_then_the_stand_alone_script_verifies_the_seed(
    server: Running, tmp_path: Path, real_seeds: None
) -> None:
    ana, rui = await server.guest("Ana"), await server.guest("Rui")
    room = await ana.post("/api/rooms", game="eldorado", setup={"players": 2})
    code, promised = room["code"], room["fairness"]["commitment"]
    assert room["fairness"] == {"commitment": promised, "secret": None, "contributions": []}
    mine, theirs = "12" * 16, "cd" * 32
    assert (await ana.call("PUT", f"/api/rooms/{code}/ready", 422, {"entropy": "XY"}))["code"] == "bad_request"
    await ana.call("PUT", f"/api/rooms/{code}/ready", 200, {"entropy": mine})
    await rui.call("PUT", f"/api/rooms/{code}/seats/1", 200, {"kind": "me", "entropy": theirs})
    started = await ana.post(f"/api/rooms/{code}/start")
    told = [{"seat": 0, "entropy": mine}, {"seat": 1, "entropy": theirs}]
    assert started["fairness"] == {"commitment": promised, "secret": None, "contributions": told}
    assert (await ana.call("PUT", f"/api/rooms/{code}/ready", 409, {"entropy": theirs}))["code"] == "not_now"
    first, second = await ana.sit_at(code), await rui.sit_at(code)
    await first.ask("agree", seat=0, end=True)
    await second.ask("agree", seat=1, end=True)
    await first.until(lambda s: s.room["status"] == "over")
    over = await ana.get(f"/api/rooms/{code}")
    record = (await ana.http.get(f"/api/rooms/{code}/record")).json()
    assert started["commitment"] == over["commitment"] == commitment(int(over["seed"], 16))

    good = verify(tmp_path, over, record, mine)
    assert (good.returncode, good.stderr) == (0, "")
    assert "The seed is what was promised" in good.stdout
    assert "Your contribution is part of it" in good.stdout
    for wrong in (
        {**over, "fairness": {**over["fairness"], "secret": "0" * 64}},
        {**over, "fairness": {**over["fairness"], "contributions": told[:1]}},
        {**over, "seed": "0" * 32},
        {**over, "code": "AAAAAA"},
    ):
        assert verify(tmp_path, wrong, record).returncode == 1
    assert verify(tmp_path, over, {**record, "seed": "0" * 32}).returncode == 1
    assert verify(tmp_path, over, record, "ff" * 16).returncode == 1


@pytest.mark.server
async def test_given_digits_sent_before_the_servers_promise_then_they_do_not_count(server: Running) -> None:
    ana = await server.guest("Ana")
    seats = [{"kind": "me", "entropy": "ab" * 16}, {"kind": "open"}]
    room = await ana.post("/api/rooms", game="eldorado", setup={"players": 2}, seats=seats)
    assert room["fairness"]["contributions"] == []
    waiting = await ana.post("/api/match", game="silvergold", setup={"players": 2}, entropy="ab" * 16)
    assert waiting["fairness"]["contributions"] == []
    rui = await server.guest("Rui")
    found = await rui.post("/api/match", game="silvergold", setup={"players": 2}, entropy="cd" * 16)
    assert found["fairness"]["contributions"] == [{"seat": 1, "entropy": "cd" * 16}]


def test_given_any_part_of_it_changed_then_the_seed_is_another() -> None:
    base = fairness.seed_from("K7QMPA", "5" * 64, [(0, "a" * 32), (1, "b" * 32)])
    assert 0 <= base < 2**128
    others = {
        fairness.seed_from("K7QMPB", "5" * 64, [(0, "a" * 32), (1, "b" * 32)]),
        fairness.seed_from("K7QMPA", "6" * 64, [(0, "a" * 32), (1, "b" * 32)]),
        fairness.seed_from("K7QMPA", "5" * 64, [(0, "b" * 32), (1, "a" * 32)]),
        fairness.seed_from("K7QMPA", "5" * 64, [(1, "a" * 32), (0, "b" * 32)]),
        fairness.seed_from("K7QMPA", "5" * 64, [(0, "a" * 32)]),
        fairness.seed_from("K7QMPA", "5" * 64, []),
    }
    assert len(others | {base}) == 7


def test_given_the_documents_vectors_then_the_script_and_the_engine_give_them() -> None:
    text = DOCS.read_text(encoding="utf-8")
    vectors = json.loads(text.split("```json vectors\n")[1].split("```")[0])
    told = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), "--vectors"], capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(told) == vectors
    for line in vectors["stream"]:
        seed = int(line["seed"], 16)
        chance = expedition.make("silvergold").new(seed).s.copy()
        rng.seed_chance(chance, *rng.seed_words(seed))
        assert [rng.next_word(chance) for _ in line["words"]] == line["words"]
        rng.seed_chance(chance, *rng.seed_words(seed))
        assert [rng.below(chance, 10) for _ in line["below_10"]] == line["below_10"]
        rng.seed_chance(chance, *rng.seed_words(seed))
        pile = list(range(12))
        rng.shuffle(chance, pile, 0, 12)
        assert pile == line["shuffled"]
    for line in vectors["seed"]:
        contributed = [(one["seat"], one["entropy"]) for one in line["contributions"]]
        assert f"{fairness.seed_from(line['code'], line['secret'], contributed):032x}" == line["seed"]
        assert fairness.commitment_of(line["secret"]) == line["commitment"]
