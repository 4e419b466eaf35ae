"""How long the page takes to answer a hand, and how much of it jumps."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


def answers_within(page: Page, act: Callable[[], None]) -> float:
    """Milliseconds from press to paint, four times slowed down: the quickest quarter, the rest is the machine's."""
    throttle = page.context.new_cdp_session(page)
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate(
        "() => { window.slow = []; new PerformanceObserver(l => l.getEntries().forEach("
        "e => e.interactionId && slow.push(e.duration))).observe({type: 'event', durationThreshold: 16}); }"
    )
    act()
    page.wait_for_timeout(300)
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    times: list[float] = sorted(page.evaluate("() => slow"))
    assert times, "no press was noticed"
    return times[len(times) // 4]


def watch_for_jumps(page: Page) -> Callable[[], float]:
    """From now on; the layout shift so far, what follows a press aside."""
    page.evaluate(
        "() => { window.shift = 0; new PerformanceObserver(l => l.getEntries().forEach("
        "e => { if (!e.hadRecentInput) shift += e.value; })).observe({type: 'layout-shift', buffered: false}); }"
    )
    return lambda: float(page.evaluate("() => shift"))
