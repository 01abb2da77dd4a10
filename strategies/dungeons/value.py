"""How likely the heroes are to win, judged between two turns."""

from simulate.core.compiler import kernel
from simulate.games.dungeons.end import is_won
from simulate.games.dungeons.state.record import OVER


@kernel
def chance_of_winning(s, cards):
    """1 for a game that is won, 0 for one that is lost, a half for one that goes on."""
    if s.phase == OVER:
        return 1.0 if is_won(s) else 0.0
    return 0.5
