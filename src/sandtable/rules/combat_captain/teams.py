"""Several players on a side: who decides for which company."""

from msgspec.structs import replace

from sandtable.kernel.decision import Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, UnitId
from sandtable.rules.combat_captain.scenario import Army, battle

OPTION = "team-play"


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


def asked_of(state: State, topic: Topic) -> Topic:
    """With the option, the question names the player whose decision it is."""
    if OPTION not in state.variants:
        return topic
    scenario, about = battle(state), {str(unit) for unit in topic.about}
    for army in scenario.side:
        for player, companies in players(army).items():
            if about & set(companies):
                return replace(topic, words=f"{player}: {topic.words}")
    return topic
