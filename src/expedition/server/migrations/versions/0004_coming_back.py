"""What people come back for: results, messages, days, friends, profiles."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("other", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["other"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("person", "other"),
    )
    op.create_index("blocks_other", "blocks", ["other"], unique=False)
    op.create_table(
        "follows",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("other", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["other"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("person", "other"),
    )
    op.create_index("follows_other", "follows", ["other"], unique=False)
    op.create_table(
        "letters",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("channel", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("letters_due", "letters", ["due"], unique=False)
    op.create_index("letters_person", "letters", ["person"], unique=False)
    op.create_table(
        "profiles",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("likeness", sa.String(length=40), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("seen", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("p256dh", sa.String(length=120), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("push_subscriptions_person", "push_subscriptions", ["person"], unique=False)
    op.create_table(
        "reach",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=False),
        sa.Column("quiet_to", sa.Integer(), nullable=False),
        sa.Column("push", sa.Boolean(), nullable=False),
        sa.Column("mail", sa.Boolean(), nullable=False),
        sa.Column("hook", sa.Boolean(), nullable=False),
        sa.Column("address", sa.String(length=200), nullable=True),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("hook_url", sa.String(length=1000), nullable=True),
        sa.Column("hook_key", sa.String(length=64), nullable=True),
        sa.Column("sent", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("first", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("person", "first"),
    )
    op.create_table(
        "challenges",
        sa.Column("room", sa.String(length=6), nullable=False),
        sa.Column("other", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["other"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "other"),
    )
    op.create_index("challenges_other", "challenges", ["other", "at"], unique=False)
    op.create_table(
        "daily_tries",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("room", sa.String(length=6), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "day", "person"),
        sa.UniqueConstraint("room"),
    )
    op.create_index("daily_tries_person", "daily_tries", ["person", "day"], unique=False)
    op.create_table(
        "results",
        sa.Column("room", sa.String(length=6), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(length=16), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("opponents", sa.String(length=32), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("took", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "seat"),
    )
    op.create_index("results_person", "results", ["person", "at"], unique=False)
    op.create_table(
        "told",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("room", sa.String(length=6), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reminded", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "room"),
    )
    op.create_index("rooms_ended", "rooms", ["ended"], unique=False)


def downgrade() -> None:

    op.drop_index("rooms_ended", table_name="rooms")
    op.drop_table("told")
    op.drop_index("results_person", table_name="results")
    op.drop_table("results")
    op.drop_index("daily_tries_person", table_name="daily_tries")
    op.drop_table("daily_tries")
    op.drop_index("challenges_other", table_name="challenges")
    op.drop_table("challenges")
    op.drop_table("vacations")
    op.drop_table("reach")
    op.drop_index("push_subscriptions_person", table_name="push_subscriptions")
    op.drop_table("push_subscriptions")
    op.drop_table("profiles")
    op.drop_index("letters_person", table_name="letters")
    op.drop_index("letters_due", table_name="letters")
    op.drop_table("letters")
    op.drop_index("follows_other", table_name="follows")
    op.drop_table("follows")
    op.drop_index("blocks_other", table_name="blocks")
    op.drop_table("blocks")
