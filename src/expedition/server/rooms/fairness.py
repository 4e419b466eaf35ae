"""Nobody alone makes a seed. The server commits to a secret when a room is made; players' clients add what they like
before the start; the seed is a hash of both. After the end the secret is opened; docs/fair-shuffles.md says how
to check.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from expedition.server.models import Seat


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def contributions(seats: Sequence[Seat]) -> list[tuple[int, str]]:
    return [(seat.number, seat.entropy) for seat in seats if seat.entropy]


def seed_from(code: str, secret: str, contributed: Sequence[tuple[int, str]]) -> int:
    """The seed of a room's game: 128 bits of a hash over everything that was fixed before the deal."""
    lines = ["expedition-seed/1", code, secret, *(f"{seat} {entropy}" for seat, entropy in contributed), ""]
    return int.from_bytes(hashlib.sha256("\n".join(lines).encode("ascii")).digest()[:16])
