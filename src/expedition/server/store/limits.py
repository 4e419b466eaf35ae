"""Token buckets that all processes share, for what is rare enough to ask the database about."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from expedition.server.store.database import Database
from expedition.server.store.metadata import meta
from expedition.server.timesource import now_ms

rate_limits = sa.Table(
    "rate_limits",
    meta,
    sa.Column("key", sa.String(64), primary_key=True),  # a hash: addresses are not kept
    sa.Column("tokens", sa.Float, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("rate_limits_at", "at"),
)


class LimitStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def take(self, kind: str, key: str, rate: float, burst: float) -> float:
        """0 if a token was there, else the seconds until one will be."""
        hashed = hashlib.sha256(f"{kind} {key}".encode("utf-8", "replace")).hexdigest()
        now = now_ms()
        fresh = postgresql.insert(rate_limits).values(key=hashed, tokens=burst, at=now).on_conflict_do_nothing()
        mine = rate_limits.c.key == hashed
        async with self._db.write() as connection:
            await connection.execute(fresh)
            row = (await connection.execute(sa.select(rate_limits).where(mine).with_for_update())).one()
            tokens = min(burst, row.tokens + max(0, now - row.at) / 1000 * rate)
            wait = 0.0 if tokens >= 1 else (1 - tokens) / rate
            left = tokens - 1 if tokens >= 1 else tokens
            await connection.execute(sa.update(rate_limits).where(mine).values(tokens=left, at=max(now, row.at)))
        return wait

    async def forget(self, before: int) -> None:
        """Drop buckets nobody has used since."""
        async with self._db.write() as connection:
            await connection.execute(sa.delete(rate_limits).where(rate_limits.c.at < before))
