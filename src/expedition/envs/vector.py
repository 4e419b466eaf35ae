"""Gymnasium's vector environment on the batch engine: many games at once, one seat of each learns.

    import expedition.envs
    gymnasium.make_vec("expedition/ElDorado-v0", num_envs=1024, opponents="random")

All games step in one call into machine code. Opponents are `random`, which plays there too, or bots of the house by
name, which are asked game by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from expedition.core.errors import SetupError
from expedition.core.extras import needs
from expedition.core.registry import make
from expedition.envs.drawing import check_render_mode, draw
from expedition.envs.learners import LearnerGames, Which
from expedition.envs.options import game_options
from expedition.envs.single import fields_of
from expedition.envs.spaces import row_space
from expedition.players import Bot, EngineBot, make_bot
from expedition.players.guest import is_guest

with needs("envs"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

RANDOM = "random"
RENDER_MODES = ["ansi", "rgb_array"]
Bools = npt.NDArray[np.bool_]
Stepped = tuple[Any, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]


def opponents_of(game: str, opponents: str | Sequence[str]) -> list[EngineBot | None]:
    """The bots of their names; None plays at random."""
    wanted = [opponents] if isinstance(opponents, str | Bot) else list(opponents)
    if any(isinstance(who, Bot) or is_guest(who) for who in wanted):
        raise SetupError(
            "A batch of games is played against `random` and bots of the house by name; with players of your own use "
            'make_vec(…, vectorization_mode="sync").'
        )
    return [None if who == RANDOM else make_bot(game, who, seed=number) for number, who in enumerate(wanted)]


def autoreset_of(mode: AutoresetMode | str) -> AutoresetMode:
    """Gymnasium's mode by its member, value or name: `AutoresetMode.SAME_STEP`, "SameStep", "SAME_STEP"."""
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    raise SetupError(f"autoreset_mode is {', '.join(known.name for known in AutoresetMode)}, not {mode!r}.")


class BatchVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games against `opponents`; all other options are those of `SoloEnv`.

    Game i of `reset(seed=n)` is the game of `game.new(seed=n + i)`. `infos["action_mask"]` has every game's legal
    actions. Where a game has ended, `infos` has its `places`, `scores` and `round_limit`; in the mode SAME_STEP these
    are in `infos["final_info"]`, and the last observation in `infos["final_obs"]`. `copy=False` hands out the arrays
    that are written in place.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: str | Sequence[str] = RANDOM,
        seat: int | None = 0,
        rewards: Sequence[float] | None = None,
        structured: bool = False,
        render_mode: str | None = None,
        shaping: float = 0.0,
        discount: float = 1.0,
        practice: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise SetupError(f"A batch has at least one game, not {num_envs}.")
        bots = opponents_of(game, opponents)
        self.game = make(game, players=len(bots) + 1, **game_options(game, practice, options))
        self.render_mode = check_render_mode(render_mode, RENDER_MODES, self.game)
        self.autoreset_mode = autoreset_of(autoreset_mode)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2, "autoreset_mode": self.autoreset_mode}
        self.num_envs, self.structured, self.copy = num_envs, structured, copy
        self.shaping, self.discount = shaping, discount
        own = None if seat is None else self.game.check_seat(seat)
        self.games = LearnerGames(self.game, num_envs, bots, own, rewards)
        self.single_observation_space = row_space(self.game, structured)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._leads = np.zeros(num_envs)
        self._begun = False
        self._over = np.ones(num_envs, bool)  # ended and not dealt anew

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Fresh games, all of them or those of `options["reset_mask"]`, each played on until it is the own turn."""
        which = self._masked((options or {}).get("reset_mask"))
        if seed is None or isinstance(seed, int | np.integer):
            seeds: list[int | None] = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"reset takes one seed, or one for each of {self.num_envs} games, not {len(seeds)}.")
        if seeds[0] is not None:
            super().reset(seed=seeds[0])
        self._deal(which, [seeds[g] for g in which.tolist()])
        return self._observations(), {"action_mask": self._masks()}

    def _masked(self, mask: Any) -> Which:
        if mask is None:
            return np.arange(self.num_envs)
        wanted = np.asarray(mask)
        if wanted.dtype != bool or wanted.shape != (self.num_envs,) or not wanted.any():
            raise ValueError(f"reset_mask has a bool for each of {self.num_envs} games, at least one of them True.")
        return np.flatnonzero(wanted)

    def _deal(self, which: Which, seeds: Sequence[int | None]) -> None:
        self.games.deal(which, seeds)
        self._over[which] = False
        self._begun = not self._over.any() or self._begun
        if self.shaping:
            self._leads[which] = self.games.leads()[which]

    def step(self, actions: npt.ArrayLike) -> Stepped:
        """The own action of every game and all of the others' until it is the own turn again, or the game is over.

        A game that has ended is dealt anew in this step (SAME_STEP), in the next one, whose action is not looked at
        (NEXT_STEP), or when you reset it (DISABLED).
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"step takes one action for each of {self.num_envs} games, not an array {chosen.shape}.")
        ended = np.flatnonzero(self._over)
        if not self._begun or (len(ended) and self.autoreset_mode != AutoresetMode.NEXT_STEP):
            raise RuntimeError(f"{len(ended)} games are over or have not begun; call reset() for them.")
        playing = np.flatnonzero(~self._over)
        if len(playing):
            self.games.act(chosen, playing)
        rewards = self._rewards(playing)
        terminated, truncated, finals = self._endings(playing)
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            infos = self._told_before_the_next_deal(finals)
            if finals:
                self._deal(np.array(list(finals), np.int64), [None] * len(finals))
        else:
            for g, info in finals.items():
                infos = self._add_info(infos, info, g)
            if len(ended):
                self._deal(ended, [None] * len(ended))
            self._over[list(finals)] = True
        infos["action_mask"] = self._masks()
        return self._observations(), rewards, terminated, truncated, infos

    def _rewards(self, playing: Which) -> npt.NDArray[np.float64]:
        rewards = np.zeros(self.num_envs)
        rewards[playing] = self.games.rewards[playing]
        if self.shaping:
            now = self.games.leads()
            rewards[playing] += self.shaping * (self.discount * now - self._leads)[playing]
            self._leads[playing] = now[playing]
        return rewards

    def _endings(self, playing: Which) -> tuple[Bools, Bools, dict[int, dict[str, Any]]]:
        """Which games have just ended by the rules, which at the limit of rounds, and what is told of them."""
        terminated, truncated = np.zeros(self.num_envs, bool), np.zeros(self.num_envs, bool)
        finals = {}
        for g in playing[self.games.seats[playing] < 0].tolist():
            finals[g] = self.games.final_info(g)
            (truncated if finals[g]["round_limit"] else terminated)[g] = True
        return terminated, truncated, finals

    def _told_before_the_next_deal(self, finals: dict[int, dict[str, Any]]) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for g, info in finals.items():
            row, mask = self.games.observations[g].copy(), self.games.masks[g].copy()
            seen = fields_of(self.game, row) if self.structured else row
            infos = self._add_info(infos, {"final_obs": seen, "final_info": {**info, "action_mask": mask}}, g)
        return infos

    def _observations(self) -> Any:
        rows = self.games.observations.copy() if self.copy else self.games.observations
        return fields_of(self.game, rows) if self.structured else rows

    def _masks(self) -> npt.NDArray[np.int8]:
        return self.games.masks.copy() if self.copy else self.games.masks

    def action_masks(self) -> Bools:
        """The legal actions of every game."""
        return self.games.masks.astype(bool)

    def render(self) -> tuple[Any, ...] | None:
        """The tables as everybody sees them, one text or picture a game."""
        if self.render_mode is None:
            return None
        return tuple(draw(self.games.state(g), self.render_mode) for g in range(self.num_envs))
