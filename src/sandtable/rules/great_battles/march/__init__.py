"""Battalions on the march, and what they meet."""
