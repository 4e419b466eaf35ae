"""Limits that hold across processes."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "rate_limits",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("tokens", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index("rate_limits_at", "rate_limits", ["at"], unique=False)


def downgrade() -> None:
    op.drop_index("rate_limits_at", table_name="rate_limits")
    op.drop_table("rate_limits")
