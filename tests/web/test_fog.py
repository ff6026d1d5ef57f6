"""Over a whole battle, what one browser is sent and what it shows holds nothing that its side may not know."""

import json
import re
from random import Random
from typing import Any

from playing import FRIEND, begin, friends_link, play_out_between
from playwright.sync_api import Page

Thing = dict[str, Any]


class Wire:
    """Every byte that a page receives over its socket."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.frames.append(str(frame))))

    def things(self) -> list[Thing]:
        """Pieces and battalions as this side has ever seen them."""
        messages = map(json.loads, self.frames)
        return [one for message in messages for part in ("pieces", "groups") for one in message.get(part) or []]


def names(thing: Thing) -> set[str]:
    return {thing["id"], thing["name"]}


def places(thing: Thing) -> set[str]:
    """Where it stands, as the wire writes it."""
    return {f'"x":{thing["x"]},"y":{thing["y"]},'} if thing["x"] is not None else set()


def never_seen(theirs: Wire, mine: Wire) -> list[Thing]:
    """What the others have, told by their own wire that the enemy sees it nowhere and never did."""
    seen = {one["id"] for one in theirs.things() if not one["secret"]} | {one["id"] for one in mine.things()}
    return [one for one in theirs.things() if one["secret"] and one["id"] not in seen]


def test_a_browser_is_told_nothing_of_what_the_other_side_hides(visit):
    page, other = visit(), visit()
    mine, theirs = Wire(page), Wire(other)
    begin(page, "nissoria", FRIEND, "Canadian")
    other.goto(friends_link(page))
    play_out_between([page, other], Random(6))
    hidden = never_seen(theirs, mine)
    assert hidden, "nothing was hidden: this test shows nothing"
    heard = "\n".join([*mine.frames, page.content()])
    own = set().union(*map(names, mine.things()), *map(places, mine.things()))
    told = [
        one for one in set().union(*map(names, hidden)) - own if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", heard)
    ]
    assert told == []
    assert [place for place in set().union(*map(places, hidden)) - own if place in heard] == []
