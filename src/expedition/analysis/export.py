"""A review as one HTML file that needs nothing beside it: sentence, chart, balance, and every turn as a table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from expedition.analysis.chart import chart
from expedition.analysis.grades import whole_percent
from expedition.analysis.words import names
from expedition.core.game import Json
from expedition.core.picture import tokens
from expedition.core.words import say

USED = (
    "chart", "panel", "panel-2", "ink", "ink-2", "rule", "good", "bad", "on-bad", "ok-wash", "ok-ink", "warn-wash",
    "warn-ink", "warn-line",
)  # fmt: skip

PHONE = (480, 320)  # the chart where the page is that narrow

STYLE = """
body{margin:0;background:var(--chart);color:var(--ink);
font:500 17px/1.4 "Alegreya Sans","Gill Sans","Trebuchet MS",sans-serif}
main{max-width:960px;margin:0 auto;padding:24px 16px 48px}
h1,h2{font-family:Alegreya,Palatino,"Palatino Linotype",serif;line-height:1.15;text-wrap:balance}
h1{font-size:32px}
h2{font-size:22px;margin:28px 0 8px}
p.sub{color:var(--ink-2);margin:0}
svg{max-width:100%;height:auto;display:block}
.night{display:none}
@media (prefers-color-scheme:dark){.day{display:none}.night{display:block}}
.phone{display:none}
.frame{overflow-x:auto;background:var(--panel);border:1px solid var(--rule);border-radius:8px}
table{border-collapse:collapse;width:100%}
th,td{padding:7px 10px;border-top:1px solid var(--rule);text-align:left;vertical-align:top}
thead th{border-top:0;font-size:14px;color:var(--ink-2)}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.g{display:inline-block;padding:1px 10px;border-radius:12px;font-weight:700;font-size:14px;white-space:nowrap;
border:1.5px solid var(--rule)}
.g.best{background:var(--ok-wash);color:var(--ok-ink);border-color:transparent}
.g.good{border-color:var(--good);color:var(--ok-ink)}
.g.detour{background:var(--warn-wash);color:var(--warn-ink);border-color:var(--warn-line)}
.g.wrong{background:var(--bad);color:var(--on-bad);border-color:transparent}
.why{color:var(--ink-2);font-style:italic}
@media (max-width:640px){
h1{font-size:26px}
.desk{display:none}
.phone{display:block}
table,tbody,tr,th,td{display:block}
thead{display:none}
tr{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 16px;padding:10px 12px;border-top:1px solid var(--rule)}
tr:first-child{border-top:0}
th,td{padding:0;border:0}
.n{text-align:left}
.said,.balance th{flex-basis:100%}
[data-of]::before{content:attr(data-of) " ";color:var(--ink-2);font-size:15px}
.p::after{content:"%"}
:lang(fr) .p::after{content:"\\a0%"}
}
"""


def html(told: Json, lang: str = "en") -> str:
    """The whole review; `told` has its words (words.told)."""
    who = names(told, lang)
    title = say("review.title_of", lang, game=say("game." + told["game"], lang))
    body = f"<h1>{escape(told['headline']['text'])}</h1><p class=sub>{escape(title)}</p>"
    for theme, name in (("light", "day"), ("dark", "night")):
        sizes = (("desk", chart(told, lang, theme)), ("phone", chart(told, lang, theme, PHONE)))
        pictures = "".join(f'<div class="{screen}">{picture}</div>' for screen, picture in sizes)
        body += f'<div class="{name}">{pictures}</div>'
    body += f"<h2>{say('review.luck_and_play', lang)}</h2>{_balance(told, who, lang)}"
    body += f"<h2>{say('review.turns', lang)}</h2>{_turns(told, who, lang)}"
    body += f"<p class=sub>{escape(say('review.judged', lang, judge=told['judge']))}</p>"
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_colours()}{STYLE}</style><main>{body}</main></html>\n"
    )


def _colours() -> str:
    rules = [
        "".join(f"--{name}:{tokens(theme)[name]};" for name in USED) + f"color-scheme:{theme}"
        for theme in ("light", "dark")
    ]
    return f":root{{{rules[0]}}}@media (prefers-color-scheme:dark){{:root{{{rules[1]}}}}}"


def _table(name: str, head: Sequence[tuple[str, str]], rows: Sequence[str]) -> str:
    cells = "".join(f'<th scope=col class="{kind}">{escape(text)}</th>' for text, kind in head)
    body = f"<thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class=frame><table class="{name}">{body}</table></div>'


def _figure(figure: object, of: str, kind: str = "n p") -> str:
    """A figure, as a rule in percent; on a phone, where no head stands above it, it says what it is."""
    return f'<td class="{kind}" data-of="{escape(of)}">{figure}</td>'


def signed(chance: float) -> str:
    """Whole percent with a sign."""
    points = round(100 * chance)
    return "0" if points == 0 else f"{'+' if points > 0 else '−'}{abs(points)}"


def _balance(told: Json, who: Sequence[str], lang: str) -> str:
    names_of = [say(f"review.{name}", lang) for name in ("start", "own", "others", "luck", "result")]
    head = [(say("review.player", lang), ""), *((f"{of}, %", "n") for of in names_of)]
    rows = []
    for seat, account in enumerate(told["accounts"]):
        figures = [f"{100 * account['start']:.0f}"]
        figures += [signed(account[name]) for name in ("own_skill", "others_skill", "luck")]
        figures += [f"{100 * account['result']:.0f}"]
        cells = "".join(_figure(figure, of) for figure, of in zip(figures, names_of, strict=True))
        rows.append(f"<tr><th scope=row>{escape(who[seat])}</th>{cells}</tr>")
    return _table("balance", head, rows)


def _turns(told: Json, who: Sequence[str], lang: str) -> str:
    cards = any("card" in turn["turn"] for turn in told["turns"])
    when = [say("review.round_of_cards", lang), say("review.card", lang)] if cards else [say("review.round", lang)]
    costs = [say("review.cost", lang), say("review.luck", lang)]
    head = [(of, "n") for of in when] + [(say(f"review.{name}", lang), "") for name in ("player", "grade", "played")]
    head += [(f"{of}, %", "n") for of in costs]
    return _table("turns", head, [_turn(turn, who, when, costs, lang) for turn in told["turns"]])


def _turn(turn: Json, who: Sequence[str], when: Sequence[str], costs: Sequence[str], lang: str) -> str:
    seat = turn["seat"]
    text = escape(turn["text"])
    better = turn["better"]
    if better is not None:
        text += f"<br><b>{say('review.better_is', lang)}</b> {escape(better['text'])}"
        text += f"<br><span class=why>{escape(better['why'])}</span>"
    luck = sum(one["chances"][seat] for one in turn["luck"])
    grade = f'<span class="g {turn["grade"]}">{say("review.grade." + turn["grade"], lang)}</span>'
    figures = _figure(signed(-whole_percent(turn["loss"]) / 100), costs[0]) + _figure(signed(luck), costs[1])
    return (
        f"<tr>{_when(turn['turn'], when, lang)}<td>{escape(who[seat])}</td><td>{grade}</td>"
        f"<td class=said>{text}</td>{figures}</tr>"
    )


def _when(turn: Json, names_of: Sequence[str], lang: str) -> str:
    """Round and card of a turn; before the first card of Silver & Gold everybody chooses maps."""
    if turn.get("card") == 0:
        return f"<td colspan=2>{say('review.choosing_maps', lang)}</td>"
    return "".join(_figure(turn[name], of, "n") for name, of in zip(("round", "card"), names_of, strict=False))
