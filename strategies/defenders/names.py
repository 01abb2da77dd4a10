"""What a strategy for Tiny Epic Defenders may weigh: one name, one meaning.

A move is scored by MOVE_FEATURES times their weights; JUDGEMENT says what the threat,
health and places in those features are worth.  Both stand under `weights` in
strategies.toml.  Worth is counted in threat: 1 is about one step of an endangered region.
"""

MOVE_FEATURES = {
    "relief": "worth of the threat that is taken from outer regions",
    "capital_relief": "worth of the threat that is taken from the Capital City",
    "defence": "worth of the threat that defending prevents",
    "calm": "1 if a region at threat 0 is defended",
    "power": "1 if a dire enemy's power is stopped",
    "artifact": "artifacts that are drawn",
    "health_won": "worth of the health that heroes regain",
    "health_paid": "worth of the health that defending or an ability costs",
    "buy": "worth of the health that buying a point costs",
    "answer": "worth of the health that the foe's answer to a blow costs",
    "damage": "health the epic foe loses",
    "finish": "1 if the epic foe is defeated",
    "plan": "worth of the best plan for the rest of the turn, and of where it ends",
    "end": "1 if the turn ends",
    "walk": "1 if the hero moves to an adjacent region",
    "others": "worth of the best turn of another hero with the points that are left",
    "partner": "worth of the places where other heroes are brought",
    "guard": "worth of the attacks that will be called off",
    "brace": "worth of the health that a coming defence saves",
    "shield": "worth of the defences that cost nothing until the round ends",
    "hold": "1 if an artifact is used up",
    "early": "1 if an artifact is used up before the epic foe is in play",
    "peril": "share of the Capital City's threat track that is filled when an artifact is used up",
    "spare": "health that is spent before the epic foe is in play",
    "sandglass": "worth of what enemies would do until the next Ally card",
    "cloak": "Ally cards that come back",
    "staff": "moves that heroes come nearer to the epic foe",
    "bury": "worth of what a buried enemy card would do now",
    "call_ally": "1 if an Ally card is kept on top or put first",
    "ambush": "worth of discarding an unseen card",
    "leave": "worth of another hero's defence, if it is left to that hero",
    "side_coast": "1 for side a of the Coast, -1 for side b",
    "side_desert": "1 for side a of the Desert, -1 for side b",
    "side_forest": "1 for side a of the Forest, -1 for side b",
    "side_mountains": "1 for side a of the Mountains, -1 for side b",
    "side_plains": "1 for side a of the Plains, -1 for side b",
    "side_ruins": "1 for side a of the Ruins, -1 for side b",
    "rescue": "1 if a move averts a defeat that is certain without it",
    "clear": "1 if an artifact takes all threat from a region",
    "lesson": "what such a move turned out to be worth in play, beyond what it seems worth",
}

JUDGEMENT = {
    "step_low": "worth of a threat step that leaves three or more until destruction",
    "step_mid": "worth of a threat step that leaves two until destruction",
    "step_high": "worth of a threat step that leaves one until destruction",
    "step_destroys": "worth of the threat step that destroys a region",
    "attack_any": "share of a step's worth that counts in any region",
    "attack_now": "more of a step's worth for each attack expected in the rest of the round",
    "attack_round": "more of a step's worth for each attack expected in a whole round",
    "abandon": "share of outer regions' threat that no longer counts once the epic foe is in play",
    "attack_later": "more of a step's worth for each card left in the horde deck",
    "capital_step": "worth of one threat in the Capital City",
    "capital_late": "more for a threat in the Capital City as it nears its fall",
    "health": "worth of a health point, besides what it can buy and defend",
    "health_later": "more for a health point for each card left in the horde deck",
    "health_foe": "more for a health point once the epic foe is in play",
    "health_last": "worth of not being at zero health",
    "fight": "worth of one damage to the foe in a plan",
    "stand": "share that counts of the attacks that a hero could defend where the turn ends",
    "braced": "share that counts of the health that a protection saves where the turn ends",
    "prospect": "share of the next turn's work that counts now",
    "impatience": "share of the next turn's work that does not count while no Ally card is to come",
    "bought": "share that counts of what points bought with health could add to the next turn",
    "party": "worth of where all heroes stand when the turns of a Group Ally card are over",
    "dire_prize": "worth of the artifact and the power stopped when a dire enemy is defended",
    "temperature": "how softly seats choose while `look_ahead` plays on, in scores; 0: sharply",
    "doubt": "standard errors by which `look_ahead` must find a move better than the likeliest",
    "sparing": "1: `look_ahead` is for turns alone",
}

FEATURES = {**MOVE_FEATURES, **JUDGEMENT}

# Features of a move that its lesson rests on, besides the facts (`facts`).
SEEN = (
    *("plan", "relief", "capital_relief", "defence", "health_won", "health_paid", "leave"),
    *("guard", "partner", "damage"),
)
