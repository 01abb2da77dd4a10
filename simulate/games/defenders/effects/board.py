"""Threat and health: up and down, destroyed and restored."""

from simulate.compiler.kernels import kernel
from simulate.core.streams import below
from simulate.games.defenders.cards.tables import CAPITAL, NONE
from simulate.games.defenders.moves.questions import can_be_cleared
from simulate.games.defenders.state import changes
from simulate.games.defenders.state.changes import RULE
from simulate.games.defenders.state.piles import cover_region, uncover_region
from simulate.games.defenders.state.record import END, PHASE, PURPOSE
from simulate.mechanics.log import write_tie


@kernel
def raise_threat(s, cards, region, steps, rule, log):
    """Raise threat step by step.

    Rules D-ATTACK-1, D-DESTROYED-1 (the step that reaches the last space destroys and does
    not also hurt the Capital City), D-DESTROYED-2 (later steps pass to the Capital City),
    D-END-2 (its fall ends the game at once, D-DESTROYED-7).
    """
    for _ in range(steps):
        if s.phase == PHASE.OVER:
            return
        if region == CAPITAL:
            raise_capital(s, cards, rule, log)
        elif s.destroyed[region]:
            raise_capital(s, cards, RULE.D_DESTROYED_2, log)
        else:
            changes.set_threat(s, region, s.threat[region] + 1, rule, log)
            if s.threat[region] >= cards.region_limit:
                destroy(s, region, log)


@kernel
def raise_capital(s, cards, rule, log):
    """Raise the Capital's threat by one; at its limit the players lose.  Rule D-END-2."""
    changes.set_threat(s, CAPITAL, s.threat[CAPITAL] + 1, rule, log)
    if s.threat[CAPITAL] >= cards.capital_limit:
        changes.set_outcome(s, END.CAPITAL_FELL, RULE.D_END_2, log)


@kernel
def destroy(s, region, log):
    """A region falls; heroes stay where they are.

    Rules D-DESTROYED-1, D-DESTROYED-3 (a card covers its ability), D-DESTROYED-6.
    """
    changes.set_destroyed(s, region, 1, RULE.D_DESTROYED_1, log)
    cover_region(s, region, log)
    if s.guard_enemy[region] > 0:
        changes.set_guard_enemy(s, region, 0, RULE.D_DESTROYED_4, log)
    if s.guard_any[region] > 0:
        changes.set_guard_any(s, region, 0, RULE.D_DESTROYED_4, log)
    for seat in range(s.players):
        if s.brace[seat] > 0 and s.brace_at[seat] == region:
            changes.set_brace(s, seat, 0, NONE, RULE.D_DESTROYED_4, log)


@kernel
def clear_threat(s, cards, region, rule, log):
    """Threat becomes 0; a destroyed region is restored if the switch says so (D-CARD-30)."""
    if can_be_cleared(s, cards, region):
        if s.destroyed[region]:
            changes.set_destroyed(s, region, 0, rule, log)
            uncover_region(s, region, rule, log)
        changes.set_threat(s, region, 0, rule, log)


@kernel
def heal(s, seat, amount, rule, log):
    """Health rises, up to full."""
    changes.set_health(s, seat, min(s.full[seat], s.health[seat] + amount), rule, log)


@kernel
def lose_health(s, seat, amount, rule, log):
    """Health falls, never below 0; nobody is eliminated (D-HEALTH-1)."""
    changes.set_health(s, seat, max(0, s.health[seat] - amount), rule, log)


@kernel
def healthiest(s, log):
    """Seat of the hero with most health; ties are settled by chance.  Rule D-CARD-6."""
    best, ties = 0, 1
    for seat in range(1, s.players):
        if s.health[seat] > s.health[best]:
            best, ties = seat, 1
        elif s.health[seat] == s.health[best]:
            ties += 1
            if below(s, PURPOSE.FATE, ties) == 0:
                best = seat
    if ties > 1:
        write_tie(s, best, ties, RULE.D_CARD_6, log)
    return best
