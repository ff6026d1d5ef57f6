"""Words for every screen, in a terminal or a browser: names, odds, distances, the log."""
