"""What all tests share: the profiles of property tests, and what the fast loop leaves to `make test`."""

import re
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
# for `pytest --quick`: a fifth of the examples (tests/examples.py keeps to it where a test names a number of its own)
settings.register_profile("quick", settings.get_profile("expedition"), max_examples=20)
settings.load_profile("expedition")

# Some parents (nohup, some CI runners) have Ctrl-C ignored, and so would every program the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# the folders of the games' rules; what coverage counts is their quick tests of the interpreted rules
RULES = tuple(Path(__file__).parent / folder.parent.name for folder in SOURCE.glob("*/rules"))
NOT_COUNTED = ("slow", "browser", "server", "soak", "compiled")


# what the fast loop leaves out, and a file that has nothing else: not even read, some take seconds to be imported
LONGER = ("slow", "browser", "server", "soak")
NOTHING_QUICK = re.compile(rf"^pytestmark = .*\bmark\.({'|'.join(LONGER)})\b", re.M)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="the tests of `make check`: no long ones, fewer examples")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("quick"):
        config.option.markexpr = " and ".join(f"not {kind}" for kind in LONGER)
        settings.load_profile("quick")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if not config.getoption("quick"):
        return None
    if collection_path.suffix != ".py":
        return collection_path == Path(__file__).parent / "browser" or None
    return bool(NOTHING_QUICK.search(collection_path.read_text(encoding="utf-8"))) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Which tests coverage counts."""
    for item in items:
        rules = any(item.path.is_relative_to(folder) for folder in RULES)
        if rules and not any(item.get_closest_marker(kind) for kind in NOT_COUNTED):
            item.add_marker(pytest.mark.counted)
