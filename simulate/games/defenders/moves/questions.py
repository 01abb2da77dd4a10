"""Questions about the table: who may do what, and what an effect would reach and change."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import is_one_of
from simulate.games.defenders.cards import tables
from simulate.games.defenders.cards.tables import ACT, DO, NONE, PLACE, WHOM
from simulate.games.defenders.cards.vocabulary import ALL
from simulate.games.defenders.state.record import are_adjacent, is_ally, is_dire


@kernel
def attacked_region(s, cards):
    """Region that the drawn card attacks now."""
    if is_dire(s.drawn):
        return cards.dire_region[s.drawn - tables.FIRST_DIRE]
    return cards.enemy_region[s.drawn, s.attack]


@kernel
def defence_price(s, cards, seat):
    """Health that defending the present attack costs this hero before any help.

    Rule D-DEFEND-2: 1 for an enemy, 2 for a dire enemy; TOUGHNESS adds (D-CARD-9).
    """
    if is_dire(s.drawn):
        return cards.defend_health_dire + cards.dire_price[s.drawn - tables.FIRST_DIRE]
    return cards.defend_health


@kernel
def brace_there(s, seat, region):
    """Health that a brace takes off this hero's next defence there; ALL: the whole price.

    Rule D-CARD-16.
    """
    if s.brace[seat] > 0 and (s.brace_at[seat] == NONE or s.brace_at[seat] == region):
        return s.brace[seat]
    return 0


@kernel
def health_to_defend(s, cards, seat, region):
    """Health that defending the present attack costs this hero.

    Rules D-DEFEND-2, D-CARD-31 (behind the Shield none, whatever the price), D-CARD-16,
    D-DEFEND-7 (none where a hero without any is helped).
    """
    brace = brace_there(s, seat, region)
    if s.free_defense[seat] or brace == ALL:
        return 0
    if s.health[seat] == 0 and may_at_zero(s, cards, seat, ACT.DEFEND):
        return 0
    return max(0, defence_price(s, cards, seat) - brace)


@inner_kernel
def stands_open(s, region):
    """Whether the ability of a region is there.  Rules D-DESTROYED-4, D-CARD-10."""
    return not s.destroyed[region] and not s.closed[region]


@inner_kernel
def is_in_reach(s, cards, seat, region):
    """Whether a hero stands in an outer region, or next to it with FARSHOT (D-CARD-21)."""
    if s.place[seat] == region:
        return True
    place = s.place[seat]
    if not are_adjacent(s, place, region):
        return False
    if cards.hero_reach[s.hero[seat]] > 0:
        return True
    return cards.region_reach[place, s.side[place]] > 0 and stands_open(s, place)


@inner_kernel
def may_at_zero(s, cards, seat, act):
    """Whether an ability lets a hero do this at zero health.

    Rule D-HEALTH-2: the hero's own, or that of the region where the hero stands.
    """
    place = s.place[seat]
    helped = cards.hero_at_zero[s.hero[seat]]
    if stands_open(s, place):
        helped |= cards.region_at_zero[place, s.side[place]]
    return (helped >> act) & 1 != 0


@inner_kernel
def is_able(s, cards, seat, act):
    """Whether a hero's health allows this.  Rules D-SUCCOR-3, D-FIGHT-3."""
    return s.health[seat] > 0 or may_at_zero(s, cards, seat, act)


@kernel
def can_defend(s, cards, seat):
    """Whether a hero may defend the present attack.

    Rules D-DEFEND-1, D-DEFEND-5 (a destroyed region's defender defends the Capital City),
    D-DEFEND-6 (nobody from within the walls; switch `ruins_from_capital`), D-DEFEND-7 and
    D-HEALTH-2 (not at zero health, unless an artifact or ability pays).
    """
    region = attacked_region(s, cards)
    if not is_in_reach(s, cards, seat, region):
        return False
    if s.place[seat] == tables.CAPITAL and s.destroyed[region] and not cards.ruins_from_capital:
        return False
    health = health_to_defend(s, cards, seat, region)
    if s.health[seat] == 0:
        helped = s.free_defense[seat] != 0 or brace_there(s, seat, region) > 0
        return health == 0 and (helped or may_at_zero(s, cards, seat, ACT.DEFEND))
    return s.health[seat] >= health


@kernel
def can_succor(s, cards, seat):
    """Whether succor may be given where a hero stands.

    Rules D-SUCCOR-1, D-SUCCOR-2 (never in the Capital City), D-SUCCOR-3 (not at zero
    health, unless an ability helps).  Reading: a destroyed region stays destroyed.
    """
    region = s.place[seat]
    return (
        region != tables.CAPITAL
        and s.threat[region] > 0
        and not s.destroyed[region]
        and is_able(s, cards, seat, ACT.SUCCOR)
    )


@kernel
def can_fight(s, cards, seat):
    """Whether a hero may fight the epic foe.  Rules D-FIGHT-1, D-FIGHT-3."""
    if not s.foe_in_play or not is_able(s, cards, seat, ACT.FIGHT):
        return False
    return is_in_reach(s, cards, seat, s.foe_region)


@inner_kernel
def price_of_entering(s, cards, seat, region):
    """Points for moving into an adjacent region, destroyed or not.

    Rules D-MOVE-1, D-DESTROYED-5, D-CARD-10 (Kraken), D-CARD-27 (Boots).
    """
    return 0 if s.free_moves[seat] else price_of_way(s, cards, region)


@inner_kernel
def price_of_way(s, cards, region):
    """Points for entering a region on foot.  Rules D-MOVE-1, D-CARD-10 (Kraken)."""
    if s.foe_in_play and s.foe_region == region:
        return cards.move_points + cards.foe_enter_price[s.foe]
    return cards.move_points


@inner_kernel
def has_ability_when(s, cards, seat, when):
    """Whether a hero has any ability of that moment."""
    return (cards.hero_moments[s.hero[seat]] >> when) & 1 != 0


@inner_kernel
def has_region_when(cards, when):
    """Whether any region has an ability of that moment."""
    return (cards.region_moments >> when) & 1 != 0


@inner_kernel
def may_use(s, cards, seat, slot, when):
    """Whether a hero has an ability of that moment there and may use it once more in this turn.

    Rule D-HERO-2: how often stands on the card (`uses_per_turn`).
    """
    ability = cards.hero_ability[s.hero[seat], slot]
    if ability == NONE or cards.ability_when[ability] != when:
        return False
    most = cards.ability_uses_per_turn[ability]
    return most == 0 or s.turn_uses[slot] < most


@kernel
def region_ability(s, cards, region):
    """Ability number that a region offers now, or NONE.

    Rules D-REGION-1, D-DESTROYED-4 (none when destroyed), D-ACTION-2 (once a card),
    D-CARD-10 (none where the Kraken has been).
    """
    if s.used[region] or not stands_open(s, region):
        return NONE
    return cards.region_ability[region, s.side[region]]


@kernel
def touches(s, where, origin, target, region):
    """Whether an effect's `where` covers a region."""
    if where == PLACE.HERE:
        return region == origin
    if where == PLACE.ADJACENT or where == PLACE.NEAR or where == PLACE.ANY:
        return region == target
    if where == PLACE.CAPITAL:
        return region == tables.CAPITAL
    if region == tables.CAPITAL:
        return False
    if where == PLACE.NEIGHBOURS:
        return are_adjacent(s, origin, region)
    if where == PLACE.CALM:
        return s.threat[region] == 0 and not s.destroyed[region]
    return where == PLACE.ALL


@kernel
def span(where, origin, target):
    """(first, last + 1) of the regions among which an effect's `where` may cover any."""
    if where == PLACE.HERE:
        return origin, origin + 1
    if where == PLACE.ADJACENT or where == PLACE.NEAR or where == PLACE.ANY:
        return target, target + 1
    if where == PLACE.CAPITAL:
        return tables.CAPITAL, tables.CAPITAL + 1
    return tables.CAPITAL + 1, tables.PLACES


@kernel
def reaches(s, who, seat, origin, chosen, hero):
    """Whether an effect's `who` covers the hero of a seat."""
    if who == WHOM.SELF or who == WHOM.ATTACKER:
        return hero == seat
    if who == WHOM.ALL:
        return True
    if who == WHOM.HERE:
        return s.place[hero] == origin
    if who == WHOM.FULL_HEALTH:
        return s.health[hero] == s.full[hero]
    return hero == chosen


@kernel
def may_choose_hero(s, who, seat, origin, hero):
    """Whether a player may choose this hero under a selector of `who`."""
    if who == WHOM.OTHER_HERE:
        return hero != seat and s.place[hero] == origin
    if who == WHOM.OTHER_ANY:
        return hero != seat
    if who == WHOM.ONE_HERE:
        return s.place[hero] == origin
    if who == WHOM.ONE_NEAR:
        return s.distance[s.place[hero], origin] <= 1
    return True


@kernel
def may_choose_region(s, cards, ability, origin, hero, region):
    """Whether a player may choose this region for an ability."""
    choice = cards.ability_region[ability]
    if choice == tables.CHOOSE_TRAVEL or choice == tables.CHOOSE_SEND:
        start = origin if choice == tables.CHOOSE_TRAVEL else s.place[hero]
        steps = cards.ability_steps[ability]
        return region != start and (steps == ALL or s.distance[start, region] <= steps)
    if region == tables.CAPITAL:
        return False
    if choice == PLACE.ADJACENT:
        return are_adjacent(s, origin, region)
    if choice == PLACE.NEAR:
        return s.distance[origin, region] <= 1
    return True


@kernel
def can_be_lowered(s, where, region):
    """Whether threat can fall there.  Rules D-SUCCOR-2 (the Capital's only if named), D-CARD-19."""
    if s.threat[region] == 0 or s.destroyed[region]:
        return False
    return region != tables.CAPITAL or where == PLACE.CAPITAL


@kernel
def can_be_cleared(s, cards, region):
    """Whether the Hammer does anything there.  Rule D-CARD-30, two switches."""
    if region == tables.CAPITAL:
        return cards.hammer_in_capital and s.threat[tables.CAPITAL] > 0
    if s.destroyed[region]:
        return cards.hammer_restores != 0
    return s.threat[region] > 0


@kernel
def can_be_hurt(s, cards, row, seat):
    """Whether an effect of damage reaches the epic foe from where a hero stands."""
    return cards.effect_where[row] == PLACE.ANYWHERE or is_in_reach(s, cards, seat, s.foe_region)


@kernel
def discarded_allies(s):
    """Ally and Group Ally cards in the discard pile."""
    count = 0
    for i in range(s.discards):
        if is_ally(s.discard[i]):
            count += 1
    return count


@kernel
def effect_changes_land(s, cards, row, origin, target):
    """Whether an effect on threat or guards would change anything."""
    do, where = cards.effect_do[row], cards.effect_where[row]
    first, last = span(where, origin, target)
    for region in range(first, last):
        if not touches(s, where, origin, target, region):
            continue
        if do == DO.LOWER_THREAT and can_be_lowered(s, where, region):
            return True
        if do == DO.CLEAR_THREAT and can_be_cleared(s, cards, region):
            return True
        if do == DO.GUARD and region != tables.CAPITAL and not s.destroyed[region]:
            laid = s.guard_any[region] if cards.effect_flag[row] else s.guard_enemy[region]
            if laid < cards.effect_amount[row]:
                return True
    return False


@kernel
def has_circle(s, cards, region):
    """Whether a hero can take the circle of a region.

    Rule D-CARD-16 (switch `circle_holds_several`).
    """
    if region == tables.CAPITAL or cards.circle_holds_several:
        return region != tables.CAPITAL
    for seat in range(s.players):
        if s.brace[seat] > 0 and s.brace_at[seat] == region:
            return False
    return True


@kernel
def effect_changes(s, cards, row, seat, origin, target, chosen):
    """Whether one effect row of an ability would change anything; False for one not named here."""
    do, amount = cards.effect_do[row], cards.effect_amount[row]
    if do == DO.LOWER_THREAT or do == DO.CLEAR_THREAT or do == DO.GUARD:
        return effect_changes_land(s, cards, row, origin, target)
    if do == DO.HEAL:
        for hero in range(s.players):
            if reaches(s, cards.effect_who[row], seat, origin, chosen, hero):
                if s.health[hero] < s.full[hero]:
                    return True
        return False
    if do == DO.DAMAGE_FOE:
        return s.foe_in_play and can_be_hurt(s, cards, row, seat)
    if do == DO.MOVE_FOE:
        return s.foe_in_play and target != s.foe_region
    if do == DO.BRACE:
        if s.brace[seat] >= amount:
            return False
        return cards.effect_where[row] == PLACE.ANYWHERE or has_circle(s, cards, origin)
    if do == DO.FREE_DEFENSE:
        return not s.free_defense[seat]
    if do == DO.FREE_MOVES:
        return not s.free_moves[seat]
    if do == DO.IGNORE_ENEMIES:
        return not s.ignore_enemies
    if do == DO.PEEK or do == DO.ARRANGE:
        return s.turn_cards > 1
    if do == DO.AMBUSH:
        return s.turn_cards > 0
    if do == DO.RETURN_ALLIES:
        return discarded_allies(s) > 0
    return does_always(do)


ALWAYS_DO = DO.group("travel", "send", "carry", "gain_points", "place_heroes")


@inner_kernel
def does_always(do):
    """Whether an effect changes something wherever it may be chosen at all."""
    return is_one_of(ALWAYS_DO, do)


@kernel
def ability_changes(s, cards, ability, seat, origin, target, chosen):
    """Whether an ability would change anything."""
    first = cards.ability_first[ability]
    for row in range(first, first + cards.ability_count[ability]):
        if effect_changes(s, cards, row, seat, origin, target, chosen):
            return True
    return False
