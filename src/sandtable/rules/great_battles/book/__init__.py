"""The tables and lists of the books, and what their clauses are called."""
