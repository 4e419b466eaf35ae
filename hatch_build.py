"""Wheel hook: the web table is built into the package, by the same script as `make web`."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))
import build_web


class WebHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return build_web.build_requirements()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":  # a checkout uses `make web`
            build_web.build()
