"""A meeple comes to be in a region: ruins knock it over, a hidden token is turned."""

from simulate.compiler.kernels import kernel
from simulate.games.kingdoms.cards.codes import BANDITS_LAST_MEEPLE, TERRAIN, TOKEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.questions import ruins_hold
from simulate.games.kingdoms.state import changes
from simulate.games.kingdoms.state.agenda import plan
from simulate.games.kingdoms.state.changes import RULE
from simulate.games.kingdoms.state.record import PHASE, terrain_of


@kernel
def place_meeple(s, cards, seat, meeple, place, rule, log):
    """Put a meeple into a region; in ruins it lies.

    Rules K-LAND-6, K-LAND-8 (elsewhere it stands), U-RUINS-4 (in Ultra nothing is knocked over).
    """
    changes.put_meeple(s, seat, meeple, place, rule, log)
    lie_down(s, cards, seat, meeple, log)


@kernel
def lie_down(s, cards, seat, meeple, log):
    """Ruins knock a meeple over that has come there.  Rules K-LAND-6, U-RUINS-4."""
    if cards.ruins_knock_over and ruins_hold(s, cards, seat):
        if terrain_of(s, cards, s.place[seat, meeple]) == TERRAIN.RUINS:
            changes.set_lying(s, seat, meeple, 1, RULE.K_LAND_6, log)


@kernel
def lose_meeple(s, seat, meeple, rule, log):
    """Put a meeple back to the supply."""
    s.lost[seat] += 1
    changes.put_meeple(s, seat, meeple, NONE, rule, log)


@kernel
def reveal(s, cards, seat, meeple, log):
    """Turn the token of the region that a meeple has come to, and let it work.

    Rules K-TOKEN-4, K-TOKEN-5, K-TOKEN-8, K-TOKEN-9, K-TOKEN-10, K-TOKEN-20 (a blank),
    K-CARD-2 (after a war there).
    """
    place = s.place[seat, meeple]
    kind = s.hidden[place]
    if kind == NONE:
        return
    changes.set_hidden(s, place, NONE, RULE.K_TOKEN_4, log)
    s.seen_tokens[kind] += 1
    if kind == TOKEN.CROWN:
        changes.set_crown(s, seat, RULE.K_TOKEN_5, log)
    elif kind == TOKEN.TREASURE:
        plan(s, PHASE.OPEN_TREASURE, seat)
    elif kind == TOKEN.BANDITS:
        if not are_spared(s, cards, seat):
            plan(s, PHASE.MEET_BANDITS, seat).meeple = meeple
    elif kind != TOKEN.BLANK:
        changes.set_open(s, place, kind, RULE.K_TOKEN_10, log)
        if kind == TOKEN.CHURCH:
            changes.set_uses(s, place, cards.church_uses, RULE.K_TOKEN_18, log)


@kernel
def are_spared(s, cards, seat):
    """Whether bandits leave a last meeple alone that cannot be paid for.  Rule K-TOKEN-9."""
    if s.in_play[seat] > 1 or cards.bandits_last_meeple != BANDITS_LAST_MEEPLE.SPARED:
        return False
    return changes.all_goods(s, seat) < cards.bandits_price


@kernel
def use_church(s, cards, seat, meeple, place, rule, log):
    """Put a beaten meeple to the one beside the church.  Rules K-TOKEN-17, K-TOKEN-18."""
    place_meeple(s, cards, seat, meeple, place, rule, log)
    changes.set_uses(s, place, s.uses[place] - 1, RULE.K_TOKEN_18, log)
    if s.uses[place] == 0:
        changes.set_open(s, place, NONE, RULE.K_TOKEN_18, log)
