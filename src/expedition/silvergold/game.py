"""Silver & Gold behind the interface every game offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, cast

from expedition.core.errors import SetupError
from expedition.core.game import Event, Game, Json, State, whole
from expedition.core.offers import Decision, Measure, Picture
from expedition.core.rng import seed_chance, seed_words
from expedition.core.words import worded
from expedition.silvergold import actions, events, gestures, observation, position, reasons, text, view
from expedition.silvergold.components import COLOURS, EXPEDITION, MAPS, PATTERNS, SHEET
from expedition.silvergold.imagined import imagined
from expedition.silvergold.numbering import ACTIONS
from expedition.silvergold.observation_bounds import BOUNDS
from expedition.silvergold.reading import read_position
from expedition.silvergold.result import decision
from expedition.silvergold.rules.acting import apply
from expedition.silvergold.rules.choices import actor, legal, open_phase, owes
from expedition.silvergold.rules.hidden import redeal
from expedition.silvergold.rules.scoring import place
from expedition.silvergold.rules.setup import deal, start
from expedition.silvergold.shapes import marked_cells, orientations
from expedition.silvergold.state import Position
from expedition.silvergold.tables import SLOTS, Tables, tables
from expedition.silvergold.walker import worth

if TYPE_CHECKING:
    from expedition.silvergold.types import Components


@cache
def _tables() -> Tables:
    return tables()


class SilverGold(Game[Position]):
    """A game of two to four players."""

    name: ClassVar[str] = "silvergold"
    rules_version: int = 2
    rules_versions: ClassVar[tuple[int, ...]] = (1, 2)
    num_actions: ClassVar[int] = ACTIONS
    position_type: ClassVar[type[Position]] = Position

    rule_actor = staticmethod(actor)
    rule_legal = staticmethod(legal)
    rule_apply = staticmethod(apply)
    rule_phase = staticmethod(open_phase)
    rule_deal = staticmethod(deal)
    rule_redeal = staticmethod(redeal)
    rule_place = staticmethod(place)
    rule_observe = staticmethod(observation.observe)
    rule_standing = staticmethod(observation.standing)
    standing_scale = 80.0
    observation_fields = observation.FIELDS
    observation_bounds = BOUNDS

    players_module: ClassVar[str] = "expedition.players.silvergold"
    terminal_module: ClassVar[str] = "expedition.silvergold.terminal"
    types_module: ClassVar[str | None] = "expedition.silvergold.types"
    bench_setups: ClassVar[tuple[Json, ...]] = ({"players": 4}, {"players": 2})
    measure: ClassVar[Measure | None] = Measure("scores", "score", "score")

    def __init__(self, players: int = 2) -> None:
        number = whole(players)
        least, most = SHEET["players"]["min"], SHEET["players"]["max"]
        if number is None or not least <= number <= most:
            raise SetupError(f"Silver & Gold is for {least} to {most} players, not {players!r}.")  # SG-COMP-01
        self.players = number
        self.setup = {"players": number}
        self.b = _tables()

    @classmethod
    def schema(cls, lang: str = "en") -> Json:
        players = {"type": "integer", "default": 2}
        options: Json = {
            "type": "object",
            "properties": {
                "players": {**players, "minimum": SHEET["players"]["min"], "maximum": SHEET["players"]["max"]}
            },
            "additionalProperties": False,
        }
        return worded(options, cls.name, lang)

    @classmethod
    def variants(cls) -> list[Json]:
        return [{"players": players} for players in range(SHEET["players"]["min"], SHEET["players"]["max"] + 1)]

    def tables(self) -> Tables:
        """The components as the rules see them."""
        return self.b

    def start(self, seed: int) -> Position:
        s = Position()
        seed_chance(s, *seed_words(seed))
        start(s, self.b, self.players)
        s.plays_on = int(self.rules_version < 2)
        return s

    def actor(self, s: Position) -> int:
        return actor(s)

    def owes(self, s: Position, seat: int) -> bool:
        return owes(s, seat)

    def seat_order(self, s: Position) -> list[int]:
        return [(s.start + i) % s.players for i in range(s.players)]

    def legal(self, s: Position, seat: int) -> list[int]:
        acts = [0] * ACTIONS
        return acts[: legal(s, self.b, seat, acts)]

    def play(self, s: Position, seat: int, action: int) -> None:
        apply(s, self.b, seat, action)

    def resigned(self, s: Position, seat: int) -> bool:
        return bool(s.resigned[seat])

    def ranking(self, s: Position) -> list[int]:
        return view.places(s, self.b)

    def rounds(self, s: Position) -> int:
        return s.round_no

    def floor(self, s: Position) -> int:
        return s.floor

    def action_to_dict(self, s: Position, seat: int, action: int) -> Json:
        return cast(Json, actions.to_dict(s, seat, action))

    def action_from_dict(self, s: Position, action: Mapping[str, Any]) -> int:
        seat = self.check_seat(action["seat"]) if "seat" in action else max(actor(s), 0)
        return actions.from_dict(s, seat, action)

    def happened(self, before: Position, after: Position, seat: int, action: Json) -> tuple[list[Event], list[Event]]:
        if action["do"] == "resign":
            return events.trace(before, self.b, seat, ACTIONS + seat)
        return events.trace(before, self.b, seat, actions.from_dict(before, seat, action))

    def view(self, state: State[Position], seat: int | None) -> Json:
        return cast(Json, view.view(state, self.b, seat))

    def information(self, state: State[Position], seat: int) -> Json:
        return cast(Json, view.information(state, self.b, seat))

    def gestures(self, s: Position, seat: int) -> list[Json]:
        return cast("list[Json]", gestures.gestures(s, self.b, seat, self.legal(s, seat)))

    def why_not(self, s: Position, seat: int, question: Mapping[str, Any], lang: str) -> str | None:
        return reasons.why_not(s, self.b, seat, question, lang)

    def describe(self, s: Position, seat: int, action: int, lang: str) -> str:
        if action >= ACTIONS:
            return text.describe({"do": "resign", "seat": action - ACTIONS}, lang)
        return text.describe(actions.to_dict(s, seat, action), lang)

    def caption(self, s: Position, seat: int, action: int, lang: str) -> str:
        done = actions.to_dict(s, seat, action)
        card = s.maps[seat * SLOTS + done["map"]] if done["do"] == "mark" else -1
        return text.caption(done, MAPS[card] if card >= 0 else None, lang)

    def snapshot(self, s: Position) -> Json:
        return position.snapshot(s, self.setup)

    def position(self, snapshot: Mapping[str, Any], seed: int) -> Position:
        return read_position(snapshot, self.setup, self.b, seed, plays_on=self.rules_version < 2)

    def redealt(self, s: Position, seat: int, seed: int) -> Position:
        made = s.copy()
        redeal(made, self.b, seat, *seed_words(seed))
        return made

    def components(self) -> Json:
        made: Components = {
            "maps": MAPS,
            "patterns": [
                {**p, "orientations": [[list(c) for c in o] for o in orientations(marked_cells(p["grid"], "#"))]}
                for p in PATTERNS
            ],
            "expedition": EXPEDITION,
            "colours": COLOURS,
            "score_sheet": SHEET,
        }
        return cast(Json, made)

    def imagined(self, information: Json) -> Json:
        return imagined(information)

    # -- what else others ask -----------------------------------------------------------------------------------

    @classmethod
    def tell(
        cls, event: Mapping[str, Any], lang: str = "en", names: Sequence[str] | None = None, you: int | None = None
    ) -> str:
        return text.tell(event, lang, names, you)

    @classmethod
    def journal_events(cls, events: Iterable[Json]) -> Iterator[Json]:
        return text.journal_events(events)

    @classmethod
    def opens_turn(cls, event: Mapping[str, Any]) -> bool:
        return bool(event["key"] == "silvergold.reveal")

    def scores(self, s: Position) -> list[dict[str, int]]:
        return [cast("dict[str, int]", view.score_card(s, self.b, seat)) for seat in range(s.players)]

    def decided(self, s: Position) -> Decision:
        return decision(s, self.b, self.winners(s))

    def text(self, state: State[Position], seat: int | None = None) -> str:
        from expedition.silvergold.drawing import lines

        return "\n".join(line.rstrip() for line in lines(self.components(), self.view(state, seat)))

    def pixels(self, state: State[Position]) -> Any:
        from expedition.silvergold.drawing import pixels

        return pixels(self.components(), self.view(state, None))

    def picture(self, state: State[Position], seat: int | None = None, theme: str = "light", lang: str = "en") -> str:
        from expedition.silvergold.svg import table

        return table(self.components(), self.view(state, seat), theme, lang)

    @classmethod
    def pictures(cls) -> tuple[Picture, ...]:
        from expedition.silvergold.pictures import PICTURES

        return PICTURES

    def gesture_worth(self, view: Json, gesture: Json) -> float:
        return worth(view, gesture)
