"""How a computer player judges. It decides nothing in the rules."""
