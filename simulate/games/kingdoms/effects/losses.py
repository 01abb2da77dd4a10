"""What becomes of the beaten: retreat, church, supply, or the meeple that is saved."""

from simulate.compiler.kernels import kernel
from simulate.games.kingdoms.cards.codes import PRICES, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.effects import land
from simulate.games.kingdoms.effects.goods import charge, gain_at
from simulate.games.kingdoms.moves.answers import meeple_at
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.moves.questions import retreat_goals
from simulate.games.kingdoms.state.agenda import plan, plan_retreat
from simulate.games.kingdoms.state.changes import RULE, set_tower
from simulate.games.kingdoms.state.record import ALL_PLACES, EVENT, PHASE, bit, is_in


@kernel
def take_losses(s, cards):
    """The loser deals with the lost regions one after another, in an order of the own choice.

    Rules K-BREAK-2, K-BREAK-3, K-BREAK-4 (and its switch `war_region_first`).
    """
    if s.stake == 0:
        return
    if cards.war_region_first and is_in(s.stake, s.war_place):
        lose_region(s, s.war_place)
        return
    for place in range(ALL_PLACES):
        if is_in(s.stake, place):
            if s.stake == bit(place):
                lose_region(s, place)
            else:
                plan(s, PHASE.ORDER_LOSSES, s.loser)
            return


@kernel
def lose_region(s, place):
    """The loser's meeple must leave a region; then the next region."""
    s.stake &= ~bit(place)
    plan(s, EVENT.TAKE_LOSSES, s.loser)
    plan(s, PHASE.LEAVE_REGION, s.loser).place = place


@kernel
def use_lair(s, cards, log):
    """The loser's tower falls instead of the meeple.  Rules K-TOKEN-11, K-TOKEN-12."""
    s.spared = 1
    left = max(0, s.tower[s.loser] - cards.lair_levels)
    set_tower(s, s.loser, left, RULE.K_TOKEN_11, log)


@kernel
def leave_region(s, cards, m, log):
    """Carry out what the loser chose for one meeple.  Rules K-WAR-13, K-BREAK-5, K-TOKEN-17."""
    if m.kind == KIND.GIVE_UP:
        give_up(s, cards, m, log)
    elif m.kind == KIND.CHURCH:
        land.use_church(s, cards, m.actor, m.meeple, m.goal, RULE.K_TOKEN_17, log)
    elif m.kind == KIND.KEEP:
        land.place_meeple(s, cards, m.actor, m.meeple, m.goal, RULE.K_BREAK_6, log)
        if cards.retreat_explores:
            land.reveal(s, cards, m.actor, m.meeple, log)
    else:
        plan_retreat(s, m.actor, m.meeple, m.goal)
        charge(s, cards, m.actor, PRICES.RETREAT, m.price, RULE.K_RETREAT_1, log)


@kernel
def give_up(s, cards, m, log):
    """Back to the supply, unless the lair may still turn it (`lair_before_retreat`).

    Rules K-WAR-13, K-RETREAT-4, K-TOKEN-11.
    """
    if s.lair and m.place == s.war_place and not cards.lair_before_retreat:
        plan(s, EVENT.GIVEN_UP, m.actor).place = m.place
        plan(s, PHASE.USE_LAIR, s.winner)
    else:
        land.lose_meeple(s, m.actor, m.meeple, RULE.K_WAR_13, log)


@kernel
def given_up(s, cards, seat, place, log):
    """A meeple that was given up: spared by the lair it retreats, if it can.

    Rules K-TOKEN-12, K-TOKEN-13.
    """
    if s.spared and retreat_goals(s, cards, seat, place) != 0:
        plan(s, PHASE.RETREAT_FREE, seat).place = place
    else:
        land.lose_meeple(s, seat, meeple_at(s, seat, place), RULE.K_WAR_13, log)


@kernel
def retreat(s, cards, seat, meeple, goal, log):
    """A beaten meeple that has paid goes.  Rules K-RETREAT-2, K-TOKEN-4 (`retreat_explores`)."""
    s.retreats[seat] += 1
    land.place_meeple(s, cards, seat, meeple, goal, RULE.K_RETREAT_2, log)
    if cards.retreat_explores:
        land.reveal(s, cards, seat, meeple, log)
    gain_at(s, cards, seat, WHEN.RETREAT, goal, NONE, log)
