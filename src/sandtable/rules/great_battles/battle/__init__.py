"""A battle as its file describes it, and the units of its sides."""
