"""The rules of Tiny Epic Defenders as tests call them."""

from simulate.games.defenders import turn
from simulate.games.defenders.log import LOG
from simulate.games.defenders.moves import lists
from tests.rules.entry import entries_of

by_hand, list_moves, advance, step = entries_of(
    __name__, (lists.list_moves, turn.advance, turn.step), LOG
)
