"""What all tests share: the property-test profile, and which tests must not run side by side."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

SOURCE = Path(__file__).parent.parent / "src" / "expedition"

settings.register_profile("expedition", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
# for tools/mutants.py: the first failure is enough, and nothing of it is remembered
settings.register_profile(
    "mutants",
    settings.get_profile("expedition"),
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
    database=None,
)
settings.load_profile("expedition")

# Some parents (nohup, some CI runners) have Ctrl-C ignored, and so would every program the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# the folders of the games' rules; what coverage counts is their quick tests of the interpreted rules
RULES = tuple(Path(__file__).parent / folder.parent.name for folder in SOURCE.glob("*/rules"))
NOT_COUNTED = ("slow", "browser", "server", "soak", "compiled")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Which tests coverage counts."""
    for item in items:
        rules = any(item.path.is_relative_to(folder) for folder in RULES)
        if rules and not any(item.get_closest_marker(kind) for kind in NOT_COUNTED):
            item.add_marker(pytest.mark.counted)
