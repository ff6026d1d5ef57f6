"""What frames a battle: its file is checked, it opens, it has weather, and somebody wins."""
