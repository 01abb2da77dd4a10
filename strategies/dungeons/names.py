"""What a strategy for Tiny Epic Dungeons may weigh.

A move is scored by MOVE_FEATURES times their weights; JUDGEMENT says what things are worth in
those features.  Both stand under `weights` in strategies.toml.  Worth is counted in points of
damage to a minion.
"""

# Of a game; a strategy may differ by them.
STAGES = ("act_1", "act_1_late", "act_1_open", "act_2", "act_2_late")
MOVE_FEATURES = {
    "damage": "worth of the damage that is expected, or rolled, and of the kills",
    "harm": "worth of the hero's Health that is lost by answers, traps and ambushes; negative",
    "danger": "worth of Health that enemies take where a turn ends, if they act next; negative",
    "focus": "worth of the Focus that is spent (negative) or gained",
    "goal": "worth of the best thing to do after the move, less what the hero could do without it",
    "explore": "worth of the room that is revealed",
    "rest": "worth of the Health and Focus that Rest brings",
    "search": "worth of what a search or a disarmed trap is expected to bring",
    "use": "worth of what an ability or a spell without damage brings",
    "find": "worth of a card that is found, equipped or lost",
    "lure": "worth of the boss's way to an altar",
    "open_lair": "worth of beginning Act 2",
    "look": "worth of the rooms that are revealed for a step of the torch",
    "corridors": "new places that a room opens",
    "joins": "rooms that a new room is joined to, besides the first",
    "company": "steps by which the other heroes, on average, come nearer",
    "weapon": "1 for an attack with a weapon",
    "cast": "1 for a spell",
    "step": "1 for a step",
    "end": "1 for the end of the turn",
    "drop": "1 for a card that is dropped",
    "near": "worth of a choice for an enemy: whom it goes for, where it steps, who answers",
    "lesson": "what such a move turned out to be worth in play, beyond what it seems worth",
}

JUDGEMENT = {
    "focus_worth": "worth of a point of Focus",
    "fall": "loss by falling unconscious",
    "caution": "share of the loss by falling unconscious that one more point of Health leaves",
    "health": "worth of a point of Health besides what it averts",
    "torch": "worth of a step of the torch",
    "far": "share of a goal's worth that is left for each step that it is out of reach this turn",
    "next": "share of a goal's worth that is left if it has to wait for the next turn",
    "both": "share of the best room to explore that counts besides a Heroic Action elsewhere",
    "crowd": "share of a room's worth that is left if another hero is nearer to it",
    "room": "worth of a room to explore while the door or a minion is still to be found",
    "room_later": "worth of a room to explore when the door and the minions are found",
    "minion": "worth of a point of damage to a minion",
    "minion_kill": "worth of killing a minion, besides the torch",
    "goblin": "worth of killing a goblin",
    "swarm": "more for killing a goblin: the third power of the number of goblins, a 16th",
    "boss": "worth of a point of damage to the boss",
    "ward": "worth of dispelling a ward of the boss",
    "altar": "worth of standing where the boss could be lured onto an altar, as a share of it",
    "door": "worth of coming to the Lair Door once it can be opened",
    "patience": "share of the door's worth that is left for each turn to spare on the way to it",
    "ready": "loss by beginning Act 2 for each point of Health or Focus that the heroes lack",
    "gather": "loss by beginning Act 2 for each turn that a hero is away from the door",
    "linger": "loss by beginning Act 2 for each turn of a hero that the torch still gives",
    "loot": "worth of a loot card not yet known",
    "spell": "worth of a spell not yet known, for each die of Intellect",
    "arms": "worth of a point of damage that a better weapon or spell does in each attack",
    "defense": "worth of a point of Defense",
    "speed": "worth of a point of Speed",
    "dice": "worth of a hero die more",
    "plus": "worth of a point more in a kind of check",
    "trick": "worth of an ability that no other feature tells of",
    "set": "worth of a second piece of a set",
    "victory": "worth of the boss's last Health",
    "spared": "share of an answer that is not feared if the attack kills first",
    "hurry": "turns of each hero before the torch goes out from which a stage is late",
    "try_turns": "how many of the likeliest moves are played on where a turn begins; 0: none",
    "try_steps": "how many moves are played on where the likeliest is a step",
    "try_actions": "how many moves are played on where the likeliest is another move of a turn",
    "try_dice": "how many moves are played on at the dice of a check",
    "try_answers": "how many moves are played on at all other questions",
    "try_kinds": "how many moves are played on whose kinds are not among the likeliest",
    "close": "moves whose score is this much less than the best are not played on; 0: all may be",
    "trials": "how often a move is played on, at most",
    "ahead": "rounds for which moves are played on",
    "doubt": "standard errors by which a move must beat the likeliest",
    "hope": "standard errors that a move must lead by to be played on further",
    "least": "share of a trial that the standard error of all trials together is held to be",
    "foresight": "worth of a certain win to which a move leads that is played on",
    "temperature": "how softly heroes choose while moves are played on, in scores; 0: sharply",
    "sparing": "1: `look_ahead` is for turns alone",
}

FEATURES = {**MOVE_FEATURES, **JUDGEMENT}
FORESIGHT = (
    ("trials",),
    ("try_turns", "try_steps", "try_actions", "try_dice", "try_answers", "try_kinds"),
    ("ahead",),
)
# Features of a move that its lesson rests on, besides the facts (`facts`).
SEEN = (
    *("damage", "harm", "danger", "focus", "goal", "explore", "rest", "search", "use", "lure"),
    *("company", "weapon", "cast", "step", "end"),
)
