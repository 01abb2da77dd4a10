"""The rules of Tiny Epic Dungeons as tests call them."""

from simulate.games.dungeons import turn
from simulate.games.dungeons.log import LOG
from simulate.games.dungeons.moves import lists
from tests.rules.entry import entries_of

by_hand, list_moves, advance, step = entries_of(
    __name__, (lists.list_moves, turn.advance, turn.step), LOG
)
