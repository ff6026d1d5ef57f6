"""What a player may say."""
