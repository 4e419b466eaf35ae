"""The route workshop: laid by mouse, keys and finger, tried, surprised, shared, saved, printed and played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Visit
from tests.browser.looking import at_rest, axe

HILLS = "AEJhAQmk0olRpNJnRsu2RpA"


def ready(page: Page) -> Page:
    expect(page.get_by_role("heading", name="The box")).to_be_visible(timeout=30_000)
    expect(page.locator("[data-side=B]")).to_be_visible(timeout=30_000)
    return page


def laid(page: Page) -> Locator:
    return page.locator(".piece[data-piece]:not([data-piece=finish])")


def verdict(page: Page) -> Locator:
    return page.locator(".verdict")


def test_given_the_door_of_el_dorado_then_it_leads_to_an_empty_table_and_the_first_tile_makes_a_route(
    visit: Visit,
) -> None:
    page = visit("")
    page.locator(".door.eldorado").get_by_role("link", name="Design a route").click()
    ready(page)
    expect(verdict(page)).to_have_text("A route begins with the start tile: lay A or B first.")
    page.get_by_role("button", name="Begin with B").click()
    page.get_by_role("button", name="Lay B here").click()
    expect(verdict(page)).to_have_text("This route can be played.")
    expect(laid(page)).to_have_count(1)


def test_given_keys_alone_then_a_route_is_laid_turned_flipped_and_undone(visit: Visit) -> None:
    page = ready(visit("#/workshop"))
    page.locator("[data-side=B]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Lay B here")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(laid(page)).to_have_count(1)
    page.locator("[data-side=C]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".note")).to_contain_text("C snaps to B.")
    page.locator(".map").evaluate("e => { e.setAttribute('tabindex', '-1'); e.focus() }")
    page.keyboard.press("f")
    expect(page.locator(".note")).to_contain_text("D snaps to B.")
    page.keyboard.press("f")
    expect(page.locator(".note")).to_contain_text("C snaps to B.")
    page.keyboard.press("r")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Lay C here")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(laid(page)).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(laid(page)).to_have_count(1)
    page.keyboard.press("Control+y")
    expect(laid(page)).to_have_count(2)
    expect(page.get_by_role("heading", name="The book’s advice")).to_be_visible()
    expect(page.locator("li button[aria-expanded]")).to_have_count(6)


def test_given_a_mouse_then_a_tile_is_dragged_from_the_box_and_told_where_it_may_not_lie(visit: Visit) -> None:
    page = ready(visit(f"#/workshop/{HILLS}"))
    expect(laid(page)).to_have_count(6)
    page.locator("[data-piece=N]").click()
    page.get_by_role("button", name="Put away").click()
    expect(laid(page)).to_have_count(5)
    start = page.locator("[data-side=N]").bounding_box()
    over = page.locator("[data-piece=C]").bounding_box()
    assert start is not None
    assert over is not None
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 60, steps=3)
    expect(page.locator("[data-side=N]")).to_have_class(re.compile("hand"))
    page.mouse.move(over["x"] + over["width"] / 2, over["y"] + over["height"] / 2, steps=6)
    expect(page.locator(".note.no")).to_contain_text(re.compile(r"Not here\. \d+ spaces of N would lie on .*C"))
    page.mouse.up()
    expect(laid(page)).to_have_count(5)  # still in hand
    page.get_by_role("button", name="Other place").click()
    page.get_by_role("button", name="Lay N here").click()
    expect(laid(page)).to_have_count(6)
    expect(verdict(page)).to_have_text("This route can be played.")


def drag(page: Page, tile: str, onto: Locator) -> None:
    """Carry a laid piece to the middle of something else."""
    at_rest(page)  # the map fits itself to the window anew with every piece lifted or laid
    spot, goal = page.locator(f"[data-piece={tile}]").bounding_box(), onto.bounding_box()
    assert spot is not None
    assert goal is not None
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5, y, steps=2)
    expect(page.locator(f"[data-side={tile}]")).to_have_class(re.compile("hand"))
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()


def test_given_a_piece_in_hand_then_it_goes_back_where_it_came_from_before_another_is_taken(visit: Visit) -> None:
    page = ready(visit(f"#/workshop/{HILLS}"))
    expect(laid(page)).to_have_count(6)
    places = page.evaluate("() => localStorage.getItem('expedition.workshop.draft')")
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_disabled()
    drag(page, "N", page.locator("[data-piece=C]"))  # no place there: it stays in hand
    expect(page.locator(".note.no")).to_be_visible()
    expect(laid(page)).to_have_count(5)
    drag(page, "J", page.locator("[data-piece=C]"))
    expect(page.locator("[data-piece=N]")).to_be_visible()  # back where it lay
    expect(page.locator("[data-side=J]")).to_have_class(re.compile("hand"))
    page.locator("[data-side=E]").click()  # one from the box in its place, then another
    expect(page.locator("[data-side=E]")).to_have_class(re.compile("hand"))
    expect(laid(page)).to_have_count(6)
    page.locator("[data-side=O]").click()
    expect(page.locator("[data-side=O]")).to_have_class(re.compile("hand"))
    expect(page.locator("[data-side=E]")).not_to_have_class(re.compile("hand|laid"))
    undo.click()  # nothing was done but taking pieces in hand
    expect(laid(page)).to_have_count(6)
    expect(undo).to_be_disabled()
    assert page.evaluate("() => localStorage.getItem('expedition.workshop.draft')") == places
    drag(page, "N", page.locator("[data-side=F]"))  # into the box, and one step takes it out again
    expect(laid(page)).to_have_count(5)
    expect(page.locator("[data-side=N]")).not_to_have_class(re.compile("hand|laid"))
    undo.click()
    expect(laid(page)).to_have_count(6)
    expect(undo).to_be_disabled()


def test_given_games_by_bots_then_partial_results_fill_the_panel(visit: Visit) -> None:
    page = ready(visit(f"#/workshop/{HILLS}"))
    expect(laid(page)).to_have_count(6)
    panel = page.get_by_role("region", name="Try it")
    panel.get_by_label("Level").select_option("greedy")
    panel.get_by_label("Games").select_option("40")
    panel.get_by_role("button", name="Let bots play it").click()
    expect(panel.get_by_text("40", exact=True)).to_be_visible(timeout=120_000)
    expect(panel).to_contain_text("rounds")
    expect(panel.locator(".fs")).to_have_count(3)


def test_given_a_wish_then_three_cards_are_offered_and_one_is_taken(visit: Visit) -> None:
    page = ready(visit("#/workshop"))
    page.get_by_role("button", name="Surprise me").first.click()
    dialog = page.get_by_role("dialog", name="Surprise me")
    dialog.get_by_role("button", name="Three routes").click()
    expect(dialog.locator(".offer")).to_have_count(3, timeout=180_000)
    dialog.locator(".offer").first.click()
    expect(verdict(page)).to_have_text("This route can be played.")


def test_given_a_named_route_then_it_is_kept_shared_saved_found_rated_and_played(visit: Visit, tmp_path: Path) -> None:
    page = ready(visit(f"#/workshop/{HILLS}?name=Hills%20behind%20Hills"))
    expect(page.get_by_label("Name of the route")).to_have_value("Hills behind Hills")
    page.get_by_role("button", name="Share and keep").click()
    dialog = page.get_by_role("dialog", name="Share and keep")
    assert HILLS in dialog.get_by_label("A link that holds the whole route").input_value()
    dialog.get_by_role("button", name="On this device").click()
    expect(dialog.get_by_text("Kept on this device.")).to_be_visible()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="As a file").click()
    file = tmp_path / "hills.json"
    download.value.save_as(file)
    assert [piece["tile"] for piece in json.loads(file.read_text())["tiles"]] == list("BCGKJN")
    dialog.get_by_text("Show it in the gallery to everybody").click()
    dialog.get_by_role("button", name="On this server").click()
    expect(dialog.get_by_text("In the gallery, for everybody.")).to_be_visible()

    other = visit("#/routes")
    card = other.locator("li", has_text="Hills behind Hills").first
    expect(card).to_contain_text("34 steps")
    card.get_by_role("button", name="4 stars").click()
    expect(card).to_contain_text("4 (1)")
    card.get_by_role("button", name="Play").click()
    other.get_by_role("dialog").locator("[data-now]").click()
    expect(other.locator(".map")).to_be_visible(timeout=60_000)
    expect(other.locator(".table header, .table .bar").first).to_contain_text("Hills behind Hills")

    fresh = ready(visit("#/workshop"))
    fresh.get_by_role("button", name="Share and keep").click()
    fresh.locator("input[type=file]").set_input_files(str(file))
    expect(laid(fresh)).to_have_count(6)


def test_given_a_broken_file_then_a_sentence_names_the_tile(visit: Visit, tmp_path: Path) -> None:
    page = ready(visit("#/workshop", quiet=False))
    bad = tmp_path / "bad.json"
    bad.write_text('{"tiles": [{"tile": "Z", "rotation": 0, "q": 0, "r": 0}], "finish": null}')
    page.get_by_role("button", name="Share and keep").click()
    page.locator("input[type=file]").set_input_files(str(bad))
    expect(page.get_by_role("alert")).to_contain_text("names the unknown tile 'Z'")


def test_given_set_up_then_a_route_of_the_workshop_can_be_chosen(visit: Visit) -> None:
    page = visit(f"#/new/eldorado?mode=device&route={HILLS}&name=Hills%20behind%20Hills")
    expect(page.locator("label.route.on")).to_contain_text("Hills behind Hills")
    expect(page.get_by_role("link", name="Your own route")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_given_a_phone_then_a_tile_is_tapped_turned_and_laid_and_nothing_is_out_of_reach(
    visit: Visit, theme: str
) -> None:
    page = visit(
        f"#/workshop/{HILLS}",
        settings={"theme": theme},
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    expect(laid(page)).to_have_count(6, timeout=30_000)
    page.locator("[data-side=E]").tap()
    expect(page.get_by_role("button", name="Lay E here")).to_be_enabled()
    page.get_by_role("button", name="Turn").tap()
    page.get_by_role("button", name="Lay E here").tap()
    expect(laid(page)).to_have_count(7)
    page.get_by_role("tab", name="Advice").tap()
    expect(page.get_by_role("heading", name="The book’s advice")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("lang", ["pt", "it", "fr"])
def test_given_another_language_then_page_and_verdict_speak_it(visit: Visit, lang: str) -> None:
    page = visit(f"#/workshop/{HILLS}", settings={"language": lang})
    said = {
        "pt": "Esta rota pode ser jogada.",
        "it": "Questo percorso si può giocare.",
        "fr": "Ce parcours peut être joué.",
    }
    expect(verdict(page)).to_have_text(said[lang], timeout=30_000)


def test_given_the_page_then_axe_finds_nothing(visit: Visit) -> None:
    page = ready(visit(f"#/workshop/{HILLS}"))
    expect(laid(page)).to_have_count(6)
    assert axe(page) == []
