"""The one numbering of all actions."""

from __future__ import annotations

from tests.lanterns.tables import LANTERNS

ACTIONS = LANTERNS  # light lantern number action + 1
