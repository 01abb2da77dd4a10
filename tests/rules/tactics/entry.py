"""The rules of Tiny Epic Tactics as tests call them."""

from simulate.games.tactics import turn
from simulate.games.tactics.log import LOG
from simulate.games.tactics.moves import lists
from tests.rules.entry import entries_of

by_hand, list_moves, advance, step = entries_of(
    __name__, (lists.list_moves, turn.advance, turn.step), LOG
)
