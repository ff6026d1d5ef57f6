"""Who and what lies where on the table, and who sees it."""
