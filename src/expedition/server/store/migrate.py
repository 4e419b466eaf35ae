"""Bringing the tables up to date. The files in `migrations/versions` are numbered; the last is the head."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from expedition.core.errors import SetupError

MIGRATIONS = Path(__file__).parents[1] / "migrations"


def known_versions() -> list[str]:
    return sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9][0-9][0-9][0-9]_*.py"))


def upgrade(connection: sa.Connection) -> None:
    """Apply what is missing. A database of a newer program is refused."""
    versions = known_versions()
    version = _version(connection)
    if version == versions[-1]:
        return
    if version is not None and version not in versions:
        raise SetupError(
            f"The database has tables of version {version}, this program knows up to {versions[-1]}: "
            "it was used by a newer Expedition. Upgrade, or restore a backup from before."
        )
    _run_alembic(connection)


def is_current(connection: sa.Connection) -> bool:
    return _version(connection) == known_versions()[-1]


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return version


def _run_alembic(connection: sa.Connection) -> None:
    from alembic import command  # slow to import, and rarely needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
