"""What the log tells, where a plain fact would make a poor sentence."""
