"""What becomes of stands and missions, whatever the cause."""
