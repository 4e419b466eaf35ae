"""What an El Dorado turn did and what speaks for it, for reviews, the coach and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from expedition.core.game import Json
from expedition.core.insight import Claim, Course, capital, listed
from expedition.core.insight import Insight as Plain
from expedition.core.words import say
from expedition.eldorado.board import Board
from expedition.eldorado.components import SYMBOLS, TERRAINS
from expedition.eldorado.rules.ending import blockades_kept
from expedition.eldorado.state import ABSENT, ACTIVE_NONE, Position
from expedition.eldorado.statistics import owned, statistics
from expedition.eldorado.tables import (
    ACTION,
    AHEAD,
    CARD_IDS,
    CARDS,
    DRAWS,
    FULL_HAND,
    JOKER,
    PAWNS,
    POWER,
    PRICE,
    STARTING,
    SYMBOL,
)
from expedition.eldorado.text import card as card_name
from expedition.eldorado.text import symbol as symbol_name
from expedition.eldorado.text import token as token_name

NEARLY = 10  # steps to go for two pawns together: whoever is so close arrives within two turns or so


class Insight(Plain):
    def turn_of(self, s: Position, seat: int) -> Json:
        return {"round": s.round_no}

    def begins(self, s: Position, seat: int) -> bool:
        return s.n_played == 0 and s.n_keepable == 0 and s.active == ACTIVE_NONE

    def looks(self, s: Position) -> tuple[float, ...]:
        """What a turn leaves in hand, deck and market shows at the next one; near the end two tell who wins."""
        return (0.25, 0.25, 0.5) if self._is_nearly_over(s) else (0.5, 0.5)

    def _is_nearly_over(self, s: Position) -> bool:
        tables = self.game.tables()
        playing = (seat for seat in range(self.game.players) if not (s.resigned >> seat) & 1)
        return any(self.game.rule_standing(s, tables, seat) >= -NEARLY for seat in playing)

    def luck_of(self, first: bool) -> str:
        return "draw" if first else "found"

    # -- what a turn did ---------------------------------------------------------------------------------

    def facts(self, course: Course) -> Json:
        told = [event for events in course.events for event in events]
        bought = [event["card"] for event in told if event["key"] == "eldorado.bought"]
        made: Json = {
            "cards": [a["card"] for a in course.actions if a["do"] == "play" and "card" in a],
            "tokens": [a["token"] for a in course.actions if a["do"] in ("play", "use") and "token" in a],
            "used": [a["card"] for a in course.actions if a["do"] == "use" and "token" not in a],
            "steps": self.steps_to_go(course.before, course.seat) - self.steps_to_go(course.after, course.seat),
            "moves": sum(event["key"] == "eldorado.step" for event in told),
            "spaces": self._stops(told),
            "bought": bought[0] if bought else None,
            "taken": sorted(event["card"] for event in told if event["key"] == "eldorado.taken"),
            "blockades": sorted(event["number"] for event in told if event["key"] == "eldorado.blockade"),
            "removed": sorted(
                event["card"]
                for event in told
                if event["key"] == "eldorado.remove" or (event["key"] == "eldorado.give" and event["removed"])
            ),
            "given": sum(event["key"] == "eldorado.give" for event in told),
            "caves": sum(event["key"] == "eldorado.explore" for event in told),
            "lost": lost_power(course, self.game.tables()),
            "arrived": any(event["key"] == "eldorado.arrive" for event in told),
        }
        if course.actions and any(a["do"] == "end" for a in course.actions):
            made["kept"] = _kept(course)
            return made
        made["held"] = sorted(_not_drawn(course).elements(), key=CARD_IDS.index)
        if any(a["do"] in ("discard", "done") for a in course.actions):  # a turn looked at when it is all but over
            made["discarded"] = sorted(a["card"] for a in course.actions if a["do"] == "discard")
        return made

    @staticmethod
    def _stops(told: Sequence[Json]) -> list[Any]:
        """Where each playing piece that moved came to stand."""
        last = {event["pawn"]: event["to"] for event in told if event["key"] == "eldorado.step"}
        return [[pawn, list(last[pawn])] for pawn in sorted(last)]

    def joined(self, first: Json, second: Json) -> Json:
        if not first:
            return second
        made = {**first, **second}
        for name in ("cards", "tokens", "used", "taken", "blockades", "removed"):
            made[name] = first[name] + second[name]
        for name in ("steps", "moves", "given", "caves"):
            made[name] = first[name] + second[name]
        stops = dict(first["spaces"] + second["spaces"])
        made["spaces"] = [[pawn, stops[pawn]] for pawn in sorted(stops)]
        if "kept" in second:
            made.pop("held", None)
        made["bought"] = second["bought"] or first["bought"]
        made["arrived"] = first["arrived"] or second["arrived"]
        made["lost"] = {
            k: first["lost"].get(k, 0) + second["lost"].get(k, 0) for k in {**first["lost"], **second["lost"]}
        }
        return made

    def steps_to_go(self, s: Position, seat: int) -> int:
        """The shortest way of all of a seat's playing pieces together."""
        cells = s.at[seat * PAWNS : seat * PAWNS + s.pawns]
        return sum(max(0, self.game.tables().steps_left[cell]) for cell in cells if cell >= 0)  # type: ignore[attr-defined]

    # -- what speaks for it --------------------------------------------------------------------------------

    def claims(self, facts: Json) -> list[list[Claim]]:
        deeds = [(name, facts[name]) for name in ("arrived", "bought", "taken", "blockades", "used", "tokens")]
        deeds += [("steps", max(0, facts["steps"])), ("removed", facts["removed"])]
        roughly: list[Claim] = [("buys", True)] if facts["bought"] else []
        roughly += [("thinner", len(facts["removed"]))] if facts["removed"] else []
        roughly += [("least", count) for count in range(facts["steps"] - 1, 0, -1)]
        kept = facts.get("kept", [])
        dear = [card for card in kept if not STARTING[CARD_IDS.index(card)]]
        finer: list[Claim] = [("kept", dear), ("spaces", facts["spaces"])]
        left: list[Claim] = [("kept", kept)] if kept != dear else []
        if _is_whole(facts):
            left += [("bought", None)] if facts["bought"] is None else []
            left += [("spaces", [])] if not facts["moves"] else []
        return [[claim for claim in deeds if claim[1]], roughly, [claim for claim in finer if claim[1]], left]

    def does(self, name: str, value: Any, facts: Json) -> bool | None:
        if name in ("steps", "least"):
            done = facts["steps"] >= value
        elif name == "buys":
            done = facts["bought"] is not None
        elif name == "thinner":
            done = len(facts["removed"]) >= value
        elif name == "kept" and "kept" not in facts:
            return False if Counter(value) - Counter(facts["held"]) else None
        elif name in ("taken", "blockades", "removed", "used", "tokens", "kept") and value:
            done = not Counter(value) - Counter(facts[name])
        else:
            done = facts[name] == value
        return done or (False if _is_whole(facts) else None)

    def support(self, name: str, course: Course, other: Course) -> Json | None:
        s, seat = course.before, course.seat
        facts = self.facts(course)
        if name == "used" and facts["taken"]:
            card = facts["taken"][0]
            return {"key": "eldorado.why.free", "card": card, "price": PRICE[CARD_IDS.index(card)] // 2}
        if name in ("used", "kept") and facts.get(name):
            return self._for_use(s, seat, max(map(CARD_IDS.index, facts[name]), key=lambda card: DRAWS[card]))
        if name in ("bought", "buys") and facts["bought"]:
            return self._for_card(s, seat, CARD_IDS.index(facts["bought"]))
        if name == "taken":
            return self._for_card(s, seat, CARD_IDS.index(facts["taken"][0]))
        if name == "bought" and s.n_draw[seat] >= FULL_HAND:
            return {"key": "eldorado.why.late", "steps": self.steps_to_go(s, seat), "cards": s.n_draw[seat]}
        if name in ("removed", "thinner") and facts["removed"]:
            size = sum(owned(s, seat)) - len(facts["removed"])
            return {"key": "eldorado.why.thin", "cards": size}
        if name == "blockades" and facts["blockades"] and self._is_nearly_over(s):  # before, a tie is far away
            return {"key": "eldorado.why.tie", "kept": blockades_kept(course.after, seat)}
        return self._race(course.after, seat)

    def _for_card(self, s: Position, seat: int, card: int) -> Json:
        """What the deck has of the card's symbol, and what the cheapest way asks for."""
        deck = owned(s, seat)
        symbol = SYMBOL[card]
        if symbol in (ACTION, JOKER):
            first = sum(min(deck[c], STARTING[c]) for c in range(CARDS))
            return {"key": "eldorado.why.deck", "cards": sum(deck), "first": first}
        have = sum(deck[c] * POWER[c] for c in range(CARDS) if SYMBOL[c] == symbol)
        return {
            "key": "eldorado.why.symbol",
            "symbol": SYMBOLS[symbol],
            "have": have,
            "need": self.asked(s, seat, symbol),
        }

    def asked(self, s: Position, seat: int, symbol: int) -> int:
        """What the cheapest way of the seat's playing pieces still asks for of a symbol."""
        cells = s.at[seat * PAWNS : seat * PAWNS + s.pawns]
        return sum(self.game.tables().ahead[cell * AHEAD + symbol] for cell in cells if cell >= 0)  # type: ignore[attr-defined]

    def _for_use(self, s: Position, seat: int, card: int) -> Json:
        """What an action card draws from, or what a card's symbol is for."""
        if DRAWS[card]:
            piles = s.n_draw[seat] + s.n_discard[seat]
            return {"key": "eldorado.why.draws", "card": CARD_IDS[card], "draw": DRAWS[card], "piles": piles}
        return self._for_card(s, seat, card)

    def _race(self, s: Position, seat: int) -> Json:
        own = self.steps_to_go(s, seat)
        others = [self.steps_to_go(s, k) for k in range(s.players) if k != seat and not (s.resigned >> k) & 1]
        if not others:
            return {"key": "eldorado.why.alone", "steps": own}
        if own == 0:
            return {"key": "eldorado.why.next", "steps": min(others)}
        lead = min(others) - own
        if lead == 0:
            return {"key": "eldorado.why.level", "steps": own}
        return {"key": "eldorado.why.ahead" if lead > 0 else "eldorado.why.behind", "steps": own, "lead": abs(lead)}

    # -- words -----------------------------------------------------------------------------------------------

    def tell(self, facts: Json, lang: str, advice: bool = False) -> str:
        parts = []
        verbs = "eldorado.do" if advice else "eldorado.turn"
        if facts["cards"]:
            parts += _counted([card_name(c, lang) for c in facts["cards"]])
        if facts["tokens"]:
            parts += _counted([token_name(t, lang) for t in facts["tokens"]])
        if facts["moves"]:
            parts.append(say("eldorado.turn.moves", lang, count=facts["moves"]))
        for number in facts["blockades"]:
            parts.append(say(f"{verbs}.blockade", lang, number=number))
        if facts["used"]:
            parts.append(say(f"{verbs}.used", lang, cards=_cards(facts["used"], lang)))
        if facts["taken"]:
            parts.append(say(f"{verbs}.taken", lang, cards=_cards(facts["taken"], lang)))
        if facts["bought"]:
            parts.append(say(f"{verbs}.bought", lang, card=card_name(facts["bought"], lang)))
        if facts["removed"]:
            parts.append(say(f"{verbs}.removed", lang, cards=_cards(facts["removed"], lang)))
        for name, count in sorted(facts["lost"].items()):
            parts.append(say("eldorado.turn.lost", lang, power=say(f"eldorado.count.{name}", lang, count=count)))
        if facts["arrived"]:
            parts.append(say(f"{verbs}.arrived", lang))
        if not parts and advice and "discarded" in facts:
            if not facts["discarded"]:
                return say("eldorado.do.kept", lang)
            return say("eldorado.do.discarded", lang, cards=_cards(facts["discarded"], lang))
        return capital(", ".join(parts)) if parts else say(f"{verbs}.nothing", lang)

    def tell_reason(self, name: str, value: Any, lang: str) -> str:
        if name == "arrived":
            return say("eldorado.reason.arrived", lang)
        if name == "bought":
            if value is None:
                return say("eldorado.reason.bought.none", lang)
            return say("eldorado.reason.bought", lang, card=card_name(value, lang))
        if name == "blockades":
            numbers = listed([str(number) for number in value], lang)
            return say("eldorado.reason.blockades", lang, count=len(value), numbers=numbers)
        if name == "spaces":
            return say(f"eldorado.reason.spaces{self._terrain(value)}", lang)
        if name in ("steps", "least", "thinner"):
            return say(f"eldorado.reason.{name}", lang, count=value)
        if name == "buys":
            return say("eldorado.reason.buys", lang)
        if name == "tokens":
            some = [say("eldorado.reason.token", lang, token=token_name(token, lang)) for token in value]
            return say("eldorado.reason.tokens", lang, count=len(some), tokens=listed(_counted(some), lang))
        return say(f"eldorado.reason.{name}", lang, cards=_cards(value or (), lang))

    def _terrain(self, stops: Sequence[Any]) -> str:
        """The end of a key: what the one playing piece that moved came to stand on."""
        if len(stops) != 1:
            return ".several" if stops else ".none"
        board: Board = self.game.board  # type: ignore[attr-defined]
        cell = board.index.get(tuple(stops[0][1]))
        terrain = board.cells[cell].terrain if cell is not None else ""
        return f".{terrain}" if terrain in TERRAINS[:5] else ".several"

    def tell_support(self, support: Json, lang: str) -> str:
        if "symbol" in support:
            name = support["symbol"]
            power = say(f"eldorado.count.{name}", lang, count=support["have"])
            support = {**support, "symbol": symbol_name(name, lang), "power": power}
        if 0 in (support.get("have"), support.get("first")):
            support = {**support, "key": f"{support['key']}.none"}
        if "card" in support:
            support = {**support, "card": card_name(support["card"], lang)}
        return super().tell_support(support, lang)

    def hint(self, facts: Json, lang: str) -> str:
        if facts["used"]:
            return say("eldorado.hint.use", lang, card=card_name(facts["used"][0], lang))
        if facts["cards"]:
            return say("eldorado.hint.play", lang, card=card_name(facts["cards"][0], lang))
        if facts["bought"]:
            return say("eldorado.hint.market", lang)
        if facts["tokens"]:
            return say("eldorado.hint.token", lang, token=token_name(facts["tokens"][0], lang))
        if facts["moves"] or facts["given"]:
            return say("eldorado.hint.give", lang)
        if "discarded" in facts:
            return say("eldorado.hint.rest", lang)
        return say("eldorado.hint.hold" if facts.get("kept") else "eldorado.hint.pass", lang)

    def statistics(self, courses: Sequence[Course], final: Position) -> Json:
        board: Board = self.game.board  # type: ignore[attr-defined]
        return statistics(board, self.steps_to_go, courses, final)


def _is_whole(facts: Json) -> bool:
    """Whether a turn is over, and not only up to what it brought to light."""
    return "kept" in facts or bool(facts["arrived"])


def lost_power(course: Course, ground: Any) -> dict[str, int]:
    """Power of cards and tokens that went unused, by symbol."""
    lost: Counter[str] = Counter()
    for was, now, action in zip(course.positions, course.positions[1:], course.actions, strict=False):
        if was.active == ACTIVE_NONE or was.active_symbol not in range(len(SYMBOLS)):
            continue
        if action["do"] == "step" and now.active != ACTIVE_NONE:
            continue
        left = was.power
        if action["do"] == "step":
            pawn = course.seat * PAWNS + was.active_pawn
            if now.at[pawn] == was.at[pawn] or now.at[pawn] == ABSENT:
                continue
            left -= ground.need[now.at[pawn]] if now.at[pawn] >= 0 else left
        if left > 0:
            lost[SYMBOLS[was.active_symbol]] += left
    return dict(lost)


def _kept(course: Course) -> list[str]:
    """Cards in hand that stay there when the turn ends."""
    hand = _not_drawn(course)
    for was, action in zip(course.positions, course.actions, strict=False):
        if action["do"] == "end":
            before = Counter(_hand(was, course.seat))
            return sorted((hand & before).elements(), key=CARD_IDS.index)
    return []


def _not_drawn(course: Course) -> Counter[str]:
    """Cards in hand that were there from the beginning."""
    hand = Counter(_hand(course.after, course.seat))
    for events in course.events:
        for event in events:
            if event["key"] == "eldorado.draw":
                hand.subtract(event.get("cards", ()))
    return +hand


def _hand(s: Position, seat: int) -> list[str]:
    return [CARD_IDS[c] for c in range(CARDS) for _ in range(s.hand[seat * CARDS + c])]


def _counted(names: Sequence[str]) -> list[str]:
    return [name if n == 1 else f"{name} ×{n}" for name, n in Counter(names).items()]


def _cards(cards: Sequence[str], lang: str) -> str:
    """Cards as a sentence lists them."""
    return listed(_counted([card_name(card, lang) for card in cards]), lang)
