"""Cards as travel posters, tickets of the market and cave tokens."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from expedition.core.picture import circle, emblem, icon, lines, num, path, rect, svg, write
from expedition.core.types import ReadOnlyJson
from expedition.core.words import say
from expedition.eldorado import text

SYMBOL = {"jungle": "machete", "river": "paddle", "village": "coin", "rubble": "discard", "basecamp": "remove"}


EFFECT = {
    "take_any_market_card_free": (("market", None),),
    "draw": (("draw", "draw"),),
    "draw_then_may_remove": (("draw", "draw"), ("remove", "remove_up_to")),
    "move_one_ignoring_requirement": (("native", None),),
}


TOKEN_ICON = {
    "draw_1": "draw",
    "remove_card": "remove",
    "replace_hand": "replace",
    "keep_item": "keep",
    "pass_occupied": "pass",
    "native": "native",
    "change_symbol": "change",
}


CARD_SHAPE = 1.42  # height of a card by its width


EMPTY: Mapping[str, Any] = {"stroke": "var(--rule-2)", "stroke_width": 1.5, "stroke_dasharray": "6 5"}


def _powers(card: ReadOnlyJson) -> list[tuple[str, str]]:
    """What the pennant says: pairs of sign and number."""
    if card["symbols"]:
        return [("joker" if len(card["symbols"]) > 1 else card["symbols"][0], str(card["power"]))]
    effect = card["effect"]
    return [(sign, str(effect[count]) if count else "1") for sign, count in EFFECT[effect["type"]]]


def poster(
    card: ReadOnlyJson, x: float, y: float, width: float, lang: str, owner: int | None = None, badge: str = ""
) -> str:
    """A travel poster with its name, pennant, price and the ticket of what is used once."""
    k = width / 112
    height, plate, edge = width * CARD_SHAPE, 34 * k, 5 * k
    family = f"var(--c-{card['color']})"
    art = height - plate - 2 * edge
    drawn = (
        f'<g transform="translate({num(x)} {num(y)})"><rect x="1.5" y="3" width="{num(width)}" height="{num(height)}" '
        f'rx="{num(9 * k)}" opacity=".25"/><rect width="{num(width)}" height="{num(height)}" rx="{num(9 * k)}" '
        f'fill="var(--c-border)" stroke="#14201f" stroke-opacity=".55"/>'
        f'<svg x="{num(edge)}" y="{num(edge)}" width="{num(width - 2 * edge)}" height="{num(art)}">'
        f'<use href="#a-{card["id"]}" width="{num(width - 2 * edge)}" height="{num(art)}"/></svg>'
        f'<rect x="{num(edge)}" y="{num(edge + art + 2 * k)}" width="{num(width - 2 * edge)}" '
        f'height="{num(plate - 2 * k)}" rx="{num(3 * k)}" fill="{family}"/>'
    )
    drawn += _pennant(_powers(card), 9 * k, edge, k, family)
    drawn += _card_name(text.card(card["id"], lang), width / 2, edge + art + plate / 2 + 3 * k, k)
    if card["single_use"]:
        drawn += _stamp(edge + 13 * k, edge + art - 3 * k, k)
    if card["cost"]:
        drawn += _coin(width - edge - 14 * k, edge + art - 3 * k, 12.5 * k, card["cost"])
    elif owner is not None:
        drawn += emblem(owner, width - edge - 14 * k, edge + art - 3 * k, 24 * k)
    return drawn + badge + "</g>"


def _card_name(name: str, x: float, y: float, k: float) -> str:
    parts = lines(name, 13)
    size = (14.5 if len(parts) == 1 else 13) * k * min(1.0, 14 / max(map(len, parts)))
    first = y + size * 0.33 - (len(parts) - 1) * size * 0.48
    return "".join(
        write(x, first + size * 0.96 * i, part, "work9", size, "var(--on-card)", "middle")
        for i, part in enumerate(parts)
    )


def _pennant(powers: Sequence[tuple[str, str]], x: float, y: float, k: float, family: str) -> str:
    row = 45 if len(powers) == 1 else 32
    deep, width = (row * len(powers) + 12) * k, 31 * k
    half, notch = num(-width / 2), num(7 * k)
    drawn = path(f"M{num(x)} {num(y)}h{num(width)}v{num(deep)}l{half}-{notch} {half} {notch}z", family)
    sign, size = (20 * k, 21 * k) if len(powers) == 1 else (16 * k, 15 * k)
    for i, (name, count) in enumerate(powers):
        top = y + (4 + i * row) * k
        drawn += icon(name, x + (width - sign) / 2, top, sign, "var(--on-card)")
        drawn += write(x + width / 2, top + sign + size * 0.82, count, "work9", size, "var(--on-card)", "middle")
    return drawn


def _coin(x: float, y: float, r: float, price: int) -> str:
    drawn = circle(x, y, r, "var(--coin-2)", stroke="var(--c-border)", stroke_width=r * 0.3)
    drawn += circle(x, y, r * 0.86, "var(--coin-1)", fill_opacity=".55", stroke="#8a5a00", stroke_width=r * 0.12)
    return drawn + write(x, y + r * 0.46, price, "work9", r * 1.34, "var(--on-coin)", "middle")


def _stamp(x: float, y: float, k: float) -> str:
    drawn = circle(x, y, 12.5 * k, "var(--once)", stroke="var(--c-border)", stroke_width=2 * k)
    return drawn + icon("single-use", x - 9 * k, y - 9 * k, 18 * k, "var(--on-card)")


def market_ticket(card: ReadOnlyJson, x: float, y: float, width: float, lang: str, count: int) -> str:
    """A card of the reserve in one line."""
    strip = f"M{num(x + 5)} {num(y)}h33v40h-33a5 5 0 0 1-5-5v-30a5 5 0 0 1 5-5z"
    drawn = rect(x, y, width, 40, 5, "var(--panel-2)", stroke="var(--rule)")
    drawn += path(strip, f"var(--c-{card['color']})")
    powers = _powers(card)
    for i, (sign, power) in enumerate(powers):
        top = y + (10 if len(powers) == 1 else 3 + 17 * i)
        drawn += icon(sign, x + 3, top + 2, 16 if len(powers) == 1 else 14, "var(--on-card)")
        drawn += write(x + 27, top + 15, power, "work9", 16 if len(powers) == 1 else 14, "var(--on-card)", "middle")
    parts = lines(text.card(card["id"], lang), 11)
    for i, part in enumerate(parts):
        size = min(14.0, 140 / len(part))
        drawn += write(x + 46, y + (25 if len(parts) == 1 else 18 + 14 * i), part, "work7", size)
    if card["single_use"]:
        drawn += _stamp(x + 38, y + 33, 0.62)
    drawn += _coin(x + width - 15, y + 12, 10, card["cost"])
    drawn += write(x + width - 15, y + 35, f"×{count}", "work7", 12, "var(--ink-2)", "middle")
    return drawn


def token_disc(token: ReadOnlyJson, x: float, y: float, size: float) -> str:
    """A cave token: a hexagon with its sign and value, centred at x, y."""
    k = size / 72
    symbol = token.get("symbol")
    tint = {"machete": "var(--jungle-2)", "paddle": "var(--river-2)", "coin": "var(--village-2)"}.get(
        symbol or "", "#cdb3dc"
    )
    ink = "var(--sym-dark)" if symbol else "#1c2b26"
    drawn = (
        f'<g transform="translate({num(x - size / 2)} {num(y - size / 2)}) scale({k:.3f})">'
        '<path d="M36 3 64.5 19.5v33L36 69 7.5 52.5v-33z" fill="#14201f"/>'
        f'<path d="M36 6.5 61.5 21.2v29.6L36 65.5 10.5 50.8V21.2z" fill="{tint}"/>'
    )
    sign = symbol or TOKEN_ICON[token["id"]]
    if symbol:
        return drawn + icon(sign, 10, 21, 30, ink) + write(52, 47, token["value"], "work9", 31, ink, "middle") + "</g>"
    return drawn + icon(sign, 17, 17, 38, ink) + "</g>"


def cards(components: ReadOnlyJson, theme: str = "light", lang: str = "en") -> str:
    """All expedition cards on one sheet, in the order of the data."""
    width, gap, columns = 168.0, 18.0, 7
    rows = math.ceil(len(components["cards"]) / columns)
    drawn = '<rect width="100%" height="100%" fill="var(--chart)"/>'
    for i, card in enumerate(components["cards"]):
        x, y = gap + (i % columns) * (width + gap), gap + (i // columns) * (width * CARD_SHAPE + gap)
        drawn += poster(card, x, y, width, lang, owner=0 if card["cost"] is None else None)
    size = (gap + columns * (width + gap), gap + rows * (width * CARD_SHAPE + gap))
    return svg(size, drawn, theme, (), say("game.eldorado", lang))
