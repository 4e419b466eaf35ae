"""PettingZoo's parallel interface for a game with simultaneous turns: every seat acts in every step.

A seat that owes nothing has exactly one legal action, `wait`, which is the last one of the action space.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

from expedition.core.extras import needs
from expedition.core.game import Game
from expedition.core.pixels import Pixels
from expedition.envs.aec import RENDER_MODES, agent_names
from expedition.envs.drawing import check_render_mode, draw
from expedition.envs.single import Together, fields_of
from expedition.envs.spaces import masked_space

with needs("envs"):
    from gymnasium import spaces
    from pettingzoo import ParallelEnv


class TogetherEnv(ParallelEnv[str, Any, int]):  # type: ignore[misc]
    """All seats at once."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: Game[Any],
        name: str,
        *,
        rewards: Sequence[float] | None = None,
        structured: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {**TogetherEnv.metadata, "name": name}  # type: ignore[misc]
        self.render_mode = check_render_mode(render_mode, RENDER_MODES, game)
        self.structured = structured
        self.game = game
        self.wait = game.num_actions
        self.together = Together(game, rewards)
        self.possible_agents = agent_names(game.players)
        self.agents: list[str] = []
        actions = game.num_actions + 1
        self.observation_spaces = {agent: masked_space(game, structured, actions) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deal a game: that of `game.new(seed)`, or without a seed the next one of the sequence the last seed began."""
        self.together.deal(seed)
        self.together.show()
        self.agents = list(self.possible_agents)
        return self._observed()

    def _observed(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        rows, masks = self.together.rows.copy(), self.together.masks.copy()
        observations, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            row = fields_of(self.game, rows[seat]) if self.structured else rows[seat]
            observations[agent] = {"observation": row, "action_mask": masks[seat]}
            infos[agent] = {"action_mask": masks[seat]}
        return observations, infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One action of every seat; a seat that is left out, or acts illegally, ends the episode."""
        if not self.agents:
            raise RuntimeError("The episode is over or has not begun; call reset().")
        going = self.together.step_together([index(actions.get(agent, -1)) for agent in self.possible_agents])
        observations, infos = self._observed()
        rewards = dict(zip(self.possible_agents, self.together.reward.tolist(), strict=True))
        final = {"round_limit": False} if going else self.together.final_info()
        terminations = dict.fromkeys(self.possible_agents, not going and not final["round_limit"])
        truncations = dict.fromkeys(self.possible_agents, bool(final["round_limit"]))
        if not going:
            self.agents = []
            for agent in self.possible_agents:
                infos[agent].update(final)
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def render(self) -> str | Pixels | None:
        """The table as everybody sees it: text, or a picture of it."""
        return draw(self.together.state(), self.render_mode)
