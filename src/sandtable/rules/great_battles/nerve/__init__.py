"""Rallying, morale, retreats."""
