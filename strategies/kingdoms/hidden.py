"""Redeal the hidden information of a seat (determinization).

Hidden are the kinds of the exploration tokens that lie face down, and, while the defender sets
its number, the attacker's.
"""

import numpy as np

from simulate.compiler.kernels import kernel
from simulate.core.streams import below
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.payments import most_set
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.record import PHASE, PURPOSE


@kernel
def unseen(s, cards, kind):
    """Tokens of a kind that nobody has turned yet, those left in the box too."""
    return cards.token_count[kind] - s.seen_tokens[kind]


@kernel
def deal_tokens(s, cards):
    """Give every token that lies face down a kind that nobody has turned yet."""
    left = np.int64(0)
    for kind in range(record.KINDS_OF_TOKEN):
        left += unseen(s, cards, kind)
    taken = np.int64(0)  # how many of each kind, in six bits each
    for place in range(s.slots * record.PLACES):
        if s.hidden[place] != NONE:
            pick = below(s, PURPOSE.FATE, left)
            for kind in range(record.KINDS_OF_TOKEN):
                more = unseen(s, cards, kind) - ((taken >> np.int64(6 * kind)) & 63)
                if pick < more:
                    s.hidden[place] = kind
                    taken += np.int64(1) << np.int64(6 * kind)
                    break
                pick -= more
            left -= 1


@kernel
def deal_number(s, cards):
    """Let the attacker have set any number that it could pay, as the defender sees it."""
    seat, rival = s.side[record.ATTACKER], s.side[record.DEFENDER]
    most = most_set(s, cards, seat, rival, s.war_place, record.ATTACKER, NONE)
    s.dice[record.ATTACKER] = below(s, PURPOSE.FATE, most + 1)


@kernel
def deal_hidden(s, cards):
    """Deal everything hidden from the seat that must choose anew."""
    if cards.exploration:
        deal_tokens(s, cards)
    if s.phase == PHASE.SET_DEFENCE:
        deal_number(s, cards)
