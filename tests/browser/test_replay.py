"""Finished games looked at again: scrubber, turns, eyes, records in and out, play on from here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser import positions
from tests.browser.conftest import House, Visit
from tests.browser.looking import FAULTS, KINDS, axe, options, resized
from tests.browser.person import Person
from tests.browser.records import bring, finished
from tests.browser.test_table import Room, sit

Json = dict[str, Any]


def at(page: Page, ply: int) -> None:
    expect(page.locator(".what b")).to_have_text(f"{ply}/{len(finished_plies(page))}")


def finished_plies(page: Page) -> list[Json]:
    game = "silvergold" if page.locator(".table.sg").count() else "eldorado"
    return finished(game).actions


def turn_starts(game: str) -> list[int]:
    """Where turns begin, asked of the engine."""
    record = finished(game)
    state = record.at(0)
    starts = [0]
    for ply, action in enumerate(record.actions, start=1):
        line = state.ply
        state.apply(state.from_dict(action), action.get("seat", state.actor))
        if any(e["key"] in ("eldorado.turn", "silvergold.reveal") for e in state.events(line, None)):
            starts.append(ply)
    return starts


def hand(page: Page) -> list[str]:
    return sorted(e.get_attribute("data-card") or "" for e in page.locator("[data-card]").all())


def test_given_a_replay_when_i_use_keys_then_it_goes_by_action_and_by_turn_and_the_address_follows(
    visit: Visit, house: House
) -> None:
    page = visit()
    bring(page, house, "eldorado", "?ply=20&eyes=open")
    starts, last = turn_starts("eldorado"), len(finished("eldorado").actions)
    at(page, 20)
    page.keyboard.press("ArrowRight")
    at(page, 21)
    assert "ply=21&eyes=open" in page.url
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    at(page, next(s for s in starts if s > 20))
    page.keyboard.press("ArrowUp")
    at(page, max(s for s in starts if s < next(s for s in starts if s > 20)))
    page.keyboard.press("End")
    at(page, last)
    expect(page.locator(".result")).to_be_visible()
    page.keyboard.press("Home")
    at(page, 0)
    expect(page.locator(".result")).to_have_count(0)


def test_given_a_replay_when_the_scrubber_moves_then_table_and_journal_are_at_that_place(
    visit: Visit, house: House
) -> None:
    page = visit()
    bring(page, house, "eldorado")
    record = finished("eldorado")
    for ply in (60, 15, 90):
        page.get_by_role("slider").fill(str(ply))
        at(page, ply)
        view = record.at(ply).view(None)
        places = [tuple(s["pawns"][0]["at"]) for s in view["seats"]]
        for name, place in zip(("Ana", "Rui", "Lia"), places, strict=True):
            mark = page.locator(f'[data-h="{place[0]},{place[1]}"][aria-label*="{name}"]')
            expect(mark).to_have_count(1)
        assert page.locator(".transport .what").inner_text().count(":") == 1, "what was just done is said"
    expect(page.locator(".journal li").first).not_to_have_text("Nothing has happened yet.")


def test_given_a_replay_when_i_change_eyes_then_only_those_cards_are_open(visit: Visit, house: House) -> None:
    page = visit()
    bring(page, house, "eldorado", "?ply=30&eyes=1")
    position = finished("eldorado").at(30).snapshot()
    expect(page.locator("[data-card]")).to_have_count(len(position["seats"][1]["hand"]))
    assert hand(page) == sorted(position["seats"][1]["hand"])
    eyes = page.get_by_label("Seen by")
    eyes.select_option("public")
    expect(page.locator("[data-card]")).to_have_count(0)
    eyes.select_option("open")
    expect(page.locator("[data-card]")).to_have_count(len(position["seats"][position["turn"]["seat"]]["hand"]))
    page.locator(".plate1", has_text="Lia").click()
    expect(page.get_by_role("dialog").get_by_role("heading", name="Hand")).to_be_visible()


def test_given_a_running_replay_when_i_press_pause_then_it_stands_still(visit: Visit, house: House) -> None:
    page = visit(settings={"speed": "fast"})
    bring(page, house, "eldorado", "?ply=10")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("slider")).not_to_have_value("10")
    page.get_by_role("button", name="Pause").click()
    stopped = page.get_by_role("slider").input_value()
    page.wait_for_timeout(500)
    assert page.get_by_role("slider").input_value() == stopped


def test_given_a_replay_when_i_play_on_then_a_room_starts_from_that_very_position(visit: Visit, house: House) -> None:
    page = visit()
    ply = turn_starts("eldorado")[4]
    bring(page, house, "eldorado", f"?ply={ply}&eyes=open")
    position = finished("eldorado").at(ply).snapshot()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/#/r/*")
    Person(page).wait_for_turn()
    assert hand(page) == sorted(position["seats"][position["turn"]["seat"]]["hand"])


def test_given_the_last_moment_when_i_want_to_play_on_then_the_page_says_why_not(visit: Visit, house: House) -> None:
    page = visit()
    bring(page, house, "eldorado", "?ply=9999")
    at(page, len(finished("eldorado").actions))
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()


def test_given_a_replay_then_its_record_can_be_downloaded_and_brought_in_again(
    visit: Visit, house: House, tmp_path: Path
) -> None:
    page = visit(accept_downloads=True)
    code = bring(page, house, "eldorado")
    page.get_by_role("button", name="Copy the link to this moment").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert json.loads(file.read_text()) == finished("eldorado").data
    page.goto(f"{house.address}/#/replays/eldorado")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/#/replay/*")
    page.wait_for_selector(".transport")
    assert code not in page.url
    brought = page.url.split("/replay/")[1].split("?")[0]
    for listed in ("#/games", "#/replays/eldorado"):
        page.goto(f"{house.address}/{listed}")
        page.locator(f"a[href*='{brought}']").click()
        page.wait_for_url(f"**/#/replay/{brought}*")
        page.wait_for_selector(".transport")


def test_given_a_record_that_was_altered_when_brought_in_then_a_sentence_names_the_ply(
    visit: Visit, house: House, tmp_path: Path
) -> None:
    page = visit("#/replays", quiet=False)
    data = finished("eldorado").data
    altered = {**data, "actions": [*data["actions"][:9], {"do": "buy", "card": "native"}, *data["actions"][10:]]}
    file = tmp_path / "altered.json"
    file.write_text(json.dumps(altered))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_have_text(
        "altered.json was not brought in. It does not hold together at action 9."
    )
    abroad = visit("#/replays", settings={"language": "pt"}, quiet=False)
    abroad.locator("input[type=file]").set_input_files(file)
    expect(abroad.get_by_role("alert")).to_contain_text("O registro não bate na ação 9.")
    other = {**data, "result": {**data["result"], "rounds": 99}}
    for text, why in (
        ("no record at all", "It is not a record of a game."),
        ("[1, 2, 3]", "It is not a record of a game."),
        (json.dumps(other), f"It does not hold together at action {len(data['actions'])}."),
        ('{"pgn": "1. e4 e5"}', "It is no record of a game that can be played here."),
    ):
        file.write_text(text)
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_role("alert")).to_have_text(f"altered.json was not brought in. {why}")


def test_given_a_game_that_just_ended_then_its_result_leads_to_the_replay_through_my_eyes(
    visit: Visit, make_room: Room
) -> None:
    page = visit()
    sit(page, make_room, positions.last_steps())
    page.locator("[data-card=captain]").first.click()
    person = Person(page)
    person.go_to(next(one["at"] for one in person.lit() if "finishing" in one["label"]))
    page.wait_for_selector(".result", timeout=60_000)
    page.get_by_role("button", name="Watch again").click()
    page.wait_for_selector(".transport")
    expect(page.locator("[data-card]")).to_have_count(4)
    assert "eyes=0" in page.url


def test_given_a_game_of_silver_and_gold_then_it_can_be_looked_at_again_and_played_on(
    visit: Visit, house: House
) -> None:
    page = visit()
    ply = turn_starts("silvergold")[5]
    bring(page, house, "silvergold", f"?ply={ply}&eyes=1")
    at(page, ply)
    maps = [m["card"] for m in finished("silvergold").at(ply).view(1)["seats"][1]["maps"]]
    assert [e.get_attribute("data-map") for e in page.locator(".tmap.live, .tmap.large").all()][:2] == maps
    expect(page.locator(".hit")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    at(page, ply + 1)
    expect(page.locator(".words")).not_to_contain_text("thinking")
    page.keyboard.press("End")
    expect(page.locator(".result")).to_contain_text("won")
    page.keyboard.press("Home")
    at(page, 0)
    page.get_by_role("slider").fill(str(ply))
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/#/r/*")
    page.wait_for_selector('.table.sg[data-mode="mark"]')


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ["eldorado", "silvergold"])
def test_given_any_size_when_a_replay_is_shown_then_nothing_is_small_hidden_or_outside(
    visit: Visit, house: House, kind: str, game: str
) -> None:
    dress = {"language": "fr", "theme": "dark" if game == "silvergold" else "light"}
    page = visit(settings=dress, **options(KINDS[kind][0]))
    bring(page, house, game, "?ply=40&eyes=open")
    found: list[str] = []
    for size in resized(page, KINDS[kind]):
        found += [f"{size}: {fault}" for fault in page.evaluate(FAULTS, kind == "phone")]
        if size in ((360, 740), (1366, 768)):
            found += [f"{size}: {fault}" for fault in axe(page)]
    assert not found, "\n".join(found)
