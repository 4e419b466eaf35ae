"""How many examples a property test tries where the usual hundred are too many or too few."""

from hypothesis import settings

USUAL = 100


def examples(count: int) -> settings:
    """So many in `make test`, and in the fast loop as much less as its profile has."""
    return settings(max_examples=max(5, count * settings().max_examples // USUAL))
