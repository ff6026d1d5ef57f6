"""Several players on a side: who decides for which company."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from sandtable.kernel.decision import Command, Option, Topic, WhyNot
from sandtable.kernel.events import Noted
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.combat_captain.scenario import Army, battle

OPTION = "team-play"
Options = Callable[[State], Iterable[Option]]


def players(army: Army) -> dict[str, list[str]]:
    """Each player's companies; those of nobody belong to the commander."""
    found: dict[str, list[str]] = {}
    for company in army.companies:
        found.setdefault(company.player or commander(army), []).append(company.name)
    return found


def commander(army: Army) -> str:
    """Who decides if they disagree: the overall commander, else the player who is listed first."""
    return army.commander or next((one.player for one in army.companies if one.player), f"the {army.name} player")


@rule("cc.setup.team-play")
def tell_teams(play: Play) -> None:
    """With the option, who commands what is said at the start."""
    if OPTION not in play.state.variants:
        return
    for army in battle(play.state).side:
        for player, companies in players(army).items():
            play.emit(Noted(f"{player} commands {', '.join(companies)}", about=tuple(map(UnitId, companies))))


def ask(play: Play, side: Side, topic: Topic, options: Options, why_not: WhyNot | None = None) -> Command:
    """With the option, a question names the player whose decision it is."""
    if OPTION in play.state.variants:
        topic = replace(topic, words=f"{player_of(play.state, side, topic)}: {topic.words}")
    return play.ask(side, topic, options, why_not=why_not)


def ask_owner(play: Play, topic: Topic, options: Options, why_not: WhyNot | None = None) -> Command:
    """Ask the side whose unit the question is about."""
    return ask(play, play.state.units[topic.about[0]].side, topic, options, why_not)


def player_of(state: State, side: Side, topic: Topic) -> str:
    """Whose company it is about; what is about no company is the commander's."""
    army = battle(state).army(side)
    names = {name for i in topic.about for name in (i, state.units[i].part_of)}
    return next((one.player for one in army.companies if one.name in names), "") or commander(army)
