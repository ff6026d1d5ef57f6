"""The table: who and what is where, and who sees it."""
