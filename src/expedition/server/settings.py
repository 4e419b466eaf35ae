"""How a server is set up: arguments of `serve`, else the environment, else these defaults."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from expedition.core.errors import SetupError

_PREFIX = "EXPEDITION_"


def default_database() -> str:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'expedition' / 'expedition.db'}"


class Settings(BaseSettings):
    """Each field is also an environment variable: `database` is EXPEDITION_DATABASE and so on."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True, extra="forbid")

    database: str = Field(default_factory=default_database)
    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    peer_host: str = "127.0.0.1"  # where the other processes of this house reach this one
    workers: int = Field(1, ge=1, le=256)
    secret: str = ""  # signs the sessions; made and kept in the database when empty
    origins: str = ""  # further origins, separated by spaces, whose pages may use this server
    hosts: str = ""  # names, separated by spaces, by which this server may be called; any while empty
    secure_cookies: bool = False  # set behind HTTPS
    rate_limits: bool = True  # a load test from one address switches them off
    bots: str = "expedition.players"  # the module whose make_bot and levels seat the computer
    judge: str = "expedition.analysis.network:network_evaluator"  # who judges reviews and hints, module:function
    bot_workers: int = Field(max(1, (os.cpu_count() or 2) - 1), ge=1, le=1024)
    bot_hosts: str = ""  # where `expedition bots` listens, host:port, separated by commas; empty: this house thinks
    bots_secret: str = ""  # what house and bot hosts have in common
    bot_seconds: float = Field(20.0, gt=0)  # a choice that takes longer is given up
    warm_bots: bool = True  # make every level ready at the start, so that nobody waits for the first move
    idle_seconds: float = Field(60.0, gt=0)  # a game nobody touched for so long is kept serialized
    address: str = ""  # where people find this house, such as https://play.example.org; links in messages need it
    mail: str = ""  # where mail is handed in: smtp://user:password@host:587 or smtps://user:password@host:465
    mail_from: str = ""  # whom mail comes from
    private_addresses: bool = False  # whether webhooks and push services may be in a private network
    connections: int = Field(10_000, ge=1)  # open at the same time, in one process
    sockets_per_address: int = Field(200, ge=1)  # open at the same time, in one process
    keep_guests_days: int = Field(90, ge=0)  # a guest who does not come back is forgotten; 0 keeps for ever
    keep_chat_days: int = Field(365, ge=0)  # what was said in a room that has ended, and closed reports
    keep_rooms_days: int = Field(30, ge=0)  # a room that waits for nobody is closed, and after as long again forgotten
    metrics_token: str = ""  # whoever sends it as `Authorization: Bearer …` may read /metrics; nobody while empty
    log_level: Literal["debug", "info", "warning", "error", "critical"] = "info"

    @classmethod
    def from_environment(cls, **given: object) -> Settings:
        """Arguments that are not None win over the environment; a mistake is told in a sentence."""
        known: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        try:
            return cls(**known)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            name = str(fault["loc"][0])
            where = f"--{name}" if name in known else f"{_PREFIX}{name.upper()}"
            raise SetupError(f"{where} is {fault['input']!r}; {fault['msg'].lower()}.") from None

    def to_environment(self) -> dict[str, str]:
        """For server processes started by this one."""
        values = self.model_dump()
        return {f"{_PREFIX}{name.upper()}": str(int(v) if isinstance(v, bool) else v) for name, v in values.items()}
