"""Who holds a seat, what people say, practice battles, and which undos threw dice again."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("games", sa.Column("practice", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("rows", sa.Column("again", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "remarks",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("what", sa.String(8), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
