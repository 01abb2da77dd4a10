"""Attacks to come, as far as a seat can foresee them: from the cards seen and those unseen."""

from simulate.compiler.kernels import kernel
from simulate.games.defenders.cards.tables import FIRST_ALLY, FIRST_DIRE, FIRST_GROUP, PLACES
from simulate.games.defenders.state.record import is_ally, is_dire


@kernel
def count_attacks(cards, card, attacks, dire):
    """Add a card's attacks to `attacks` (float[PLACES]), those of dire enemies to `dire`."""
    if is_dire(card):
        attacks[cards.dire_region[card - FIRST_DIRE]] += 1.0
        dire[cards.dire_region[card - FIRST_DIRE]] += 1.0
    elif not is_ally(card):
        for k in range(cards.enemy_attacks[card]):
            attacks[cards.enemy_region[card, k]] += 1.0


@kernel
def foresee(s, cards, v):
    """Bring the expected attacks up to date, if any card has moved since."""
    if v.game != s.keys[0] or v.deck != s.deck_changes:
        v.game = s.keys[0]
        v.deck = s.deck_changes
        expect_attacks(s, cards, v)


@kernel
def expect_attacks(s, cards, v):
    """Expected attacks by region, from the cards seen and the kinds of those unseen."""
    for region in range(PLACES):
        v.now[region] = 0.0
        v.cycle[region] = 0.0
        v.dire[region] = 0.0
    for seat in range(s.players):
        v.called[seat] = 0.0
    v.allies = 0.0
    unseen = 0
    for i in range(s.turn_cards):
        card = s.turn_deck[i]
        if is_ally(card):
            v.allies += 1.0
            if card < FIRST_GROUP:
                v.called[(card - FIRST_ALLY) % s.players] = 1.0
        elif s.seen[card]:
            count_attacks(cards, card, v.now, v.dire)
        else:
            unseen += 1
    v.enemies = s.turn_cards - v.allies
    if unseen > 0:
        expect_unseen(s, cards, v, unseen)
    for region in range(PLACES):
        v.cycle[region] = v.now[region]
    for i in range(s.discards):
        count_attacks(cards, s.discard[i], v.cycle, v.dire)


@kernel
def expect_unseen(s, cards, v, unseen):
    """Spread the unseen cards of the turn deck over what they may be."""
    enemies, dire = 0.0, 0.0
    for card in range(cards.enemies):
        enemies += 1 - s.seen[card]
    for card in range(FIRST_DIRE, FIRST_ALLY):
        dire += 1 - s.seen[card]
    # In round 1 the unseen cards are enemies; later they came from the horde deck.
    share = 1.0
    if s.round_no > 1:
        enemies_left = max(0.0, 2 * cards.enemies_per_deck - (cards.enemies - enemies))
        dire_left = max(0.0, cards.dire_enemies - (FIRST_ALLY - FIRST_DIRE - dire))
        share = enemies_left / max(1.0, enemies_left + dire_left)
    for card in range(cards.enemies):
        if not s.seen[card]:
            for k in range(cards.enemy_attacks[card]):
                v.now[cards.enemy_region[card, k]] += unseen * share / max(1.0, enemies)
    for card in range(FIRST_DIRE, FIRST_ALLY):
        if not s.seen[card]:
            more = unseen * (1.0 - share) / max(1.0, dire)
            v.now[cards.dire_region[card - FIRST_DIRE]] += more
            v.dire[cards.dire_region[card - FIRST_DIRE]] += more
