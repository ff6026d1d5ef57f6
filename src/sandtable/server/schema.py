"""Tables of the database: games, their links, what was done, and what people said, row by row."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Table

METADATA = MetaData()

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("head", LargeBinary, nullable=False),  # the first lines of a save: scenario, seed, options, opening
    Column("seats", LargeBinary, nullable=False),  # who plays each side, as JSON
    Column("hotseat", Boolean, nullable=False),
    Column("begun", Float, nullable=False),  # seconds since 1970
    Column("origin", String(8), nullable=False),  # of its dice: "" for a secret seed, "seed" or "save"
    Column("opening", LargeBinary, nullable=False),  # who gave and who noticed each command of the head, as JSON
    Column("practice", Boolean, nullable=False),  # against the computer everything may be taken back
)

LINKS = Table(
    "links",
    METADATA,
    Column("digest", LargeBinary(32), primary_key=True),  # of the token, so a reader of the database cannot use a seat
    Column("game", String(32), ForeignKey("games.id"), nullable=False, index=True),
    Column("role", String(8), nullable=False),
    Column("side", String(64), nullable=False),  # of a seat; otherwise empty
)

ROWS = Table(
    "rows",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("side", String(64), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("text", LargeBinary, nullable=False),
    Column("undone", Integer, nullable=False),
    Column("noticed", LargeBinary, nullable=False),  # the audiences that noticed it, a byte each
    Column("again", Boolean, nullable=False),  # an undo after which dice are thrown again
    Column("spared", Boolean, nullable=False),  # a command that nobody chose
)

REMARKS = Table(
    "remarks",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("side", String(64), nullable=False),
    Column("what", String(8), nullable=False),  # took, freed, named or said
    Column("text", String(300), nullable=False),  # a name, words, or the digest of a browser's key
    Column("at", Float, nullable=False),  # seconds since 1970
)
