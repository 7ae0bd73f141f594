"""Who fights in a battle, and which ability acts there. Rulebook: General's Abilities."""

from dataclasses import dataclass

from gm.games.far_east_war.map import (
    Ability,
    AreaId,
    Effect,
    General,
    GeneralId,
    LegionId,
    Role,
    Terrain,
)
from gm.games.far_east_war.state import Legion
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power
from gm.values import Value


@dataclass(slots=True)
class Fighter:
    """A fighting legion as it was when the battle began, and what has become of it since."""

    legion: LegionId
    owner: Power
    role: Role
    general: GeneralId | None
    lone: bool
    """It had a single troop when the battle (or the second strike) began (ruling C36)."""
    lost: int = 0
    """Troops removed from it in this battle, less those that came back."""
    killed: bool = False
    """Its General died in this battle."""

    @classmethod
    def of(cls, legion: Legion, role: Role) -> "Fighter":
        """A legion as it enters the battle."""
        return cls(legion.id, legion.owner, role, legion.general, legion.troops == 1)


class Fight(Value, frozen=True):
    """One battle while it is fought; ``kind`` is what it is called among the dice."""

    table: Table
    area: AreaId
    terrain: Terrain
    supports: int
    attacker: Fighter
    defender: Fighter
    kind: str = "battle"

    def foe(self, side: Fighter) -> Fighter:
        """The other fighting legion."""
        return self.defender if side is self.attacker else self.attacker

    def stands(self, side: Fighter) -> bool:
        """Whether the legion is still on the map."""
        return side.legion in self.table.legions

    def general_now(self, side: Fighter) -> GeneralId | None:
        """The General who leads the legion at this moment: dead ones no longer help."""
        legion = self.table.legions.get(side.legion)
        return None if legion is None else legion.general

    def card(self, side: Fighter) -> General | None:
        """The card of the General who leads the legion at this moment."""
        general = self.general_now(side)
        return None if general is None else self.table.board.generals[general]

    def led(self, side: Fighter) -> GeneralId:
        """The id of the General an ability belongs to."""
        return side.general or GeneralId("")


def ability_of(fight: Fight, side: Fighter, effect: Effect) -> Ability | None:
    """The ability with this effect that acts for a legion in this battle, if there is one.

    Only the Generals of the attacking and the defending legion count, never a support's.
    """
    card = fight.card(side)
    ability = None if card is None else card.ability(effect)
    if ability is None or not ability.acts(side.role, fight.terrain):
        return None
    return ability
