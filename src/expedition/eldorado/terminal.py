"""The El Dorado table in a terminal: map in colour, players, hand, market and numbered choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from expedition.core.picture import tokens
from expedition.core.state import State
from expedition.core.types import ReadOnlyJson
from expedition.core.words import say
from expedition.eldorado import text
from expedition.eldorado.chart import flattest, turned

Place = tuple[int, int]

SIGN = {"jungle": "/", "river": "~", "village": "$", "rubble": "%", "basecamp": "^"}
SYMBOL_SIGN = {"machete": "/", "paddle": "~", "coin": "$"}
EMBLEM = "●■▲◆"
RAISED = "⁰¹²³⁴⁵⁶"
INK = tokens("light")
TARGET = f"bold {INK['ink']} on {INK['gold']}"


# The map: rows of cells, every other one shifted by half a cell.


def board(components: ReadOnlyJson, view: ReadOnlyJson | None, marks: Mapping[Place, str], width: int) -> Text:
    """The map as wide as the terminal lets it be. `marks` are the numbers of choices that lead to a space."""
    turns = flattest(components["board"])
    cells = {turned((h["q"], h["r"]), turns): h for h in components["board"]["hexes"]}
    columns = [2 * q + r for q, r in cells]
    left, span = min(columns), max(columns) - min(columns) + 2
    half = 2 if span * 2 <= width else 1
    pawns = _pawns(view, turns)
    seams = _seams(components, view, turns)
    rows = []
    for r in range(min(r for _, r in cells), max(r for _, r in cells) + 1):
        line, at = Text(), 0
        for q in sorted(q for q, row in cells if row == r):
            start = (2 * q + r - left) * half
            line.append(" " * (start - at))
            at = start + 2 * half
            h = cells[q, r]
            mark = marks.get((h["q"], h["r"]))
            line.append(*_cell(h, pawns.get((q, r)), seams.get((q, r)), mark, view, 2 * half))
        rows.append(line)
    return Text("\n").join(rows)


def _cell(
    h: ReadOnlyJson,
    pawn: tuple[int, int] | None,
    seam: int | None,
    mark: str | None,
    view: ReadOnlyJson | None,
    width: int,
) -> tuple[str, str]:
    """What a space shows and in which colours."""
    if pawn is not None:
        seat, which = pawn
        return f"{EMBLEM[seat]}{which + 1}".center(width), _seat_style(seat)
    if mark is not None:
        return mark.center(width), TARGET
    if h["terrain"] == "mountain":
        return _mountain(h, view).center(width), f"{INK['mountain-snow']} on {INK['mountain']}"
    if h["terrain"] == "start":
        return f"·{h['start']}".center(width), f"{INK['ink']} on {INK['start']}"
    shown = f"{SIGN[h['terrain']]}{h['power']}"
    if seam and width > 2:
        shown += RAISED[seam]
    ink = INK["sym-dark"] if h["power"] < 3 else INK["sym-light"]
    strong = "bold underline " if h["finish"] else ""
    return shown.center(width), f"{strong}{ink} on {INK[h['terrain'] + '-' + str(h['power'])]}"


def _mountain(h: ReadOnlyJson, view: ReadOnlyJson | None) -> str:
    if not h["cave"]:
        return "▲"
    for cave in (view or {}).get("caves", ()):
        if tuple(cave["at"]) == (h["q"], h["r"]):
            return f"∩{cave['count'] if 'count' in cave else len(cave['pile'])}"
    return "∩"


def _pawns(view: ReadOnlyJson | None, turns: int) -> dict[Place, tuple[int, int]]:
    return {
        turned(pawn["at"], turns): (seat, which)
        for seat, player in enumerate((view or {}).get("seats", ()))
        for which, pawn in enumerate(player["pawns"])
        if pawn["at"] != "arrived"
    }


def _seams(components: ReadOnlyJson, view: ReadOnlyJson | None, turns: int) -> dict[Place, int]:
    """The number of the blockade that stands beside a space."""
    standing = {tuple(b["between"]): b["number"] for b in (view or {}).get("blockades", ())}
    return {
        turned(place, turns): standing[tuple(seam["between"])]
        for seam in components["board"]["seams"]
        if tuple(seam["between"]) in standing
        for edge in seam["edges"]
        for place in edge
    }


def _seat_style(seat: int) -> str:
    return f"bold {INK[f'p{seat + 1}-on']} on {INK[f'p{seat + 1}']}"


def legend(lang: str) -> Text:
    drawn = Text()
    for terrain, sign in (*SIGN.items(), ("mountain", "▲"), ("cave", "∩")):
        colour = INK["mountain"] if terrain in ("mountain", "cave") else INK[f"{terrain}-2"]
        drawn.append(
            f" {sign} ",
            f"{INK['mountain-snow'] if 'mountain' in terrain or terrain == 'cave' else INK['ink']} on {colour}",
        )
        drawn.append(f" {text.terrain(terrain, lang)}  ", "dim")
    return drawn


# Around the map.


def _power(card: ReadOnlyJson) -> str:
    if card["symbols"]:
        sign = "*" if len(card["symbols"]) > 1 else SYMBOL_SIGN[card["symbols"][0]]
        return f"{sign}{card['power']}"
    return ""


FAMILY = {"green": "green", "blue": "blue", "yellow": "yellow", "white": "bright_white", "purple": "magenta"}


def _card(card: ReadOnlyJson, lang: str) -> Text:
    drawn = Text(text.card(card["id"], lang), FAMILY[card["color"]])
    if _power(card):
        drawn.append(f" {_power(card)}", "bold")
    return drawn


def players(view: ReadOnlyJson, lang: str, names: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for zone in ("", "hand", "draw", "discard", "blockades", "tokens"):
        table.add_column(say(f"eldorado.zone.{zone}", lang) if zone else "")
    for seat, player in enumerate(view["seats"]):
        name = Text.assemble((f" {EMBLEM[seat]} ", _seat_style(seat)))
        name.append(f" {names[seat]}", "bold" if seat == view["turn"]["seat"] else "default")
        hand = player.get("hand_count", len(player["hand"] or ()))
        draw = player.get("draw_count", len(player.get("draw", ())))
        held = ", ".join(text.token(token, lang) for token in player["tokens"])
        won = " ".join(map(str, player["blockades"]))
        table.add_row(name, str(hand), str(draw), str(len(player["discard"])), won, held)
    return table


def _standing(components: ReadOnlyJson, view: ReadOnlyJson, lang: str) -> Text:
    kinds = {kind["number"]: kind for kind in components["blockades"]}
    said = []
    for blockade in view["blockades"]:
        kind = kinds[blockade["number"]]
        symbol = (
            text.symbol(kind["symbol"], lang) if kind["symbol"] in SYMBOL_SIGN else text.terrain(kind["terrain"], lang)
        )
        said.append(say("eldorado.words.blockade", lang, number=kind["number"], symbol=symbol, power=kind["power"]))
    return Text(" · ".join(said), "dim")


def market(components: ReadOnlyJson, view: ReadOnlyJson, lang: str) -> Text:
    kinds = {card["id"]: card for card in components["cards"]}
    drawn = Text()
    for zone, piles in (("market", view["market"]["board"]), ("above", view["market"]["above"])):
        drawn.append(f"{say(f'eldorado.zone.{zone}', lang)}: ", "dim")
        for i, pile in enumerate(pile for pile in piles if pile):
            card = kinds[pile["card"]]
            drawn.append(" · " if i else "", "dim").append_text(_card(card, lang))
            drawn.append(f" ({card['cost']}) ×{pile['count']}", "dim")
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def hand(components: ReadOnlyJson, view: ReadOnlyJson, seat: int, lang: str) -> Text:
    kinds = {card["id"]: card for card in components["cards"]}
    drawn = Text.assemble((f"{say('eldorado.zone.hand', lang)}: ", "dim"))
    for i, name in enumerate(view["seats"][seat]["hand"] or ()):
        drawn.append(" · " if i else "", "dim").append_text(_card(kinds[name], lang))
    return drawn


def table(
    state: State[Any],
    seat: int | None,
    lang: str,
    names: Sequence[str],
    marks: Mapping[Place, str] | None = None,
    width: int = 100,
) -> RenderableType:
    """The whole table as a seat sees it."""
    components, view = state.game.components(), state.view(seat)
    head = Text.assemble((text.route(view["setup"]["route"], lang), "bold"))
    head.append(f"   {say('eldorado.words.round', lang, round=view['turn']['round'])}", "dim")
    if view["turn"].get("final_round"):
        head.append(f"   {say('eldorado.words.final_round', lang)}", f"bold {INK['gold']}")
    parts: list[RenderableType] = [head, board(components, view, marks or {}, width), _standing(components, view, lang)]
    parts += [players(view, lang, names), market(components, view, lang)]
    if seat is not None and view["seats"][seat]["hand"] is not None:
        parts.append(hand(components, view, seat, lang))
    return Group(*parts)


# Choices.


def order(move: ReadOnlyJson) -> tuple[int, ...]:
    """Moves first, then what costs cards, then the market, then everything else."""
    return (("move", "clear", "enter", "buy", "act").index(move["kind"]),)


def label(state: State[Any], move: ReadOnlyJson, lang: str) -> str:
    """A whole move in a line."""
    components = state.game.components()
    kind = move["kind"]
    if kind in ("move", "clear"):
        return _move_label(components, move, lang)
    if kind == "enter":
        key = "terminal.give.removed" if move["removes"] else "terminal.give"
        return say(key, lang, target=_goal(components, move, lang), count=move["cards"])
    if kind == "buy":
        paid = ", ".join(_paid(part, lang) for part in move["payment"])
        bought = text.describe(move["actions"][0], lang)
        return say("terminal.buy", lang, action=bought, price=move["price"], paid=paid, total=move["total"])
    return text.describe(move["actions"][0], lang)


def _paid(part: ReadOnlyJson, lang: str) -> str:
    return text.card(part["card"], lang) if "card" in part else text.token(part["token"], lang)


def _move_label(components: ReadOnlyJson, move: ReadOnlyJson, lang: str) -> str:
    first = move["actions"][0]
    card = text.describe(first, lang) if first["do"] == "play" else "…"
    left = move["left"] if move["left"] is not None else 0
    cost = move["cost"] if move["cost"] is not None else 1
    return say("terminal.move", lang, card=card, target=_goal(components, move, lang), cost=cost, left=left)


def _goal(components: ReadOnlyJson, move: ReadOnlyJson, lang: str) -> str:
    """Where a move leads: the blockades it clears, then the space."""
    cleared = list(move.get("blockades", ()))
    if "blockade" in move and move["blockade"] not in cleared:
        cleared.append(move["blockade"])
    goal = [text.describe({"do": "step", "blockade": number}, lang) for number in cleared]
    if move.get("to") and move["kind"] != "clear":
        h = next(h for h in components["board"]["hexes"] if [h["q"], h["r"]] == list(move["to"]))
        where = text.terrain("finish" if h["finish"] else h["terrain"], lang)
        goal.append(f"{where} {h['power']} {text.place(move['to'])}")
    return ", ".join(goal)


def target(move: ReadOnlyJson) -> Place | None:
    """The space a move leads to, to be marked on the map."""
    return (move["to"][0], move["to"][1]) if "to" in move else None


def typed(move: ReadOnlyJson, lang: str) -> Iterator[str]:
    """Short words under which a move can be typed."""
    action = move["actions"][0]
    if move["kind"] in ("buy", "act"):
        yield text.describe(action, lang)
    yield " ".join(str(action[name]) for name in ("do", "card", "token") if name in action)


def card_list(components: ReadOnlyJson, lang: str) -> Table:
    """Every card in a line: name, price and what it does."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for card in components["cards"]:
        table.add_row(_card(card, lang), str(card["cost"] or ""), say(f"eldorado.effect.{card['id']}", lang))
    return table
