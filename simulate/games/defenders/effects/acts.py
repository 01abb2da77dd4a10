"""What heroes do: move, succor, fight, use abilities and artifacts, begin a turn."""

from simulate.compiler.kernels import kernel
from simulate.games.defenders.cards.tables import CAPITAL, DO, HERO_ABILITIES, NONE, WHEN
from simulate.games.defenders.effects.cards import foe_answers, foe_power, use_effects
from simulate.games.defenders.effects.foe import damage_foe
from simulate.games.defenders.state.changes import RULE, set_place, set_threat, set_used
from simulate.games.defenders.state.piles import return_discard, shuffle_turn_deck
from simulate.games.defenders.state.record import PHASE


@kernel
def return_allies(s, first, second, log):
    """Shuffle discarded Ally cards back into the turn deck.  Rule D-CARD-26."""
    for i in range(s.discards - 1, -1, -1):
        if s.discard[i] == first or s.discard[i] == second:
            return_discard(s, i, RULE.D_CARD_26, log)
    shuffle_turn_deck(s, RULE.D_CARD_26, log)


@kernel
def count_use(s, cards, seat, ability):
    """Note whose ability it is that a seat uses: its hero's, or that of the region it is in."""
    s.abilities_used[seat] += 1
    for slot in range(HERO_ABILITIES):
        if cards.hero_ability[s.hero[seat], slot] == ability:
            s.hero_abilities[seat] |= 1 << slot
            s.turn_uses[slot] += 1
    region = s.place[seat]
    if cards.region_ability[region, s.side[region]] == ability:
        s.region_abilities[seat] |= 1 << (2 * region + s.side[region])


@kernel
def use_boost(s, cards, m, origin, log):
    """The ability of the hero or the region added to an act, if one was.  Rule D-REGION-2."""
    if m.ability != NONE and s.phase != PHASE.OVER:
        count_use(s, cards, m.actor, m.ability)
        mark_region_used(s, cards, m, log)
        rule = RULE.D_REGION_2 if is_of_region(s, cards, m) else RULE.D_HERO_1
        target = m.region if m.target == NONE else m.target
        use_effects(s, cards, m.ability, m.actor, origin, target, m.hero, rule, log)


@kernel
def move_hero(s, cards, m, log):
    """Move to an adjacent region.  Rule D-MOVE-1."""
    origin = s.place[m.actor]
    s.moved[m.actor] += 1
    use_boost(s, cards, m, origin, log)
    set_place(s, m.actor, m.region, RULE.D_MOVE_1, log)


@kernel
def succor(s, cards, m, log):
    """Lower the threat where the hero stands.  Rule D-SUCCOR-1."""
    region = s.place[m.actor]
    lowered = min(s.threat[region], cards.succor_threat)
    set_threat(s, region, s.threat[region] - lowered, RULE.D_SUCCOR_1, log)
    s.succored[m.actor] += lowered
    use_boost(s, cards, m, region, log)


@kernel
def fight(s, cards, m, log):
    """Damage the epic foe; its answer comes once, after any boost.  Rule D-FIGHT-1."""
    s.damage[m.actor] += min(cards.fight_damage, s.foe_health)
    damage_foe(s, cards.fight_damage, RULE.D_FIGHT_1, log)
    use_boost(s, cards, m, s.place[m.actor], log)
    foe_answers(s, cards, m.actor, log)


@kernel
def hurts_foe(cards, ability):
    """Whether an ability damages the foe."""
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if cards.effect_do[row] == DO.DAMAGE_FOE:
            return True
    return False


@kernel
def is_of_region(s, cards, m):
    """Whether the ability of a move is that of the region where the hero stands."""
    region = s.place[m.actor]
    return cards.region_ability[region, s.side[region]] == m.ability


@kernel
def mark_region_used(s, cards, m, log):
    """A region's ability works once for each Ally or Group Ally card.  Rule D-ACTION-2."""
    if is_of_region(s, cards, m):
        set_used(s, s.place[m.actor], 1, RULE.D_ACTION_2, log)


@kernel
def use_ability(s, cards, m, log):
    """A hero's or region's action ability.  Rules D-HERO-1, D-CARD-22, D-REGION-1, D-CARD-17."""
    mark_region_used(s, cards, m, log)
    count_use(s, cards, m.actor, m.ability)
    region = s.place[m.actor]
    rule = RULE.D_REGION_1 if is_of_region(s, cards, m) else RULE.D_HERO_1
    use_effects(s, cards, m.ability, m.actor, region, m.target, m.hero, rule, log)
    if hurts_foe(cards, m.ability):
        foe_answers(s, cards, m.actor, log)


@kernel
def use_artifact(s, cards, m, rule, log):
    """An artifact's ability; a foe answers the Spear only by a switch (D-CARD-24)."""
    ability, region = m.ability, s.place[m.actor]
    if m.first != NONE:
        return_allies(s, m.first, m.second, log)
    else:
        use_effects(s, cards, ability, m.actor, region, m.target, m.hero, rule, log)
    if cards.foe_answers_spear and hurts_foe(cards, ability):
        foe_answers(s, cards, m.actor, log)


@kernel
def works_on_group_turn(s, cards, region, log):
    """Whether REST works in this turn of a Group Ally card; a switch has it once a card.

    Rule D-CARD-3 (switches `rest_on_group_turns`, `rest_once_per_group_card`).
    """
    if not cards.rest_on_group_turns or (cards.rest_once_per_group_card and s.used[region]):
        return False
    if cards.rest_once_per_group_card:
        set_used(s, region, 1, RULE.D_CARD_3, log)
    return True


@kernel
def start_abilities(s, cards, seat, by_group, log):
    """Abilities that work at the start of a hero's turn.

    Rules D-CARD-3 and D-HEALTH-3 (REST in the Capital City), D-REGION-2 and D-HERO-3 (passive:
    they cost no point), D-CARD-15 (STOMP), D-CARD-20 (SCRY).  The region's comes first, then
    the foe's, then the hero's.
    """
    region = s.place[seat]
    ability = cards.region_ability[region, s.side[region]]
    stands = not s.destroyed[region] and not s.closed[region]
    if ability != NONE and stands and cards.ability_when[ability] == WHEN.TURN_START:
        if not by_group or works_on_group_turn(s, cards, region, log):
            if region == CAPITAL and s.health[seat] < s.full[seat]:
                s.rests[seat] += 1
            use_effects(s, cards, ability, seat, region, NONE, NONE, RULE.D_CARD_3, log)
    if s.foe_in_play:
        foe_power(s, cards, WHEN.TURN_START, seat, log)
    for slot in range(3):
        ability = cards.hero_ability[s.hero[seat], slot]
        if ability != NONE and cards.ability_when[ability] == WHEN.TURN_START:
            use_effects(s, cards, ability, seat, region, NONE, NONE, RULE.D_HERO_1, log)
