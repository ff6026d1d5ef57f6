"""A battle in plain terms under Panzer Korps. One inch is 50 metres; a battalion is a formation."""

from sandtable.kernel.engagement import Arm, Contender, Engagement, Force, Quality, staged_map, zone
from sandtable.mechanics.zones import Part
from sandtable.rules.panzer_korps import scenario
from sandtable.rules.panzer_korps.book import SEGMENTS
from sandtable.rules.panzer_korps.words import Company, Order, Type

SCALE = 2.0  # inches for a hundred metres: pk.setup.scale
GROUND = {"hill": "rolling hill", "woods": "light woods"}
TYPES: dict[Arm, str] = {
    "infantry": Type.INFANTRY, "machine guns": Type.INFANTRY, "engineers": Type.INFANTRY, "cavalry": Type.CAVALRY,
    "recce": Type.AFV, "armour": Type.AFV, "anti-tank guns": Type.AT, "artillery": Type.ARTILLERY,
    "mortars": Type.ARTILLERY,
}  # fmt: skip
RIDES: dict[Arm, scenario.Ride] = {
    "recce": "wheeled", "armour": "tracked", "anti-tank guns": "motorised", "artillery": "motorised",
    "mortars": "motorised",
}  # fmt: skip
WITH: dict[Arm, tuple[scenario.Attached, ...]] = {
    "infantry": (scenario.Attached(Company.HMG), scenario.Attached(Company.MORTAR, 81)),
    "machine guns": (scenario.Attached(Company.HMG), scenario.Attached(Company.HMG)),
    "engineers": (scenario.Attached(Company.FLAMETHROWERS),),
}
QUALITIES: dict[Quality, str] = {"green": "Recruit", "regular": "Regular", "veteran": "Veteran", "elite": "Elite"}
RATINGS = {"good": "C", "average": "D", "poor": "F"}
SEGMENT = 2  # hours
LATEST = SEGMENTS.index("Dusk")


def staged(battle: Engagement) -> scenario.KorpsScenario:
    """The attacker is on Advance, the defender on Hold. Who holds the aim at the end wins."""
    found = scenario.KorpsScenario(
        id=battle.id, rules="panzer-korps", title=battle.title, setting=battle.setting,
        size=f"{sum(len(side.forces) for side in battle.side)} formations", climate=battle.climate,
        victory_text=battle.winning, map=staged_map(battle, SCALE, GROUND), year=battle.year, season=battle.season,
        first=battle.attacker.name, defender=battle.defender.name,
        last=SEGMENTS[min(battle.hours // SEGMENT, LATEST)], turns=3,
        objectives=(scenario.Objective("the aim", piece=battle.aim, holder=battle.defender.name),), decides="the aim",
        side=tuple(army(battle, side, attacks=side is battle.attacker) for side in battle.side),
    )  # fmt: skip
    scenario.check(found)
    return found


def army(battle: Engagement, side: Contender, *, attacks: bool) -> scenario.Army:
    group = scenario.Group(
        f"{side.name} group", RATINGS[side.leader], tuple(map(formation, side.forces)),
        order=Order.ADVANCE if attacks else Order.HOLD, zone=(Part(zone(battle, side, SCALE)),), decorated=1,
    )  # fmt: skip
    return scenario.Army(side.name, side.nation, (group,), side.edge)


def formation(force: Force) -> scenario.Formation:
    kind = TYPES[force.arm]
    return scenario.Formation(
        force.name, kind, QUALITIES[force.quality], force.companies,
        calibre=force.calibre or (81 if force.arm == "mortars" else 0), ride=RIDES.get(force.arm, "foot"),
        weight=force.weight if force.arm == "armour" else "", traits=("recce",) if force.arm == "recce" else (),
        attached=WITH.get(force.arm, ()), entrenched=force.dug_in, off_table=kind == Type.ARTILLERY,
    )  # fmt: skip
