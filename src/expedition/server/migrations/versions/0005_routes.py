"""Routes people have designed, and what others think of them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "routes",
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("grade", sa.String(length=16), nullable=False),
        sa.Column("plays", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("routes_person", "routes", ["person", "created"])
    op.create_index("routes_public", "routes", ["public", "created"])
    op.create_table(
        "route_ratings",
        sa.Column("route", sa.String(length=8), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["route"], ["routes.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("route", "person"),
    )


def downgrade() -> None:
    op.drop_table("route_ratings")
    op.drop_index("routes_public", "routes")
    op.drop_index("routes_person", "routes")
    op.drop_table("routes")
