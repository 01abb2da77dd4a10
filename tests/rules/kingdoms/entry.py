"""The rules of Tiny Epic Kingdoms as tests call them."""

from simulate.games.kingdoms import turn
from simulate.games.kingdoms.log import LOG
from simulate.games.kingdoms.moves import lists
from tests.rules.entry import entries_of

by_hand, list_moves, advance, step = entries_of(
    __name__, (lists.list_moves, turn.advance, turn.step), LOG
)
