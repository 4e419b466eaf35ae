"""What all tests share: the property-test profile, and which tests must not run side by side."""

import signal

import pytest
from hypothesis import HealthCheck, Phase, settings

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

ONE_AT_A_TIME = ("browser", "server")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with a browser, and tests with a server, each stay on one worker: two cores do not carry two of them."""
    for item in items:
        for kind in ONE_AT_A_TIME:
            if item.get_closest_marker(kind) and not item.get_closest_marker("xdist_group"):
                item.add_marker(pytest.mark.xdist_group(kind))
