"""The Quest for El Dorado behind the interface every game offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from expedition.core.errors import SetupError
from expedition.core.game import Event, Game, Json, State, whole
from expedition.core.offers import Decision, Measure, Picture, Side
from expedition.core.rng import seed_words
from expedition.core.words import worded
from expedition.eldorado import actions, events, observation, position, reasons, text, view
from expedition.eldorado.board import load_route
from expedition.eldorado.components import catalogue, route_ids
from expedition.eldorado.gestures import gestures
from expedition.eldorado.imagined import imagined
from expedition.eldorado.numbering import ACTIONS
from expedition.eldorado.observation_bounds import BOUNDS
from expedition.eldorado.reading import read_position
from expedition.eldorado.result import decision
from expedition.eldorado.rules.acting import apply, resign
from expedition.eldorado.rules.choices import actor, legal, quick
from expedition.eldorado.rules.ending import place, placed
from expedition.eldorado.rules.hidden import redeal
from expedition.eldorado.rules.setup import deal, start
from expedition.eldorado.rules.turn import is_alone
from expedition.eldorado.sides import turned
from expedition.eldorado.state import ACTIVE_NONE, PHASE_OVER, Position
from expedition.eldorado.tables import BLOCKADES, CARD_NUMBER, NO_SYMBOL, WORTH, Ground, ground_of
from expedition.eldorado.walker import Walker

if TYPE_CHECKING:
    from expedition.eldorado.types import Action, Components, Setup

MOST_ROUNDS = 10_000


class ElDorado(Game[Position]):
    name: ClassVar[str] = "eldorado"
    rules_version: int = 2
    rules_versions: ClassVar[tuple[int, ...]] = (1, 2)
    num_actions: ClassVar[int] = ACTIONS
    position_type: ClassVar[type[Any]] = Position
    rule_actor = staticmethod(actor)
    rule_legal = staticmethod(legal)
    rule_apply = staticmethod(apply)
    rule_deal = staticmethod(deal)
    rule_redeal = staticmethod(redeal)
    rule_quick = staticmethod(quick)
    rule_place = staticmethod(placed)
    rule_observe = staticmethod(observation.observe)
    rivals = observation.RIVALS
    rule_refresh = staticmethod(observation.refresh)
    rule_standing = staticmethod(observation.standing)
    standing_scale = 56.0
    practice: ClassVar[Json] = {  # the start tile, one more and the finish: a race of a few rounds
        "route": {
            "tiles": [{"tile": "B", "rotation": 4, "q": 0, "r": 0}, {"tile": "G", "rotation": 2, "q": -4, "r": -3}],
            "finish": {"tile": "finish_jungle", "rotation": 5, "q": -4, "r": -7},
        },
        "max_rounds": 40,
    }
    board_option = "route"
    observation_fields = observation.FIELDS
    observation_bounds = BOUNDS

    players_module: ClassVar[str] = "expedition.players.eldorado"
    terminal_module: ClassVar[str] = "expedition.eldorado.terminal"
    types_module: ClassVar[str | None] = "expedition.eldorado.types"
    bench_setups: ClassVar[tuple[Json, ...]] = (
        {"players": 4, "route": "first", "max_rounds": 100},
        {"players": 2, "route": "swamplands", "caves": True, "max_rounds": 100},
    )
    measure: ClassVar[Measure | None] = Measure(
        "arrived", "arrival", "winner arrives, round", of_winners=True,
        sentence="the winner arrives in round {mean:.2f} ± {error:.2f}; unfinished {unfinished}",
    )  # fmt: skip

    def __init__(
        self,
        players: int = 2,
        route: str | Mapping[str, Any] = "first",
        caves: bool = False,
        blockades: str | list[int] | None = "random",
        max_rounds: int | None = None,
    ) -> None:
        number = whole(players)
        if number is None or not 2 <= number <= 4:  # ED-COMP-16
            raise SetupError(f"The Quest for El Dorado is for 2 to 4 players, not {players!r}.")
        if not isinstance(caves, bool):
            raise SetupError(f"caves is true or false, not {caves!r}.")
        self.players = number
        self.board = load_route(route)
        laid = self._check_blockades(blockades)
        self.ground = ground_of(self.board, laid)
        self.setup: Json = {
            "players": number,
            "route": route if isinstance(route, str) else self.board.route(),
            "caves": caves,
        }
        if laid:
            self.setup["blockades"] = laid
        if max_rounds is not None:
            limit = whole(max_rounds)
            if limit is None or not 1 <= limit <= MOST_ROUNDS:
                raise SetupError(f"max_rounds is a whole number from 1 to {MOST_ROUNDS} or null, not {max_rounds!r}.")
            self.setup["max_rounds"] = limit

    def _check_blockades(self, blockades: object) -> list[int]:
        if blockades is None or blockades == "random":
            return []
        if not isinstance(blockades, list | tuple):
            raise SetupError(f"blockades is 'random' or a list of numbers in seam order, not {blockades!r}.")
        numbers = [n for n in map(whole, blockades) if n is not None and 1 <= n <= BLOCKADES]
        if len(numbers) != len(blockades) or len(set(numbers)) != len(numbers):
            raise SetupError(f"blockades are different numbers from 1 to {BLOCKADES}, not {list(blockades)!r}.")
        if len(numbers) != len(self.board.seams):
            raise SetupError(
                f"This route has {len(self.board.seams)} seams, so it takes as many blockades, not {len(numbers)}."
            )
        return numbers

    @classmethod
    def schema(cls, lang: str = "en") -> Json:
        options: Json = {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "players": {"type": "integer", "minimum": 2, "maximum": 4, "default": 2},
                "route": {
                    "default": "first",
                    "anyOf": [{"type": "string", "enum": list(route_ids())}, {"type": "object"}],
                },
                "caves": {"type": "boolean", "default": False},
                "blockades": {
                    "default": "random",
                    "anyOf": [
                        {"const": "random"},
                        {
                            "type": "array",
                            "items": {"type": "integer", "minimum": 1, "maximum": BLOCKADES},
                            "uniqueItems": True,
                        },
                    ],
                },
                "max_rounds": {
                    "default": None,
                    "anyOf": [{"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS}, {"type": "null"}],
                },
            },
        }
        return worded(options, cls.name, lang)

    @classmethod
    def variants(cls) -> list[Json]:
        return [
            {"players": players, "route": route, "caves": caves, "max_rounds": 60}
            for players in (2, 3, 4)
            for route in route_ids()
            for caves in (False, True)
        ]

    def tables(self) -> Ground:
        """The board as the rules see it."""
        return self.ground

    # -- the course of the game ----------------------------------------------------------------------------

    def start(self, seed: int) -> Position:
        s = Position()
        rounds = self.setup.get("max_rounds", 0)
        start(s, self.ground, self.players, int(self.setup["caves"]), rounds, *seed_words(seed))
        s.plays_on = int(self.rules_version < 2)
        return s

    def actor(self, s: Position) -> int:
        return actor(s)

    def legal(self, s: Position, seat: int) -> list[int]:
        buffer = [0] * ACTIONS
        return buffer[: legal(s, self.ground, seat, buffer)]

    def play(self, s: Position, seat: int, action: int) -> None:
        if action >= ACTIONS:
            resign(s, self.ground, action - ACTIONS)
        else:
            apply(s, self.ground, seat, action)

    def resigned(self, s: Position, seat: int) -> bool:
        return (s.resigned >> seat) & 1 == 1

    def ranking(self, s: Position) -> list[int]:
        return [place(s, seat) for seat in range(self.players)]

    def rounds(self, s: Position) -> int:
        return s.round_no

    def floor(self, s: Position) -> int:
        return s.floor

    # -- outside ----------------------------------------------------------------------------------------------

    def action_to_dict(self, s: Position, seat: int, action: int) -> Json:
        return cast(Json, actions.to_dict(s, self.board, action))

    def action_from_dict(self, s: Position, action: Mapping[str, Any]) -> int:
        return actions.from_dict(s, self.board, action)

    def happened(self, before: Position, after: Position, seat: int, action: Json) -> tuple[list[Event], list[Event]]:
        return events.happened(before, after, self.board, seat, cast("Action", action)), []

    def view(self, state: State[Position], seat: int | None) -> Json:
        return cast(Json, view.view(state, self.board, cast("Setup", self.setup), seat))

    def views(self, state: State[Position], seats: Iterable[int | None]) -> dict[int | None, Json]:
        return cast("dict[int | None, Json]", view.views(state, self.board, cast("Setup", self.setup), seats))

    def information(self, state: State[Position], seat: int) -> Json:
        return cast(Json, view.information(state, self.board, cast("Setup", self.setup), seat))

    def gestures(self, s: Position, seat: int) -> list[Json]:
        return cast("list[Json]", gestures(s, self.board, self.ground))

    def why_not(self, s: Position, seat: int, question: Mapping[str, Any], lang: str) -> str | None:
        return reasons.why_not(s, self.board, self.ground, question, lang)

    def describe(self, s: Position, seat: int, action: int, lang: str) -> str:
        return text.describe(self.action_to_dict(s, seat, action), lang)

    def caption(self, s: Position, seat: int, action: int, lang: str) -> str:
        done = self.action_to_dict(s, seat, action)
        at = self.board.cells[self.board.index[tuple(done["to"])]] if "to" in done else None
        by_symbol = s.active != ACTIVE_NONE and s.active_symbol != NO_SYMBOL  # the Native asks for none
        return text.caption(done, lang, at, by_symbol)

    def snapshot(self, s: Position) -> Json:
        return position.snapshot(s, self.board, self.setup)

    def position(self, snapshot: Mapping[str, Any], seed: int) -> Position:
        s = read_position(snapshot, self.board, self.ground, self.setup, seed)
        lone = is_alone(s) and s.phase != PHASE_OVER  # whoever is left alone in a position plays on
        s.plays_on = int(lone or self.rules_version < 2)
        return s

    def redealt(self, s: Position, seat: int, seed: int) -> Position:
        made = s.copy()
        redeal(made, self.ground, seat, *seed_words(seed))
        return made

    def imagined(self, information: Json) -> Json:
        return imagined(information)

    def components(self) -> Json:
        made: Components = {**catalogue(), "board": self.board.to_json()}
        for card in made["cards"]:
            card["coins"] = WORTH[CARD_NUMBER[card["id"]]] / 2
        return cast(Json, made)

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
    def sides(cls) -> tuple[Side, ...]:
        return turned()

    @classmethod
    def limits(cls, rounds: int) -> Json:
        return {"max_rounds": rounds}

    def winners(self, s: Position) -> list[int]:
        """Only who arrives wins, or who is left when all others have resigned."""
        left = [seat for seat in range(self.players) if not self.resigned(s, seat)]
        return left if len(left) <= 1 else [seat for seat in super().winners(s) if s.arrived[seat]]

    def decided(self, s: Position) -> Decision:
        return decision(s, self.winners(s))

    def measured(self, s: Position, seat: int, last_round: int) -> float:
        """The round of its arrival."""
        return last_round if s.arrived[seat] else 0

    def text(self, state: State[Position], seat: int | None = None) -> str:
        from expedition.eldorado.drawing import lines

        return "\n".join(line.rstrip() for line in lines(self.components(), self.view(state, seat)))

    def pixels(self, state: State[Position]) -> Any:
        from expedition.eldorado.drawing import pixels

        return pixels(self.components(), self.view(state, None))

    def picture(self, state: State[Position], seat: int | None = None, theme: str = "light", lang: str = "en") -> str:
        from expedition.eldorado.svg import table

        return table(self.components(), self.view(state, seat), theme, lang)

    @classmethod
    def pictures(cls) -> tuple[Picture, ...]:
        from expedition.eldorado.pictures import PICTURES

        return PICTURES

    @cached_property
    def _walker(self) -> Walker:
        return Walker(self.board.to_json())

    def gesture_worth(self, view: Json, gesture: Json) -> float:
        return self._walker.worth(view, gesture)
