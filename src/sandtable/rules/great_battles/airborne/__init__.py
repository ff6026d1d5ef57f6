"""Troops from the air."""
