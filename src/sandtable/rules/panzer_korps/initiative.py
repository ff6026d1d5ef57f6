"""Initiative: who goes first in a Day Segment."""

from sandtable.book.charts import Grid
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Term, term_of
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.panzer_korps.book import BOOK, D6, cite, scored
from sandtable.rules.panzer_korps.commands import AddInitiative, SubtractInitiative
from sandtable.rules.panzer_korps.day_facts import InitiativeTaken
from sandtable.rules.panzer_korps.field import cinc_rating
from sandtable.rules.panzer_korps.papers import read_out, write, written
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
    first = first_side(state)
    return first, state.foe(first)


def chooses(state: State, side: Side) -> bool:
    """Whether its CinC may add or subtract."""
    return cinc_rating(state, side) in GOOD and BOTH_DICE not in state.variants


@rule("pk.initiative.modifiers")
def choose_sign(play: Play, step: InitiativeSign) -> None:
    """A CinC rated A, B or C adds his figure or subtracts it, as his player says before the dice are thrown."""
    side = step.side
    words = f"Does your CinC, rated {cinc_rating(play.state, side)}, add to the initiative or subtract?"
    ways = [Option(AddInitiative(side), MODIFIERS), Option(SubtractInitiative(side), MODIFIERS)]
    write(play, side, play.ask(side, Topic("initiative", words), lambda view: ways))


@rule("pk.initiative.check")
def check_initiative(play: Play, step: Initiative) -> bool:
    """Both throw; the higher total has the initiative for the whole Day Segment. Equal totals are thrown again."""
    one, other = play.state.sides
    first, second = (throw(play, side, initiative_adds(play.state, side)) for side in (one, other))
    if first == second:
        play.emit(Noted("equal: both throw again"))
        return True
    read_out(play, play.state.sides)
    play.emit(InitiativeTaken(one if first > second else other))
    return False


def throw(play: Play, side: Side, adds: tuple[Term, ...]) -> int:
    return scored(play, Throw("initiative", f"{side} throws for the initiative", side=side), D6, adds)


def initiative_adds(state: State, side: Side) -> tuple[Term, ...]:
    """Its CinC's figure; with the variant also the minus figure of a good enemy CinC."""
    own, enemy = cinc_rating(state, side), cinc_rating(state, state.foe(side))
    column = "minus" if SubtractInitiative(side) in written(state, side) else "plus"
    terms = [term_of(figure(own, column), f"CinC rated {own}", MODIFIERS)]
    if BOTH_DICE in state.variants and enemy in GOOD:
        terms.append(term_of(figure(enemy, "minus"), f"enemy CinC rated {enemy}", cite("pk.initiative.both-dice")))
    return tuple(term for term in terms if term.value)


def figure(rating: str, column: str) -> int:
    return FIGURES.figure(rating, column) or 0
