"""Games, links and rows."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("hotseat", sa.Boolean, nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("digest", sa.LargeBinary(32), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("side", sa.String(64), nullable=False),
    )
    op.create_table(
        "rows",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("undone", sa.Integer, nullable=False),
    )
