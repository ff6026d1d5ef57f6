"""A battle: its file, its opening, its sky, its end."""
