"""Fire and its effects."""
