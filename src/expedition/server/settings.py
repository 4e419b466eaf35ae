"""How a server is set up: arguments of `serve`, else the environment, else these defaults."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from expedition.core.errors import SetupError


def default_database() -> str:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'expedition' / 'expedition.db'}"


@dataclass(frozen=True, slots=True)
class Settings:
    """Each field is also an environment variable: `database` is EXPEDITION_DATABASE and so on."""

    database: str = field(default_factory=default_database)
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    secret: str = ""  # signs the sessions; made and kept in the database when empty
    origins: str = ""  # further origins, separated by spaces, whose pages may use this server
    secure_cookies: bool = False  # set behind HTTPS
    rate_limits: bool = True  # a load test from one address switches them off
    bots: str = "expedition.players"  # the module whose make_bot and levels seat the computer
    bot_workers: int = max(1, (os.cpu_count() or 2) - 1)
    bot_seconds: float = 20.0  # a choice that takes longer is given up
    warm_bots: bool = True  # make every level ready at the start, so that nobody waits for the first move
    idle_seconds: float = 60.0  # a game nobody touched for so long is put to sleep in memory
    log_level: str = "info"

    @classmethod
    def from_environment(cls, **given: object) -> Settings:
        """Arguments that are not None win over the environment."""
        values: dict[str, object] = {}
        for name, default in _defaults().items():
            text = os.environ.get(f"EXPEDITION_{name.upper()}")
            if given.get(name) is not None:
                values[name] = given[name]
            elif text is not None:
                values[name] = _read(name, text, default)
        return cls(**values)  # type: ignore[arg-type]

    def to_environment(self) -> dict[str, str]:
        """For server processes started by this one."""
        values = {name: getattr(self, name) for name in _defaults()}
        return {f"EXPEDITION_{name.upper()}": str(int(v) if isinstance(v, bool) else v) for name, v in values.items()}


def _defaults() -> dict[str, object]:
    example = Settings()
    return {name: getattr(example, name) for name in Settings.__slots__}


def _read(name: str, text: str, default: object) -> object:
    try:
        if isinstance(default, bool):
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        return type(default)(text)  # type: ignore[call-arg]
    except (KeyError, ValueError):
        kind = "1 or 0" if isinstance(default, bool) else f"a {type(default).__name__}"
        raise SetupError(f"EXPEDITION_{name.upper()} is {text!r}; it has to be {kind}.") from None
