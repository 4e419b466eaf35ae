"""Numbers and seeds as callers give them."""

from __future__ import annotations

import operator

from expedition.core.errors import SetupError
from expedition.core.rng import SEED_BITS


def whole(value: object) -> int | None:
    """The value as a Python int if it is a whole number (NumPy's included, booleans not), else None."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_seed(seed: object) -> int:
    """A seed: an int of up to 128 bits, or its hexadecimal text as records write it."""
    if isinstance(seed, str):
        try:
            number: int | None = int(seed, 16) if 0 < len(seed) <= SEED_BITS // 4 and seed.isalnum() else None
        except ValueError:
            number = None
    else:
        number = whole(seed)
    if number is None or not 0 <= number < 1 << SEED_BITS:
        raise SetupError(f"A seed is a whole number of up to {SEED_BITS} bits or its hexadecimal text, not {seed!r}.")
    return number
