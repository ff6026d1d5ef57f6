"""Alembic runs this to bring the store's open database to the present form."""

from alembic import context

from sandtable.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
