"""The house rules of Malta."""
