"""Words of the game for what dice promise and bring, and for questions that few want to be asked."""

from sandtable.kernel.showing import Prospects, Verdicts

VERDICTS: Verdicts = {
    "to hit": ("hit", "miss"),
    "to destroy": ("destroyed", "not destroyed"),
    "barrage": ("hit", "unharmed"),
    "rally": ("rallies", "stays suppressed"),
    "morale": ("holds", "fails"),
    "haste": ("a stand is suppressed", "no harm"),
    "infiltration": ("gets through", "is destroyed"),
    "replacement": ("comes", "does not come"),
    "reactivate": ("active again", "stays inactive"),
    "aircraft": ("comes", "does not come"),
    "points": ("kept", "none kept"),
}
RESULTS = {"actions": {0: "no action", 1: "1 action", 2: "2 actions"}}

PROSPECTS: Prospects = {
    "to hit": ("hit", "miss", "own loss"),
    "barrage": ("hit", "miss", "own stands hit"),
    "close combat": ("win", "tie", "lose"),
    "rally": ("rally", "none rallies", "fail"),
    "morale": ("hold", "no change", "fail"),
    "haste": ("good", "no harm", "suppressed"),
}

RARE = {
    "end-day": "End the day",
    "staff": "Move the staff",
    "activate": "Stand a battalion down",
    "pack-up": "Pack up or dig in",
    "tidy": "Choose who rallies",
    "cancel": "Cancel a mission",
    "face": "Turn about after a retreat",
}
