"""The web table: HTTP for lists and files, one socket per seat. It knows no rule set and no rule."""
