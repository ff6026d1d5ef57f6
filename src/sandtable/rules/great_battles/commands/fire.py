"""What a player may say of transport under fire."""

from sandtable.kernel.decision import Command
from sandtable.kernel.state import UnitId


class StayAboard(Command, frozen=True):
    """Do not get out."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} stays in its transport"
