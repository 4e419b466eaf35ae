"""How long the page takes to answer a hand, and how much of it jumps."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import CDPSession, Page

SLOWER = 4  # times slower than this machine
TRIES = 3
AFTERWARDS = 2


def answers_within(page: Page, act: Callable[[], None], limit: float) -> float:
    """Milliseconds from press to paint on a slow machine: the quickest quarter, the rest is this machine's.

    Another program beside this one makes every press slow and tells nothing about the page. After some tries the page
    is judged by its own work instead, as much slower: the processor time of its main thread for one press, of which
    about half comes after the first paint.
    """
    cdp = page.context.new_cdp_session(page)
    page.evaluate(
        "() => { window.slow = []; new PerformanceObserver(l => l.getEntries().forEach("
        "e => e.interactionId && slow.push(e.duration))).observe({type: 'event', durationThreshold: 16}); }"
    )
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    quickest = float("inf")
    for _ in range(TRIES):
        if quickest > limit:
            times = press(page, act)
            quickest = min(quickest, times[len(times) // 4])
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return quickest if quickest <= limit else SLOWER * own_work(page, cdp, act) / AFTERWARDS


def press(page: Page, act: Callable[[], None]) -> list[float]:
    """How long every press took that was noticed, the quickest first."""
    page.evaluate("() => { slow.length = 0; }")
    act()
    page.wait_for_timeout(300)
    times: list[float] = sorted(page.evaluate("() => slow"))
    assert times, "no press was noticed"
    return times


def own_work(page: Page, cdp: CDPSession, act: Callable[[], None]) -> float:
    """Milliseconds of processor time the page's main thread spends on one press."""
    page.evaluate(
        "() => { window.presses = 0; for (const kind of ['pointerup', 'keyup']) "
        "addEventListener(kind, () => { presses += 1; }, {capture: true}); }"
    )
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = tasks(cdp)
    act()
    spent = tasks(cdp) - before
    cdp.send("Performance.disable")
    return 1000 * spent / int(page.evaluate("() => presses"))


def tasks(cdp: CDPSession) -> float:
    metrics = cdp.send("Performance.getMetrics")["metrics"]
    return next(float(m["value"]) for m in metrics if m["name"] == "TaskDuration")


def watch_for_jumps(page: Page) -> Callable[[], float]:
    """From now on; the layout shift so far, what follows a press aside."""
    page.evaluate(
        "() => { window.shift = 0; new PerformanceObserver(l => l.getEntries().forEach("
        "e => { if (!e.hadRecentInput) shift += e.value; })).observe({type: 'layout-shift', buffered: false}); }"
    )
    return lambda: float(page.evaluate("() => shift"))
