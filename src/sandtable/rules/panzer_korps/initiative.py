"""Initiative: who goes first in a Day Segment."""

from collections.abc import Sequence

from sandtable.book.charts import Grid
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Term, counting, term_of
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.panzer_korps.book import BOOK, D6, cite, scored
from sandtable.rules.panzer_korps.commands import PAPERS, AddInitiative, SubtractInitiative
from sandtable.rules.panzer_korps.day_facts import InitiativeTaken
from sandtable.rules.panzer_korps.field import cinc_rating
from sandtable.rules.panzer_korps.scenario import battle
from sandtable.rules.panzer_korps.steps import Initiative, InitiativeSign
from sandtable.rules.panzer_korps.words import Tie

FIGURES = Grid(BOOK.table("initiative"))
MODIFIERS = cite("pk.initiative.modifiers")
BOTH_DICE = "initiative-both-dice"
GOOD = frozenset({"A", "B", "C"})  # ratings with a choice: pk.initiative.modifiers


def first_side(state: State) -> Side:
    """Who has the initiative; before the first check, the scenario's first player."""
    with_it = (side for side in state.sides if state.units[UnitId(side)].is_linked(Tie.INITIATIVE, UnitId(side)))
    return next(with_it, Side(battle(state).first))


def in_order(state: State) -> tuple[Side, Side]:
    """pk.setup.choices: the initiative player first."""
    return (first := first_side(state)), state.foe(first)


def chooses(state: State, side: Side) -> bool:
    """Whether its CinC may add or subtract."""
    return cinc_rating(state, side) in GOOD and BOTH_DICE not in state.variants


@rule("pk.initiative.modifiers")
def choose_sign(play: Play, step: InitiativeSign) -> None:
    """A CinC rated A, B or C adds his figure or subtracts it, as his player says before the dice are thrown."""
    side = step.side
    words = f"Does your CinC, rated {cinc_rating(play.state, side)}, add to the initiative or subtract?"
    ways = [Option(AddInitiative(side), MODIFIERS), Option(SubtractInitiative(side), MODIFIERS)]
    PAPERS.write(play, side, play.ask(side, Topic("initiative", words, rare=True), lambda view: ways))


@rule("pk.initiative.check")
def check_initiative(play: Play, step: Initiative) -> bool:
    """Both throw; the higher total has the initiative for the whole Day Segment. Equal totals are thrown again."""
    sides = play.state.sides
    throws = [Throw("initiative", f"{side} throws for the initiative", side=side) for side in sides]
    winner = higher(play, throws, [initiative_adds(play.state, side) for side in sides])
    if winner is None:
        return True
    PAPERS.read_out(play, sides)
    play.emit(InitiativeTaken(sides[winner]))
    return False


def higher(play: Play, throws: Sequence[Throw], adds: Sequence[tuple[Term, ...]]) -> int | None:
    """Two throw a d6 with their modifiers: which total is higher. None: they are equal, and both throw again."""
    first, second = (scored(play, throw, D6, terms) for throw, terms in zip(throws, adds, strict=True))
    if first == second:
        play.emit(Noted("equal: both throw again"))
        return None
    return 0 if first > second else 1


def initiative_adds(state: State, side: Side) -> tuple[Term, ...]:
    """Its CinC's figure; with the variant also the minus figure of a good enemy CinC."""
    own, enemy = cinc_rating(state, side), cinc_rating(state, state.foe(side))
    column = "minus" if SubtractInitiative(side) in PAPERS.written(state, side) else "plus"
    term = term_of(FIGURES.number(own, column), f"CinC rated {own}", MODIFIERS)
    if BOTH_DICE not in state.variants or enemy not in GOOD:
        return counting(term)
    minus, label = FIGURES.number(enemy, "minus"), f"enemy CinC rated {enemy}"
    return counting(term, term_of(minus, label, cite("pk.initiative.both-dice")))
