"""Pictures of every page over sizes, languages and themes, as contact sheets: `make screenshots`.

The scenes of the mock-ups are positions, so each picture shows the same moment as the drawing it is held against.
"""

from __future__ import annotations

import argparse
import html
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser import positions
from tests.browser.conftest import FLAGS, ROOT, STILL, House
from tests.browser.person import PLACE, Person

import find_browser

SIZES = [(360, 740), (740, 360), (768, 1024), (1366, 768), (1920, 1080)]
LANGUAGES = ["en", "pt", "it", "fr"]
BOT = {"kind": "bot", "level": "Guide"}
PAGES = {
    "home": "",
    "set-up": "#/new/eldorado?mode=table",
    "account": "#/account",
    "leaderboard": "#/leaderboard/eldorado",
}


def open_page(
    browser: Browser, house: House, size: tuple[int, int], language: str, theme: str, scale: float = 1
) -> Page:
    small = min(size) < 500
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=scale,
        has_touch=small,
        is_mobile=small,
        base_url=house.address,
    )
    kept = json.dumps(json.dumps({**STILL, "language": language, "theme": theme}))
    context.add_init_script(f"localStorage.setItem('expedition.settings', {kept})")
    return context.new_page()


def settle(page: Page) -> None:
    page.wait_for_selector("#app > *")
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(700)


def sit(page: Page, house: House, position: dict[str, Any]) -> None:
    page.request.post(f"{house.address}/api/guest", data={})
    room = page.request.post(
        f"{house.address}/api/rooms",
        data={"origin": {"kind": "position", "position": position}, "start": True, "seats": [{"kind": "me"}, BOT, BOT]},
    ).json()
    page.goto(f"{house.address}/#/r/{room['code']}")
    Person(page).wait_for_table()


def race(page: Page, house: House) -> None:
    """The scene of the mock-ups: the Trailblazer in hand, the arrow on the way, a purchase prepared."""
    sit(page, house, positions.race())
    settle(page)
    if page.locator("[data-market=treasure_chest]").count():
        page.locator("[data-market=treasure_chest]").click()
    page.locator("[data-card=trailblazer]").first.click()
    place = page.evaluate(PLACE, "13,1")
    page.mouse.move(place["x"], place["y"])
    settle(page)


def result(page: Page, house: House) -> None:
    sit(page, house, positions.last_steps())
    page.locator("[data-card=sailor]").first.click()
    Person(page).go_to("24,-4")
    page.wait_for_selector(".result", timeout=60_000)
    settle(page)
    page.wait_for_timeout(900)


def sheet(browser: Browser, pictures: list[tuple[str, Path]], target: Path) -> None:
    """A contact sheet is a page of pictures, photographed."""
    figures = "".join(
        f"<figure><img src='{path.name}'><figcaption>{html.escape(name)}</figcaption></figure>"
        for name, path in pictures
    )
    style = (
        "body{margin:16px;background:#777;font:14px sans-serif;color:#fff;"
        "display:flex;flex-wrap:wrap;gap:12px;width:1900px}"
        "img{height:420px;display:block}figure{margin:0}"
    )
    (target.parent / "sheet.html").write_text(f"<!doctype html><style>{style}</style>{figures}")
    page = browser.new_page(viewport={"width": 1940, "height": 600})
    page.goto((target.parent / "sheet.html").as_uri())
    page.screenshot(path=target, full_page=True)
    page.close()


@contextmanager
def running() -> Iterator[tuple[House, Browser]]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        house.start()
        browser = playwright.chromium.launch(executable_path=find_browser.browser(), args=FLAGS)
        try:
            yield house, browser
        finally:
            browser.close()
            house.stop()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=ROOT / "build/screenshots")
    options.add_argument("--quick", action="store_true", help="English only")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    languages = LANGUAGES[:1] if given.quick else LANGUAGES
    scenes = {"table": race, "result": result}
    with running() as (house, browser):
        for name in [*PAGES, *scenes]:
            taken: list[tuple[str, Path]] = []
            for theme in ("light", "dark"):
                for language in languages:
                    for size in SIZES:
                        page = open_page(browser, house, size, language, theme)
                        page.goto(house.address + "/" + PAGES.get(name, ""))
                        settle(page)
                        if name in scenes:
                            scenes[name](page, house)
                        path = given.out / f"{name}-{size[0]}x{size[1]}-{language}-{theme}.png"
                        page.screenshot(path=path)
                        taken.append((f"{name} {size[0]}x{size[1]} {language} {theme}", path))
                        page.context.close()
            sheet(browser, taken, given.out / f"sheet-{name}.png")
            print(f"{name}: {len(taken)} pictures")


if __name__ == "__main__":
    main()
