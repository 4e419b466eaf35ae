"""The chart of a review: every seat's chance to win, round by round, as one self-contained SVG."""

from __future__ import annotations

from collections.abc import Callable

from expedition.analysis.words import names
from expedition.core.game import Json
from expedition.core.picture import circle, emblem, num, path, rect, svg, write
from expedition.core.words import say

LEFT, RIGHT, TOP, BOTTOM = 44, 150, 56, 34
MARKED = {"detour": ("var(--warn-wash)", "var(--warn-ink)"), "wrong": ("var(--bad)", "var(--on-bad)")}


def chart(told: Json, lang: str = "en", theme: str = "light", size: tuple[int, int] = (960, 340)) -> str:
    """The win chances of a review that has its words, drawn for its reader."""
    width, height = size
    points = told["curve"]
    last = max(1, len(points) - 1)

    def x(at: float) -> float:
        return LEFT + (width - LEFT - RIGHT) * at / last

    def y(chance: float) -> float:
        return TOP + (height - TOP - BOTTOM) * (1 - min(1.0, max(0.0, chance)))

    body = rect(0, 0, width, height, 8, "var(--panel)")
    body += write(LEFT - 24, 32, say("review.chance", lang), "tell8", 20)
    for percent in (0, 25, 50, 75, 100):
        line = f"M{LEFT} {num(y(percent / 100))}H{width - RIGHT}"
        body += path(
            line, stroke="var(--ink)" if percent == 0 else "var(--rule)", stroke_width=1.5 if percent == 0 else 1
        )
        if percent % 50 == 0:
            body += write(LEFT - 8, y(percent / 100) + 4.5, percent, "work7", 13, "var(--ink-2)", "end")
    rounds = [point["turn"]["round"] for point in points]
    for number in sorted(set(rounds[1:])):
        if number % (1 + max(rounds) // 16) == 0 or number == 1:
            middle = (x(rounds.index(number, 1) - 1) + x(last - rounds[::-1].index(number))) / 2
            body += write(middle, height - BOTTOM + 20, number, "work7", 13, "var(--ink-2)", "middle")
    reader = told["reader"]
    order = [seat for seat in range(len(told["ranking"])) if seat != reader] + [reader]
    for seat in order:
        line = "M" + "L".join(f"{num(x(i))} {num(y(p['chances'][seat]))}" for i, p in enumerate(points))
        body += path(line, stroke="var(--ink)", stroke_width=5.5, stroke_linejoin="round")
        body += path(line, stroke=f"var(--p{seat + 1})", stroke_width=3.2, stroke_linejoin="round")
    places = {str(point["turn"]): i for i, point in enumerate(points)}
    for turn in told["turns"]:
        if turn["seat"] == reader and turn["grade"] in MARKED:
            at = places[str(turn["turn"])]
            fill, _ = MARKED[turn["grade"]]
            body += circle(x(at), y(points[at]["chances"][reader]), 6, fill, stroke="var(--ink)", stroke_width=1.5)
    body += _legend(told, lang, width, points[-1]["chances"], y)
    return svg(size, body, theme, title=f"{say('review.chance', lang)}. {told['headline']['text']}")


def _legend(told: Json, lang: str, width: int, ends: list[float], y: Callable[[float], float]) -> str:
    """Emblem and name at the end of each line, from the lowest up, pushed apart where lines end together."""
    body, free = "", y(0.0)
    for wanted, seat in sorted(((y(chance), seat) for seat, chance in enumerate(ends)), reverse=True):
        middle = min(wanted, free)
        free = middle - 24
        body += emblem(seat, width - RIGHT + 20, middle, 21)
        body += write(width - RIGHT + 38, middle + 5, names(told, lang)[seat][:16], "work7", 14)
    return body
