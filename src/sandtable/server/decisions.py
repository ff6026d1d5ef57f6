"""A decision as choices to click: the unit, its targets, its place; and the refused options."""

from collections.abc import Sequence

from msgspec.structs import asdict, replace

from sandtable.board.board import Board, Faced, Facings, Landmarked, Region
from sandtable.board.grid import SquareGrid
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Command, Decision, Option
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import Side, State, UnitId
from sandtable.server import scene
from sandtable.server.drawing import side_number
from sandtable.server.refused import Refused
from sandtable.server.sparing import fires_with
from sandtable.telling.places import told_command

EVERY_TURN = range(0, 360, 15)  # facings to try if only the facing is open


def decision(rules: RuleSet, view: State, asked: Decision, seq: int) -> scene.Decision:
    every = [*asked.options, *asked.barred]
    deeds = deeds_of(every)
    choices = [choice(rules, view, option, number, deeds[number]) for number, option in enumerate(every)]
    may = len(asked.options)
    side, topic = side_number(view, asked.side), asked.topic
    about = tuple(unit for unit in topic.about if unit in view.units)
    ready = rules.showing.ready(asked.options)
    return scene.Decision(
        seq=seq,
        side=side,
        kind=topic.kind,
        about=about,
        question=topic.words,
        clause=asked.clause,
        mine=True,
        options=tuple(choices[:may]),
        barred=tuple(choices[may:]),
        ready=ready,
        set_up=set_up(view, asked.side),
    )


def deeds_of(options: Sequence[Option]) -> list[int]:
    """For each option the number of the first that does the same, perhaps in another way."""
    first: dict[tuple[object, ...], int] = {}
    return [first.setdefault(option.command.same_deed, number) for number, option in enumerate(options)]


def set_up(view: State, side: Side) -> scene.SetUp | None:
    """Whether the asked side sets up now. The steps to come name nothing hidden."""
    if not view.agenda or not view.agenda[0].sets_up:
        return None
    return scene.SetUp(view.scenario.id, side in view.scenario.set_up)


def choice(rules: RuleSet, view: State, option: Option, number: int, deed: int | None = None) -> scene.Choice:
    command = option.command
    named = units_named(command, view)
    return scene.Choice(
        n=number,
        deed=number if deed is None else deed,
        words=told_command(command, view).replace("...", "…"),
        clause=option.clause,
        verb=rules.showing.verb(command),
        unit=named[0] if named else None,
        targets=tuple(named[1:]),
        place=next((spot(value) for value in asdict(command).values() if isinstance(value, Place)), None),
        region=region(view.board, option.region) if option.region is not None else None,
        lays=laid(rules, view, named[0]) if option.region is not None and named else None,
        refusal=scene.Refused(why.why, why.clause) if (why := option.refusal) else None,
        quiet=command.quiet,
        attack=command.attack,
        ends=command.ends,
        goes=command.goes,
        volley=fires_with(view, option),
        ways=command.ways,
    )


def laid(rules: RuleSet, view: State, name: UnitId) -> scene.Cover | None:
    """The size of a template. The screen cannot know it before the template lies on the table."""
    unit = view.units[name]
    base = rules.base(view, unit)
    is_template = rules.showing.look(view, unit).role == "template"
    return scene.Cover(base.width, base.depth, base.disc) if is_template else None


def units_named(command: Command, view: State) -> list[UnitId]:
    """The units that a command names and its side sees, in the command's order."""
    return [unit for unit in command.units if unit in view.units]


def spot(place: Place) -> scene.Spot:
    return place.x, place.y, place.facing


def region(board: Board, where: Region) -> scene.Region:
    """The full region on a grid. On a free table outlines take time, so a client must ask for them."""
    if isinstance(board, SquareGrid):
        return worked_out(where)
    faced = facings(where)
    return scene.Region(turns=faced.choice, facing=faced.first)


def facings(where: Region) -> Facings:
    return where.faced() if isinstance(where, Faced) else Facings()


def worked_out(where: Region) -> scene.Region:
    outlines = tuple(tuple(outline) for outline in where.outline())
    places = where.places()
    faced = facings(where)
    turns = turns_at(where, outlines) if places is None and faced.choice is None else faced.choice
    return scene.Region(outlines, None if places is None else tuple(map(spot, places)), turns, faced.first)


def turns_at(where: Region, outlines: tuple[tuple[scene.Point, ...], ...]) -> tuple[int, ...] | None:
    """The facings to choose from, if the region is a single point."""
    if not outlines or any(len(outline) > 1 for outline in outlines):
        return None
    notable = {place.facing for place in where.notable()} if isinstance(where, Landmarked) else set()
    found = {turn for turn in EVERY_TURN if any(where.contains(Place(*one[0], turn)) for one in outlines)}
    return tuple(sorted(notable | found))


# ---- the chosen option


def option_called(asked: Decision, number: int) -> Option | None:
    every = (*asked.options, *asked.barred)
    return every[number] if 0 <= number < len(every) else None


def command_of(board: Board, option: Option, to: scene.Spot | None) -> Command:
    """The option with its place filled in. If the place is missing, the rules refuse it."""
    return replace(option.command, to=place_at(board, to)) if option.region is not None and to else option.command


def place_at(board: Board, to: scene.Spot) -> Place:
    """The place, rounded to squares on a grid and to hundredths of an inch on a free table; Refused if far outside."""
    x, y, facing = to
    if isinstance(board, SquareGrid):
        place = Place(int(x), int(y), facing % 360) if is_near(x, board.files) and is_near(y, board.ranks) else None
        if place is None or place.point != (x, y) or not board.has(place):
            raise Refused("the place must be a square of the board with a facing to an edge")
        return place
    assert isinstance(board, FreeTable)
    if not (is_near(x, board.width) and is_near(y, board.depth)):
        raise Refused("the place must be on the table")
    return Place(round(x, 2), round(y, 2), facing % 360)


def is_near(value: float, size: float) -> bool:
    return -size <= value <= 2 * size
