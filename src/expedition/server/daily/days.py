"""What a day brings, from the house's secret and the date alone.

The seed of a day is HMAC-SHA-256 of game and date under a secret of the house, so that nobody can tell it before. Its
commitment (SHA-256 of the seed's 32 hex digits, as for every game) is public the day before, the seed itself the day
after: whoever kept the commitment can check that the deal was not chosen later, and replay every game of the day.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta

from expedition.core import feats
from expedition.core.record import commitment
from expedition.core.types import Json
from expedition.server.models import Room

FIRST = date(2026, 1, 1)
DAY = 86_400_000


def seed_of(secret: str, game: str, day: date) -> int:
    """The seed of a day's deal: 128 bits."""
    text = f"expedition daily {game} {day.isoformat()}"
    return int.from_bytes(hmac.digest(secret.encode(), text.encode(), "sha256")[:16])


def commitment_of(secret: str, game: str, day: date) -> str:
    return commitment(seed_of(secret, game, day))


def setup_of(secret: str, game: str, day: date) -> Json:
    """The setup of the day; it follows from the seed, so it is as unforeseen."""
    told = hashlib.sha256(f"setup {seed_of(secret, game, day):032x}".encode()).digest()
    return feats.day(game, int.from_bytes(told[:8]))


def day_of(now: int) -> date:
    """The day of a moment in milliseconds; days begin at midnight UTC for everybody."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def begins(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def ends(day: date) -> int:
    return begins(day) + DAY


def is_sealed(room: Room, now: int) -> bool:
    """Whether a room was dealt from the seed of a day that is not over: its deal stays closed until then."""
    day = (room.origin or {}).get("day")
    return day is not None and now < ends(date.fromisoformat(day))


def dice_of(room: Room, seat: int) -> int:
    """The dice of a bot: in a day's challenge from the day's seed, so that the same play is answered alike."""
    if (room.origin or {}).get("day") is None:
        return 0
    return int.from_bytes(hashlib.sha256(f"dice {room.seed} {seat}".encode()).digest()[:4])


def before(day: date) -> date:
    return day - timedelta(days=1)


def after(day: date) -> date:
    return day + timedelta(days=1)
