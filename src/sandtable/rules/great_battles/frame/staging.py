"""A battle in plain terms under Great Battles. A company is a stand, a battalion is a battalion."""

from sandtable.kernel.engagement import Contender, Engagement, Force, Quality, Weight, staged_map, zone
from sandtable.rules.great_battles.battle.scenario import (
    Army,
    Artillery,
    Entry,
    GreatBattle,
    Hold,
    Objective,
    Post,
    Victory,
)
from sandtable.rules.great_battles.book.charts import Charts
from sandtable.rules.great_battles.frame.reading import check

SCALE = 1.2  # inches for a hundred metres
GROUND = {"brush": "orchard"}
TURNS = 1.3  # an hour
FULL_LIGHT = Charts.doubtful + 1  # the first turn of a day with full light
QUALITIES: dict[Quality, str] = {
    "green": "inferior", "regular": "average", "veteran": "experienced", "elite": "veteran"
}  # fmt: skip
TANKS: dict[Weight, str] = {"light": "light tank L-L-F", "medium": "medium tank M-M-M", "heavy": "heavy tank H-H-S"}
GUNS = ((50, "L"), (76, "M"), (105, "H"))  # calibre in mm up to which an anti-tank gun is light, medium, heavy
POINTS = {"good": 4, "average": 3, "poor": 2}
TEMPLATES, ROUNDS = 1, 3  # for each company of artillery
EDGE = 1.0  # inches from its edge at which a side has its C Ops


def staged(battle: Engagement, rules: str) -> GreatBattle:
    attacker, defender = battle.side
    scenario = GreatBattle(
        id=battle.id, rules=rules, title=battle.title, setting=battle.setting,
        size=f"{sum(len(side.forces) for side in battle.side)} battalions", climate=battle.climate,
        victory_text=battle.winning, map=staged_map(battle, SCALE, GROUND), month=battle.month, open=True,
        turns=FULL_LIGHT - 1 + round(battle.hours * TURNS), starts_at_turn=FULL_LIGHT, dawn=False,
        attacker=attacker.name, first_player=attacker.name,
        objectives=(Objective("the aim", piece=battle.aim, holder=defender.name),),
        victory=Victory(hold=Hold(attacker.name, ("the aim",)), otherwise=defender.name),
        side=tuple(army(battle, side) for side in battle.side),
    )  # fmt: skip
    check(scenario)
    return scenario


def army(battle: Engagement, side: Contender) -> Army:
    guns = sum(force.companies for force in side.forces if force.arm in ("artillery", "mortars"))
    quality = next((QUALITIES[force.quality] for force in side.forces if force.arm == "artillery"), "average")
    troops = [force for force in side.forces if force.arm not in ("artillery", "mortars")]
    width, depth = battle.map.size[0] * SCALE, battle.map.size[1] * SCALE
    return Army(
        side.name, side.edge, tuple(entry(battle, side, force, number) for number, force in enumerate(troops, 1)),
        points=POINTS[side.leader], german=side.nation == "Germany",
        artillery=Artillery(quality, guns * TEMPLATES, guns * ROUNDS) if guns else None,
        c_ops=(width / 2, EDGE if side.edge == "south" else depth - EDGE),
    )  # fmt: skip


def entry(battle: Engagement, side: Contender, force: Force, number: int) -> Entry:
    """An activated attacker; a defender who waits, on defence if he is dug in."""
    attacks = side is battle.attacker
    letter = "A" if attacks else "B"
    return Entry(
        f"{letter}{number}", letter, QUALITIES[force.quality], stands(force),
        attached=("HQ", "Heavy weapons") if force.arm == "infantry" else (),
        post=Post(zone(battle, side, SCALE)), facing=0 if side.edge == "south" else 180,
        state="activated" if attacks else "inactive",
        formation="defensive" if force.dug_in and force.companies > 1 else "", set_up=force.dug_in,
        commonwealth=side.nation == "Britain",
    )  # fmt: skip


def stands(force: Force) -> tuple[str, ...]:
    match force.arm:
        case "armour":
            return (TANKS[force.weight],) * force.companies
        case "recce":
            return ("armoured car L-L-W",) * force.companies
        case "anti-tank guns":
            weight = next((weight for most, weight in GUNS if force.calibre <= most), GUNS[-1][1])
            return (f"{force.calibre}mm AT gun {weight}",) * force.companies
        case "machine guns":
            return ("Heavy weapons",) * force.companies
        case "engineers":
            return ("Infantry engineers",) * force.companies
    return ("Infantry",) * force.companies
