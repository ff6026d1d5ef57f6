"""What every screen tells, in a terminal or a browser: names, odds, distances, the log."""
