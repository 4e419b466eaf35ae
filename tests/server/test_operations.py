"""Backups are restored and played on; the files for operators are what they should be."""

from __future__ import annotations

import random
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from prometheus_client.metrics import MetricWrapperBase
from tests.server.clients import Player
from tests.server.conftest import Start
from tests.server.processes import Cluster
from tests.server.test_play import play_out, two_at

import expedition
from expedition.server import metrics
from expedition.server.settings import Settings

ROOT = Path(__file__).parents[2]


@pytest.mark.server
async def test_given_a_backup_of_a_running_server_when_it_is_restored_then_its_games_are_played_on(
    start: Start, tmp_path: Path
) -> None:
    server = await start()
    code, players, sockets = await two_at(server, "eldorado", setup={"max_rounds": 3})
    assert sockets[0].table is not None
    await sockets[0].act(sockets[0].table["legal"][0])
    backup = tmp_path / "backup.db"
    with sqlite3.connect(tmp_path / "test.db") as live, sqlite3.connect(backup) as copy:
        live.backup(copy)
    live.close()
    copy.close()
    await sockets[0].act({"do": "end"}, {"do": "done"})  # lost with the machine
    cookies = [dict(player.http.cookies) for player in players]
    await server.stop()

    again = await start(database=str(backup))
    back = []
    for cookie in cookies:
        player = Player(again.address)
        again.players.append(player)
        player.http.cookies.update(cookie)
        back.append(await player.sit_at(code))
    assert back[0].table is not None
    assert back[0].table["ply"] == 1
    await play_out(back, random.Random(1))
    record = expedition.load((await again.players[0].http.get(f"/api/rooms/{code}/record")).text)
    assert record.result is not None


@pytest.mark.server
async def test_given_a_dump_of_a_running_postgresql_when_it_is_restored_then_its_games_are_played_on(
    start: Start, cluster: Cluster, tmp_path: Path
) -> None:
    """By the commands of docs/operations.md, while the server runs."""
    live, fresh = cluster.database(), cluster.database()
    server = await start(database=live)
    code, players, sockets = await two_at(server, "eldorado", setup={"max_rounds": 3})
    assert sockets[0].table is not None
    await sockets[0].act(sockets[0].table["legal"][0])
    dump = str(tmp_path / "expedition.dump")
    await cluster.tool("pg_dump", "--format=custom", f"--file={dump}", live)
    await sockets[0].act({"do": "end"}, {"do": "done"})  # lost with the machine
    await cluster.tool("pg_restore", "--no-owner", f"--dbname={fresh}", dump)

    again = await start(database=fresh)
    back = []
    for player in players:
        same = Player(again.address)
        again.players.append(same)
        same.http.cookies.update(dict(player.http.cookies))
        back.append(await same.sit_at(code))
    assert back[0].table is not None
    assert back[0].table["ply"] == 1
    await play_out(back, random.Random(1))
    record = expedition.load((await again.players[0].http.get(f"/api/rooms/{code}/record")).text)
    assert record.result is not None


def test_given_the_compose_file_then_it_names_known_settings_and_files() -> None:
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    known = {f"EXPEDITION_{name.upper()}" for name in Settings.model_fields}
    named = {**compose["services"]["server"]["environment"], **compose["services"]["bots"]["environment"]}
    given = {name for name in named if name.startswith("EXPEDITION_")}
    assert given <= known
    assert (ROOT / "deploy" / compose["services"]["server"]["build"]["dockerfile"].removeprefix("deploy/")).exists()
    port = named["EXPEDITION_BOT_HOSTS"].partition(":")[2]
    assert compose["services"]["bots"]["command"] == ["expedition", "bots", "--listen", f"0.0.0.0:{port}"]
    assert "ports" not in compose["services"]["bots"], "nobody outside reaches it"
    wanted = set(re.findall(r"\$\{(\w+)", (ROOT / "deploy/compose.yaml").read_text()))
    offered = {line.split("=")[0] for line in (ROOT / "deploy/.env.example").read_text().split()}
    assert wanted == offered


def test_given_the_image_file_then_what_it_copies_is_there_and_it_has_a_health_check() -> None:
    text = (ROOT / "deploy/Dockerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.M):
        for name in line.split()[:-1]:
            assert (ROOT / name).exists(), name
    assert "HEALTHCHECK" in text
    assert "USER expedition" in text


@pytest.mark.parametrize(
    "command",
    [
        ("hadolint", "--failure-threshold", "warning", "Dockerfile"),
        ("yamllint", "--strict", "-d", "{extends: relaxed, rules: {line-length: {max: 120}}}", "compose.yaml"),
        ("gixy", "nginx.conf"),
    ],
    ids=lambda command: command[0],
)
def test_given_a_file_for_operators_then_its_own_linter_has_nothing_against_it(command: tuple[str, ...]) -> None:
    linter = Path(sys.executable).with_name(command[0])
    if not linter.exists():
        pytest.skip(f"{command[0]} is not made for this machine")
    done = subprocess.run([linter, *command[1:]], cwd=ROOT / "deploy", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_given_the_operators_page_then_it_lists_every_metric_and_every_setting_is_documented() -> None:
    text = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    for metric in vars(metrics).values():
        if isinstance(metric, MetricWrapperBase):
            (family,) = metric.describe()
            assert f"`{family.name}" in text, family.name
    settings = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    for name in Settings.model_fields:
        assert f"EXPEDITION_{name.upper()}`" in settings, name
