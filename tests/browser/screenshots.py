"""Pictures of every page over sizes, languages and themes, as contact sheets: `make screenshots`.

The scenes of the mock-ups are positions, so each picture shows the same moment as the drawing it is held against.
"""

from __future__ import annotations

import argparse
import html
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser import positions, silvergold_positions
from tests.browser.conftest import FLAGS, ROOT, STILL, House
from tests.browser.looking import SIZES
from tests.browser.person import PLACE, Person
from tests.browser.records import bring
from tests.browser.silvergold_person import Person as SilvergoldPerson

import find_browser

LANGUAGES = ["en", "pt", "it", "fr"]
Scene = Callable[[Page, House], None]
BOT = {"kind": "bot", "level": "Guide"}
PAGES = {
    "home": "",
    "set-up": "#/new/eldorado?mode=table",
    "account": "#/account",
    "leaderboard": "#/leaderboard/eldorado",
    "learn": "#/learn/silvergold",
    "rules-eldorado": "#/rules/eldorado",
    "rules-silvergold": "#/rules/silvergold",
    "replays": "#/replays",
    "offline": "offline.html",
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
    context.add_init_script("localStorage.setItem('expedition.nudges', '[\"eldorado/*\", \"silvergold/*\"]')")
    return context.new_page()


def settle(page: Page) -> None:
    page.wait_for_selector("#app > *")
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(700)


def sit(page: Page, house: House, position: dict[str, Any]) -> None:
    others = [BOT] * (len(position["seats"]) - 1)
    start(page, house, origin={"kind": "position", "position": position}, seats=[{"kind": "me"}, *others])


def start(page: Page, house: House, **room: Any) -> None:
    page.request.post(f"{house.address}/api/guest", data={})
    made = page.request.post(f"{house.address}/api/rooms", data={"start": True, **room}).json()
    page.goto(f"{house.address}/#/r/{made['code']}")
    page.wait_for_selector(".table", timeout=30_000)


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


def crossing(page: Page, house: House) -> None:
    """The scene of the Silver & Gold mock-ups: an L of four over the cross of the purple map."""
    sit(page, house, silvergold_positions.crossing())
    page.wait_for_selector("[data-mode=mark]")
    page.locator("[data-map=purple-04].live [data-cell='3,3']").focus()
    for key in "fr":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.mouse.click(2, 2)
    settle(page)


def choosing(page: Page, house: House) -> None:
    start(page, house, game="silvergold", setup={"players": 4}, seats=[{"kind": "me"}, BOT, BOT, BOT])
    page.wait_for_selector("[data-mode=keep]")
    page.locator("[data-keep]").nth(1).click()
    settle(page)


def counting(page: Page, house: House) -> None:
    sit(page, house, silvergold_positions.long_scores())
    person = SilvergoldPerson(page)
    while person.act():
        pass
    page.wait_for_selector(".result")
    settle(page)
    page.wait_for_timeout(900)


def lesson(chapter: str) -> Scene:
    def show(page: Page, house: House) -> None:
        page.goto(f"{house.address}/#/lesson/{chapter}")
        page.wait_for_selector(".coach .goal")
        if page.locator(".coach .acts .btn").count():
            page.locator(".coach .acts .btn").first.click()
        settle(page)

    return show


def replay(game: str) -> Scene:
    def show(page: Page, house: House) -> None:
        bring(page, house, game, "?ply=40&eyes=open")
        settle(page)

    return show


SCENES: dict[str, Scene] = {
    "table": race,
    "result": result,
    "silvergold-choose": choosing,
    "silvergold": crossing,
    "silvergold-result": counting,
    "lesson-eldorado": lesson("eldorado/walk"),
    "lesson-silvergold": lesson("silvergold/mark"),
    "lesson-silvergold-choose": lesson("silvergold/choose"),
    "replay-eldorado": replay("eldorado"),
    "replay-silvergold": replay("silvergold"),
}


# the pictures of the README: scene or page, size, theme, pixels a point
README = {
    "home": ("home", (1440, 900), "light", 1),
    "set-up": ("set-up", (1366, 768), "light", 1),
    "table-day": ("table", (1440, 900), "light", 1),
    "table-night": ("table", (1440, 900), "dark", 1),
    "table-phone": ("table", (390, 844), "light", 2),
    "result": ("result", (1366, 768), "light", 1),
    "silvergold-day": ("silvergold", (1440, 900), "light", 1),
    "silvergold-night": ("silvergold", (1440, 900), "dark", 1),
    "silvergold-phone": ("silvergold", (390, 844), "light", 2),
    "silvergold-result": ("silvergold-result", (1366, 768), "light", 1),
    "lesson": ("lesson-silvergold", (1366, 768), "light", 1),
}


def show(page: Page, house: House, name: str) -> None:
    if name in SCENES:
        SCENES[name](page, house)
    else:
        page.goto(house.address + "/" + PAGES[name])
        page.wait_for_timeout(700)


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


def for_readme(names: list[str]) -> None:
    with running() as (house, browser):
        for name, (scene, size, theme, scale) in README.items():
            if not names or name in names:
                page = open_page(browser, house, size, "en", theme, scale)
                show(page, house, scene)
                page.screenshot(path=ROOT / f"docs/pictures/{name}.png")
                page.context.close()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=ROOT / "build/screenshots")
    options.add_argument("--quick", action="store_true", help="English only")
    options.add_argument("--readme", action="store_true", help="the pictures of the README instead, into docs/pictures")
    options.add_argument("scenes", nargs="*", metavar="SCENE", help=f"only these of: {', '.join([*PAGES, *SCENES])}")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    languages = LANGUAGES[:1] if given.quick else LANGUAGES
    if given.readme:
        for_readme(given.scenes)
        return
    with running() as (house, browser):
        for name in given.scenes or [*PAGES, *SCENES]:
            taken: list[tuple[str, Path]] = []
            for theme in ("light", "dark"):
                for language in languages:
                    for size in SIZES:
                        page = open_page(browser, house, size, language, theme)
                        show(page, house, name)
                        path = given.out / f"{name}-{size[0]}x{size[1]}-{language}-{theme}.png"
                        page.screenshot(path=path)
                        taken.append((f"{name} {size[0]}x{size[1]} {language} {theme}", path))
                        page.context.close()
            sheet(browser, taken, given.out / f"sheet-{name}.png")
            print(f"{name}: {len(taken)} pictures")


if __name__ == "__main__":
    main()
