"""The tables and lists of the books, and the names of their clauses."""
