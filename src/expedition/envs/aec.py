"""PettingZoo's turn-by-turn interface (AEC) over the compiled rules.

The checks PettingZoo's wrappers make are built in, so that `env` needs none around it: an illegal action ends the
episode with the worst reward for its seat, and what needs a reset first says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

import numpy as np

from expedition.core.extras import needs
from expedition.core.game import Game
from expedition.core.pixels import Pixels
from expedition.envs.drawing import check_render_mode, draw
from expedition.envs.single import SingleGame, fields_of
from expedition.envs.spaces import masked_space

with needs("envs"):
    from gymnasium import spaces
    from pettingzoo import AECEnv

RENDER_MODES = ["human", "ansi", "rgb_array"]
AFTER_RESET = {"agents", "agent_selection", "terminations", "truncations", "rewards", "infos"}


def agent_names(players: int) -> list[str]:
    return [f"player_{seat}" for seat in range(players)]


class TurnEnv(AECEnv[str, Any, int]):  # type: ignore[misc]
    """A game whose seats act one after another; in a simultaneous phase in seat order, each unseen by the others."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game: Game[Any],
        name: str,
        *,
        rewards: Sequence[float] | None = None,
        structured: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {**TurnEnv.metadata, "name": name}  # type: ignore[misc]
        self.render_mode = check_render_mode(render_mode, RENDER_MODES, game)
        self.structured = structured
        self.game = game
        self.single = SingleGame(game, rewards)
        self.possible_agents = agent_names(game.players)
        self.observation_spaces = {
            agent: masked_space(game, structured, game.num_actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self._no_mask = np.zeros(game.num_actions, np.int8)
        self._any_mask = np.ones(game.num_actions, np.int8)  # of a finished game: nothing is played, sampling works

    def __getattr__(self, name: str) -> Any:
        if name in AFTER_RESET:
            raise AttributeError(f"{name} is there after reset() has been called.")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}.")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: that of `game.new(seed)`, or without a seed the next one of the sequence the last seed began."""
        self.single.deal(seed)
        self.single.show()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._pass_turn(self.single.seat)

    def _pass_turn(self, seat: int) -> None:
        agent = self.agent_selection = self.possible_agents[seat]
        self._mask = self.single.mask.copy()
        self.infos[agent] = {"action_mask": self._mask}

    def observe(self, agent: str) -> dict[str, Any]:
        single = self.single
        if single.seat >= 0 and agent == self.agent_selection:
            row, mask = single.row.copy(), self._mask
        else:
            mask = self._no_mask if single.seat >= 0 else self._any_mask
            row, mask = single.observe(self.possible_agents.index(agent)), mask.copy()
        return {"observation": fields_of(self.game, row) if self.structured else row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.single.seat < 0:
            if not self.agents:
                raise RuntimeError("The episode is over; call reset().")
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        seat = self.single.step(-1 if action is None else index(action))
        if seat >= 0:
            self._pass_turn(seat)
        else:
            self._finish()
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        final = self.single.final_info()
        for agent, reward in zip(self.possible_agents, self.single.reward.tolist(), strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = not final["round_limit"]
            self.truncations[agent] = final["round_limit"]
            self.infos[agent] = {**final, "action_mask": self._any_mask.copy()}
        self.agent_selection = self.agents[0]

    def render(self) -> str | Pixels | None:
        """The table as everybody sees it: text, or a picture of it."""
        return draw(self.single.state(), self.render_mode)

    def close(self) -> None:
        """Nothing is held that would have to be given back."""
