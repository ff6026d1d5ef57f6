"""The briefing: who you are, how you win, what fights and what is still to come."""

from sandtable.kernel.state import Side
from sandtable.server import briefed
from sandtable.server.battle import Battle
from sandtable.telling.display import Display
from sandtable.telling.forces import forces


def briefing(battle: Battle, eyes: Side) -> briefed.Briefing:
    """As a side may know it before the first command."""
    rules, scenario = battle.rules, battle.game.scenario
    view = rules.view(battle.game.stages[0].leg.position.state, eyes)
    display, winning = Display(rules, view), rules.showing.winning(scenario)
    return briefed.Briefing(
        setting=scenario.setting.strip(),
        length=rules.showing.length(scenario),
        victory=scenario.victory_text.strip(),
        sides=tuple(briefed.SideBriefing(winning.get(side, ""), tuple(forces(display, side))) for side in view.sides),
    )
