"""The tables of the database, each declared beside its queries. `store/__init__.py` imports every one of them."""

from __future__ import annotations

import sqlalchemy as sa

meta = sa.MetaData()
