"""From dawn to night: actions, reserves, replacements."""
