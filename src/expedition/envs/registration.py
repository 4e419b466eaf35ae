"""Names for `gymnasium.make` and `gymnasium.make_vec`.

They are there after `import expedition.envs`, or by entry point where Gymnasium looks for it.
Every registered game has one, after the name of its class: `expedition/ElDorado-v0`.
"""

from __future__ import annotations

from expedition.core.extras import needs

with needs("envs"):
    from gymnasium.envs.registration import namespace, register, registry

from expedition.core.registry import game_class, games


def register_environments() -> None:
    with namespace("expedition"):
        for game in games():
            name = f"{game_class(game).__name__}-v0"
            if f"expedition/{name}" not in registry:
                register(
                    name,
                    "expedition.envs.solo:SoloEnv",
                    vector_entry_point="expedition.envs.vector:BatchVectorEnv",
                    kwargs={"game": game},
                )
