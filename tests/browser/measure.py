"""How long the page takes to answer a hand, and how much of it jumps."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import CDPSession, Page

SLOWER = 4  # times slower than the machine the limits were set on
TRIES = 3
AFTERWARDS = 2
# work of the kind a press makes, and the milliseconds of processor time it took on that machine when it was quiet
CHORE = """() => {
  const board = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  document.body.append(board);
  for (let n = 0; n < 3000; n++) {
    const space = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    space.setAttribute('d', `M${n % 50} ${n / 50}h9v9h-9z`);
    space.setAttribute('class', 'card sel');
    board.append(space);
  }
  board.getBBox();
  board.remove();
}"""
CHORE_MS = 20.0


def answers_within(page: Page, act: Callable[[], None], limit: float) -> float:
    """Milliseconds from press to paint on a slow machine: the quickest quarter, the rest is this machine's.

    Another program beside this one makes every press slow and tells nothing about the page. After some tries the page
    is judged by its own work instead, as much slower: the processor time of its main thread for one press, of which
    about half comes after the first paint. A processor that is slower by itself, or shares its caches with others,
    needs longer for the chore too, and by so much less is asked of the page.
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
    for _ in range(TRIES):
        if quickest > limit:
            quickest = min(quickest, SLOWER / AFTERWARDS * own_work(page, cdp, act))
    return quickest


def press(page: Page, act: Callable[[], None]) -> list[float]:
    """How long every press took that was noticed, the quickest first."""
    page.evaluate("() => { slow.length = 0; }")
    act()
    page.wait_for_timeout(300)
    times: list[float] = sorted(page.evaluate("() => slow"))
    assert times, "no press was noticed"
    return times


def own_work(page: Page, cdp: CDPSession, act: Callable[[], None]) -> float:
    """Milliseconds of processor time the page's main thread spends on one press, on the machine of the limits."""
    page.evaluate(
        "() => { window.presses = 0; for (const kind of ['pointerup', 'keyup']) "
        "addEventListener(kind, () => { presses += 1; }, {capture: true}); }"
    )
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
    chores = [work_of(cdp, lambda: page.evaluate(CHORE)) for _ in range(5)]
    spent = work_of(cdp, act)
    chores += [work_of(cdp, lambda: page.evaluate(CHORE)) for _ in range(5)]
    cdp.send("Performance.disable")
    slowness = max(1.0, sorted(chores)[len(chores) // 2] / CHORE_MS)
    return spent / int(page.evaluate("() => presses")) / slowness


def work_of(cdp: CDPSession, act: Callable[[], None]) -> float:
    before = tasks(cdp)
    act()
    return 1000 * (tasks(cdp) - before)


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
