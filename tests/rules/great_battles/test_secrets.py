"""What is told of one side's hidden stands is told to that side alone, and nothing that happens gives them away."""

import pytest
from facing import blue, fires, marches, red
from gbrandom import overlaps
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, TANK, WEAPONS, Body, carried_out, sid, stand, table
from missions import OF_GUN, battle10, falling
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Boarded
from sandtable.rules.great_battles.commands.airborne import GetDown
from sandtable.rules.great_battles.commands.day import LetPass, Wait
from sandtable.rules.great_battles.fire.modifiers import hit_modifiers
from sandtable.rules.great_battles.fire.shot import aim
from sandtable.rules.great_battles.guns.barrage import keep_barrages
from sandtable.rules.great_battles.move.digging import dig
from sandtable.rules.great_battles.move.drill import fall_in
from sandtable.rules.great_battles.move.riders import ride, rider_options
from sandtable.rules.great_battles.move.transport import dismount_body
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation
from sandtable.scripted import act
from sandtable.telling.story import readable

DEFENSIVE = Formation.DEFENSIVE


def hide(state, *names):
    """These stands are out of the enemy's knowledge, whatever he knows of the rest of their battalion."""
    for name in names:
        state = state.put(replace(stand(state, name), known_to=frozenset()))
    return state


def heard(after, side):
    """What a side reads of it."""
    return [str(entry) for entry in readable(after.entries, side)]


@pytest.mark.clause("gb20.formation.few-stands", "gb20.sighting.reveal")
def test_where_the_last_stand_of_a_battalion_hides_is_not_told_when_it_is_in_assault_formation():
    two = blue(INFANTRY, INFANTRY, at=(20, 30), formation=DEFENSIVE, destroyed=(1,))
    state = hide(table(red(), two), "B1/2")
    after = carried_out(state, fall_in)
    assert Formation.ASSAULT in after.state.units["B1"].marks
    assert len(heard(after, BLUE)) == 1 and not heard(after, RED)
    assert view(after.state, RED) == view(state, RED)
    assert view(after.state, BLUE) != view(state, BLUE)


@pytest.mark.clause("gb20.fire.column-and-road", "gb20.sighting.reveal")
def test_a_half_track_that_is_all_one_sees_of_a_battalion_is_fired_at_in_the_formation_of_that():
    column = blue("Infantry by half-track", INFANTRY, formation=Formation.MARCH, destroyed=(1,))
    state = hide(table(red(), column), "B1/2")
    track = state.units["B1/1 infantry's half-track"]
    state = state.put(replace(track, place=Place(20, 14, 180), known_to=None))
    seen = view(state, RED)
    shot = aim(seen, stand(seen, "R1/1"), seen.units[track.id])
    assert "in column" in [term.label for term in hit_modifiers(seen, shot)]


@pytest.mark.clause("gb20.fire.heavy-weapons", "gb20.sighting.reveal")
def test_heavy_weapons_that_help_a_shot_come_out_with_it():
    state = hide(table(red(), blue(INFANTRY, WEAPONS, WEAPONS, set_up=(2,))), "B1/1", "B1/2", "B1/3")
    after = fires(state, 1, by="B1/1", at="R1/1")
    assert [stand(after.state, name).known_to for name in ("B1/1", "B1/2", "B1/3")] == [None, None, frozenset()]


@pytest.mark.clause("gb10.barrage.field-gun-template")
def test_a_template_that_is_taken_off_does_not_name_its_hidden_gun():
    gunners = Body("A1", (30, 20), attached=("25 pounder field gun M by truck",), set_up=(4,), suppressed=(4,))
    state = falling(battle10(gunners, blue(at=(30, 40))), OF_GUN, 30, 30)
    after = carried_out(hide(state, "A1/4"), keep_barrages, RED)
    gun = sid(state, "A1/4")
    assert heard(after, BLUE) and not any(gun in line for line in heard(after, BLUE))


THICKET = {"kind": "woods", "name": "the thicket", "at": [20, 6.5], "size": [4, 2]}  # behind Red's back
TRACK = "R1/2 infantry's half-track"


def dismounted(*others):
    """Red's column gets out of its half-tracks, which stay behind it."""
    column = Body("R1", (20, 10), stands=("Infantry by half-track",) * 2, formation=Formation.MARCH, loaded=True)
    state = table(column, *others, pieces=(THICKET,))
    return act(state, lambda play: dismount_body(play, "R1", stay=True), view=view).state


@pytest.mark.clause("gb20.transport.half-tracks", "gb20.sighting.reveal")
def test_a_half_track_that_stays_comes_upon_whoever_hides_in_its_place():
    alone = dismounted(Body("B1", (20, 40), 180, side=BLUE))
    lurking = Body("B1", (20, 7.4), 0, side=BLUE, stands=(INFANTRY,), hidden=True)
    state = dismounted(lurking)
    assert stand(state, TRACK).place != stand(alone, TRACK).place
    assert not overlaps(state)
    assert stand(state, "B1/1").known_to is None


@pytest.mark.clause("gb20.variants.tank-riders", "gb20.sighting.reveal")
def test_a_rider_does_not_get_down_on_whoever_hides_there():
    wood = {"kind": "woods", "name": "the wood", "at": [22, 21.75], "size": [4, 1.5]}
    lurking = Body("B1", (22, 21.2), 180, side=BLUE, stands=(INFANTRY,), hidden=True)
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 2, attached=(TANK,), formation=DEFENSIVE, interval=50)
    state = table(body, lurking, pieces=(wood,), options=("tank-riders",))
    state = Boarded(sid(state, "A1/2"), sid(state, "A1/3")).apply(state)
    after = carried_out(state, ride, GetDown(sid(state, "A1/2"), Place(22, 21)))
    assert stand(after.state, "B1/1").known_to is None
    assert stand(after.state, "A1/2").aboard == sid(state, "A1/3")
    assert not list(rider_options(after.state, after.state.units["A1"], begun=True))  # it does not try here and there
    beside = carried_out(state, ride, GetDown(sid(state, "A1/2"), Place(22, 20.5)))
    assert stand(beside.state, "A1/2").place == Place(22, 20.5)
    assert "B1/1 infantry is revealed [gb20.sighting.cover]" in beside.told


@pytest.mark.clause("gb20.opfire.trigger", "gb10.opfire.trigger")
@pytest.mark.parametrize("rules", [GB20, GB10])
@pytest.mark.parametrize(("front", "waits"), [(17.4, 4), (16.9, 3)])
def test_where_a_hidden_stand_has_seen_enough_of_a_move_is_not_told(rules, front, waits):
    """Blue's B1, whom everybody sees, may fire at every inch; the hidden gun from the second on, or half an inch on."""
    wood = {"kind": "woods", "name": "the wood", "at": [20, front + 0.6], "size": [3, 1.5]}
    gun = Body("B2", (20, front), 180, side=BLUE, stands=("AT gun M",), set_up=(1,), hidden=True)
    seen, lurking = (
        table(red(), blue(at=(24, 12)), *more, pieces=(wood,), sight=6, rules=rules) for more in ((), [gun])
    )
    told = heard(marches(seen, 20, 14, picks=[*[Wait()] * 3, LetPass()]), RED)
    after = marches(lurking, 20, 14, picks=[*[Wait()] * waits, LetPass()])
    assert len(told) == 4 and heard(after, RED) == told


@pytest.mark.clause("gb20.variants.entrenching", "gb20.sighting.reveal")
def test_that_hidden_stands_dig_in_is_told_to_their_owner_alone():
    state = table(red(), blue(INFANTRY, INFANTRY, at=(20, 30)), options=("entrenching",))
    after = carried_out(hide(state, "B1/2"), dig, "B1")
    assert heard(after, BLUE) and not heard(after, RED)
    assert heard(carried_out(state, dig, "B1"), RED)
