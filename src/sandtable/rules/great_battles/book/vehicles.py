"""Vehicles and guns by name. The lists belong to the d10 charts and are read from that book only."""

import re
from functools import cache

from msgspec import Struct

from sandtable.rules.great_battles.book.drop_tables import table

SOFT = "All soft vehicles"
GENERIC = "Generic"
MEANT = 3  # suggestions at most
OTHERWISE = {  # other words for names of the list
    **dict.fromkeys(("soft vehicle", "truck", "trucks", "tractor"), SOFT),
    "armoured car": "Armored Car",
    "half-track": "Halftrack",
}
GUN = r"(?i).*\b(?P<kind>AT|field) gun"
BORE = r"(?P<inches>\d+(?:\.\d+)?) ?(?P<unit>mm|pounder|pdr)\b"
CALIBRES = r"(?P<kind>AT|Field) gun, (?P<low>\d+)(?:-\d+)?mm(?P<tail> and less)?(?: \((?P<pounder>\d+) pounder\))?"


class Rating(Struct, frozen=True):
    """What a list says of a stand."""

    name: str
    gun: str
    armour: str = ""
    speed: str = ""
    rule: str = "data.vehicles"

    def __str__(self) -> str:
        return "-".join(code for code in (self.gun, self.armour, self.speed) if code)


@cache
def vehicles() -> dict[str, Rating]:
    """Every vehicle of the list, by its name in lower case."""
    found: dict[str, Rating] = {}
    for name, nation, _, _, gun, armour, speed in table("vehicles").rows:
        rule = "data.soft" if name == SOFT else "data.generic" if nation == GENERIC else "data.vehicles"
        found[str(name).lower()] = Rating(str(name), str(gun), str(armour), str(speed), rule)
    return found


def vehicle(words: str) -> Rating | None:
    """A vehicle by its whole name, or by a unique ending: "Tiger II"."""
    name = OTHERWISE.get(words.lower(), words).lower()
    alike = [rating for known, rating in vehicles().items() if known.endswith(f" {name}")]
    return vehicles().get(name) or (alike[0] if len(alike) == 1 else None)


def near_names(words: str) -> list[str]:
    """Suggestions: names with this beginning, then names that sound like it."""
    from difflib import get_close_matches  # noqa: PLC0415  # only for a name that is unknown

    known = {name: rating.name for name, rating in vehicles().items() if rating.rule != "data.soft"}
    ends = {name.split(" ", 1)[-1]: shown for name, shown in known.items()}
    begun = [name for name in known if words.strip() and name.startswith(words.lower())]
    close = get_close_matches(words.lower(), [*known, *ends], n=MEANT, cutoff=0.6)
    return list(dict.fromkeys(known.get(name) or ends[name] for name in (*begun, *close)))[:MEANT]


def gun(words: str) -> Rating | None:
    """A towed gun by its bore: "50mm AT gun", "6 pounder AT gun", "75mm field gun"."""
    match = re.fullmatch(GUN, words)
    kind = match["kind"].lower() if match else ""
    weights = [weight_of(kind, bore["inches"], bore["unit"]) for bore in re.finditer(BORE, words)] if match else []
    rule = "data.at-guns" if kind == "at" else "data.field-guns"
    return next((Rating(words, weight, rule=rule) for weight in weights if weight), None)


def weight_of(kind: str, bore: str, unit: str) -> str:
    """data.calibre-gaps: a bore between two classes is of the lighter one, a bore below them of the lightest."""
    rows = [(least, pounder, weight) for of, least, pounder, weight in calibres() if of == kind]
    if unit != "mm":
        return next((weight for _, pounder, weight in rows if pounder == bore), "")
    reached = [weight for least, _, weight in rows if least <= float(bore)]
    return reached[-1] if reached else rows[0][2]


@cache
def calibres() -> tuple[tuple[str, float, str, str], ...]:
    """The smallest bore of each class of guns, a British example, and the weight."""
    found = []
    for text, weight in table("gun-calibres").rows:
        match = re.fullmatch(CALIBRES, str(text).replace(" and more", ""))
        assert match is not None, text
        least = 0.0 if match["tail"] else float(match["low"])
        found.append((match["kind"].lower(), least, match["pounder"] or "", str(weight)))
    return tuple(found)
