"""What books of the free table share: nothing here knows any of them."""
