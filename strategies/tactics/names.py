"""What a strategy for Tiny Epic Tactics may weigh.

A move is scored by MOVE_FEATURES times their weights; JUDGEMENT says what units, areas and
dangers in those features are worth.  Both stand under `weights` in strategies.toml.  Worth is
counted in victory points at the end of the game.
"""

MOVE_FEATURES = {
    "end": "1 if the turn ends with actions left",
}

JUDGEMENT = {
    "unit": "worth of a unit besides its points",
}

FEATURES = {**MOVE_FEATURES, **JUDGEMENT}
