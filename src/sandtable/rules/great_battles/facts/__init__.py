"""The facts of the log, where a plain fact would make a poor sentence."""
