"""Artillery and aircraft."""
