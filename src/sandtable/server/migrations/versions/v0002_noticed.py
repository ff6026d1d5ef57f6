"""Who noticed what, and where the dice of a game come from."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("origin", sa.String(8), nullable=False, server_default=""))
    op.add_column("games", sa.Column("opening", sa.LargeBinary, nullable=False, server_default="[]"))
    op.add_column("rows", sa.Column("noticed", sa.LargeBinary, nullable=False, server_default=""))
