"""A battle in plain terms under Combat Captain. A battalion is a company of the book; a company is two squads."""

from sandtable.kernel.engagement import Arm, Contender, Engagement, Force, Quality, staged_map, zone
from sandtable.mechanics.aims import Victory, Win
from sandtable.rules.combat_captain.scenario import Army, CaptainScenario, Company, Objective, Some, check

SCALE = 1.5  # inches for a hundred metres: more men on less ground than in truth
GROUND = {"woods": "forest", "village": "building", "town": "building", "brush": "scrub", "bridge": "road"}
TURN = 0.5  # hours
QUALITIES: dict[Quality, str] = {"green": "Militia", "regular": "Regular", "veteran": "Veteran", "elite": "Veteran"}
NATIONS = {"Germany": "German", "Britain": "British", "USA": "American", "Russia": "Russian"}
TANKS = {
    ("Germany", "light"): "Panzer III", ("Germany", "medium"): "Panzer IV", ("Germany", "heavy"): "Panther",
    ("Britain", "light"): "M3/M5 Stuart", ("Britain", "medium"): "Cromwell", ("Britain", "heavy"): "Churchill",
    ("USA", "light"): "M3/M5 Stuart", ("USA", "medium"): "M4 Sherman", ("USA", "heavy"): "M4 Sherman",
    ("Russia", "light"): "T-26", ("Russia", "medium"): "T-34/76", ("Russia", "heavy"): "KV-1",
}  # fmt: skip
SQUADS: dict[Arm, tuple[str, int]] = {
    "infantry": ("Rifle squad", 2), "engineers": ("Rifle squad", 2), "cavalry": ("Rifle squad", 2),
    "machine guns": ("Machine gun squad", 1), "mortars": ("Mortar squad", 1),
}  # fmt: skip
COVER = 2  # of troops that are dug in
GUNS = 2  # for each company of anti-tank guns


def staged(battle: Engagement) -> CaptainScenario:
    attacker, defender = battle.side
    scenario = CaptainScenario(
        id=battle.id, rules="combat-captain", title=battle.title, setting=battle.setting,
        size=f"{sum(len(side.forces) for side in battle.side)} companies", climate=battle.climate,
        victory_text=battle.winning, map=staged_map(battle, SCALE, GROUND), turns=round(battle.hours / TURN),
        first=attacker.name, objectives=(Objective("the aim", piece=battle.aim, holder=defender.name),),
        victory=Victory((Win(attacker.name, ("the aim",)),), otherwise=defender.name),
        side=tuple(army(battle, side) for side in battle.side),
    )  # fmt: skip
    check(scenario)
    return scenario


def army(battle: Engagement, side: Contender) -> Army:
    """Artillery stays off the table: the book's random events bring it."""
    forces = [force for force in side.forces if force.arm != "artillery"]
    companies = tuple(company(side, force) for force in forces)
    return Army(
        side.name, companies, side.edge, nation=NATIONS.get(side.nation, side.nation), zone=zone(battle, side, SCALE),
        heavy_artillery=len(forces) < len(side.forces),
    )  # fmt: skip


def company(side: Contender, force: Force) -> Company:
    foot = force.arm in SQUADS
    cover = (COVER if foot else 1) if force.dug_in else 0
    return Company(force.name, sub_units(side, force), quality=QUALITIES[force.quality], cover=cover, any_size=True)


def sub_units(side: Contender, force: Force) -> tuple[Some, ...]:
    if force.arm in SQUADS:
        name, each = SQUADS[force.arm]
        number = force.companies if force.dug_in else 1
        heavy = (Some("Machine gun squad", number),) if force.arm == "infantry" else ()
        return Some(name, each * force.companies), *heavy
    if force.arm == "armour":
        return (Some(TANKS[side.nation, force.weight], force.companies),)
    if force.arm == "recce":
        return (Some("Armoured car with 20 to 40 mm gun", force.companies),)
    guns = "37 to 45 mm anti-tank gun" if force.calibre < 50 else "50 to 75 mm anti-tank gun"
    return (Some(guns, GUNS * force.companies),)
