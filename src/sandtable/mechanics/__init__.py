"""What the books of the free table share. Nothing here knows any of them."""
