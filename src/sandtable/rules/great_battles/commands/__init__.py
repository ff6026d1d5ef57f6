"""The commands of a player."""
