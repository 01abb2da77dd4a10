"""What a seat can foresee: how long the game lasts, what goods and regions are worth."""

import numpy as np

from simulate.games.kingdoms.cards.codes import ACTIONS, SEATS
from simulate.games.kingdoms.state.record import GOODS
from strategies.kingdoms.names import JUDGEMENT, MOVE_FEATURES

TRACK_LENGTH = 16  # of the tables of goods in hand

WEIGHTS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("mode", "i8"),  # how the seat chooses, see choose.py
                ("skill", "f8"),  # 0 random, 1 best
                ("playouts", "i8"),  # of the look-ahead
                ("candidates", "i8"),  # moves that the look-ahead plays out
                ("rounds", "i8"),  # for how many rounds
                ("weight", "f8", (len(MOVE_FEATURES),)),
                *((name, "f8") for name in JUDGEMENT),
            ],
            align=True,
        ),
    )
)

OUTLOOK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("turns", "f8"),  # expected until the game ends
                ("chances", "f8", (ACTIONS,)),  # times that an action will still be selected
                ("income", "f8", (SEATS, GOODS)),
                ("goods", "f8", (GOODS, TRACK_LENGTH)),  # worth of so many in hand
            ],
            align=True,
        ),
    )
)
