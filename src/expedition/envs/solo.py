"""Gymnasium: one seat learns, bots sit on the others.

    import expedition.envs
    gymnasium.make("expedition/ElDorado-v0", opponents=["greedy", "greedy"])

The mask of legal actions is where trainers look for it: `info["action_mask"]`, and `env.action_masks()`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.errors import SetupError
from expedition.core.extras import needs
from expedition.core.pixels import Pixels
from expedition.core.registry import make
from expedition.envs.aec import RENDER_MODES, row_space
from expedition.envs.drawing import check_render_mode, draw
from expedition.envs.single import SingleGame, fields_of
from expedition.players import EngineBot, make_bot

with needs("envs"):
    import gymnasium
    from gymnasium import spaces

Opponent = Callable[[], int]  # the action of the seat to act


class SoloEnv(gymnasium.Env[Any, Any]):
    """A game against `opponents`: names of bots, or bots. `seat` is the own one; None draws it anew for each game."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        opponents: Sequence[str | EngineBot] = ("random",),
        seat: int | None = 0,
        rewards: Sequence[float] | None = None,
        structured: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if "players" in options:
            raise SetupError("The number of players is that of the opponents plus one; leave `players` out.")
        self.game = make(game, players=len(opponents) + 1, **options)
        if seat is not None:
            self.game.check_seat(seat)
        self.render_mode = check_render_mode(render_mode, RENDER_MODES, self.game)
        self.structured = structured
        self.single = SingleGame(self.game, rewards)
        self.seat = 0
        self._wanted_seat = seat
        self._opponents = [self._opponent(who, number) for number, who in enumerate(opponents)]
        self.observation_space = row_space(self.game, structured)
        self.action_space = spaces.Discrete(self.game.num_actions)

    def _opponent(self, who: str | EngineBot, number: int) -> Opponent:
        if who == "random":
            return lambda: int(self.np_random.choice(np.flatnonzero(self.single.mask)))
        bot = make_bot(self.game.name, who, seed=number) if isinstance(who, str) else who
        return lambda: bot.choose_state(self.single.state(), self.single.seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A fresh game, played on until it is the own turn."""
        super().reset(seed=seed)
        self.single.deal(seed)
        self.single.show()
        wanted = self._wanted_seat
        self.seat = int(self.np_random.integers(self.game.players)) if wanted is None else wanted
        self._let_others_act()
        return self._observed()

    def _let_others_act(self) -> None:
        seat = self.single.seat
        while seat >= 0 and seat != self.seat:
            seat = self.single.step(self._opponents[seat - (seat > self.seat)]())

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        over = self.single.seat < 0
        row = self.single.observe(self.seat) if over else self.single.row.copy()
        mask = np.zeros_like(self.single.mask) if over else self.single.mask.copy()
        return fields_of(self.game, row) if self.structured else row, {"action_mask": mask}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The own action and all of the others' until it is the own turn again, or the game is over."""
        if self.single.seat < 0:
            raise RuntimeError("The episode is over or has not begun; call reset().")
        self.single.step(index(action))
        self._let_others_act()
        over = self.single.seat < 0
        reward = float(self.single.reward[self.seat]) if over else 0.0
        seen, info = self._observed()
        if self.render_mode == "human":
            self.render()
        return seen, reward, over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, where masked PPO of sb3-contrib asks for them."""
        return self.single.mask.astype(bool)

    def render(self) -> str | Pixels | None:
        """The table as everybody sees it: text, or a picture of it."""
        return draw(self.single.state(), self.render_mode)
