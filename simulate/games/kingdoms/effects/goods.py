"""Prices that are paid and goods that come in."""

import numpy as np

from simulate.compiler.kernels import kernel
from simulate.core.streams import below
from simulate.games.kingdoms.cards.codes import DO, HOURS, RESOURCE, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.moves import questions
from simulate.games.kingdoms.moves.answers import can_plunder
from simulate.games.kingdoms.state import changes
from simulate.games.kingdoms.state.agenda import plan, plan_take
from simulate.games.kingdoms.state.changes import RULE
from simulate.games.kingdoms.state.record import EVENT, GOOD, GOODS, PHASE, PURPOSE, terrain_of
from simulate.mechanics.log import LINE, write_chance

FACES_A_KIND = HOURS // GOODS
ON_THE_DIE = (GOOD.ORE, GOOD.MANA, GOOD.FOOD)  # 1 to 4, 5 to 8, 9 to 12


# Prices


@kernel
def charge(s, cards, seat, price, amount, rule, log):
    """Take a price, or ask how it is paid where an ability leaves a choice.

    Rules K-BUILD-1, K-RESEARCH-1, K-EXPAND-1, K-RETREAT-1, K-CARD-24.
    """
    if amount == 0:
        return
    if questions.is_dummy(cards, seat):
        charge_dummy(s, cards, seat, price, amount, rule, log)
    elif questions.has_choice_of_payment(s, cards, seat, price):
        task = plan(s, PHASE.PAY, seat)
        task.kind = price
        task.amount = amount
        task.rule = rule
    else:
        kind = questions.due_kind(price)
        changes.set_goods(s, seat, kind, s.goods[seat, kind] - amount, rule, log)


@kernel
def charge_dummy(s, cards, seat, price, amount, rule, log):
    """The dummy pays with another resource only what it lacks.  Rule U-DUMMY-15."""
    due = questions.due_kind(price)
    paid = min(amount, s.goods[seat, due])
    changes.set_goods(s, seat, due, s.goods[seat, due] - paid, rule, log)
    left = amount - paid
    for kind in range(GOODS):
        if kind != due and cards.substitute[s.faction[seat], s.magic[seat], price, kind]:
            part = min(left, s.goods[seat, kind])
            changes.set_goods(s, seat, kind, s.goods[seat, kind] - part, rule, log)
            left -= part


# Gains


@kernel
def offer(s, cards, seat, pieces, times, rule, log):
    """Resources of choice: so many times, so many pieces of one kind.

    The dummy takes what it holds least of.
    """
    if times <= 0 or pieces <= 0:
        return
    if not questions.is_dummy(cards, seat):
        plan_take(s, seat, pieces, times, rule)
        return
    for _ in range(times):
        changes.gain_goods(s, cards, seat, least_held(s, cards, seat, log), pieces, rule, log)


@kernel
def least_held(s, cards, seat, log):
    """The resource that the dummy holds least of, ties by chance.  Rules U-DUMMY-15, U-DUMMY-19."""
    least = min(s.goods[seat, GOOD.MANA], s.goods[seat, GOOD.ORE], s.goods[seat, GOOD.FOOD])
    tied = 0
    for kind in range(GOODS):
        tied += 1 if s.goods[seat, kind] == least else 0
    nth = below(s, PURPOSE.FATE, tied) if tied > 1 else 0
    for kind in range(GOODS):
        if s.goods[seat, kind] == least:
            if nth == 0:
                if tied > 1:
                    write_chance(s, log, LINE.CHOICE, seat, RULE.U_DUMMY_19, PURPOSE.FATE, kind)
                return kind
            nth -= 1
    return NONE


@kernel
def rolled_resource(s, seat, log):
    """The resource that a die gives the dummy when it collects, by the switch.  Rule U-DUMMY-19."""
    number = below(s, PURPOSE.RESOURCE_DIE, HOURS)
    write_chance(s, log, LINE.ROLL, seat, RULE.U_DUMMY_19, PURPOSE.RESOURCE_DIE, number + 1)
    return np.int64(ON_THE_DIE[number // FACES_A_KIND])


@kernel
def gain_at(s, cards, seat, moment, place, brought, log):
    """What a seat's abilities bring at a moment; place and brought: NONE where there are none.

    Rules K-CARD-14, K-CARD-28, K-CARD-34, K-CARD-36.
    """
    faction, magic = s.faction[seat], s.magic[seat]
    first = cards.run_first[faction, moment]
    for row in range(first, first + cards.run_count[faction, moment, magic]):
        if cards.row_do[row] == DO.GAIN and is_there(s, cards, seat, row, place):
            if moment != WHEN.REACHED or cards.row_level[row] == magic:
                gain_by(s, cards, seat, row, place, brought, log)


@kernel
def is_there(s, cards, seat, row, place):
    """Whether an effect's sort of region, if it asks for one, is that of a place."""
    return place == NONE or (cards.row_mask[row] & questions.sorts_at(s, cards, seat, place)) != 0


@kernel
def gain_by(s, cards, seat, row, place, brought, log):
    """The gain of one effect."""
    kind, amount = cards.row_resource[row], cards.row_amount[row]
    if kind == RESOURCE.ANY:
        offer(s, cards, seat, 1, amount, RULE.K_CARD_36, log)
        return
    if kind == RESOURCE.SAME:
        kind = brought if place == NONE else terrain_of(s, cards, place)
    if 0 <= kind < GOODS:
        changes.gain_goods(s, cards, seat, kind, amount, RULE.K_CARD_36, log)


# Plunder


@kernel
def plunder(s, cards, first, log):
    """What the winner's abilities take from the loser, as much as there is and fits.

    One effect after another; first: the row of the first that is not done with.
    """
    faction = s.faction[s.winner]
    end = cards.run_first[faction, WHEN.WAR_WON]
    end += cards.run_count[faction, WHEN.WAR_WON, s.magic[s.winner]]
    for row in range(first, end):
        if cards.row_do[row] == DO.TAKE:
            kind, amount = cards.row_resource[row], cards.row_amount[row]
            if kind == RESOURCE.ANY and not questions.is_dummy(cards, s.winner):
                plan(s, EVENT.PLUNDERS, s.winner).row = row + 1
                plan_plunder(s, cards, amount)
                return
            for _ in range(amount):
                piece = least_plundered(s, cards, log) if kind == RESOURCE.ANY else kind
                if piece != NONE:
                    move_piece(s, cards, piece, log)


@kernel
def plan_plunder(s, cards, pieces):
    """Let the winner take so many pieces, as long as there is something to take."""
    for kind in range(GOODS):
        if can_plunder(s, cards, kind):
            if pieces > 0:
                plan(s, PHASE.PLUNDER, s.winner).amount = pieces
            return


@kernel
def least_plundered(s, cards, log):
    """Of what can be taken, the resource that the dummy holds least of, ties by chance."""
    best, ties = NONE, 0
    for kind in range(GOODS):
        if not can_plunder(s, cards, kind):
            continue
        if best == NONE or s.goods[s.winner, kind] < s.goods[s.winner, best]:
            best, ties = kind, 1
        elif s.goods[s.winner, kind] == s.goods[s.winner, best]:
            ties += 1
            if below(s, PURPOSE.FATE, ties) == 0:
                best = kind
    if ties > 1:
        write_chance(s, log, LINE.CHOICE, s.winner, RULE.U_DUMMY_15, PURPOSE.FATE, best)
    return best


@kernel
def move_piece(s, cards, kind, log):
    """One piece from the loser to the winner, if there is one and room for it."""
    if can_plunder(s, cards, kind):
        s.gained[s.winner, kind] += 1
        changes.set_goods(s, s.loser, kind, s.goods[s.loser, kind] - 1, RULE.K_CARD_36, log)
        changes.set_goods(s, s.winner, kind, s.goods[s.winner, kind] + 1, RULE.K_CARD_36, log)
