"""El Dorado as a picture: the whole table; the route and the cards are drawn by `board_svg` and `card_svg`.

Drawn from what `Game.components` and `State.view` say (a snapshot serves as well), so it knows no rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from expedition.core.picture import emblem, icon, num, panel, rect, svg, write
from expedition.core.types import ReadOnlyJson
from expedition.core.words import say
from expedition.eldorado import text
from expedition.eldorado.board_svg import board, board_scene, route_title, terrain_style
from expedition.eldorado.card_svg import CARD_SHAPE, EMPTY, cards, market_ticket, poster, token_disc

__all__ = ["board", "cards", "table"]

WIDTH, BAR, MARKET, DOCK = 1440, 64, 316, 190


MOST_LOOT = 4  # blockades and tokens that fit on a player's plate


def table(
    components: ReadOnlyJson,
    view: ReadOnlyJson,
    theme: str = "light",
    lang: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """The whole table as a seat sees it: players, map, hand and market."""
    title, subtitle = route_title(components, view["setup"]["route"], lang)
    scene, box = board_scene(components, view, title, subtitle)
    room = WIDTH - MARKET - 24
    height = max(520.0, min(760.0, room * box[3] / box[2]))
    total = BAR + height + DOCK + 16
    view_box = " ".join(num(v) for v in box)
    drawn = (
        '<rect width="100%" height="100%" fill="var(--chart)"/>'
        f'<svg x="8" y="{BAR + 8}" width="{room}" height="{num(height)}" viewBox="{view_box}">{scene}</svg>'
        + _bar(components, view, lang, names, title)
        + _market(components, view, WIDTH - MARKET - 8, BAR + 8, total - BAR - 16, lang)
        + _dock(components, view, 8, BAR + height + 16, room, lang)
    )
    return svg((WIDTH, total), drawn, theme, terrain_style(theme), f"{say('game.eldorado', lang)}: {title}")


def _bar(components: ReadOnlyJson, view: ReadOnlyJson, lang: str, names: Sequence[str] | None, title: str) -> str:
    kinds = {b["number"]: b for b in components["blockades"]}
    tokens = {t["id"]: t for t in components["tokens"]}
    turn = view["turn"]
    drawn = (
        f'<rect width="{WIDTH}" height="{BAR}" fill="var(--panel)"/><path d="M0 {BAR}h{WIDTH}" stroke="var(--rule-2)"/>'
    )
    drawn += write(20, 30, title, "tell8", 19)
    words = [say("eldorado.words.round", lang, round=turn["round"])]
    if view["setup"].get("caves"):
        words.append(say("eldorado.words.caves", lang))
    if turn.get("final_round"):
        words.append(say("eldorado.words.final_round", lang))
    drawn += write(20, 50, " · ".join(words), "work7", 15, "var(--ink-2)")
    count = len(view["seats"])
    width = 282.0
    x = WIDTH - 8 - count * (width + 8)
    for seat in range(count):
        drawn += _plate(seat, view, x, kinds, tokens, text.player(seat, lang, names), width)
        x += width + 8
    return drawn


def _plate(
    seat: int, view: ReadOnlyJson, x: float, kinds: ReadOnlyJson, tokens: ReadOnlyJson, name: str, width: float
) -> str:
    player = view["seats"][seat]
    active = seat == view["turn"]["seat"] and view["turn"]["phase"] != "over"
    stroke = 'stroke="var(--gold)" stroke-width="2.5"' if active else 'stroke="var(--rule)"'
    drawn = f'<rect x="{num(x)}" y="7" width="{num(width)}" height="50" rx="8" fill="var(--panel-2)" {stroke}/>'
    drawn += emblem(seat, x + 27, 32, 34) + write(x + 52, 28, name, "work9", 17)
    if seat == 0:
        drawn += icon("hat", x + 57 + 8.6 * len(name), 13, 18)
    at = x + 52
    for sign, count in _counts(player):
        drawn += icon(sign, at, 35, 15, "var(--ink-2)") + write(at + 18, 48, count, "work7", 15, "var(--ink-2)")
        at += 40
    return drawn + _loot(player, x + width - 18, kinds, tokens)


def _loot(player: ReadOnlyJson, right: float, kinds: ReadOnlyJson, tokens: ReadOnlyJson) -> str:
    """Blockades and tokens won, ending at `right`; only their numbers where there is no room for them."""
    drawn, at = "", right
    if len(player["tokens"]) + len(player["blockades"]) > MOST_LOOT:
        for sign, won in (("token", player["tokens"]), ("blockade", player["blockades"])):
            drawn += write(at, 38, len(won), "work9", 17, "var(--ink-2)", "end")
            drawn += icon(sign, at - 38, 22, 20, "var(--ink-2)")
            at -= 50
        return drawn
    for held in reversed(player["tokens"]):
        drawn += token_disc(tokens[held], at - 4, 32, 32)
        at -= 28
    for won in reversed(player["blockades"]):
        fill = f"var(--{kinds[won]['terrain']}-2)"
        drawn += rect(at - 12, 20, 22, 24, 4, fill, stroke="#14201f", stroke_width=2)
        drawn += write(at - 1, 37, won, "work9", 14, "var(--sym-dark)", "middle")
        at -= 27
    return drawn


def _counts(player: ReadOnlyJson) -> list[tuple[str, int]]:
    """Hand, draw and discard pile; a snapshot has the cards, a view of others only their number."""
    hand = player["hand_count"] if "hand_count" in player else len(player["hand"])
    draw = player["draw_count"] if "draw_count" in player else len(player["draw"])
    return [("hand", hand), ("deck", draw), ("discard-pile", len(player["discard"]))]


def _market(components: ReadOnlyJson, view: ReadOnlyJson, x: float, y: float, height: float, lang: str) -> str:
    kinds = {card["id"]: card for card in components["cards"]}
    drawn = panel(x, y, MARKET, height) + write(x + 16, y + 36, say("eldorado.zone.market", lang), "tell8", 24)
    width, top = 90.0, y + 52
    for i, pile in enumerate(view["market"]["board"]):
        left = x + 14 + (i % 3) * (width + 9)
        row = top + (i // 3) * (width * CARD_SHAPE + 9)
        if pile is None:
            drawn += rect(left, row, width, width * CARD_SHAPE, 7, **EMPTY)
        else:
            drawn += poster(kinds[pile["card"]], left, row, width, lang, badge=_badge(width, pile["count"]))
    top += 2 * (width * CARD_SHAPE + 9) + 22
    drawn += icon("lock", x + 16, top - 15, 14, "var(--ink-2)")
    drawn += write(x + 35, top - 3, say("eldorado.zone.above", lang), "work9", 15)
    for i, pile in enumerate(view["market"]["above"]):
        drawn += market_ticket(
            kinds[pile["card"]], x + 12 + (i % 2) * 148, top + 7 + (i // 2) * 44, 144, lang, pile["count"]
        )
    return drawn


def _badge(width: float, count: int) -> str:
    return (
        f'<rect x="{num(width - 34)}" y="6" width="27" height="19" rx="9.5" fill="#14201f" fill-opacity=".85"/>'
        + write(width - 20.5, 20, f"×{count}", "work7", 13, "#fff6e0", "middle")
    )


def _dock(components: ReadOnlyJson, view: ReadOnlyJson, x: float, y: float, width: float, lang: str) -> str:
    """The hand of the seat whose view this is, its tokens and what is going on."""
    seat = view.get("seat", view["turn"]["seat"])
    drawn = panel(x, y, width, DOCK - 16)
    if seat is None or view["seats"][seat]["hand"] is None:
        return drawn + write(
            x + width / 2, y + 90, " · ".join(_doing(view, lang)), "tell5", 24, "var(--ink-2)", "middle"
        )
    kinds = {card["id"]: card for card in components["cards"]}
    tokens = {token["id"]: token for token in components["tokens"]}
    player = view["seats"][seat]
    drawn += emblem(seat, x + 30, y + 32, 34)
    drawn += write(x + 54, y + 38, say("eldorado.zone.hand", lang), "tell8", 21)
    for i, line in enumerate(_doing(view, lang)):
        drawn += write(x + 16, y + 74 + 20 * i, line, "work7", 15, "var(--ink-2)")
    for i, token in enumerate(player["tokens"][:5]):
        drawn += token_disc(tokens[token], x + 32 + 44 * i, y + 142, 42)
    held, room = player["hand"], width - 250 - 220
    step = min(113.0, (room - 104) / max(1, len(held) - 1))
    for i, name in enumerate(held):
        owner = seat if kinds[name]["cost"] is None else None
        drawn += poster(kinds[name], x + 250 + i * step, y + 13, 104, lang, owner)
    for i, pile in enumerate(("played", "discard")):
        words = say(f"eldorado.zone.{pile}", lang)
        drawn += _top_card(player[pile], kinds, words, x + width - 206 + 102 * i, y + 18, lang)
    return drawn


def _top_card(pile: Sequence[str], kinds: ReadOnlyJson, words: str, x: float, y: float, lang: str) -> str:
    """An open pile: its last card, how many there are, and what it is."""
    width, height = 78.0, 78 * CARD_SHAPE
    if pile:
        drawn = poster(kinds[pile[-1]], x, y, width, lang, badge=_badge(width, len(pile)))
    else:
        drawn = rect(x, y, width, height, 7, **EMPTY)
    return drawn + write(x + width / 2, y + height + 20, words, "work7", 13, "var(--ink-2)", "middle")


def _doing(view: ReadOnlyJson, lang: str) -> list[str]:
    """What the running turn has in play, in a few words."""
    turn = view["turn"]
    if turn["phase"] == "over":
        return [say("terminal.over", lang)]
    said = []
    active = turn.get("active")
    if active:
        name = text.card(active["card"], lang) if active.get("card") else text.token(active["token"], lang)
        left = active.get("left")
        said.append(name if left is None else say("eldorado.words.power_left", lang, card=name, left=left))
    pending = turn.get("pending")
    if pending and pending["kind"] == "pay":
        said.append(say("eldorado.words.due", lang, card=text.card(pending["card"], lang), due=pending["due"]))
    return said
