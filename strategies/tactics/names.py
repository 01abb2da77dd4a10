"""What a strategy for Tiny Epic Tactics may weigh.

A move is scored by MOVE_FEATURES times their weights; JUDGEMENT says what units, areas and
dangers in those features are worth.  Both stand under `weights` in strategies.toml.  Worth is
counted in victory points at the end of the game.
"""

MOVE_FEATURES = {
    "control": "worth of control areas that are held or taken, and of those denied to others",
    "approach": "worth of coming nearer to control areas, less that of going away",
    "danger": "worth of the health that is put at risk by where a unit ends, less than before",
    "harm": "worth of the damage that an attack is expected to deal",
    "capture": "worth of the captures that an attack is expected to make",
    "counter": "worth of the health that the counter is expected to cost",
    "follow": "worth of the best attack that a unit can make afterwards in this turn",
    "chase": "worth of coming nearer to enemies that the unit can hurt",
    "press": "worth of coming nearer to enemies in a battle, on top of `chase`",
    "supplies": "ammo and mana that are spent, as shares of the track; less than 0 if regained",
    "heal": "worth of the health that is regained, or paid if less than 0",
    "tired": "worth of the actions that a Weakened Token costs the unit",
    "village": "points for standing in a village at the end",
    "artifact": "worth of coming nearer to the Artifact, and of bearing it",
    "shove": "worth of where an enemy is sent, with the health that it loses if it is stopped",
    "effect": "worth of what a card or ability does",
    "keep": "worth of a tactic card that is kept in hand",
    "delve": "worth of coming nearer to the crystals of the dungeons",
    "peril": "worth of the health that a step inside a dungeon is expected to cost",
    "blocks": "dungeons that nobody can enter while the unit stands on their box",
    "roll": "1 if dice are rolled for Knock Back",
    "end": "actions that are left when the turn ends",
    "start_near": "worth of the control areas, Artifact or dungeons near a start",
    "start_apart": "share of the way across the map by which a start is apart from enemies",
    "kept_health": "health of the unit that is kept, more than of the other, of 10",
    "kept_movement": "movement points of the unit that is kept, more than of the other, of 6",
    "kept_damage": "damage of its best attack, more than of the other, of 4",
    "lesson": "of an action: what such a one gained, when played on, beyond what it seems worth",
}

JUDGEMENT = {
    "unit": "worth of a unit in play besides its points",
    "comrade": "worth of an own unit in an adventure",
    "foe": "worth of capturing a Solo Enemy's unit, besides the time that it gains",
    "rival": "share of an enemy's loss that is a gain",
    "wound": "share of a unit's worth that its last health but one is worth",
    "flag": "worth of a flag, of its points",
    "finish": "worth of ending the game in the lead",
    "urgent": "share that a flag is worth for each turn more that it takes",
    "untriggered": "share that an area is worth before it is triggered",
    "hold_behind": "chance to hold an area at the next turn when one unit behind",
    "hold_tie": "chance to hold an area at the next turn when level",
    "hold_one": "chance to hold an area at the next turn when one unit ahead",
    "hold_two": "chance to hold an area at the next turn when two ahead; with three it is sure",
    "deny_tie": "chance that an enemy takes an area in which it is level",
    "deny_one": "chance that an enemy takes an area in which it is one unit behind",
    "far": "how fast worth falls with the way, in turns",
    "counters": "share of a counter's damage that is expected",
    "walked": "share of an enemy's damage that counts if it has to move first",
    "weary": "share that counts of the damage of enemies that are Weakened",
    "grouped": "share of the damage of all who could attack that falls on one unit",
    "patient_rounds": "rounds in which danger counts in full; in twice as many it counts half",
    "bold": "share of danger that counts to who is behind in a battle",
    "token": "worth of a Weakened Token on an enemy, or off an own unit",
    "ammo": "worth of a full track of ammo or mana",
    "action": "worth of one more action",
    "card": "worth of a tactic card drawn",
    "step": "worth of a movement point out of turn",
    "time": "worth of a space of the Time Token",
    "glory": "worth of the Crystal of Glory, in crystals",
    "crystal": "worth of a crystal",
    "shut": "share of a crystal's worth while an enemy stands on its box",
    "clear": "worth of capturing an enemy on the box of a dungeon to be done, in crystals",
    "later": "share that counts of points for villages before the last turn",
    "patience": "share of a card's worth that it keeps in hand",
    "selections": "moves that are played on before an action is taken; 0, none are",
    "firsts": "actions of a turn, from the first, before which moves are played on",
    "answers": "moves that are played on before anything else is decided; 0, none are",
    "alike": "of one unit's moves of one kind, how many are played on at most",
    "ahead": "turns for which moves are played on; in adventures rounds",
    "narrow": "share of the moves that are played on which go on after each turn",
    "leeway": "points behind the best at which a move is not played on any further",
    "times": "how often a move is played on",
    "foresight": "worth of a certain win to which a move leads that is played on",
    "temperature": "how softly seats choose while `look_ahead` plays on, in scores; 0: sharply",
    "doubt": "standard errors by which `look_ahead` must find a move better than the likeliest",
    "sparing": "1: `look_ahead` is for the actions of a turn alone",
}

FEATURES = {**MOVE_FEATURES, **JUDGEMENT}
FORESIGHT = (("selections", "answers"), ("times",), ("ahead",))

# What else an action is worth that its lesson rests on, besides the facts (`facts`).
SEEN = (
    "control", "approach", "danger", "harm", "capture", "counter", "follow", "chase", "supplies",
    "heal", "tired", "village", "shove", "effect", "end", "press", "artifact", "delve", "peril",
)  # fmt: skip
HEEDED, ALIKE = 8, 3  # actions that have lessons, the likeliest; of one unit and kind
