"""From the box to the first card: heroes, ring, sides, threat, foe and the three decks."""

from simulate.compiler.kernels import kernel
from simulate.core.streams import below, open_streams, shuffle
from simulate.games.defenders.cards import tables
from simulate.games.defenders.cards.tables import NONE, SIDES
from simulate.games.defenders.state.piles import shuffle_turn_deck
from simulate.games.defenders.state.record import IN_DECK, OUTER_REGIONS, PHASE, PURPOSE

ALLY_CARDS = tables.FIRST_GROUP - tables.FIRST_ALLY
GROUP_CARDS = 2
FAR = 99


@kernel
def deal(s, cards, seed, replicate):
    """Set up game `replicate` under `seed` in a record that is all zeros.

    Rules D-SETUP-1 to D-SETUP-12; the stack of artifacts (D-SETUP-4) is shuffled here.
    """
    open_streams(s, seed, replicate)
    s.players = cards.players
    clear_table(s)
    deal_heroes(s, cards)
    lay_ring(s, cards)
    lay_sides(s, cards)
    s.foe = below(s, PURPOSE.FOE_DEALT, cards.foes)
    for artifact in range(cards.artifacts):
        s.artifact_deck[artifact] = artifact
    s.artifacts_left = cards.artifacts
    shuffle(s, PURPOSE.ARTIFACTS_DEALT, 0, s.artifact_deck, cards.artifacts)
    build_decks(s, cards)
    s.round_no = 1
    s.decider = tables.CAPITAL + 1 if cards.sides == SIDES.CHOSEN else 0
    s.phase = PHASE.CHOOSE_SIDES if cards.sides == SIDES.CHOSEN else PHASE.BEFORE_DRAW


@kernel
def clear_table(s):
    """Everything that is nowhere yet."""
    s.drawn = NONE
    s.active = NONE
    s.horn_region = NONE
    s.foe_region = NONE
    for region in range(tables.PLACES):
        s.cover[region] = NONE
    for seat in range(tables.SEATS):
        s.brace_at[seat] = NONE
    for artifact in range(s.artifact.shape[0]):
        s.artifact[artifact] = IN_DECK


@kernel
def deal_heroes(s, cards):
    """Chosen or dealt heroes at full health in the Capital City.

    Rules D-SETUP-1, D-SETUP-2, D-SETUP-3, D-SETUP-6.
    """
    for hero in range(cards.heroes):
        s.discard[hero] = hero  # borrowed as scratch; the pile is empty now
    shuffle(s, PURPOSE.HEROES_DEALT, 0, s.discard, cards.heroes)
    for seat in range(s.players):
        hero = cards.party[seat]
        if hero == NONE:
            hero = s.discard[seat]
        s.hero[seat] = hero
        s.full[seat] = cards.hero_health[hero]
        s.health[seat] = s.full[seat]
        s.place[seat] = tables.CAPITAL


@kernel
def lay_ring(s, cards):
    """Outer regions in a ring round the Capital City, which touches two of them.

    Rules D-SETUP-5, D-SETUP-7, D-SETUP-8 and D-MOVE-2 (`gates_apart`), D-SETUP-10, D-SETUP-11
    (threat).
    """
    for i in range(OUTER_REGIONS):
        s.ring[i] = cards.fixed_ring[i] if cards.fixed_layout else i + 1
    if not cards.fixed_layout:
        shuffle(s, PURPOSE.RING_DEALT, 0, s.ring, OUTER_REGIONS)
    for i in range(OUTER_REGIONS):
        join(s, s.ring[i], s.ring[(i + 1) % OUTER_REGIONS])
        s.threat[s.ring[i]] = cards.region_start
    join(s, tables.CAPITAL, s.ring[0])
    join(s, tables.CAPITAL, s.ring[cards.gates_apart])
    s.threat[tables.CAPITAL] = cards.capital_start
    measure(s)


@kernel
def join(s, a, b):
    """Make two regions adjacent."""
    s.neighbour[a, s.neighbours[a]] = b
    s.neighbour[b, s.neighbours[b]] = a
    s.neighbours[a] += 1
    s.neighbours[b] += 1


@kernel
def measure(s):
    """Moves from every region to every other."""
    for a in range(tables.PLACES):
        for b in range(tables.PLACES):
            s.distance[a, b] = 0 if a == b else FAR
        for k in range(s.neighbours[a]):
            s.distance[a, s.neighbour[a, k]] = 1
    for via in range(tables.PLACES):
        for a in range(tables.PLACES):
            for b in range(tables.PLACES):
                s.distance[a, b] = min(s.distance[a, b], s.distance[a, via] + s.distance[via, b])


@kernel
def lay_sides(s, cards):
    """Sides by chance or as told; chosen sides come as moves.  Rule D-SETUP-9."""
    for region in range(tables.CAPITAL + 1, tables.PLACES):
        if cards.sides == SIDES.RANDOM:
            s.side[region] = below(s, PURPOSE.SIDES_DEALT, 2)
        else:
            s.side[region] = cards.sides == SIDES.B


@kernel
def build_decks(s, cards):
    """Turn, horde and destruction deck.

    Rules D-DECK-1 (enemies), D-DECK-2 and D-DECK-4 (dire enemies by level), D-DECK-3 (the
    other dire enemies), D-DECK-9, D-DECK-10 and D-DECK-11 (shuffled, face down).
    """
    each, piled = cards.enemies_per_deck, 0
    scratch = s.discard
    for card in range(cards.enemies):
        scratch[card] = card
    shuffle(s, PURPOSE.ENEMIES_DEALT, 0, scratch, cards.enemies)
    for i in range(cards.enemies):
        if i < each:
            s.turn_deck[i] = scratch[i]
        elif i < 2 * each:
            s.horde[i - each] = scratch[i]
        else:
            s.destruction[piled] = scratch[i]
            piled += 1
    s.turn_cards = each
    s.horde_cards = each
    for i in range(tables.FIRST_ALLY - tables.FIRST_DIRE):
        scratch[i] = tables.FIRST_DIRE + i
    shuffle(s, PURPOSE.DIRE_DEALT, 0, scratch, tables.FIRST_ALLY - tables.FIRST_DIRE)
    for i in range(tables.FIRST_ALLY - tables.FIRST_DIRE):
        if i < cards.dire_enemies:
            s.horde[s.horde_cards] = scratch[i]
            s.horde_cards += 1
        else:
            s.destruction[piled] = scratch[i]
            piled += 1
    s.destruction_cards = piled
    add_allies(s, tables.FIRST_ALLY, ALLY_CARDS, cards.allies)
    add_allies(s, tables.FIRST_GROUP, GROUP_CARDS, cards.groups)
    shuffle_turn_deck(s, 0, None)
    shuffle(s, PURPOSE.HORDE_SHUFFLED, 0, s.horde, s.horde_cards)
    shuffle(s, PURPOSE.DESTRUCTION_SHUFFLED, 0, s.destruction, s.destruction_cards)


@kernel
def add_allies(s, first, count, used):
    """The first `used` of `count` Ally cards to the turn deck, the rest to destruction.

    Rules D-DECK-5 and D-DECK-6 (Ally cards), D-DECK-7 and D-DECK-8 (Group Ally cards):
    everybody knows which are in the turn deck.
    """
    for i in range(count):
        if i < used:
            s.turn_deck[s.turn_cards] = first + i
            s.turn_cards += 1
        else:
            s.destruction[s.destruction_cards] = first + i
            s.destruction_cards += 1
        s.seen[first + i] = 1
