"""How any game is played. It knows no rule set."""
