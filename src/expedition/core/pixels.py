"""Small pictures of pixels, for environments that are looked at by programs."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from expedition.core.picture import tokens

Pixels = npt.NDArray[np.uint8]


@cache
def colour(name: str) -> Pixels:
    """A colour of the day's tokens as red, green and blue."""
    written = tokens("light")[name].lstrip("#")
    return np.array([int(written[i : i + 2], 16) for i in (0, 2, 4)], np.uint8)
