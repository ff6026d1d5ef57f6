"""Rallying, morale, falling back."""
