"""Portable Wargame: turn 6, Red has written its artillery orders; the words are those of the rule set."""

from functools import reduce

import msgspec

from sandtable.board.grid import SquareGrid
from sandtable.board.place import Place
from sandtable.kernel.events import (
    Carried,
    Counted,
    Discarded,
    Held,
    Moved,
    Removed,
    Spent,
    Stacked,
    Tallied,
    Unmarked,
)
from sandtable.kernel.state import NOBODY, Pile, Side, UnitId
from sandtable.kernel.view import known
from sandtable.rules.portable_wargame.artillery import pile as orders_of
from sandtable.rules.portable_wargame.commands import Bombard
from sandtable.rules.portable_wargame.words import Did, Mark, Marker, Tally
from tests.kernel.papers.paper import (
    Change,
    Paper,
    Phase,
    place,
    table,
    tally,
    unit,
)

RED, BLUE = Side("Red"), Side("Blue")


def portable_wargame() -> Paper:
    open_ground = SquareGrid(8, 8, (frozenset(),) * 64, (0,) * 64, frozenset({"wood", "bunker"}))
    ground = {"d4": {"wood"}, "e6": {"minefield"}, "c6": {"barbed wire", "trench"}, "f2": {"road"}}
    board = reduce(lambda b, item: b.with_ground(b.named(item[0]), frozenset(item[1])), ground.items(), open_ground)

    def at(square: str, facing: int = 0) -> Place:
        return board.place(board.named(square), facing)

    def sp(points: int, **others: int) -> dict[str, int]:
        return {Tally.SP: points, **others}

    units = [
        # pw.exhaustion.point, pw.exhaustion.reached
        unit("Red", Marker.FORCE, RED, **{Tally.INITIAL: 30, Tally.LOST: 4}),
        unit("Blue", Marker.FORCE, BLUE, marks=Mark.EXHAUSTED,
             **{Tally.INITIAL: 24, Tally.LOST: 9, Tally.EXHAUSTED_IN: 5}),
        unit("Red Infantry", "Infantry", RED, at("c4"), of="Red", traits="Average",
             spent=f"{Did.ACTIVATED}, {Did.MOVED}", **sp(3)),
        # pw.artillery.mod-repeat: the square fired at, as a number, and the turn; pw.gas.allocation.
        unit("Red Field Artillery", "Artillery", RED, at("d2"), of="Red", traits="Average, Field Artillery",
             marks=Mark.GAS_SHELL, **sp(2, **{Tally.TARGET: board.named("d6"), Tally.TARGET_TURN: 5})),
        # pw.transport.procedure: loading takes the turn; pw.tank-riders.carry.
        unit("Red Trucks", "Trucks", RED, at("f2"), of="Red", traits="Average", **sp(2)),
        unit("Red Mortars", "Mortars", RED, at("f2"), of="Red", aboard="Red Trucks", traits="Average",
             marks=Mark.LOADING, **sp(2)),
        unit("Red Tanks", "Tanks", RED, at("e3"), of="Red", traits="Elite", **sp(3)),
        unit("Red Tank Riders", "Infantry", RED, of="Red", aboard="Red Tanks", traits="Elite", **sp(4)),
        unit("Red Bomber", "Two-seater Bomber Aircraft", RED, at("b5"), of="Red",
             **sp(3, **{Tally.CAME: 4, Tally.BOMBS: 2})),
        unit("Blue Engineers", "Engineers", BLUE, at("d6", 180), of="Blue", traits="Average", **sp(4)),
        # pw.engineers.work: the marker is on the square worked at and belongs to the worker.
        unit("Blue Engineers, laying mines", Marker.LAYING, BLUE, at("d5"), of="Blue Engineers", **{Tally.WORKED: 2}),
        unit("Blue Infantry", "Infantry", BLUE, at("c6", 180), of="Blue", traits="Poor", marks=Mark.LAYING_WIRE,
             spent=Did.ENTERED, **sp(1)),
        unit("Blue Armoured Cars", "Armoured Cars", BLUE, of="Blue", traits="Average, enters d8",
             **sp(3, **{Tally.ARRIVES: 7})),  # pw.setup.reinforcements
        unit("gas cloud 5.1", Marker.CLOUD, NOBODY, at("d7"), **{Tally.MADE: 5}),  # pw.gas.drift-timing
        unit("objective e6", Marker.OBJECTIVE, BLUE, at("e6")),  # pw.victory.objectives
    ]  # fmt: skip
    order = msgspec.json.encode(Bombard(UnitId("Red Field Artillery"), at("d6"), gas=True)).decode()
    state = table(
        "portable-wargame",
        (RED, BLUE),
        board,
        units,
        agenda=(  # pw.turn.sequence
            Phase("orders", BLUE), Phase("bombardment"), Phase("initiative"), Phase("end phase"),
            Phase("turn", number=7),
        ),
        tallies={Tally.TURN: 6, Tally.ACTIVATIONS: 0},
        piles={orders_of(RED): Pile((order,), frozenset({RED}))},  # pw.artillery.resolution-order
        options="gas, air, tank-riders",
    )  # fmt: skip
    changes = (
        Change("the last strength point is lost", "pw.units.record-losses",
               (Tallied("Blue Infantry", Tally.SP, 0), Removed("Blue Infantry", "destroyed"),
                Tallied("Blue", Tally.LOST, 10)),
               lambda s: place(s, "Blue Infantry") is None),
        Change("another order is written", "pw.artillery.resolution-order",
               (Stacked(orders_of(RED), Pile((order, order), frozenset({RED}))),),
               lambda s: len(s.piles[orders_of(RED)].cards) == 2),
        Change("orders are turned up", "pw.artillery.resolution-order", (Stacked(orders_of(RED), Pile((order,))),),
               lambda s: known(s, BLUE).piles[orders_of(RED)].cards == (order,)),
        Change("a gas cloud drifts", "pw.gas.drift", (Moved("gas cloud 5.1", at("d8")),),
               lambda s: place(s, "gas cloud 5.1") == at("d8")),
        Change("work goes on", "pw.engineers.work", (Tallied("Blue Engineers, laying mines", Tally.WORKED, 3),),
               lambda s: tally(s, "Blue Engineers, laying mines", Tally.WORKED) == 3),
        Change("work is given up", "pw.engineers.work", (Discarded("Blue Engineers, laying mines"),),
               lambda s: "Blue Engineers, laying mines" not in s.units),
        Change("loading is done", "pw.transport.procedure",
               (Unmarked("Red Mortars", Mark.LOADING), Removed("Red Mortars", "loaded"),
                Carried("Red Mortars", "Red Trucks")),
               lambda s: place(s, "Red Mortars") is None and s.units["Red Mortars"].aboard),
        Change("bombs are dropped", "pw.air-to-ground.bomb-loads",
               (Tallied("Red Bomber", Tally.BOMBS, 0), Spent("Red Bomber", Did.FIRED)),
               lambda s: tally(s, "Red Bomber", Tally.BOMBS) == 0),
        Change("the objective is taken", "pw.victory.objectives", (Held("objective e6", RED),),
               lambda s: s.units["objective e6"].side == RED),
        Change("the dice are thrown", "pw.activation.total", (Counted(Tally.ACTIVATIONS, 7),),
               lambda s: s.tallies[Tally.ACTIVATIONS] == 7),
    )  # fmt: skip
    return Paper(state, changes, unread={BLUE: {orders_of(RED)}})
