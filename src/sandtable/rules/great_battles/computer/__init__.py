"""What a computer player goes by. It decides nothing in the rules."""
