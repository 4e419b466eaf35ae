"""What a Silver & Gold turn did and what speaks for it, for reviews, the coach and puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from expedition.core.game import Json
from expedition.core.insight import Claim, Course, capital, listed
from expedition.core.insight import Insight as Plain
from expedition.core.words import say
from expedition.silvergold.rules.marking import free_fields
from expedition.silvergold.shapes import KINDS, PLACEMENTS
from expedition.silvergold.state import MARK, Position
from expedition.silvergold.statistics import statistics
from expedition.silvergold.tables import COIN_ROW, COINS, MAP_IDS, N_CARDS, SLOTS, Tables
from expedition.silvergold.text import map_name
from expedition.silvergold.view import score_card

ONE_CARD = max(mask.bit_count() for mask in PLACEMENTS)  # fields that one expedition card may mark


class Insight(Plain):
    openness: ClassVar[float] = 4.0  # its network is surer of itself than El Dorado's
    margin: ClassVar[float] = 0.025  # one card of 28 decides less than a turn of a race

    def turn_of(self, s: Position, seat: int) -> Json:
        return {"round": s.round_no, "card": s.flip}

    def luck_of(self, first: bool) -> str:
        return "flip" if first else "maps"

    @property
    def b(self) -> Tables:
        return self.game.tables()  # type: ignore[return-value]

    # -- what a turn did ---------------------------------------------------------------------------------

    def facts(self, course: Course) -> Json:
        s, seat = course.before, course.seat
        marks = [a for a in course.actions if a["do"] == "mark"]
        made: Json = {
            "pattern": s.pattern if s.phase == MARK else -1,
            "marks": [[MAP_IDS[s.maps[seat * SLOTS + a["map"]]], a["map"], a["cells"]] for a in marks],
            "fields": sum(len(a["cells"]) for a in marks),
            "keep": sorted(a["card"] for a in course.actions if a["do"] == "keep"),
            "take": next((a["card"] for a in course.actions if a["do"] == "take"), None),
            "completes": [],
            "coins": 0,
            "palms": 0,
            "extra": max(0, len(marks) - 1),
        }
        if marks:
            marked = self._marked(course)
            made["completes"] = [MAP_IDS[card] for card, free in marked if free == 0]
            told = [event for events in course.events for event in events]
            made["coins"] = sum(event["count"] for event in told if event["key"] == "silvergold.coins")
            made["palms"] = sum(event["points"] for event in told if event["key"] == "silvergold.palm")
        return made

    def _marked(self, course: Course) -> list[tuple[int, int]]:
        """The maps of a seat and their free fields after its marks, before anything is put aside."""
        s = course.before
        found = []
        for slot in range(SLOTS):
            at = course.seat * SLOTS + slot
            if s.maps[at] < 0:
                continue
            free = free_fields(s, self.b, at)
            for action in course.actions:
                if action["do"] == "mark" and action["map"] == slot:
                    for row, column in action["cells"]:
                        free &= ~(1 << (4 * row + column))
            found.append((s.maps[at], free))
        return found

    def joined(self, first: Json, second: Json) -> Json:
        if not first:
            return second
        made = dict(first)
        for name in ("marks", "keep", "completes"):
            made[name] = first[name] + second[name]
        for name in ("fields", "coins", "palms", "extra"):
            made[name] = first[name] + second[name]
        made["take"] = second["take"] or first["take"]
        return made

    # -- what speaks for it --------------------------------------------------------------------------------

    def claims(self, facts: Json) -> list[list[Claim]]:
        deeds = [(name, facts[name]) for name in ("completes", "coins", "palms", "extra", "take", "keep")]
        where: list[Claim] = [("fields", facts["fields"])] if facts["fields"] > 1 else []
        where += [("maps", _marked_maps(facts))] if facts["marks"] else []
        where += [("least", count) for count in range(facts["fields"] - 1, 1, -1)]
        left = [(name, facts[name]) for name in ("completes", "palms", "extra", "coins") if facts["marks"]]
        exactly: list[Claim] = [("marks", facts["marks"])] if facts["marks"] else []
        return [[c for c in deeds if c[1]], where, [c for c in left if not c[1]], exactly]

    def does(self, name: str, value: Any, facts: Json) -> bool | None:
        if name == "maps":
            return set(value) <= set(_marked_maps(facts))
        if name in ("fields", "least"):
            return bool(facts["fields"] >= value)
        if name == "completes" and value:
            return set(value) <= set(facts["completes"])
        if name in ("coins", "palms", "extra") and value:
            return bool(facts[name] >= value)
        return bool(facts[name] == value)

    def support(self, name: str, course: Course, other: Course) -> Json | None:
        s, seat = course.before, course.seat
        facts = self.facts(course)
        if name == "completes" and facts["completes"]:
            points = sum(self.b.map_points[MAP_IDS.index(card)] for card in facts["completes"])
            return {"key": "silvergold.why.completes", "points": points}
        if name == "coins":
            coins = min(COINS, s.coins[seat] + facts["coins"])
            if facts["coins"] and coins % COIN_ROW == 0:
                return {"key": "silvergold.why.row", "coins": coins}
            return {"key": "silvergold.why.coins", "missing": COIN_ROW - coins % COIN_ROW}
        if name == "palms" and facts["palms"]:
            return {"key": "silvergold.why.palms", "points": facts["palms"]}
        if name == "palms" and self.facts(other)["palms"]:
            return {"key": "silvergold.why.palm_now", "points": self.facts(other)["palms"]}
        if name == "keep" and facts["keep"]:
            return {"key": "silvergold.why.keep", **self._shown([MAP_IDS.index(card) for card in facts["keep"]])}
        if name == "take" and facts["take"] and facts["take"] in MAP_IDS:
            return {"key": "silvergold.why.map", **self._shown([MAP_IDS.index(facts["take"])])}
        if facts["marks"] and self.fitting(course) > self.fitting(other):
            return {"key": "silvergold.why.fit", "cards": self.fitting(course), "of": N_CARDS}
        return self._missing(course, _marked_maps(facts)) if name in ("fields", "least", "maps", "marks") else None

    def _shown(self, cards: Sequence[int]) -> Json:
        """How many fields these maps have, and how many of each symbol."""
        masks = {"coin": self.b.map_coin, "palm": self.b.map_palm, "cross": self.b.map_cross}
        found = {name: sum(mask[card].bit_count() for card in cards) for name, mask in masks.items()}
        return {"fields": sum(self.b.map_mask[card].bit_count() for card in cards), "signs": found}

    def _missing(self, course: Course, maps: Sequence[str]) -> Json | None:
        """What a marked map still lacks, where one card may be enough for it."""
        left = [(free.bit_count(), card) for card, free in self._marked(course) if MAP_IDS[card] in maps and free]
        fields, card = min(left, default=(0, 0))
        if not 0 < fields <= ONE_CARD:
            return None
        return {"key": "silvergold.why.left", "map": MAP_IDS[card], "fields": fields}

    def fitting(self, course: Course) -> int:
        """How many of the expedition cards would fit whole on one of the maps as they are after the turn."""
        count = 0
        for card in range(N_CARDS):
            kind = 1 + self.b.card_pattern[card]
            count += any(self._fits(which, kind, free) for which, free in self._marked(course))
        return count

    def _fits(self, card: int, kind: int, free: int) -> bool:
        group = card * KINDS + kind
        places = self.b.fit[self.b.fit_first[group] : self.b.fit_first[group + 1]]
        return any(self.b.place_mask[place] & free == self.b.place_mask[place] for place in places)

    # -- words -----------------------------------------------------------------------------------------------

    def tell(self, facts: Json, lang: str, advice: bool = False) -> str:
        parts = []
        verbs = "silvergold.do" if advice else "silvergold.turn"
        if facts["keep"]:
            parts.append(say(f"{verbs}.kept", lang, maps=self._maps(facts["keep"], lang)))
        if facts["marks"]:
            where = self._maps(_marked_maps(facts), lang, "silvergold.turn.on")
            parts.append(say("silvergold.turn.marked", lang, count=facts["fields"], maps=where))
        if facts["coins"]:
            parts.append(say("silvergold.turn.coins", lang, count=facts["coins"]))
        if facts["palms"]:
            parts.append(say("silvergold.turn.palms", lang, points=facts["palms"]))
        for card in facts["completes"]:
            parts.append(say(f"{verbs}.completed", lang, map=map_name(card, lang)))
        if facts["take"]:
            parts.append(self._take(f"{verbs}.took", facts["take"], lang))
        return capital(", ".join(parts)) if parts else say(f"{verbs}.nothing", lang)

    def tell_reason(self, name: str, value: Any, lang: str) -> str:
        if name == "marks":
            return say("silvergold.reason.marks", lang)
        if name == "maps":
            return say("silvergold.reason.maps", lang, maps=self._maps(value, lang))
        if name == "take":
            return self._take("silvergold.reason.take", value, lang)
        if name in ("completes", "keep"):
            key = f"silvergold.reason.{name}" if value else f"silvergold.reason.{name}.none"
            return say(key, lang, maps=self._maps(value or (), lang))
        return say(f"silvergold.reason.{name}" if value else f"silvergold.reason.{name}.none", lang, count=value)

    def tell_support(self, support: Json, lang: str) -> str:
        if "map" in support:
            support = {**support, "map": map_name(support["map"], lang)}
        if "signs" in support:
            told = [say(f"silvergold.count.{name}", lang, count=n) for name, n in support["signs"].items() if n]
            bare = "" if told else ".bare"
            support = {"key": support["key"] + bare, "fields": support["fields"], "signs": ", ".join(told)}
        return super().tell_support(support, lang)

    def hint(self, facts: Json, lang: str) -> str:
        if facts["keep"]:
            return say("silvergold.hint.keep", lang, map=map_name(facts["keep"][0], lang))
        if facts["take"]:
            return self._take("silvergold.hint.take", facts["take"], lang)
        if facts["marks"]:
            return say("silvergold.hint.mark", lang, map=map_name(facts["marks"][0][0], lang))
        return say("silvergold.do.nothing", lang)

    def _take(self, key: str, card: str | None, lang: str) -> str:
        if card is None or card not in MAP_IDS:
            return say(f"{key}.deck", lang)
        return say(key, lang, map=map_name(card, lang))

    def _maps(self, cards: Sequence[str], lang: str, key: str = "silvergold.turn.map") -> str:
        """Maps as a sentence lists them: "the green map no. 7 and the grey map no. 2"."""
        return listed([say(key, lang, map=map_name(card, lang)) for card in cards], lang)

    def tally(self, final: Position) -> list[int] | None:
        return [int(score_card(final, self.b, seat)["total"]) for seat in range(final.players)]

    def statistics(self, courses: Sequence[Course], final: Position) -> Json:
        return statistics(self.b, courses, final)


def _marked_maps(facts: Json) -> list[str]:
    """The maps that got a mark, each once."""
    return list(dict.fromkeys(card for card, _, _ in facts["marks"]))
