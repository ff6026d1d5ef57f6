"""Geometry of the table. It knows nothing of games."""
