"""What a hero can foresee at a decision."""

import numpy as np

from strategies.dungeons.names import JUDGEMENT, MOVE_FEATURES

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
                ("turns", "f8"),  # of the heroes until the torch is out, if nothing moves it
            ],
            align=True,
        ),
    )
)
