"""What a war is worth, and the mix of numbers that a seat plays in it.

Both sides set their number in secret and both pay, so there is no best number: whoever is
foreseen is beaten.  A seat works out the small game of numbers against numbers, each side with
what it can pay and what the region is worth to it, softly and alternately answering the other's
mix, and then draws from its own mix.
"""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.functions import exp, power
from simulate.games.kingdoms.cards.codes import ANY_SORT, SIDE
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves.payments import paid_by, war_terms
from simulate.games.kingdoms.moves.questions import retreat_goals, retreat_price
from simulate.games.kingdoms.state.record import (
    ATTACKER,
    DEFENDER,
    GOOD,
    PHASE,
    bit,
    is_in,
    slot_of,
    spot_of,
)
from strategies.kingdoms.outlook import (
    NUMBERS,
    goods_worth,
    land_worth,
    lasting,
    own_land,
    weigh_seat,
)

ANSWERS = 14  # times that each side answers the other's mix
DEAR = 1e6  # cost of a number that cannot be paid


# Stakes


@inner_kernel
def meeple_worth(cards, w, v):
    """Worth of a meeple, wherever it stands."""
    return cards.meeple_points + w.meeple + w.spread * v.rounds


@kernel
def loss_worth(s, cards, w, v, seat, rival, place):
    """What a side loses with its meeple if it is beaten: a retreat's price, or the meeple."""
    price = retreat_price(s, cards, seat, rival, place)
    if s.goods[seat, GOOD.FOOD] >= price and retreat_goals(s, cards, seat, place) != 0:
        return min(meeple_worth(cards, w, v), -goods_worth(s, cards, v, seat, GOOD.FOOD, -price))
    return meeple_worth(cards, w, v)


@inner_kernel
def crown_worth(s, cards, w, v, seat):
    """What a seat hands over with the crown if it is beaten.  Rule K-TOKEN-7."""
    return w.crown * lasting(w, v) * cards.crown_points if s.crown == seat else 0.0


@inner_kernel
def standing(s, cards, seat):
    """Points of a seat, about."""
    return cards.tower_points[s.tower[seat]] + s.magic[seat] + s.in_play[seat]


@kernel
def mean_standing(s, cards):
    """Mean points of all seats, about."""
    total = 0
    for seat in range(s.seats):
        total += standing(s, cards, seat)
    return total / s.seats


@inner_kernel
def lead_of(s, cards, rival):
    """Points of a seat above the mean, about."""
    return standing(s, cards, rival) - mean_standing(s, cards)


@kernel
def envy(s, cards, w, rival):
    """Share of a rival's loss that counts as a gain: more of who is ahead, less of many."""
    return max(0.0, w.rival + w.leader * lead_of(s, cards, rival)) / power(s.seats - 1, 2)


@kernel
def heed_rivals(s, cards, w, v):
    """Fill how much each seat counts where an action is selected: more of who is ahead."""
    mean = mean_standing(s, cards)
    for seat in range(s.seats):
        v.heed[seat] = max(0.0, 1.0 + w.foremost * (standing(s, cards, seat) - mean))


# Numbers


@kernel
def weigh_numbers(s, cards, v, side):
    """Fill what each number costs a side of the war that is being fought."""
    seat, rival = s.side[side], s.side[1 - side]
    terms = war_terms(s, cards, seat, rival, s.war_place, side, NONE)
    for number in range(NUMBERS):
        v.cost[side, number] = DEAR
    most_food = s.goods[seat, GOOD.FOOD] if terms[2] > 0 else 0
    for food in range(most_food + 1):
        lost_food = goods_worth(s, cards, v, seat, GOOD.FOOD, -food)
        for mana in range(s.goods[seat, GOOD.MANA] + 1):
            lost = lost_food + goods_worth(s, cards, v, seat, GOOD.MANA, -mana)
            for ore in range(s.goods[seat, GOOD.ORE] + 1):
                number = min(cards.war_limit, paid_by(terms, mana, ore, food))
                loss = -lost - goods_worth(s, cards, v, seat, GOOD.ORE, -ore)
                v.cost[side, number] = min(v.cost[side, number], loss)
                if number == cards.war_limit:
                    break
    for number in range(cards.war_limit - 1, -1, -1):
        v.cost[side, number] = min(v.cost[side, number], v.cost[side, number + 1])
    v.cost[side, 0] = 0.0


@inner_kernel
def may_ally(cards):
    """Whether two white flags make an alliance.  Rules K-WAR-8, K-LOST-8."""
    return not cards.lost_kingdom


@kernel
def answer(s, cards, v, side, stake, most):
    """Worth of each number of a side, up to `most`, against the other's mix, into `v.yield_`."""
    win, lose, peace = stake
    other = 1 - side
    strict = side == ATTACKER and not cards.wins_ties[s.faction[s.side[0]], s.magic[s.side[0]]]
    strict = strict or (
        side == DEFENDER and cards.wins_ties[s.faction[s.side[0]], s.magic[s.side[0]]] == 1
    )
    below = 0.0  # chance that the other sets less
    for number in range(most + 1):
        same = v.mix[other, number]
        chance = below if strict else below + same
        worth = chance * win + (1.0 - chance) * lose
        if number == 0:
            worth = same * peace + (1.0 - same) * lose
        v.yield_[side, number] = worth - v.cost[side, number]
        below += same


@kernel
def soften(v, side, heat, step, most):
    """Move a side's mix toward the numbers up to `most` that yield most, in place."""
    best = v.yield_[side, 0]
    for number in range(1, most + 1):
        best = max(best, v.yield_[side, number])
    total = 0.0
    for number in range(most + 1):
        v.yield_[side, number] = exp((v.yield_[side, number] - best) / heat)
        total += v.yield_[side, number]
    for number in range(most + 1):
        share = v.yield_[side, number] / total
        v.mix[side, number] += step * (share - v.mix[side, number])


@kernel
def stakes(s, cards, w, v, side):
    """(winning, losing, an alliance) for a side of the war that is being fought."""
    seat, rival, place = s.side[side], s.side[1 - side], s.war_place
    own_land = land_worth(s, cards, w, v, seat, place)
    lost = loss_worth(s, cards, w, v, seat, rival, place)
    envied = envy(s, cards, w, rival)
    theirs = envied * land_worth(s, cards, w, v, rival, place)
    ransom = envied * loss_worth(s, cards, w, v, rival, seat, place)
    ransom += (1.0 + envied) * crown_worth(s, cards, w, v, rival)
    lost += (1.0 + envied) * crown_worth(s, cards, w, v, seat)
    if side == ATTACKER:
        peace = w.peace * own_land if may_ally(cards) else -lost
        return own_land + theirs + ransom + w.fury, -lost, peace
    peace = -w.sharing * own_land - w.peace * theirs if may_ally(cards) else ransom
    return ransom, -own_land - lost - theirs, peace


@kernel
def begin_mix(cards, v, side):
    """Mix all numbers alike that a side can pay; the highest of them.  None above it can be paid,
    as what pays a number pays each below.
    """
    most = 0
    while most < cards.war_limit and v.cost[side, most + 1] < DEAR:
        most += 1
    for number in range(cards.war_limit + 1):
        v.mix[side, number] = 1.0 / (most + 1) if number <= most else 0.0
    return most


@inner_kernel
def is_mixed(s, w, v):
    """Whether the attacker's mind, which is alike, has just mixed the numbers of this war."""
    return (
        s.phase == PHASE.SET_DEFENCE
        and w.alike != 0
        and w.alike == v.mixed_by
        and s.wars == v.mixed_war
        and s.decisions == v.mixed_at + 1
        and s.keys[0] == v.mixed_game
    )


@inner_kernel
def note_mix(s, w, v):
    """Note whose numbers are mixed; 0 for a mix that only one side may know."""
    v.mixed_game, v.mixed_war, v.mixed_at = s.keys[0], s.wars, s.decisions
    v.mixed_by = 0 if is_cunning(w, v) else w.alike


@kernel
def mix_numbers(s, cards, w, v):
    """Fill the mixes of both sides of the war that is being fought."""
    weigh_seat(s, cards, w, v, s.side[ATTACKER])
    weigh_seat(s, cards, w, v, s.side[DEFENDER])
    for side in range(2):
        weigh_numbers(s, cards, v, side)
    most = begin_mix(cards, v, ATTACKER), begin_mix(cards, v, DEFENDER)
    attack, defence = stakes(s, cards, w, v, ATTACKER), stakes(s, cards, w, v, DEFENDER)
    heat = max(w.heat, 0.01)
    for turn in range(ANSWERS):
        step = 2.0 / (turn + 3.0)
        answer(s, cards, v, ATTACKER, attack, most[ATTACKER])
        answer(s, cards, v, DEFENDER, defence, most[DEFENDER])
        soften(v, ATTACKER, heat, step, most[ATTACKER])
        soften(v, DEFENDER, heat, step, most[DEFENDER])
    if is_cunning(w, v):
        side = ATTACKER if s.phase == PHASE.SET_ATTACK else DEFENDER
        answer(s, cards, v, side, attack if side == ATTACKER else defence, most[side])
        foresee_mix(w, v, side, most[side])


@inner_kernel
def cunning_of(w, v):
    """Share of the best answer in the own mix, in the game or where moves are played on."""
    return max(w.cunning, w.cunning_ahead) if v.on_copy else w.cunning


@inner_kernel
def is_cunning(w, v):
    """Whether a side looks for the best answer to the other's mix."""
    return cunning_of(w, v) > 0.0


@kernel
def foresee_mix(w, v, side, most):
    """Shift a side's mix to the number that yields most against the other's mix."""
    best = 0
    for number in range(1, most + 1):
        if v.yield_[side, number] > v.yield_[side, best]:
            best = number
    for number in range(most + 1):
        wanted = 1.0 if number == best else 0.0
        v.mix[side, number] += cunning_of(w, v) * (wanted - v.mix[side, number])


# Before a war


@kernel
def strength(s, cards, seat, side):
    """War cost that a seat could pay, about."""
    faction, magic = s.faction[seat], s.magic[seat]
    paid = s.goods[seat, GOOD.MANA] * cards.worth[faction, magic, GOOD.MANA]
    paid += s.goods[seat, GOOD.ORE] * cards.worth[faction, magic, GOOD.ORE]
    return min(cards.war_limit, paid + cards.war_off[faction, magic, side, ANY_SORT, 0])


@kernel
def unit_worth(s, cards, v, seat):
    """Worth of the goods that one more war cost takes, about."""
    mana, ore = s.goods[seat, GOOD.MANA], s.goods[seat, GOOD.ORE]
    unit = 0.5
    if mana > 1:
        unit = min(unit, -goods_worth(s, cards, v, seat, GOOD.MANA, -2) / 4.0)
    if ore > 1:
        unit = min(unit, -goods_worth(s, cards, v, seat, GOOD.ORE, -2) / 2.0)
    return max(unit, 0.01)


@inner_kernel
def weigh_arms(s, cards, w, v, seat):
    """Fill what a war cost is worth to a seat whose goods are weighed, and a rival's envy."""
    if not is_in(v.armed, seat):
        v.armed |= bit(seat)
        v.unit[seat] = unit_worth(s, cards, v, seat)
        if seat != v.seat:
            v.envy[seat] = envy(s, cards, w, seat)


@kernel
def attack_worth(s, cards, w, v, seat, rival, place):
    """Worth of a war in a region, as two players who know each other's means fight it.

    Both pay what they set.  Who would go higher wins what the other's highest number leaves;
    the other gains nothing by fighting.
    """
    weigh_seat(s, cards, w, v, rival)
    weigh_arms(s, cards, w, v, seat)
    weigh_arms(s, cards, w, v, rival)
    land = own_land(s, cards, w, v, seat, place)
    theirs = land_worth(s, cards, w, v, rival, place)
    meeple, unit, price = meeple_worth(cards, w, v), v.unit[seat], v.unit[rival]
    prize, stake = crown_worth(s, cards, w, v, rival), crown_worth(s, cards, w, v, seat)
    lost, taken = meeple + stake, theirs + meeple + prize
    gain = land + prize + v.envy[rival] * taken + w.fury
    reach = min(1.0 * strength(s, cards, seat, SIDE.ATTACK), (gain + lost) / unit)
    bar = min(1.0 * strength(s, cards, rival, 1 - SIDE.ATTACK), (taken + stake) / price)
    if reach > bar:
        return max(-lost, gain - unit * (bar + 1.0))
    return -lost


@kernel
def risk(s, cards, w, v, seat, place):
    """Worth that is at risk where one meeple stands alone."""
    edge = cards.edge[s.territory[slot_of(place)], spot_of(place)]
    worth = own_land(s, cards, w, v, seat, place) + meeple_worth(cards, w, v)
    return w.threat * worth * (1.0 if edge else 0.5)
