"""The epic foe: damage, its arrival, where it stands."""

from simulate.compiler.kernels import kernel
from simulate.games.defenders.state import changes
from simulate.games.defenders.state.changes import RULE
from simulate.games.defenders.state.record import END


@kernel
def damage_foe(s, amount, rule, log):
    """The epic foe loses health; at 0 the players win.  Rules D-FOE-4, D-FOE-6, D-END-1."""
    changes.set_foe_health(s, max(0, s.foe_health - amount), rule, log)
    if s.foe_health == 0:
        changes.set_outcome(s, END.FOE_DEFEATED, RULE.D_END_1, log)


@kernel
def foe_arrives(s, cards, log):
    """Turn the epic foe over.  Rules D-NEXT-2, D-FOE-1 (beside its region), D-FOE-3."""
    changes.set_foe_in_play(s, 1, RULE.D_NEXT_2, log)
    changes.set_foe_health(s, cards.foe_health[s.foe], RULE.D_FOE_3, log)
    put_foe(s, cards, cards.foe_region[s.foe], RULE.D_FOE_1, log)


@kernel
def put_foe(s, cards, region, rule, log):
    """Put the foe beside a region; the Kraken takes its ability for good (D-CARD-10).

    Rule D-FOE-2: it stays there until a card, such as the Staff (D-CARD-28), moves it.
    """
    changes.set_foe_region(s, region, rule, log)
    if cards.foe_closes[s.foe] and not s.closed[region]:
        changes.set_closed(s, region, 1, RULE.D_CARD_10, log)
