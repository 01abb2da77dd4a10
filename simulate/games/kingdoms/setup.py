"""From the box to the first turn: factions, territories, first goods and meeples, tokens."""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.streams import GOLDEN, SALT_SHUFFLE, below, mix, open_streams, shuffle
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import DUMMY_START, SOLO_STARTS, TERRAIN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.effects.compass import DUMMY
from simulate.games.kingdoms.effects.land import place_meeple
from simulate.games.kingdoms.moves.move import KIND
from simulate.games.kingdoms.state import changes, record
from simulate.games.kingdoms.state.agenda import plan
from simulate.games.kingdoms.state.changes import RULE
from simulate.games.kingdoms.state.record import EVENT, GOOD, PHASE, PURPOSE
from simulate.mechanics.log import LINE, write_order

BLOCKS = 1 << 62  # streams of blocks of games, beyond those of games


@kernel
def deal(s, cards, seed, replicate):
    """Set up game `replicate` under `seed` in a record that is all zeros.

    Rules K-SETUP-1 and U-SETUP-1 (seats), K-SETUP-2, K-SETUP-9, K-SETUP-10 (nothing reached
    yet), K-SETUP-12 (seat 0 begins).
    """
    clear_table(s)
    s.seats = cards.seats
    s.slots = 3 if cards.lost_kingdom else cards.seats
    if cards.solo:
        deal_dummys_faction(s, cards, seed, replicate)
    deal_factions(s, cards, seed, replicate)
    if cards.ultra:
        deal_single_sides(s, cards, seed, replicate)
    else:
        deal_cards(s, cards, seed, replicate)
    changes.clear_places(s)
    open_streams(s, seed, replicate)
    if cards.lost_kingdom:
        lay_lost_kingdom(s, cards)
    plan_setup(s, cards)
    if cards.solo:
        prepare_dummy(s, cards)
    s.round_no = 1


@kernel
def clear_table(s):
    """Everything that is nowhere yet.  Rules K-PARTS-3, K-PARTS-4, U-PARTS-2."""
    s.crown = NONE
    s.number = NONE
    s.war_place = NONE
    s.leader = NONE
    s.trigger_seat = NONE
    for k in range(2):
        s.dice[k] = NONE
        s.side[k] = NONE
    for slot in range(record.SLOTS):
        s.card[slot] = NONE
        s.territory[slot] = NONE
    for seat in range(codes.SEATS):
        s.faction[seat] = NONE
        for meeple in range(record.PIECES):
            s.place[seat, meeple] = NONE


# Dealing


@kernel
def order_of_deal(s, seed, replicate, purpose, count):
    """Put the `count` things in `s.hidden` in the order in which game `replicate` deals them.

    Games come in blocks of `count`: a block has one shuffled order, and each game of it starts
    one further on, so that in a block each thing comes once to each seat.  (`s.hidden` and
    `s.open` are borrowed as scratch; no token lies there yet.)
    """
    if count == 0:
        return
    open_streams(s, seed, BLOCKS + replicate // count)
    shuffle(s, purpose, 0, s.hidden, count)
    for i in range(count):
        s.open[i] = s.hidden[(i + replicate) % count]
    for i in range(count):
        s.hidden[i] = s.open[i]


@kernel
def is_taken(s, cards, faction):
    """Whether a faction is in play or named for a seat.  Rule K-PARTS-1."""
    for seat in range(cards.seats):
        if s.faction[seat] == faction or cards.faction[seat] == faction:
            return True
    return False


@kernel
def deal_dummys_faction(s, cards, seed, replicate):
    """The dummy's faction, from the recommended ones unless it is named.  Rules U-SOLO-1, -2."""
    s.faction[DUMMY] = cards.faction[DUMMY]
    if s.faction[DUMMY] != NONE:
        return
    count = 0
    for faction in range(cards.factions):
        if cards.dummy_may_be_dealt[faction] and not is_taken(s, cards, faction):
            s.hidden[count] = faction
            count += 1
    order_of_deal(s, seed, replicate, PURPOSE.DUMMYS_FACTION, count)
    s.faction[DUMMY] = s.hidden[0]


@kernel
def deal_factions(s, cards, seed, replicate):
    """Named factions to their seats, the others dealt, none twice.

    Rules K-PARTS-1, K-SETUP-3, K-CARD-12, U-CARD-3, U-LOST-3 (`halflings_with_two`).
    """
    count = 0
    for faction in range(cards.factions):
        if cards.may_be_dealt[faction] and not is_named(cards, faction):
            s.hidden[count] = faction
            count += 1
    order_of_deal(s, seed, replicate, PURPOSE.FACTIONS_DEALT, count)
    next_one = 0
    for seat in range(s.seats):
        if s.faction[seat] == NONE:
            s.faction[seat] = cards.faction[seat]
        if s.faction[seat] == NONE:
            while is_taken(s, cards, s.hidden[next_one]):
                next_one += 1
            s.faction[seat] = s.hidden[next_one]


@kernel
def is_named(cards, faction):
    """Whether a faction is named for a seat."""
    for seat in range(cards.seats):
        if cards.faction[seat] == faction:
            return True
    return False


@kernel
def deal_cards(s, cards, seed, replicate):
    """A territory card with two sides to each player.  Rules K-PARTS-2, K-SETUP-4, K-CARD-11."""
    for card in range(cards.cards_in_box):
        s.hidden[card] = card
    order_of_deal(s, seed, replicate, PURPOSE.TERRITORIES_DEALT, cards.cards_in_box)
    for seat in range(s.seats):
        s.card[seat] = s.hidden[seat]


@kernel
def deal_single_sides(s, cards, seed, replicate):
    """Ultra: home territories that are no backs of factions in play.

    Rules U-PARTS-1, U-SETUP-2, U-CARD-4, U-SOLO-3 (the dummy's has a forest and a mountain).
    """
    for territory in range(cards.territories):
        s.hidden[territory] = territory
    order_of_deal(s, seed, replicate, PURPOSE.TERRITORIES_DEALT, cards.territories)
    if cards.solo:
        take_territory(s, cards, DUMMY)
    for seat in range(cards.players):
        take_territory(s, cards, seat)


@kernel
def take_territory(s, cards, seat):
    """The next territory in the order of the deal that a seat may have."""
    for i in range(cards.territories):
        territory = s.hidden[i]
        if is_free(s, cards, territory):
            if seat < cards.players or cards.suits_dummy[territory]:
                s.territory[seat] = territory
                return


@kernel
def is_free(s, cards, territory):
    """Whether a territory's card is in play as neither territory nor faction.

    Rules K-PARTS-2, U-PARTS-1, U-LOST-1.
    """
    card = cards.side_card[territory]
    for slot in range(record.SLOTS):
        if s.card[slot] == card and not cards.ultra:
            return False
        if s.territory[slot] != NONE and cards.side_card[s.territory[slot]] == card:
            return False
    for seat in range(s.seats):
        if cards.back_of[territory] != NONE and cards.back_of[territory] == s.faction[seat]:
            return False
    return True


@kernel
def lay_lost_kingdom(s, cards):
    """The third territory, by chance, a neutral meeple in each of its regions.

    Rules K-LOST-1, K-LOST-2, U-LOST-1.
    """
    free = 0
    for territory in range(cards.territories):
        free += 1 if is_free(s, cards, territory) else 0
    nth = below(s, PURPOSE.LOST_DEALT, free)
    for territory in range(cards.territories):
        if is_free(s, cards, territory):
            if nth == 0:
                s.territory[record.LOST_KINGDOM] = territory
                break
            nth -= 1
    for region in range(codes.REGIONS):
        changes.put_neutral(s, record.LOST_KINGDOM * codes.PLACES + region)


@kernel
def prepare_dummy(s, cards):
    """The compass, the dummy's goods, who begins, and by the switch where its armies are.

    Rules U-PARTS-3, U-SOLO-4, U-SOLO-5, U-SOLO-6, U-SOLO-7, U-SOLO-8.
    """
    s.night = cards.compass_starts
    for kind in range(record.GOODS):
        s.goods[DUMMY, kind] = min(cards.resource_limit, cards.dummy_resources)
    if cards.solo_starts == SOLO_STARTS.PERSON:
        s.active = 0
    elif cards.solo_starts == SOLO_STARTS.DUMMY:
        s.active = DUMMY
    else:
        s.active = below(s, PURPOSE.FIRST_SEAT, 2)
    if cards.dummy_start == DUMMY_START.CHANCE:
        for terrain in (TERRAIN.FOREST, TERRAIN.MOUNTAIN):
            place_by_chance(s, cards, terrain)
    else:
        plan(s, PHASE.PLACE_DUMMY, 0).kind = TERRAIN.MOUNTAIN
        plan(s, PHASE.PLACE_DUMMY, 0).kind = TERRAIN.FOREST


@kernel
def place_by_chance(s, cards, terrain):
    """An army of the dummy in one of its regions of a terrain.  Rule U-SOLO-5."""
    count = 0
    for region in range(codes.REGIONS):
        count += 1 if cards.terrain[s.territory[DUMMY], region] == terrain else 0
    nth = below(s, PURPOSE.DUMMYS_START, count)
    for region in range(codes.REGIONS):
        if cards.terrain[s.territory[DUMMY], region] == terrain:
            if nth == 0:
                meeple = changes.meeple_in_supply(s, cards, DUMMY)
                place_meeple(s, cards, DUMMY, meeple, codes.PLACES + region, RULE.U_SOLO_5, None)
            nth -= 1


# What the players choose


@kernel
def plan_setup(s, cards):
    """Player by player: side, first goods, first region; then the tokens.

    Rules K-SETUP-5, K-TOKEN-1, K-FIVE-4.
    """
    plan(s, EVENT.BEGIN_TURN, NONE)
    if cards.exploration:
        plan(s, EVENT.DEAL_TOKENS, NONE)
        if cards.tokens_by_owner != NONE:
            for back in range(cards.players):
                plan(s, PHASE.LAY_TOKENS, cards.players - 1 - back)
    for back in range(cards.players):
        seat = cards.players - 1 - back
        plan(s, PHASE.CHOOSE_START, seat)
        plan(s, PHASE.SPLIT_RESOURCES, seat)
        if s.territory[seat] == NONE:
            plan(s, PHASE.CHOOSE_SIDE, seat)


@kernel
def set_up(s, cards, m, log):
    """Carry out a choice of the setup.

    Rules K-SETUP-5, K-SETUP-6, K-SETUP-7, K-SETUP-11, K-FIVE-4, U-SOLO-5.
    """
    seat = m.actor
    if m.kind == KIND.CHOOSE_SIDE:
        changes.set_territory(s, seat, m.number, RULE.K_SETUP_5, log)
    elif m.kind == KIND.SPLIT_RESOURCES:
        changes.set_goods(s, seat, GOOD.MANA, m.mana, RULE.K_SETUP_6, log)
        changes.set_goods(s, seat, GOOD.ORE, m.ore, RULE.K_SETUP_6, log)
        changes.set_goods(s, seat, GOOD.FOOD, m.food, RULE.K_SETUP_6, log)
    elif m.kind == KIND.LAY_TOKENS:
        s.laid |= np.int64(m.number) << np.int64(seat * codes.PLACES)
    elif m.kind == KIND.PLACE_DUMMY:
        meeple = changes.meeple_in_supply(s, cards, DUMMY)
        place_meeple(s, cards, DUMMY, meeple, m.goal, RULE.U_SOLO_5, log)
    else:
        for _ in range(cards.start_meeples):
            meeple = changes.meeple_in_supply(s, cards, seat)
            place_meeple(s, cards, seat, meeple, m.goal, RULE.K_SETUP_11, log)


# Exploration tokens


@kernel
def deal_tokens(s, cards, log):
    """One hidden token in each region without a player's meeples.

    Rules K-PARTS-7, K-TOKEN-1, K-TOKEN-2, K-TOKEN-3, K-CARD-3, K-CARD-9, K-FIVE-3, K-FIVE-4.
    """
    count = mix_tokens(s, cards)
    dealt = 0
    for place in range(s.hidden.shape[0]):
        s.hidden[place] = NONE
        if dealt < count and gets_token(s, cards, place):
            s.hidden[place] = s.open[dealt]
            dealt += 1
    for i in range(count):
        s.open[i] = NONE
    write_order(s, log, LINE.DEAL, NONE, RULE.K_TOKEN_1, NONE, s.hidden, record.ALL_PLACES)


@kernel
def mix_tokens(s, cards):
    """Put the tokens into a chance order, in `s.open` as scratch; their number.

    Each token draws lots of its own for every place of the order and takes the best that is
    free, so that another number of one kind leaves nearly all others where they were.
    """
    count = np.int64(0)
    for kind in range(record.KINDS_OF_TOKEN):
        count += cards.token_count[kind]
    for kind in range(record.KINDS_OF_TOKEN):
        for copy in range(cards.token_count[kind]):
            token = np.int64(kind * record.ALL_PLACES + copy)
            best = NONE
            for at in range(count):
                if s.open[at] == NONE:
                    if best == NONE or lot(s, token, at) < lot(s, token, best):
                        best = at
            s.open[best] = kind
    return count


@inner_kernel
def lot(s, token, at):
    """What a token draws for a place of the order, uint64."""
    own = mix(s.keys[PURPOSE.TOKENS_DEALT] ^ (np.uint64(token + 1) * SALT_SHUFFLE))
    return mix(own + np.uint64(at + 1) * GOLDEN)


@kernel
def gets_token(s, cards, place):
    """Whether a token is laid in a region.  Rules K-TOKEN-1, K-TOKEN-2, K-FIVE-4, K-CARD-3."""
    if place // codes.PLACES >= s.slots or place % codes.PLACES >= codes.REGIONS:
        return False
    if cards.tokens_by_owner != NONE:
        return record.is_in(s.laid, place) == 1
    return record.is_empty(s, place) or s.owner[place, 0] == record.NEUTRAL
