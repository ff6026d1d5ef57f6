"""The weather of the battle, and the sighting distance in it."""

from sandtable.kernel.events import Counted, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.great_battles.battle.scenario import battle, players
from sandtable.rules.great_battles.edition import charts, cite, rolls, rule
from sandtable.rules.great_battles.facts.day import WeatherTurned
from sandtable.rules.great_battles.words import Tally

SKY = UnitId("sky")
ROLL, AND = "roll", " and "


def weather(state: State) -> frozenset[str]:
    return state.units[SKY].marks


@rule("weather.roll")
def dawn_weather(play: Play) -> None:
    """Weather is rolled once a day, by the scenario's table or the book's, and lasts all day."""
    scenario = battle(play.state)
    if scenario.weather != ROLL:
        set_weather(play, scenario.weather, "weather.once-a-day")
        return
    die = play.roll(Throw("weather", "the weather"), rolls(play.state).die)
    if scenario.skies:
        found = next(name for upto, name in scenario.skies if die <= upto)
        set_weather(play, found, "weather.roll")
    else:
        set_weather(play, charts(play.state).weather(die), "weather.default-table")


def set_weather(play: Play, name: str, why: str) -> None:
    """One kind of weather, or two that a scenario joins: "cold and rain"."""
    new, clause = frozenset(name.split(AND)), cite(play.state, why)
    if new != weather(play.state):
        play.emit(WeatherTurned(SKY, new), clause)


@rule("sighting.dawn-visibility")
def light(play: Play, number: int) -> None:
    """On the third turn of the day a die says how soon it is light."""
    state, throw = play.state, Throw("light", "the light of the third turn")
    odd = number == charts(state).doubtful and play.roll(throw, rolls(state).die) % 2 == 1
    play.emit(Counted(Tally.ODD, int(odd)))


@rule("sighting.distance-use")
def set_sight(play: Play, side: Side, turn: int | None = None) -> None:
    """The sighting distance of a player turn holds for both sides. `turn`: another turn than the marker shows."""
    state = play.state
    turn = turn or state.tallies[Tally.TURN]
    second = side != Side(battle(state).first_player)
    inches = charts(state).sight(turn, second, odd=bool(state.tallies.get(Tally.ODD, 0)))
    why = "sighting.daylight" if turn > charts(state).doubtful else "sighting.dawn-visibility"
    for limit in [sight_in(state, name) for name in sorted(weather(state))]:
        if limit < inches:
            inches, why = limit, "weather.visibility"
    if inches != state.tallies[Tally.SIGHT]:
        play.emit(Noted(f"troops see {inches} inches"), cite(state, why))
    play.emit(Counted(Tally.SIGHT, inches))


def see_at_dawn(play: Play) -> None:
    """Before the roll for the third turn nobody knows its light: sight is as on the second turn."""
    turn = play.state.tallies[Tally.TURN]
    set_sight(play, players(play.state)[0], turn - (turn == charts(play.state).doubtful))


def sight_in(state: State, name: str) -> int:
    """The longest sighting distance in a weather, by the scenario or by the book."""
    return battle(state).sight.get(name) or charts(state).sight_in(name)
