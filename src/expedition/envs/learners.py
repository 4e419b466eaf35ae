"""Many games side by side in each of which one seat learns against others: what `BatchVectorEnv` runs on."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.drivers.learners import act_learners, deal_learners, let_random_play, show_learners
from expedition.core.drivers.open_rules import rules_of
from expedition.core.game import Game, State, check_seed
from expedition.core.jit import compiled
from expedition.core.registry import game_of
from expedition.core.rng import MASK, SEED_BITS, seed_words
from expedition.envs.batch import check_rewards, described
from expedition.envs.single import final_info
from expedition.players import EngineBot

Which = npt.NDArray[np.int64]  # numbers of games
MACHINE_CODE = ("_deal", "_act", "_play_randomly", "_show", "_actor")


class LearnerGames:
    """`count` games; `own[g]` learns, `seats[g]` is to act, -1 where the game is over. Arrays are written in place.

    `bots` sit on the other seats in order; None plays at random. `seat` is the own one, None draws it for each game.
    """

    def __init__(
        self,
        game: Game[Any],
        count: int,
        bots: Sequence[EngineBot | None],
        seat: int | None = 0,
        rewards: Sequence[float] | None = None,
    ) -> None:
        self.game = game
        self.count = count
        self.bots = list(bots)
        self.seat = seat
        size = sum(length for _, length, _ in game.observation_fields)
        self.observations: npt.NDArray[np.int8] = np.zeros((count, size), np.int8)
        self.masks: npt.NDArray[np.int8] = np.zeros((count, game.num_actions), np.int8)
        self.rewards: npt.NDArray[np.float64] = np.zeros(count, np.float64)
        self.seats: npt.NDArray[np.int8] = np.full(count, -1, np.int8)
        self.own: npt.NDArray[np.int8] = np.zeros(count, np.int8)
        self._states = game.start(0).array(count)
        self._tables = game.tables().array(1)
        self._worth = check_rewards(game.players, rewards)
        self._at_random = np.array([bot is None for bot in self.bots], np.int8)
        self._standing = np.zeros((count, game.players), np.int64)
        self._keys = np.zeros((count, 4), np.int64)
        self._dice = np.ones(count, np.int64)
        self._wrong = np.zeros(count, np.int8)
        self._acts = np.zeros(game.num_actions, np.int16)
        self._paid = np.zeros(game.players, np.float32)
        self._seeds = [random.Random(secrets.randbits(SEED_BITS)) for _ in range(count)]
        self._bind()

    def _bind(self) -> None:
        """Take up the compiled rules."""
        rules = rules_of(self.game)
        self._deal = compiled(deal_learners, **rules)
        self._act = compiled(act_learners, **rules)
        self._play_randomly = compiled(let_random_play, **rules)
        self._show = compiled(show_learners, **rules)
        self._actor = compiled(self.game.rule_actor)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy goes on from: everything but machine code, and the game as what it was made of."""
        kept = {name: value for name, value in self.__dict__.items() if name not in MACHINE_CODE}
        return {**kept, "game": described(self.game)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = game_of(*state["game"])
        self._bind()

    def deal(self, which: Which, seeds: Sequence[int | None]) -> None:
        """Fresh games: those of `game.new(seed)`; without a seed the next of the sequence the last one began."""
        for g, wanted in zip(which.tolist(), seeds, strict=True):
            dice = self._seeds[g]
            if wanted is not None:
                dice.seed(wanted)
            seed = dice.getrandbits(SEED_BITS) if wanted is None else check_seed(wanted)
            self._keys[g] = seed_words(seed)
            self.own[g] = dice.randrange(self.game.players) if self.seat is None else self.seat
            self._dice[g] = ((seed + 1) * 2654435761 & MASK) | 1
        self._wrong[which] = 0
        self._deal(self._states, self._tables, self._keys, self.seats, which)
        self._let_others_act(which)

    def act(self, actions: npt.NDArray[np.int64], which: Which) -> None:
        """The learning seats' actions and all of the others' until they are to act again, or the game is over."""
        self._act(self._states, self._tables, actions, self.masks, self.seats, self._wrong, which)
        self._let_others_act(which)

    def _let_others_act(self, which: Which) -> None:
        waiting = which
        while len(waiting):
            self._play_randomly(
                self._states, self._tables, self.own, self._at_random, self._acts, self._dice, self.seats, waiting
            )
            waiting = which[(self.seats[which] >= 0) & (self.seats[which] != self.own[which])]
            for g in waiting.tolist():
                seat = int(self.seats[g])
                bot = self.bots[seat - (seat > self.own[g])]
                assert bot is not None
                bot.play(self.game, self._states[g], seat, bot.budget)
                self.seats[g] = self._actor(self._states[g])
        self._show(
            self._states, self._tables, self.own, self.seats, self._wrong, self.game.players, self._worth, self._acts,
            self.masks, self.observations, self._paid, self.rewards, self._standing, which,
        )  # fmt: skip

    def leads(self) -> npt.NDArray[np.float64]:
        """How far each own seat is ahead of the best of the others, -1 to 1; 0 where the game is over."""
        rows = np.arange(self.count)
        others = self._standing.copy()
        others[rows, self.own] = np.iinfo(np.int64).min
        ahead = (self._standing[rows, self.own] - others.max(axis=1)) / self.game.standing_scale
        return np.where(self.seats < 0, 0.0, np.clip(ahead, -1.0, 1.0))

    def state(self, g: int) -> State[Any]:
        """Game g as a state of the game's own interface; its log is empty."""
        return State(self.game, self.game.position_type.load(self._states[g]), None)

    def final_info(self, g: int) -> dict[str, Any]:
        """Places, points and whether the limit of rounds ended game g, which is over."""
        return final_info(self.game, self.game.position_type.load(self._states[g]))
