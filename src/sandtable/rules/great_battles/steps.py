"""The steps of the sequence of play, for the agenda."""

from typing import ClassVar

from sandtable.kernel.state import SideStep, Step


class SetUpStep(SideStep, frozen=True):
    """A step in which a side sets up its units."""

    sets_up: ClassVar[bool] = True


class Preparation(SetUpStep, frozen=True):
    """A side prepares before anybody is placed, by house rules."""


class Placement(SetUpStep, frozen=True):
    """One side places its units of the scenario, in secret."""


class Opening(Step, frozen=True):
    """A battle that begins in the middle of a day."""


class Dawn(Step, frozen=True):
    day: int


class Plan(SideStep, frozen=True):
    """One side plans its artillery for the day."""


class Weather(Step, frozen=True):
    pass


class StaffReturns(SideStep, frozen=True):
    """A C Ops that was overrun comes back."""


class DawnDeployment(SetUpStep, frozen=True):
    pass


class PassOrProceed(Step, frozen=True):
    pass


class DawnActivation(SideStep, frozen=True):
    pass


class Sharing(SideStep, frozen=True):
    """The divisions divide their shared activation points."""


class Turn(Step, frozen=True):
    number: int


class PlayerTurn(SideStep, frozen=True):
    pass


class Deployment(SetUpStep, frozen=True):
    """Step 2."""


class Activation(SideStep, frozen=True):
    """Step 3."""


class Barrages(SideStep, frozen=True):
    """Step 4A: barrages on the table are kept or removed, those that are due arrive."""


class Calls(SideStep, frozen=True):
    """Step 4A: new missions are called."""


class Shelling(SideStep, frozen=True):
    """Step 4B."""


class Landing(SideStep, frozen=True):
    """Before step 5: airborne troops land."""


class ActionRolls(SideStep, frozen=True):
    """Step 5A."""


class Staff(SideStep, frozen=True):
    """Step 5B: the C Ops moves without an action."""


class RoundStep(SideStep, frozen=True):
    """A part of the first or second round of actions."""

    round: int


class Moving(RoundStep, frozen=True):
    """Step 5B."""


class Tidying(RoundStep, frozen=True):
    """Step 5C."""


class Aiming(RoundStep, frozen=True):
    """Step 5D: targets are named."""


class Firing(RoundStep, frozen=True):
    """Step 5D: the shots."""


class CloseCombat(SideStep, frozen=True):
    """Step 6."""


class Morale(SideStep, frozen=True):
    """Step 7."""


class Clearing(SideStep, frozen=True):
    """The end of a player turn."""


class Dusk(SideStep, frozen=True):
    """Late in the day a player turn may be the last one, by house rules."""


class EndOfTurn(Step, frozen=True):
    number: int


class Nightfall(Step, frozen=True):
    pass


class NightStaff(SideStep, frozen=True):
    """The FUP moves up to its C Ops."""


class NightRest(Step, frozen=True):
    """Everybody recovers, and leftovers of the day are removed."""


class NightStowing(SideStep, frozen=True):
    """Weapons are packed up or set up."""


class NightLoading(SideStep, frozen=True):
    """Transport comes back."""


class Replacements(SideStep, frozen=True):
    """One battalion after another rolls for its lost stands."""


class Rejoining(SideStep, frozen=True):
    """Replaced stands rejoin their battalions."""


class NightReserves(SideStep, frozen=True):
    """Units are withdrawn."""


class NightDrill(SideStep, frozen=True):
    """Units on the table change formation."""


class NightAttachments(SideStep, frozen=True):
    pass


class Resupply(Step, frozen=True):
    pass


class PassedTurn(SideStep, frozen=True):
    """The missions that one side has written for a passed turn."""


class NextTurn(Step, frozen=True):
    """The turn marker moves on after a passed turn."""

    number: int
