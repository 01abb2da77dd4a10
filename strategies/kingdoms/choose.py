"""How a seat chooses: by weights, at random, idly, by looking ahead, or by a user's code."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.streams import uniform
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state.record import FIRST_CHOICE, PHASE
from strategies.choice import choices_of, soft_choice
from strategies.kingdoms.features import weigh_moves

HALF_EVEN = 2.0  # temperature at which half of the numbers in war are drawn evenly


@kernel
def draw_number(s, purpose, scores, n, temperature):
    """A number in war, as often as its score says; the higher the temperature, the more evenly."""
    kept = 1.0 / (1.0 + temperature / HALF_EVEN)
    total = 0.0
    for i in range(n):
        total += max(0.0, scores[i])
    point = uniform(s, purpose)
    for i in range(n - 1):
        share = max(0.0, scores[i]) / total if total > 0.0 else 1.0 / n
        point -= kept * share + (1.0 - kept) / n
        if point < 0.0:
            return i
    return n - 1


@inner_kernel
def is_drawn(s):
    """Whether a number in war is set in secret, which the best one would give away."""
    return s.phase == PHASE.SET_ATTACK or s.phase == PHASE.SET_DEFENCE


@kernel
def draw_softly(s, purpose, scores, n, temperature):
    """The best move, softened; a number in war is drawn as often as its score says."""
    if is_drawn(s):
        return draw_number(s, purpose, scores, n, temperature)
    return soft_choice(s, purpose, scores, n, temperature)


# Moves that are the least that the rules allow where they are listed.
IDLE = KIND.group(
    "do nothing",
    "collect",
    "stop",
    "white flag",
    "yield",
    "leave lair",
    "give up",
    "lose meeple",
)


choose_by_weights, choose_idly, choose_quickly = choices_of(
    __name__, weigh_moves, draw_softly, IDLE, FIRST_CHOICE
)
