"""The effect vocabulary: what an ability may do, when, where and to whom."""

from simulate.mechanics.effects import YES_NO, EffectSpec, Number, Vocabulary, Word, YesNo

OUTER = ("coast", "desert", "forest", "mountains", "plains", "ruins")
REGIONS = ("capital", *OUTER)
# An amount of 9 is "completely": to go anywhere, to defend for nothing, and, as no hero has more
# health and no outer region more threat, to heal or calm them.  Of the Capital City's threat and a
# foe's health, which may be higher, it is 9.
ALL = 9

# Moments, by the kind of card that may carry them.
HERO_MOMENTS = ("action", "move", "succor", "fight", "defend", "turn_start", "always")
REGION_MOMENTS = ("action", "move", "succor", "fight", "defend", "turn_start", "always")
ARTIFACT_MOMENTS = ("action", "free")
DIRE_MOMENTS = ("undefended", "always")
FOE_MOMENTS = ("round_end", "damaged", "turn_start", "always")
CHOSEN_MOMENTS = ("action", "move", "succor", "fight", "defend")  # when a player may leave it
IN_TURN = ("action", "move", "succor", "fight")  # of these, what a hero does on a turn
MOMENTS = (
    "action",
    "free",
    "move",
    "succor",
    "fight",
    "defend",
    "turn_start",
    "always",
    "undefended",
    "round_end",
    "damaged",
)

# Regions an effect may name; those marked "chosen" are chosen by the player.
WHERE = {
    "here": "the region in question: where the hero stands, is attacked, or the foe is",
    "adjacent": "one outer region next to it, chosen",
    "near": "it or one outer region next to it, chosen",
    "any": "one outer region, chosen",
    "neighbours": "every outer region next to it",
    "all": "every outer region",
    "calm": "every outer region at threat 0",
    "capital": "the Capital City",
    "anywhere": "no matter where",
}
WHO = {
    "self": "the hero whose card it is",
    "one_here": "one hero in the same region, chosen, also oneself",
    "one_near": "one hero in the same or an adjacent region, chosen, also oneself",
    "one_any": "one hero anywhere, chosen, also oneself",
    "other_here": "one other hero in the same region, chosen",
    "other_any": "one other hero anywhere, chosen",
    "here": "every hero in the region in question",
    "all": "every hero",
    "full_health": "every hero at full health",
    "most_health": "the hero with most health, ties by chance",
    "attacker": "the hero who damaged the foe",
}
CHOSEN_WHERE = ("adjacent", "near", "any")
CHOSEN_WHO = ("one_here", "one_near", "one_any", "other_here", "other_any")

# Effects that put a question to the players once the card is read to its end.
ASKING = ("peek", "arrange", "place_heroes", "push")
HELPFUL = ("action", "free", "move", "succor", "fight", "defend", "turn_start")
HARMFUL = ("undefended", "round_end", "damaged")

AGAINST = ("enemy", "any")  # whose attacks are called off
AT_ZERO = ("succor", "fight", "defend")  # what a hero at zero health may not do by the rules
KEYS = {
    "where": Word(WHERE),
    "who": Word(WHO),
    "amount": Number(missing=0),
    "against": Word(AGAINST, column="flag", missing=0),  # 1: any
    "into_capital": YesNo(column="flag"),
    "act": Word((*AT_ZERO, "all"), column="flag", missing=0),
}

EFFECTS = Vocabulary(
    KEYS,
    lower_threat=EffectSpec(
        "threat falls; a destroyed region stays as it is",
        HELPFUL,
        where=("here", "adjacent", "near", "any", "neighbours", "all", "capital"),
        amount=(1, ALL, "threat"),
    ),
    clear_threat=EffectSpec(
        "threat becomes 0; may restore a destroyed region (rules.hammer_restores)",
        ("action", "free"),
        where=("here",),
        unique="bound to two switches on what it does to destroyed regions and the Capital",
    ),
    raise_threat=EffectSpec(
        "threat rises, step by step; a destroyed region passes it to the Capital City",
        HARMFUL,
        where=("here", "neighbours", "calm", "all", "capital"),
        amount=(1, 4, "threat"),
    ),
    heal=EffectSpec(
        "health rises, up to full",
        HELPFUL,
        who=("self", *CHOSEN_WHO, "here", "all"),
        amount=(1, ALL, "health"),
    ),
    lose_health=EffectSpec(
        "health falls, never below 0",
        HARMFUL,
        who=("here", "all", "full_health", "most_health", "attacker"),
        amount=(1, ALL, "health"),
    ),
    drop_health=EffectSpec(
        "health falls to the amount; lower health stays",
        HARMFUL,
        who=("here", "all", "full_health", "most_health", "attacker"),
        amount=(0, 4, "health"),
        unique="only ENFEEBLEMENT sets a level instead of taking an amount",
    ),
    travel=EffectSpec(
        "go up to so many regions (9: anywhere)", ("action", "free"), amount=(1, ALL, "regions")
    ),
    send=EffectSpec(
        "another hero goes up to so many regions (9: anywhere)",
        ("action", "free"),
        who=("other_here", "other_any"),
        amount=(1, ALL, "regions"),
    ),
    carry=EffectSpec(
        "another hero in the same region comes along",
        ("move",),
        who=("other_here",),
        unique="only DEPLOY takes others along on a move",
    ),
    damage_foe=EffectSpec(
        "the epic foe loses health",
        ("action", "free", "fight"),
        where=("here", "anywhere"),
        amount=(1, ALL, "damage"),
        unique="only the Spear of Valor wounds the foe by other means than a fight",
    ),
    move_foe=EffectSpec(
        "the epic foe moves to an outer region, chosen",
        ("action", "free"),
        where=("any", "adjacent"),
        unique="only the Staff of Control moves the foe",
    ),
    foe_heals=EffectSpec(
        "the epic foe regains health, up to full",
        HARMFUL,
        amount=(1, ALL, "health"),
        unique="only GROW heals a foe",
    ),
    gain_points=EffectSpec(
        "action points, spent at once", ("action", "free", "turn_start"), amount=(1, 6, "points")
    ),
    lose_points=EffectSpec(
        "fewer action points this turn",
        ("turn_start",),
        who=("here", "all"),
        amount=(1, 3, "points"),
        unique="only STOMP takes points",
    ),
    guard=EffectSpec(
        "the next attacks on the region are called off (against: enemy or any)",
        ("action", "free", "succor", "defend"),
        where=("here", "adjacent", "near", "any"),
        amount=(1, 3, "attacks"),
        against=AGAINST,
    ),
    brace=EffectSpec(
        "this hero's next defence costs so much less (9: nothing); bound to the region if `here`",
        ("action", "free", "succor"),
        where=("here", "anywhere"),
        amount=(1, ALL, "health"),
    ),
    free_defense=EffectSpec(
        "defending costs this hero no health until the round ends",
        ("action", "free"),
        unique="only the Shield of Aughmoore lasts a round",
    ),
    free_moves=EffectSpec(
        "moving costs this hero no points until the round ends",
        ("action", "free"),
        unique="only the Boots of Zephyr last a round",
    ),
    ignore_enemies=EffectSpec(
        "enemy cards do nothing until the next Ally or Group Ally card is drawn",
        ("action", "free"),
        unique="only the Timeless Sandglass stops the enemies",
    ),
    return_allies=EffectSpec(
        "so many discarded Ally or Group Ally cards are shuffled back into the turn deck",
        ("action", "free"),
        amount=(1, 2, "cards"),
        unique="only the Zodiac Cloak brings cards back",
    ),
    place_heroes=EffectSpec(
        "any heroes are put in a region (rules.horn_one_region: in one and the same)",
        ("action",),
        unique="only the Horn of Command moves a whole party",
    ),
    peek=EffectSpec(
        "look at the top card of the turn deck; keep it or put it on the bottom",
        ("action", "turn_start"),
        amount=(1, 1, "cards"),
        unique="only SCRY may bury a card",
    ),
    arrange=EffectSpec(
        "look at the top cards of the turn deck and put them back in any order",
        ("action",),
        amount=(2, 4, "cards"),
        unique="only SANDSTORM orders the deck",
    ),
    ambush=EffectSpec(
        "discard the top card of the turn deck: an enemy's regions, or the Capital City for "
        "an Ally, lose so much threat",
        ("action",),
        amount=(1, 2, "threat"),
        unique="only PATROL plays with an unseen card",
    ),
    push=EffectSpec(
        "every hero in an outer region must go to a neighbouring one",
        ("undefended",),
        into_capital=YES_NO,
        unique="only TSUNAMI moves heroes against their will",
    ),
    reach=EffectSpec(
        "defends and fights in adjacent outer regions too",
        ("always",),
        amount=(1, 1, "regions"),
        unique="only FARSHOT acts at a distance",
    ),
    act_at_zero=EffectSpec(
        "may do this at zero health, too (all: each of the three); a defence then costs no health",
        ("always",),
        act=(*AT_ZERO, "all"),
    ),
    defend_price=EffectSpec(
        "defending against this card costs more health",
        ("always",),
        amount=(1, 4, "health"),
        unique="only TOUGHNESS changes a price of defending",
    ),
    enter_price=EffectSpec(
        "entering the foe's region costs more points",
        ("always",),
        amount=(1, 3, "points"),
        unique="only DEMOLISH hinders movement",
    ),
    close_region=EffectSpec(
        "the ability of a region where the foe has been is gone for good",
        ("always",),
        unique="only DEMOLISH takes a region's ability",
    ),
)
HERO_ALWAYS = ("reach", "act_at_zero")  # of a region: for heroes who stand there
DIRE_ALWAYS = ("defend_price",)
FOE_ALWAYS = ("enter_price", "close_region")

# Why a game ends, and what it is before that.
END_REASONS = {
    "foe_defeated": "the epic foe was defeated: the players win",
    "capital_fell": "the Capital City was destroyed: the players lose",
    "cut_off": "stopped at the round limit, counts as not won",
}
ENDS = ("not over", *END_REASONS)
