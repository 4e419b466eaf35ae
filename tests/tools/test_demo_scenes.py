"""The scenes of the demo page, on which the page's unit tests sit down too, are those of the engine as it is."""

from __future__ import annotations

import importlib.util
from pathlib import Path

DEMO = Path(__file__).resolve().parents[2] / "web/demo"


def written() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("demo_fixtures", DEMO / "fixtures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    files: dict[str, str] = module.files()
    return files


def test_given_the_engine_when_the_scenes_are_written_again_then_nothing_changes() -> None:
    old = [name for name, text in written().items() if text != (DEMO / name).read_text()]
    assert not old, f"{' and '.join(old)} in web/demo are old; run: python web/demo/fixtures.py"
