"""The web table: HTTP for lists and files, a socket a seat. It knows no rule set and no rule."""
