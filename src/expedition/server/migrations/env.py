"""Alembic runs inside the server, on the connection it is given."""

from alembic import context

import expedition.server.store  # noqa: F401 - declares every table
from expedition.server.store.metadata import meta

context.configure(connection=context.config.attributes["connection"], target_metadata=meta, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
