"""A battle: its file, its opening, its weather, its end."""
