"""What a strategy for Tiny Epic Dungeons may weigh.

A move is scored by MOVE_FEATURES times their weights; JUDGEMENT says what things are worth in
those features.  Both stand under `weights` in strategies.toml.  Worth is counted in points of
damage to a minion.
"""

MOVE_FEATURES = {
    "end": "1 for ending the turn",
}

JUDGEMENT = {
    "focus": "worth of a point of Focus",
}

FEATURES = {**MOVE_FEATURES, **JUDGEMENT}
