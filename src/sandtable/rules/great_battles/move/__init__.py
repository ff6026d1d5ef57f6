"""Battalions on the move."""
