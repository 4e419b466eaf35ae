"""Tournaments, who takes part in them, and their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("form", sa.String(length=8), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("host", sa.String(length=16), nullable=True),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("draw", sa.JSON(), nullable=True),
        sa.Column("plan", sa.JSON(), nullable=True),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["host"], ["people.id"]),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index("tournaments_status", "tournaments", ["status", "next_at"], unique=False)
    op.create_index("tournaments_host", "tournaments", ["host"], unique=False)
    op.create_table(
        "tournament_entrants",
        sa.Column("tournament", sa.String(length=6), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=True),
        sa.Column("level", sa.String(length=32), nullable=True),
        sa.Column("out", sa.String(length=8), nullable=True),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.code"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("tournament", "number"),
        sa.UniqueConstraint("tournament", "person", name="tournament_entrants_once"),
    )
    op.create_index("tournament_entrants_person", "tournament_entrants", ["person"], unique=False)
    op.create_table(
        "tournament_tables",
        sa.Column("tournament", sa.String(length=6), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entrants", sa.JSON(), nullable=False),
        sa.Column("room", sa.String(length=6), nullable=True),
        sa.Column("came", sa.JSON(), nullable=True),
        sa.Column("missed", sa.JSON(), nullable=True),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("places", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.code"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("tournament", "round", "number"),
    )
    op.create_index("tournament_tables_room", "tournament_tables", ["room"], unique=False)


def downgrade() -> None:
    op.drop_index("tournament_tables_room", table_name="tournament_tables")
    op.drop_table("tournament_tables")
    op.drop_index("tournament_entrants_person", table_name="tournament_entrants")
    op.drop_table("tournament_entrants")
    op.drop_index("tournaments_host", table_name="tournaments")
    op.drop_index("tournaments_status", table_name="tournaments")
    op.drop_table("tournaments")
