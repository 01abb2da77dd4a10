"""What a seat foresees, worked out once a decision and read by the features of all its moves."""

import numpy as np

from strategies.tactics.names import JUDGEMENT, MOVE_FEATURES

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
                ("seat", "i8"),  # that looks out
            ],
            align=True,
        ),
    )
)
