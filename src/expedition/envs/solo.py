"""Gymnasium: one seat learns, bots sit on the others.

    import expedition.envs
    gymnasium.make("expedition/ElDorado-v0", opponents=["greedy", "greedy"])

The mask of legal actions is where trainers look for it: `info["action_mask"]`, and `env.action_masks()`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.extras import needs
from expedition.core.game import State
from expedition.core.pixels import Pixels
from expedition.core.registry import make
from expedition.envs.aec import RENDER_MODES
from expedition.envs.drawing import check_render_mode, draw
from expedition.envs.options import game_options
from expedition.envs.single import SingleGame, fields_of
from expedition.envs.spaces import row_space
from expedition.players import Bot, EngineBot, make_bot
from expedition.players.guest import Guest, is_guest

with needs("envs"):
    import gymnasium
    from gymnasium import spaces

Opponent = str | Bot


RANDOM = "random"


def is_of_the_house(bot: Bot) -> bool:
    """Whether a bot is one of ours, which deals anew what its seat cannot know before it thinks."""
    return isinstance(bot, EngineBot) and type(bot).__module__.startswith("expedition.players.")


class SoloEnv(gymnasium.Env[Any, Any]):
    """A game against `opponents`: names of bots, players of one's own (`mine.py:Mine`), or bots.

    `seat` is the own one; None draws it anew for each game. A bot that is not of the house is told its seat's
    information and nothing else.

    `shaping` adds `shaping * (discount * lead after - lead before)` to every reward, the lead being how far the own
    seat is ahead: a potential, which makes learning quicker and changes no optimum if `discount` is the trainer's.
    `practice=True` is a short game to begin with, where the game has one; further options go before its own.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        opponents: Opponent | Sequence[Opponent] = ("random",),
        seat: int | None = 0,
        rewards: Sequence[float] | None = None,
        structured: bool = False,
        render_mode: str | None = None,
        shaping: float = 0.0,
        discount: float = 1.0,
        practice: bool = False,
        **options: Any,
    ) -> None:
        others = [opponents] if isinstance(opponents, str | Bot) else list(opponents)
        self.game = make(game, players=len(others) + 1, **game_options(game, practice, options))
        if seat is not None:
            self.game.check_seat(seat)
        self.render_mode = check_render_mode(render_mode, RENDER_MODES, self.game)
        self.structured = structured
        self.single = SingleGame(self.game, rewards)
        self.seat = 0
        self._wanted_seat = seat
        self.shaping, self.discount = shaping, discount
        self._lead = 0.0
        self._opponents = [self._opponent(who, number) for number, who in enumerate(others)]
        self._told: State[Any] | None = None  # the game with its journal, for opponents that are given information
        self.observation_space = row_space(self.game, structured)
        self.action_space = spaces.Discrete(self.game.num_actions)

    def _opponent(self, who: Opponent, number: int) -> Opponent:
        if not isinstance(who, str):
            return who
        if is_guest(who):
            guest = Guest(who, self.game.name, seed=number)
            guest.start()
            return guest
        return who if who == RANDOM else make_bot(self.game.name, who, seed=number)

    def _answer(self, who: Opponent) -> int:
        """The action of the seat to act, which is an opponent's."""
        seat = self.single.seat
        if isinstance(who, str):
            return int(self.np_random.choice(np.flatnonzero(self.single.mask)))
        if isinstance(who, EngineBot) and is_of_the_house(who):
            return who.choose_state(self.single.state(), seat)
        assert self._told is not None
        if isinstance(who, Guest):
            return who.act(self._told, seat)
        choice = who.choose(self._told.information(seat), self._told.legal_actions(seat), None)
        return self._told.from_dict(choice) if isinstance(choice, Mapping) else index(choice)

    def _needs_information(self) -> bool:
        return any(isinstance(who, Bot) and not is_of_the_house(who) for who in self._opponents)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A fresh game, played on until it is the own turn."""
        super().reset(seed=seed)
        self.single.deal(seed)
        self.single.show()
        wanted = self._wanted_seat
        self.seat = int(self.np_random.integers(self.game.players)) if wanted is None else wanted
        self._told = self.game.new(self.single.seed) if self._needs_information() else None
        for number, who in enumerate(self._opponents):
            if isinstance(who, Guest):
                who.begin(self.game.setup, number + (number >= self.seat), int(self.np_random.integers(1 << 31)))
        self._let_others_act()
        self._lead = self.single.lead(self.seat) if self.shaping else 0.0
        return self._observed()

    def _let_others_act(self) -> None:
        seat = self.single.seat
        while seat >= 0 and seat != self.seat:
            seat = self._step(self._answer(self._opponents[seat - (seat > self.seat)]))

    def _step(self, action: int) -> int:
        if self._told is not None and action in self._told.legal_actions(self.single.seat):
            self._told.apply(action, self.single.seat)
        return self.single.step(action)

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        over = self.single.seat < 0
        row = self.single.observe(self.seat) if over else self.single.row.copy()
        mask = np.ones_like(self.single.mask) if over else self.single.mask.copy()  # any: nothing is played any more
        info = {"action_mask": mask, **(self.single.final_info() if over else {})}
        return fields_of(self.game, row) if self.structured else row, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The own action and all of the others' until it is the own turn again, or the game is over."""
        if self.single.seat < 0:
            raise RuntimeError("The episode is over or has not begun; call reset().")
        self._step(index(action))
        self._let_others_act()
        over = self.single.seat < 0
        reward = float(self.single.reward[self.seat]) if over else 0.0
        if self.shaping:
            before, self._lead = self._lead, self.single.lead(self.seat)
            reward += self.shaping * (self.discount * self._lead - before)
        seen, info = self._observed()
        if self.render_mode == "human":
            self.render()
        limit = over and info["round_limit"]
        return seen, reward, over and not limit, limit, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, where masked PPO of sb3-contrib asks for them."""
        return np.ones_like(self.single.mask, bool) if self.single.seat < 0 else self.single.mask.astype(bool)

    def render(self) -> str | Pixels | None:
        """The table as everybody sees it: text, or a picture of it."""
        return draw(self.single.state(), self.render_mode)
