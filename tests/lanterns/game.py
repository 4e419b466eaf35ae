"""Lanterns behind the interface every game offers, with nothing that it need not bring."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.lanterns import observation, rules
from tests.lanterns.numbering import ACTIONS
from tests.lanterns.state import CHOOSE, NONE, OVER, Position
from tests.lanterns.tables import (
    ISLAND_IDS,
    ISLAND_NUMBER,
    ISLANDS,
    LANTERN_IDS,
    LANTERN_NUMBER,
    LANTERNS,
    SEATS,
    Tables,
    tables,
)

from expedition.core.checks import whole
from expedition.core.errors import IllegalAction, SetupError
from expedition.core.game import Event, Game, State
from expedition.core.reading import POSITION, Part, check_setup, position_from, read_head
from expedition.core.rng import chance_from_dict, chance_to_dict, seed_chance, seed_words
from expedition.core.types import Json
from expedition.core.words import say, worded

PHASES = {"choose": CHOOSE, "over": OVER}


def of_mask(mask: int, names: list[str]) -> list[str]:
    return [name for n, name in enumerate(names) if mask >> n & 1]


class Lanterns(Game[Position]):
    name: ClassVar[str] = "lanterns"
    rules_version: int = 1
    rules_versions: ClassVar[tuple[int, ...]] = (1,)
    num_actions: ClassVar[int] = ACTIONS
    position_type: ClassVar[type[Any]] = Position
    observation_fields = observation.FIELDS
    catalogues: ClassVar[Path | None] = Path(__file__).parent / "locale"
    rule_actor = staticmethod(rules.actor)
    rule_legal = staticmethod(rules.legal)
    rule_apply = staticmethod(rules.apply)
    rule_phase = staticmethod(rules.open_phase)
    rule_deal = staticmethod(rules.deal)
    rule_redeal = staticmethod(rules.redeal)
    rule_place = staticmethod(rules.place)
    rule_observe = staticmethod(observation.observe)

    def __init__(self, players: int = 2) -> None:
        number = whole(players)
        if number is None or not 2 <= number <= SEATS:
            raise SetupError(f"Lanterns is for 2 to {SEATS} players, not {players!r}.")
        self.players = number
        self.setup = {"players": number}
        self.b = tables()

    @classmethod
    def schema(cls, lang: str = "en") -> Json:
        players = {"type": "integer", "minimum": 2, "maximum": SEATS, "default": 2}
        options: Json = {"type": "object", "properties": {"players": players}, "additionalProperties": False}
        return worded(options, cls.name, lang)

    def tables(self) -> Tables:
        return self.b

    # -- the course of the game ---------------------------------------------------------------------------------

    def start(self, seed: int) -> Position:
        s = Position()
        rules.start(s, self.b, self.players, *seed_words(seed))
        return s

    def actor(self, s: Position) -> int:
        return rules.actor(s)

    def owes(self, s: Position, seat: int) -> bool:
        return rules.owes(s, seat)

    def legal(self, s: Position, seat: int) -> list[int]:
        acts = [0] * ACTIONS
        return acts[: rules.legal(s, self.b, seat, acts)]

    def play(self, s: Position, seat: int, action: int) -> None:
        rules.apply(s, self.b, seat, action)

    def resigned(self, s: Position, seat: int) -> bool:
        return bool(s.resigned[seat])

    def ranking(self, s: Position) -> list[int]:
        return [rules.place(s, self.b, seat) for seat in range(self.players)]

    def scores(self, s: Position) -> list[dict[str, int]]:
        return [{"total": rules.score(s, self.b, seat)} for seat in range(self.players)]

    def rounds(self, s: Position) -> int:
        return s.round_no

    def floor(self, s: Position) -> int:
        return s.floor

    def redealt(self, s: Position, seat: int, seed: int) -> Position:
        made = s.copy()
        rules.redeal(made, self.b, seat, *seed_words(seed))
        return made

    # -- words and objects --------------------------------------------------------------------------------------

    def action_to_dict(self, s: Position, seat: int, action: int) -> Json:
        return {"do": "light", "seat": seat, "lantern": LANTERN_IDS[action]}

    def action_from_dict(self, s: Position, action: Mapping[str, Any]) -> int:
        if action.get("do") != "light":
            raise IllegalAction(f"There is nothing to do called {action.get('do')!r}; there are light and resign.")
        if set(action) - {"do", "seat", "lantern"}:
            raise IllegalAction(f"An action of Lanterns has the fields do, seat and lantern, not {sorted(action)}.")
        if "seat" in action:
            self.check_seat(action["seat"])
        lantern = action.get("lantern")
        if not isinstance(lantern, str) or lantern not in LANTERN_NUMBER:
            raise IllegalAction(f"There is no lantern {lantern!r}; there are {', '.join(LANTERN_IDS)}.")
        return LANTERN_NUMBER[lantern]

    def describe(self, s: Position, seat: int, action: int, lang: str) -> str:
        if action >= ACTIONS:
            return say("lanterns.action.resign", lang)
        return say("lanterns.action.light", lang, number=action + 1)

    def gestures(self, s: Position, seat: int) -> list[Json]:
        return [{"kind": "light", "actions": [self.action_to_dict(s, seat, a)]} for a in self.legal(s, seat)]

    def happened(self, before: Position, after: Position, seat: int, action: Json) -> tuple[list[Event], list[Event]]:
        if action["do"] == "resign":
            own = [Event("lanterns.resign", seat)]
        else:
            number = LANTERN_NUMBER[action["lantern"]] + 1
            own = [Event("lanterns.light", seat, {"number": number})]
        return own, self._round_closed(before, after)

    def _round_closed(self, before: Position, after: Position) -> list[Event]:
        common = []
        if (after.floor > before.floor and after.phase == CHOOSE) or (
            after.round_no == ISLANDS and after.phase == OVER
        ):
            best = next((k for k in range(self.players) if after.won[k] != before.won[k]), -1)
            key = "lanterns.won" if best >= 0 else "lanterns.nobody"
            common.append(Event(key, best, {"island": before.pile[before.round_no - 1] + 1}))
        if after.phase == OVER:
            common.append(Event("lanterns.over", -1, {"ranking": self.ranking(after)}))
        elif after.round_no > before.round_no:
            island = after.pile[after.round_no - 1] + 1
            common.append(Event("lanterns.turn", -1, {"round": after.round_no, "island": island}))
        return common

    # -- what is known ------------------------------------------------------------------------------------------

    def view(self, state: State[Position], seat: int | None) -> Json:
        s = state.s
        shown = self._covered(s, seat)
        over = s.phase == OVER
        return {
            "format": "expedition-view/1",
            "game": self.name,
            "setup": dict(self.setup),
            "seat": seat,
            "ply": state.ply,
            "floor": s.floor,
            "actor": rules.actor(shown),
            "actors": [k for k in range(self.players) if rules.owes(shown, k)],
            "over": over,
            "ranking": self.ranking(s) if over else None,
            "turn": {"round": s.round_no, "phase": "over" if over else "choose", "island": self._island(s)},
            "seats": [self._seat(shown, k, k == seat) for k in range(self.players)],
        }

    def _covered(self, s: Position, seat: int | None) -> Position:
        """The position as far as its open phase shows it: what others have chosen is taken back."""
        shown = s.copy()
        for other in range(self.players):
            if other != seat:
                shown.chosen[other] = NONE
        return shown

    def _island(self, s: Position) -> str:
        return ISLAND_IDS[s.pile[s.round_no - 1]]

    def _seat(self, s: Position, seat: int, own: bool) -> Json:
        return {
            "lanterns": of_mask(s.held[seat], LANTERN_IDS) if own else None,
            "home": LANTERN_IDS[s.home[seat]] if own else None,
            "chosen": LANTERN_IDS[s.chosen[seat]] if own and s.chosen[seat] != NONE else None,
            "lit": of_mask(s.lit[seat], LANTERN_IDS),
            "won": of_mask(s.won[seat], ISLAND_IDS),
            "resigned": bool(s.resigned[seat]),
        }

    def information(self, state: State[Position], seat: int) -> Json:
        s = state.s
        passed = [ISLAND_IDS[island] for island in s.pile[: s.round_no]]
        return {**self.view(state, seat), "format": "expedition-information/1", "passed": passed}

    def imagined(self, information: Json) -> Json:
        passed = information["passed"]
        seats = []
        for seat, shown in enumerate(information["seats"]):
            own = seat == information["seat"]
            rest = [name for name in LANTERN_IDS if name not in shown["lit"]]
            home = shown["home"] if own else rest[0]
            held = shown["lanterns"] if own else rest[1:]
            kept = {key: shown[key] for key in ("lit", "won", "resigned")}
            seats.append({**kept, "home": home, "lanterns": held, "chosen": shown["chosen"] if own else None})
        turn = {key: information["turn"][key] for key in ("round", "phase")}
        left = [name for name in ISLAND_IDS if name not in passed]
        return position_from({**information, "turn": turn}, passed=passed, left=left, seats=seats)

    def components(self) -> Json:
        return {"lanterns": LANTERN_IDS, "islands": ISLAND_IDS}

    # -- positions ----------------------------------------------------------------------------------------------

    def snapshot(self, s: Position) -> Json:
        return {
            "format": POSITION,
            "game": self.name,
            "setup": dict(self.setup),
            "turn": {"round": s.round_no, "phase": "over" if s.phase == OVER else "choose"},
            "passed": [ISLAND_IDS[island] for island in s.pile[: s.round_no]],
            "left": [ISLAND_IDS[island] for island in s.pile[s.round_no :]],
            "seats": [self._seat(s, seat, True) for seat in range(self.players)],
            "rng": chance_to_dict(s),
        }

    def position(self, snapshot: Mapping[str, Any], seed: int) -> Position:
        whole_position = read_head(snapshot, self.name)
        check_setup(whole_position, self.setup)
        s = Position()
        rules.start(s, self.b, self.players, *seed_words(0))
        turn = whole_position.part("turn")
        s.phase = turn.word("phase", PHASES)
        s.round_no = turn.number("round", 1, ISLANDS)
        turn.done()
        passed, left = (whole_position.words(name, ISLAND_NUMBER, ISLANDS) for name in ("passed", "left"))
        if sorted(passed + left) != list(range(ISLANDS)) or len(passed) != s.round_no:
            raise whole_position.wrong("passed", f"each of the {ISLANDS} islands is there once, one has come a round.")
        s.pile = passed + left
        for seat, part in enumerate(whole_position.parts("seats", self.players)):
            self._read_seat(s, seat, part)
        if whole_position.has("rng"):
            chance_from_dict(s, whole_position.value("rng"))
        else:
            seed_chance(s, *seed_words(seed))
        whole_position.done()
        if s.phase == CHOOSE and (rules.actor(s) < 0 or rules.is_alone(s)):
            raise turn.wrong("phase", "nobody has to choose, so the round would be over.")
        return s

    def _read_seat(self, s: Position, seat: int, part: Part) -> None:
        s.home[seat] = part.word("home", LANTERN_NUMBER)
        held, lit = (part.words(name, LANTERN_NUMBER, LANTERNS) for name in ("lanterns", "lit"))
        s.resigned[seat] = int(part.flag("resigned", False))
        s.chosen[seat] = part.word("chosen", LANTERN_NUMBER) if part.has("chosen") else NONE
        chosen = [s.chosen[seat]] if s.chosen[seat] != NONE else []
        if sorted([s.home[seat], *held, *lit, *chosen]) != list(range(LANTERNS)):
            raise part.wrong("lanterns", f"each of the {LANTERNS} lanterns is in one place.")
        done = len(lit) - (s.round_no - 1)
        if s.phase == CHOOSE and (done != 0 or (chosen and s.resigned[seat])):
            raise part.wrong("lit", f"one lantern has been lit in each of {s.round_no - 1} rounds.")
        s.held[seat] = sum(1 << n for n in held)
        s.lit[seat] = sum(1 << n for n in lit)
        s.acts[seat] = len(chosen)
        s.won[seat] = sum(1 << n for n in part.words("won", ISLAND_NUMBER, ISLANDS))
        part.done()
