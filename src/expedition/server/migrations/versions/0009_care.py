"""Sessions as rows, mutes, reports, suspension, what names look like, and a letter-box for a server on SQLite."""

import sqlalchemy as sa
from alembic import op

from expedition.server.names import skeleton

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("device", sa.String(length=40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("sessions_person", "sessions", ["person"], unique=False)
    op.create_index("sessions_seen", "sessions", ["seen"], unique=False)
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("other", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "other"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=16), nullable=True),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("room", sa.String(length=6), nullable=True),
        sa.Column("reason", sa.String(length=8), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("talk", sa.JSON(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["by"], ["people.id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("reports_open", "reports", ["closed", "at"], unique=False)
    op.create_index("reports_person", "reports", ["person"], unique=False)
    op.create_table(
        "letterbox",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("payload", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    # one by one, never in a batch: that would drop the table everything else refers to
    op.add_column("people", sa.Column("skeleton", sa.String(length=96), nullable=True))
    op.add_column("people", sa.Column("suspended", sa.BigInteger(), nullable=True))
    op.drop_column("people", "session")
    _fill_skeletons()
    op.create_index("people_skeleton", "people", ["skeleton"], unique=True)


def _fill_skeletons() -> None:
    """The first account of a look keeps it; later ones keep their names."""
    people = sa.table("people", *(sa.column(name) for name in ("id", "name", "key", "skeleton", "created")))
    connection = op.get_bind()
    query = sa.select(people.c.id, people.c.name).where(people.c.key.is_not(None)).order_by(people.c.created)
    known: set[str] = set()
    for id, name in connection.execute(query).all():
        looks = skeleton(name)
        if looks not in known:
            known.add(looks)
            connection.execute(sa.update(people).where(people.c.id == id).values(skeleton=looks))


def downgrade() -> None:
    op.drop_index("people_skeleton", table_name="people")
    op.add_column("people", sa.Column("session", sa.Integer(), nullable=False, server_default="0"))
    op.drop_column("people", "suspended")
    op.drop_column("people", "skeleton")
    for table in ("letterbox", "reports", "mutes", "sessions"):
        op.drop_table(table)
