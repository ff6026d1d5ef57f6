"""Run by alembic: bring the database that the store has opened to the present form."""

from alembic import context

from sandtable.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
