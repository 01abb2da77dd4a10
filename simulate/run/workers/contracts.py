"""Static checks that compiled and own games have the same interface; only mypy reads it.

Of the five, `simulate.engine.GAME` has `prepare` and what its `GameEngine` gives (`doors`).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulate.engine import defenders, dungeons, kingdoms, tactics
    from simulate.engine.game_engine import GameEngine
    from simulate.own import table
    from simulate.own.declared import OwnGame
    from simulate.pack.catalogue import ShippedRoom
    from simulate.pack.game_room import (
        GameRoom,
        OwnRoom,
        Prepares,
        TableEngine,
        TableModule,
    )

    PREPARED: tuple[Prepares, ...] = (
        defenders.prepare,
        dungeons.prepare,
        kingdoms.prepare,
        tactics.prepare,
    )
    OF_OWN: TableModule = table

    def engine_of_the_five(engine: GameEngine) -> TableEngine:
        """What the five are played by is what is asked for."""
        return engine

    def room_of_the_five(room: ShippedRoom) -> GameRoom:
        """What the five give is what is asked for."""
        return room

    def own_room(room: OwnGame) -> OwnRoom:
        """What own games give is what is asked for."""
        return room
