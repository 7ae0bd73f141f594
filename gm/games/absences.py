"""Reports that do not say who sent nothing, for matches in which only the gamemaster hears that."""

from typing import Any, Protocol, runtime_checkable

from gm.games.vocabulary import Outcome


@runtime_checkable
class Reticent(Protocol):
    """A game whose events say who sent nothing."""

    def without_absences(self, outcome: Outcome[Any]) -> Outcome[Any]:
        """The outcome without the events that say so and nothing else; orders stay as they are."""
