"""Every game for OpenSpiel (extra `openspiel`). Importing this module registers them:

    import expedition.envs.openspiel, pyspiel
    game = pyspiel.load_game("expedition_eldorado(players=3,caves=true)")

All chance is one explicit node at the start that chooses a seed: outcome 5 is the game of `game.new(seed=5)`. States
run on the compiled rules. A search that must not see what is hidden re-deals it: `state.resample_from_infostate`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from expedition.core.drivers.open_rules import rules_of
from expedition.core.drivers.single import apply_and_list, apply_one, deal_and_list, list_one, observe_one, reward_one
from expedition.core.extras import needs
from expedition.core.game import Game, State
from expedition.core.jit import compiled
from expedition.core.registry import game_class, game_of, games, make
from expedition.core.rng import seed_words
from expedition.envs.batch import linear_rewards
from expedition.envs.drawing import text
from expedition.envs.single import fields_of

with needs("openspiel"):
    import pyspiel

SEEDS = 1024  # outcomes of the chance node unless the parameter `seeds` says otherwise
RECALLED = 512  # actions an information-state tensor goes back: all of Silver & Gold, some rounds of El Dorado
LONGEST_TURN = 300
NOT_DEALT, OVER = -2, -1
MAX_ROUNDS = 100


def parameters(name: str) -> dict[str, Any]:
    """The options of a game that are one number, one word of a list or yes and no, with their defaults."""
    known = game_class(name)
    simple = {}
    for option, form in known.schema()["properties"].items():
        words = any("enum" in part for part in form.get("anyOf", [form]))
        if form.get("type") in ("integer", "boolean") or words:
            simple[option] = form["default"]
    return {**simple, **known.limits(MAX_ROUNDS), "seeds": SEEDS}


def game_type(name: str) -> Any:
    kinds = pyspiel.GameType
    players = game_class(name).schema()["properties"]["players"]
    return kinds(
        short_name=f"expedition_{name}",
        long_name=game_class(name).title(),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players["maximum"],
        min_num_players=players["minimum"],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(name),
    )


class Table:
    """What all states of a game share: its compiled rules and scratch arrays. Copying a state does not copy it."""

    def __init__(self, game: Game[Any], seeds: int) -> None:
        self.game = game
        self.seeds = seeds
        self.names = rules_of(game)
        self.outcomes = [(seed, 1 / seeds) for seed in range(seeds)]
        self.tables = game.tables().array(1)
        self.fresh = game.start(0).array(1)
        self.acts = np.zeros(game.num_actions, np.int16)
        self.row = np.zeros(sum(length for _, length, _ in game.observation_fields), np.int8)
        self.worth = np.array(linear_rewards(game.players), np.float32)
        self.reward = np.zeros(game.players, np.float32)
        self.deal = compiled(deal_and_list, **self.names)
        self.step = compiled(apply_and_list, **self.names)
        self.list = compiled(list_one, **self.names)
        self.apply = compiled(apply_one, **self.names)
        self.look = compiled(observe_one, **self.names)
        self.pay = compiled(reward_one, **self.names)

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels as what it was made of: OpenSpiel writes down everything a state holds."""
        return _table, (self.game.name, json.dumps(self.game.setup, sort_keys=True), self.seeds)


@lru_cache(maxsize=64)
def _table(name: str, setup: str, seeds: int) -> Table:
    return Table(game_of(name, json.loads(setup)), seeds)


class Course:
    """What changes from state to state, copied in one go: OpenSpiel clones states by deep copies of what they hold."""

    __slots__ = ("game", "legal", "log", "records", "seat")

    def __init__(
        self, game: str, records: Any, seat: int, log: list[tuple[int, int, int]], legal: list[int] | None = None
    ) -> None:
        self.game = game
        self.records = records
        self.seat = seat
        self.log = log  # seat, action, simultaneous phase it was made in or -1
        self.legal = legal  # actions of the seat to act, where they are known already

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return Course(self.game, copied(self.records), self.seat, self.log.copy(), self.legal)

    def __reduce__(self) -> tuple[Any, ...]:
        log = np.array(self.log, np.int16).tobytes()
        return _course, (self.game, zlib.compress(self.records.tobytes()), self.seat, zlib.compress(log))


def _course(game: str, records: bytes, seat: int, log: bytes) -> Course:
    dtype = game_class(game).position_type.dtype()
    rows = np.frombuffer(zlib.decompress(log), np.int16).reshape(-1, 3).tolist()
    made = np.frombuffer(bytearray(zlib.decompress(records)), dtype)
    return Course(game, made, seat, [(row[0], row[1], row[2]) for row in rows])


def copied(records: Any) -> Any:
    """As bytes: NumPy copies records field by field, which takes a hundred times as long."""
    return records.view(np.uint8).copy().view(records.dtype)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its setup."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**parameters(self.name), **(params or {})}
        seeds = int(given.pop("seeds"))
        self.game = make(self.name, **given)
        self.table = Table(self.game, seeds)
        rounds = given.get("max_rounds", 0)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=seeds,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.players * rounds * LONGEST_TURN if rounds else RECALLED,
        )
        super().__init__(game_type(self.name), info, dict(params or {}))
        self.asked = dict(params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (f"expedition_{self.name}", self.asked)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.game, kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state on the compiled rules."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.course = Course(game.name, copied(game.table.fresh), NOT_DEALT, [])

    def current_player(self) -> int:
        if self.course.seat >= 0:
            return self.course.seat
        return int(pyspiel.PlayerId.CHANCE if self.course.seat == NOT_DEALT else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.course.seat == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.table.outcomes

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Those of the player to act, of another player, or the outcomes of the chance node.

        OpenSpiel's own method, which asks `_legal_actions`, carries the list to C++ and back.
        """
        course = self.course
        if course.legal is not None and (player is None or player == course.seat):
            return course.legal.copy()
        if course.seat == NOT_DEALT and player is None:
            return list(range(self.table.seeds))
        legal: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return legal

    def _legal_actions(self, player: int) -> list[int]:
        t = self.table
        if player == self.course.seat and self.course.legal is not None:
            return self.course.legal
        acts: list[int] = t.acts[: t.list(self.course.records, t.tables, player, t.acts)].tolist()
        if player == self.course.seat:
            self.course.legal = acts
        return acts

    def _apply_action(self, action: int) -> None:
        t, course = self.table, self.course
        if course.seat == NOT_DEALT:
            course.seat, n = t.deal(course.records, t.tables, *seed_words(action), t.acts)
        else:
            phase, seat, n = t.step(course.records, t.tables, course.seat, action, t.acts)
            course.log.append((course.seat, action, phase))
            course.seat = seat
        course.legal = t.acts[:n].tolist() if n else None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return json.dumps(self.state().to_dict(action, player), separators=(",", ":"))

    def returns(self) -> list[float]:
        t = self.table
        if self.course.seat != OVER:
            return [0.0] * t.game.players
        t.pay(self.course.records, t.tables, t.game.players, t.worth, t.reward)
        paid: list[float] = t.reward.astype(float).tolist()
        return paid

    def row(self, player: int) -> npt.NDArray[np.int8]:
        """What a seat may know, in an array that is written anew each time; all zero before the deal."""
        t = self.table
        if self.course.seat == NOT_DEALT:
            t.row[:] = 0
        else:
            t.look(self.course.records, t.tables, player, t.row)
        return t.row

    def seen(self, player: int) -> list[tuple[int, int]]:
        """The actions a seat has seen, oldest first: not what others do in an open phase, nor which maps they kept."""
        open_phase = self.table.game.phase(self.course.records[0])
        covered = (0, open_phase) if open_phase >= 0 else (0,)
        return [(seat, action) for seat, action, phase in self.course.log if seat == player or phase not in covered]

    def state(self) -> State[Any]:
        """The position as a state of the game's own interface; its log is empty."""
        return State(self.table.game, self.table.game.position_type.load(self.course.records[0]), None)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state this player cannot tell from this one, what is hidden dealt anew; its `history()` is not its own."""
        t = self.table
        made: SpielState = self.clone()
        made.course.records = t.game.redealt(self.state().s, player, int(sampler() * (1 << 62))).array(1)
        made.course.legal = None
        seat = t.game.actor(made.course.records[0])
        while seat != self.course.seat:  # what others chose in the open phase is hidden too: they choose anew
            legal = t.acts[: t.list(made.course.records, t.tables, seat, t.acts)].tolist()
            seat = t.apply(made.course.records, t.tables, seat, legal[int(sampler() * len(legal))])
        return made

    def __str__(self) -> str:
        return "before the deal" if self.course.seat == NOT_DEALT else text(self.state())


class Observer:
    """Observation: the row of `observation_fields`. With perfect recall also the actions seen, the latest first.

    Each action is two numbers, its seat and itself, both counted from 1. The string holds all of them.
    """

    def __init__(self, game: Game[Any], perfect_recall: bool) -> None:
        self.game = game
        self.perfect_recall = perfect_recall
        self.size = sum(length for _, length, _ in game.observation_fields)
        self.tensor: Any = np.zeros(self.size + 2 * RECALLED * perfect_recall, np.float32)
        self.dict: dict[str, Any] = fields_of(game, self.tensor[: self.size])
        if perfect_recall:
            self.dict["actions"] = self.tensor[self.size :].reshape(RECALLED, 2)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[: self.size] = state.row(player)
        if self.perfect_recall:
            latest = state.seen(player)[: -RECALLED - 1 : -1]
            self.dict["actions"][:] = 0
            if latest:
                self.dict["actions"][: len(latest)] = np.array(latest, np.float32) + 1

    def string_from(self, state: SpielState, player: int) -> str:
        fields = fields_of(self.game, state.row(player))
        parts = [f"player={player}"]
        parts += [f"{name}={','.join(map(str, part.tolist()))}" for name, part in fields.items() if part.any()]
        if self.perfect_recall:
            parts.append("actions=" + ",".join(f"{seat}:{action}" for seat, action in state.seen(player)))
        return " ".join(parts)


def register() -> None:
    """Make every registered game known to OpenSpiel."""
    known = set(pyspiel.registered_names())
    for name in games():
        if f"expedition_{name}" not in known:
            pyspiel.register_game(
                game_type(name), type(f"{game_class(name).__name__}Game", (SpielGame,), {"name": name})
            )


register()
