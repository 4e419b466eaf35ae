"""The Silver & Gold table in a terminal: maps, pattern, score card, display and numbered choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from expedition.core.picture import tokens
from expedition.core.state import State
from expedition.core.types import ReadOnlyJson
from expedition.core.words import say
from expedition.silvergold import text

INK = tokens("light")
SIGN = {"X": "✕", "C": "◎", "P": "♠", "#": "·"}
SIGN_INK = {"X": "m-cross", "C": "m-coin", "P": "m-palm", "#": "rule-2"}
EMBLEM = "●■▲◆"


def treasure_map(card: ReadOnlyJson, marked: Sequence[Sequence[int]], lang: str) -> Text:
    """A map with its fields named as in the choices: columns A to D, rows from 1."""
    done = {(r, c) for r, c in marked}
    colour, sea = INK[f"m-{card['colour']}"], INK[f"m-sea-{card['colour']}"]
    drawn = Text.assemble((f" {card['points']} ", f"bold {INK['on-map']} on {colour}"))
    if card["seal"]:
        seal = card["seal"]
        drawn.append(
            f" {say('silvergold.words.seal', lang)} {seal['points']} ",
            f"{INK['on-map']} on {INK['m-' + seal['colour']]}",
        )
    rows = [drawn, Text("   " + "".join(f" {column} " for column in "ABCD"[: len(card["grid"][0])]), "dim")]
    for r, row in enumerate(card["grid"]):
        line = Text.assemble((f" {r + 1} ", "dim"))
        for c, sign in enumerate(row):
            if sign == ".":
                line.append("   ", f"on {sea}")
            elif (r, c) in done:
                line.append("▒▒▒", f"{INK['m-mark']} on {INK['m-sand']}")
            else:
                line.append(f" {SIGN[sign]} ", f"bold {INK[SIGN_INK[sign]]} on {INK['m-sand']}")
        rows.append(line)
    return Text("\n").join(rows)


def pattern(grid: Sequence[str], name: str, lang: str) -> Text:
    drawn = Text.assemble((f"{text.pattern(name, lang)}\n\n", "bold"))
    for row in grid:
        for sign in row:
            drawn.append("   ", f"on {INK['gold']}") if sign == "#" else drawn.append("   ")
        drawn.append("\n")
    return drawn


def players(view: ReadOnlyJson, lang: str, names: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for what in ("coins", "trophies", "palms", "maps", "seals", "total"):
        table.add_column(say(f"silvergold.score.{what}", lang), justify="right")
    for seat, player in enumerate(view["seats"]):
        name = Text.assemble((f" {EMBLEM[seat]} ", f"bold {INK[f'p{seat + 1}-on']} on {INK[f'p{seat + 1}']}"))
        name.append(f" {names[seat]}")
        score = player.get("score") or {}
        cells = [str(score.get(what, "")) for what in ("coins", "trophies", "palms", "maps", "seals", "total")]
        table.add_row(name, *cells)
    return table


def table(
    state: State[Any],
    seat: int | None,
    lang: str,
    names: Sequence[str],
    marks: Mapping[tuple[int, int], str] | None = None,
    width: int = 100,
) -> RenderableType:
    """The whole table as a seat sees it."""
    components, view = state.game.components(), state.view(seat)
    cards = {card["id"]: card for card in components["maps"]}
    sheet, turn = components["score_sheet"], view["turn"]
    head = Text.assemble((say("game.silvergold", lang), "bold"))
    head.append(f"   {say('silvergold.words.round', lang, round=turn['round'], rounds=sheet['rounds'])}", "dim")
    if turn["flip"]:
        head.append(
            f" · {say('silvergold.words.flip', lang, flip=turn['flip'], flips=sheet['flips_per_round'])}", "dim"
        )
    shown_seat = seat if seat is not None else max(view["actor"], 0)
    own: list[RenderableType] = []
    for name in view["seats"][shown_seat]["dealt"] or ():
        own.append(treasure_map(cards[name], (), lang))
    for held in view["seats"][shown_seat]["maps"]:
        if held:
            own.append(treasure_map(cards[held["card"]], held["marked"], lang))
    for known in components["patterns"]:
        if known["id"] == turn["pattern"]:
            own.append(pattern(known["grid"], known["id"], lang))
    palms = sum(row.count("P") for name in view["display"] for row in cards[name]["grid"])
    shown = [treasure_map(cards[name], (), lang) for name in view["display"]]
    worth = say("silvergold.words.palm_value", lang, value=1 + palms)
    left = f"{say('silvergold.words.trophies_left', lang)}: {' '.join(map(str, view['trophies']))}"
    return Group(
        head,
        Columns(own, padding=(1, 4)),
        Text(f"{say('silvergold.words.display', lang)} · {worth} · {left}", "dim"),
        Columns(shown, padding=(0, 3)),
        players(view, lang, names),
    )


def order(move: ReadOnlyJson) -> tuple[int, ...]:
    """What marks most first, symbols before plain fields."""
    if move["kind"] != "mark":
        return (0, 0)
    symbols = move["symbols"]
    return -len(move["cells"]), -(3 * symbols["cross"] + 2 * symbols["coin"] + 2 * symbols["palm"])


def label(state: State[Any], move: ReadOnlyJson, lang: str) -> str:
    """A move in a line with what it brings."""
    said = text.describe(move["actions"][0], lang)
    if move["kind"] != "mark":
        return said
    brings = [f"{say(f'silvergold.symbol.{name}', lang)} ×{n}" for name, n in move["symbols"].items() if n]
    if move["brings"]["completes"]:
        brings.append("✓")
    return f"{said}   {', '.join(brings)}" if brings else said


def target(move: ReadOnlyJson) -> tuple[int, int] | None:
    return None


def typed(move: ReadOnlyJson, lang: str) -> Iterator[str]:
    """A mark can be typed as map and fields: 1 a1 a2 b2."""
    action = move["actions"][0]
    if move["kind"] == "mark":
        yield f"{move['map'] + 1} {text.cells(move['cells'])}"
    else:
        yield " ".join(str(action[name]) for name in ("do", "card") if name in action)
        yield str(action.get("card", action["do"]))


def map_list(components: ReadOnlyJson, lang: str) -> RenderableType:
    """Every treasure map, colour by colour, and the patterns."""
    maps = [treasure_map(card, (), lang) for card in components["maps"]]
    patterns = [pattern(known["grid"], known["id"], lang) for known in components["patterns"]]
    return Group(Columns(maps, padding=(1, 3)), Columns(patterns, padding=(1, 4)))
