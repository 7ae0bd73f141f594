"""States, orders and events of Far East War to plain data and back."""

from typing import Any, cast

from gm.games import plain
from gm.games.far_east_war.events import Event
from gm.games.far_east_war.orders import Order
from gm.games.far_east_war.state import State
from gm.values import Value


class FarEastWarCodec(Value, frozen=True):
    """See ``gm.games.game.Codec``."""

    def dump(self, value: object) -> Any:
        """Plain data for a state, an order or an event."""
        return plain.dump(value)

    def load_state(self, data: Any) -> State:
        """The state that ``dump`` made *data* from."""
        return cast(State, plain.loader(State)(data))

    def load_order(self, data: Any) -> Order:
        """The order that ``dump`` made *data* from."""
        return cast(Order, plain.loader(Order)(data))

    def load_event(self, data: Any) -> Event:
        """The event that ``dump`` made *data* from."""
        return cast(Event, plain.loader(Event)(data))
