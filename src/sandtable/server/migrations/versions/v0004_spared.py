"""Commands that a person was spared; their nonces used to say so."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("rows", sa.Column("spared", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE rows SET spared = TRUE WHERE nonce LIKE 'spared %'")
