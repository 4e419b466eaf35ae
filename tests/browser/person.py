"""Somebody at the El Dorado table who sees only what the page shows and acts only through it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Literal

from playwright.sync_api import Locator, Page, TimeoutError

Hands = Literal["mouse", "drag", "finger"]

LIT = """() => [...document.querySelectorAll('.hit.aim')]
  .map(e => ({at: e.dataset.t, label: e.getAttribute('aria-label')}))"""
MINE = """() => [...document.querySelectorAll('.hit')]
  .map(e => e.getAttribute('aria-label')).filter(x => x.includes('playing piece: You'))"""
PLACE = """(at) => {
  const hit = document.querySelector(`[data-h="${at}"]`), box = hit.getBBox();
  const p = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2 + 30).matrixTransform(hit.getScreenCTM());
  const top = document.elementFromPoint(p.x, p.y);
  return {x: p.x, y: p.y, free: !!top && !!top.closest('.map')};
}"""

# the camera has come to rest: the same place in three pictures one after the other
STANDS = """async () => {
  const where = () => JSON.stringify(document.querySelector('[data-h]').getBoundingClientRect());
  for (let same = 0, before = ''; same < 3; ) {
    await new Promise(done => requestAnimationFrame(() => setTimeout(done, 16)));
    const now = where();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""


class Person:
    def __init__(self, page: Page, hands: Hands = "mouse") -> None:
        self.page = page
        self.hands = hands
        self.dragged = False  # last time: hands that drag also click, by turns
        self.been: Counter[str] = Counter()

    # what the page shows

    def wait_for_table(self) -> None:
        self.page.wait_for_selector(".table [data-h]", timeout=30_000)

    def over(self) -> bool:
        return self.page.locator(".result").count() > 0

    def primary(self) -> Locator:
        return self.page.locator(".btn.primary.main")

    def wait_for_turn(self, limit: float = 240_000) -> None:
        self.page.wait_for_selector(
            ".btn.primary.main:not([disabled]):not([aria-disabled=true]), .result", timeout=limit
        )

    def cards(self) -> Locator:
        return self.page.locator("[data-card]")

    def lit(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(LIT)
        for one in found:
            steps = re.search(r"(\d+) steps? to go", one["label"])
            one["togo"] = 0 if "finishing" in one["label"] else int(steps[1]) if steps else 999
        return found

    # what hands do

    def press(self, target: Locator) -> None:
        if self.hands == "finger":
            target.tap()
        else:
            target.click()

    def show_whole_route(self) -> None:
        self.page.keyboard.press("0")
        self.page.evaluate(STANDS)

    def go_to(self, at: str) -> None:
        place = self.page.evaluate(PLACE, at)
        if not place["free"] or not self._inside(place):
            self.show_whole_route()
            place = self.page.evaluate(PLACE, at)
        if self.hands == "finger":
            self.page.touchscreen.tap(place["x"], place["y"])
        else:
            self.page.mouse.click(place["x"], place["y"])

    def drag_to(self, card: Locator, at: str) -> None:
        box = card.bounding_box()
        assert box
        place = self.page.evaluate(PLACE, at)
        self.page.mouse.move(box["x"] + 24, box["y"] + 60)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + 30, box["y"] + 20, steps=4)
        self.page.mouse.move(place["x"], place["y"], steps=6)
        self.page.wait_for_selector(".arrow", timeout=5_000)
        self.page.mouse.up()

    def _inside(self, place: dict[str, Any]) -> bool:
        box = self.page.locator(".map").bounding_box()
        assert box
        return box["x"] < place["x"] < box["x"] + box["width"] and box["y"] < place["y"] < box["y"] + box["height"]

    def settle(self) -> None:
        """Until the page has drawn and the server has answered."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        self.page.wait_for_selector(".table[aria-busy=false], .result", timeout=20_000)

    # a turn

    def take_turn(self) -> None:
        """Walks towards El Dorado with every card that leads there, buys what it can, ends the turn."""
        for _ in range(12):
            self._answer()
            if self.over() or not self.act_once():
                break
        if not self.over():
            self.buy_something()
            self.finish_turn()

    def act_once(self) -> bool:
        before = self._togo()
        if self.page.locator(".blk.lit .bhit").count():  # power left, or cards to give: the way is opened first
            self.page.locator(".blk.lit .bhit").first.focus()
            self.page.keyboard.press("Enter")
            self._answer()
            return True
        for i in self.page.evaluate(
            "() => [...document.querySelectorAll('[data-card]')].flatMap((e, i) => e.querySelector('.off') ? [] : [i])"
        ):
            card = self.cards().nth(i)
            self.press(card)
            self.settle()
            if self.page.locator(".card.sel").count() == 0:
                continue
            gate = self.page.locator(".blk.lit .bhit")
            if gate.count():
                gate.first.focus()
                self.page.keyboard.press("Enter")
                self._answer()
                return True
            ways = sorted(self.lit(), key=lambda one: int(one["togo"]) + 2 * self.been[one["at"]])
            if ways and ways[0]["togo"] + self.been[ways[0]["at"]] <= before + 1:
                self.been[ways[0]["at"]] += 1
                self.dragged = self.hands == "drag" and ways[0]["togo"] > 0 and not self.dragged
                if self.dragged:
                    self.page.keyboard.press("Escape")
                    self.drag_to(card, ways[0]["at"])
                else:
                    self.go_to(ways[0]["at"])
                self._answer()
                return True
            use = self.page.locator(".btn.primary.main", has_text="Use it")
            if use.count():
                self.press(use)
                self._answer()
                return True
            self.page.keyboard.press("Escape")
        return False

    def _answer(self) -> None:
        """Chooses where the page asks, gives where cards are wanted, and says done where that is possible."""
        self.settle()
        for _ in range(8):
            if self.page.locator(".choice").count():
                self.press(self.page.locator(".choice .btn").first)
            elif (
                self.page.locator("[data-card] .card.can").count()
                and self.primary().filter(has_text="End turn").count() == 0
            ):
                if self.primary().filter(has_text="Done").count() and self.primary().is_enabled():
                    self.press(self.primary())
                else:
                    self.press(self.page.locator("[data-card]", has=self.page.locator(".card.can")).first)
            else:
                return
            self.settle()

    def _togo(self) -> int:
        label = self.page.locator(".plate1 .hidden").first.text_content() or ""
        pawns = self.page.evaluate(MINE)
        steps = [int(found[1]) for text in pawns if (found := re.search(r"(\d+) steps? to go", text))]
        found = re.search(r"(\d+) steps? to go", label)
        return max(steps) if steps else int(found[1]) if found else 0

    def buy_something(self) -> None:
        wanted = (
            "adventurer",
            "pioneer",
            "captain",
            "journalist",
            "jack_of_all_trades",
            "trailblazer",
            "photographer",
            "scout",
        )
        for name in wanted:
            offer = self.page.locator(f"[data-market={name}][data-can]")
            if offer.count() and offer.first.is_visible():
                self.press(offer.first)
                buy = self.page.locator(".pay .btn")
                if buy.count():
                    self.press(buy)
                    self.settle()
                    return

    def finish_turn(self) -> None:
        for _ in range(6):
            self.settle()
            if self.over() or self.primary().count() == 0 or not self.primary().is_enabled():
                return
            try:
                self.press(self.primary())
            except TimeoutError:
                if not self.over():  # the game may end while the finger comes down: then the result lies on top
                    raise
                return
