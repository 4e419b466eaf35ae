"""Names for `gymnasium.make`: there after `import expedition.envs`, or by entry point where Gymnasium looks for it."""

from __future__ import annotations

from expedition.core.extras import needs

with needs("envs"):
    from gymnasium.envs.registration import namespace, register, registry

ENVIRONMENTS = {
    "ElDorado-v0": "expedition.envs.solo:eldorado",
    "SilverGold-v0": "expedition.envs.solo:silvergold",
}


def register_environments() -> None:
    with namespace("expedition"):
        for name, maker in ENVIRONMENTS.items():
            if f"expedition/{name}" not in registry:
                register(name, maker)
