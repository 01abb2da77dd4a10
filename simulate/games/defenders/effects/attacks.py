"""Attacks: called off, defended, or suffered."""

from simulate.compiler.kernels import kernel
from simulate.games.defenders.cards.tables import FIRST_DIRE, NONE, WHEN
from simulate.games.defenders.effects.acts import use_boost
from simulate.games.defenders.effects.board import raise_threat
from simulate.games.defenders.effects.cards import use_effects
from simulate.games.defenders.moves.questions import attacked_region, brace_there
from simulate.games.defenders.state import changes
from simulate.games.defenders.state.changes import RULE
from simulate.games.defenders.state.piles import draw_artifact
from simulate.games.defenders.state.record import PHASE, any_destroyed, is_dire


@kernel
def called_off(s, region, log):
    """Use up a guard if one stands against the present attack."""
    if s.destroyed[region]:
        return False
    if not is_dire(s.drawn) and s.guard_enemy[region] > 0:
        changes.set_guard_enemy(s, region, s.guard_enemy[region] - 1, RULE.D_HERO_1, log)
        return True
    if s.guard_any[region] > 0:
        changes.set_guard_any(s, region, s.guard_any[region] - 1, RULE.D_REGION_1, log)
        return True
    return False


@kernel
def defend(s, cards, m, log):
    """Sacrifice health to stop one attack.

    Rules D-DEFEND-2, D-DEFEND-4 (one hero alone), D-DIRE-2 (no power), D-DIRE-3 (an
    artifact for defending a dire enemy's attack), D-CARD-18 (RETRIBUTE goes with it).
    """
    seat, region = m.actor, m.region
    if not s.free_defense[seat] and brace_there(s, seat, region) > 0:
        changes.set_brace(s, seat, 0, NONE, RULE.D_DEFEND_2, log)
    changes.set_health(s, seat, s.health[seat] - m.health, RULE.D_DEFEND_2, log)
    s.defended[seat] += 1
    use_boost(s, cards, m, region, log)
    if is_dire(s.drawn):
        for _ in range(cards.artifacts_for_dire):
            draw_artifact(s, seat, log)


@kernel
def hit(s, cards, log):
    """An attack that nobody defended.  Rules D-ATTACK-1, D-DIRE-1 (its power fires).

    D-CARD-4 (FRENZY), D-CARD-5 (STING), D-CARD-6 (DRAIN), D-CARD-7 (RAZE: a second step, taken
    by itself), D-CARD-8 (TSUNAMI).
    """
    region = attacked_region(s, cards)
    if not is_dire(s.drawn):
        raise_threat(s, cards, region, cards.enemy_threat, RULE.D_ATTACK_1, log)
        return
    raise_threat(s, cards, region, cards.dire_enemy_threat, RULE.D_ATTACK_1, log)
    for slot in range(3):
        ability = cards.dire_ability[s.drawn - FIRST_DIRE, slot]
        if (
            ability != NONE
            and cards.ability_when[ability] == WHEN.UNDEFENDED
            and s.phase != PHASE.OVER
        ):
            use_effects(s, cards, ability, NONE, region, NONE, NONE, RULE.D_DIRE_1, log)


@kernel
def points_of_group(s, cards):
    """Points on a Group Ally card.  Rules D-GROUP-1, D-GROUP-2 (one more if any region lies
    destroyed)."""
    more = cards.group_points_destroyed if any_destroyed(s) else 0
    return cards.group_points + more
