"""Seats consent: ready, entropy, seats kept for somebody; a room's secret for its seed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(sa.Column("secret", sa.String(length=64), nullable=True))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("ready", sa.Boolean(), nullable=False, server_default=sa.true()))
        seats.add_column(sa.Column("entropy", sa.String(length=64), nullable=True))
        seats.add_column(sa.Column("reserved", sa.String(length=16), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("reserved")
        seats.drop_column("entropy")
        seats.drop_column("ready")
    with op.batch_alter_table("rooms") as rooms:
        rooms.drop_column("secret")
