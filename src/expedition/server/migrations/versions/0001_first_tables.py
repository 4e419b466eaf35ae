"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("key", sa.String(length=96), nullable=True),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("person", "game", "players"),
    )
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("on_timeout", sa.String(length=8), nullable=False),
        sa.Column("auto_start", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("outcome", sa.String(length=8), nullable=True),
        sa.Column("host", sa.String(length=16), nullable=True),
        sa.Column("seed", sa.String(length=32), nullable=True),
        sa.Column("position", sa.JSON(), nullable=True),
        sa.Column("origin", sa.JSON(), nullable=True),
        sa.Column("record", sa.JSON(), nullable=True),
        sa.Column("ranking", sa.JSON(), nullable=True),
        sa.Column("previous", sa.String(length=6), nullable=True),
        sa.Column("next", sa.String(length=6), nullable=True),
        sa.Column("owing", sa.Integer(), nullable=False),
        sa.Column("wake", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("moved", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["host"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index("rooms_public", "rooms", ["status", "public", "moved"], unique=False)
    op.create_index("rooms_wake", "rooms", ["status", "wake"], unique=False)
    op.create_table(
        "actions",
        sa.Column("room", sa.String(length=6), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("unit", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "ply"),
    )
    op.create_table(
        "chat",
        sa.Column("room", sa.String(length=6), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "number"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("room", sa.String(length=6), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("mu_before", sa.Float(), nullable=False),
        sa.Column("sigma_before", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["room"],
            ["rooms.code"],
        ),
        sa.PrimaryKeyConstraint("room", "person"),
    )
    op.create_index("rating_changes_person", "rating_changes", ["person", "at"], unique=False)
    op.create_table(
        "seats",
        sa.Column("room", sa.String(length=6), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=True),
        sa.Column("person", sa.String(length=16), nullable=True),
        sa.Column("level", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "seat"),
    )
    op.create_index("seats_person", "seats", ["person"], unique=False)


def downgrade() -> None:
    op.drop_index("seats_person", table_name="seats")
    op.drop_table("seats")
    op.drop_index("rating_changes_person", table_name="rating_changes")
    op.drop_table("rating_changes")
    op.drop_table("chat")
    op.drop_table("actions")
    op.drop_index("rooms_wake", table_name="rooms")
    op.drop_index("rooms_public", table_name="rooms")
    op.drop_table("rooms")
    op.drop_table("ratings")
    op.drop_table("settings")
    op.drop_table("people")
