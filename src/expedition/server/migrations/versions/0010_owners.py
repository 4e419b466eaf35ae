"""The process a room lives in."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("owner", sa.String(length=8), nullable=True))
    op.create_index("rooms_owner", "rooms", ["owner"], unique=False)


def downgrade() -> None:
    op.drop_index("rooms_owner", table_name="rooms")
    op.drop_column("rooms", "owner")
