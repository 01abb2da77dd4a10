"""War: numbers, who wins, what is paid, and what the winner gets."""

from simulate.compiler.kernels import kernel
from simulate.games.kingdoms.cards.codes import TOKEN, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE
from simulate.games.kingdoms.effects.goods import gain_at
from simulate.games.kingdoms.moves.answers import side_terms
from simulate.games.kingdoms.moves.payments import neutral_price, paid_by
from simulate.games.kingdoms.state import changes, record
from simulate.games.kingdoms.state.agenda import plan, plan_gain
from simulate.games.kingdoms.state.changes import RULE
from simulate.games.kingdoms.state.record import EVENT, PHASE


@kernel
def meet(s, seat, meeple, log):
    """Note who attacks whom, and where.  Rules K-WAR-1, K-WAR-2."""
    place = s.place[seat, meeple]
    s.side[record.ATTACKER] = seat
    s.side[record.DEFENDER] = record.other_at(s, place, seat)
    s.war_meeple = meeple
    s.stake = record.bit(place)
    s.broken = 0
    s.lair = 0
    s.spared = 0
    changes.set_war_place(s, place, RULE.K_WAR_2, log)


@kernel
def begin_war(s, seat, log):
    """Both players set their dice, neither knowing the other's number.  Rules K-WAR-1, K-WAR-3."""
    rival = s.side[record.DEFENDER]
    s.stake = record.shared(s, seat, rival)
    s.wars += 1
    s.attacks[seat] += 1
    s.defences[rival] += 1
    plan(s, EVENT.REVEAL_DICE, NONE)
    plan(s, PHASE.SET_DEFENCE, rival)
    plan(s, PHASE.SET_ATTACK, seat)


@kernel
def reveal_dice(s, cards, log):
    """Peace, or war for all that is at stake; then numbers may still be raised.

    Rules K-WAR-8, K-LOST-8 and K-CARD-6 (no peace with two players), K-BREAK-1 (who breaks an
    alliance, and the switch), K-CARD-20.
    """
    attack, defence = s.dice[record.ATTACKER], s.dice[record.DEFENDER]
    if attack == 0 and defence == 0 and s.seats > 2:
        form_alliance(s, cards, log)
        return
    contested = record.bit(s.war_place)
    if attack == 0 and not (cards.refused_peace_breaks and defence > 0):
        s.stake = contested
    if s.stake != contested:
        s.broken = 1
        s.breaks += 1
        s.betrayed[s.side[record.ATTACKER]] += 1
    plan(s, EVENT.DECIDE_WAR, NONE)
    if may_raise(s, cards, record.DEFENDER):
        plan(s, PHASE.RAISE_DEFENCE, s.side[record.DEFENDER])
    if may_raise(s, cards, record.ATTACKER):
        plan(s, PHASE.RAISE_ATTACK, s.side[record.ATTACKER])


@kernel
def may_raise(s, cards, side):
    """Whether a side may add to its number; never to a flag.  Rule K-CARD-20."""
    seat = s.side[side]
    return s.dice[side] > 0 and cards.raises[s.faction[seat], s.magic[seat]] > 0


@kernel
def form_alliance(s, cards, log):
    """Both meeples stay.  Rules K-WAR-8, K-ALLY-1, K-ALLY-2, K-ALLY-3."""
    s.result = record.ALLIED
    s.alliances += 1
    place = s.war_place
    end_war(s, RULE.K_WAR_8, log)
    for last in range(2):
        seat = s.side[record.DEFENDER - last]
        s.allied[seat] += 1
        gain_at(s, cards, seat, WHEN.ALLIANCE, place, NONE, log)


@kernel
def end_war(s, rule, log):
    """Put the dice away."""
    changes.set_dice(s, record.ATTACKER, NONE, rule, log)
    changes.set_dice(s, record.DEFENDER, NONE, rule, log)
    changes.set_war_place(s, NONE, rule, log)


@kernel
def attacker_wins(s, cards):
    """Whether the attacker's number wins.  Rules K-WAR-6, K-WAR-7, K-CARD-18, K-CARD-6."""
    attack, defence = s.dice[record.ATTACKER], s.dice[record.DEFENDER]
    if attack != defence:
        return attack > defence
    seat = s.side[record.ATTACKER]
    return attack > 0 and cards.wins_ties[s.faction[seat], s.magic[seat]] == 1


@kernel
def settle(s, attacker_won):
    """Note winner and loser; only a war between players counts as won.  Rules K-WAR-6, K-WAR-12."""
    s.winner = s.side[record.ATTACKER] if attacker_won else s.side[record.DEFENDER]
    s.loser = s.side[record.DEFENDER] if attacker_won else s.side[record.ATTACKER]
    s.result = record.WON if attacker_won else record.LOST
    if s.side[record.DEFENDER] != record.NEUTRAL:
        s.wars_won[s.winner] += 1


@kernel
def decide_war(s, cards):
    """Who wins, and then in order: both pay, the crown passes, the beaten leave, the spoils.

    Rules K-WAR-6, K-WAR-9, K-TOKEN-7, K-TOKEN-11 (the lair, unless it is what was fought for),
    K-BREAK-2 (one war for all regions).
    """
    settle(s, attacker_wins(s, cards))
    if cards.exploration:
        s.lair = controls_lair(s) and s.tower[s.loser] > 0
    plan(s, EVENT.SPOILS, s.winner)
    plan(s, EVENT.TAKE_LOSSES, s.loser)
    if cards.lair_before_retreat and s.lair:
        plan(s, PHASE.USE_LAIR, s.winner)
    plan(s, EVENT.PASS_CROWN, s.winner)
    for side in (record.DEFENDER, record.ATTACKER):
        if paid_by(side_terms(s, cards, side), 0, 0, 0) < s.dice[side]:
            plan(s, PHASE.PAY_WAR, s.side[side]).kind = side


@kernel
def controls_lair(s):
    """Whether the winner held a lair before this war.  Rules K-TOKEN-10, K-TOKEN-11."""
    for meeple in range(record.PIECES):
        place = s.place[s.winner, meeple]
        if place != NONE and s.open[place] == TOKEN.DRAGONS_LAIR:
            if place != s.war_place or s.winner == s.side[record.DEFENDER]:
                return True
    return False


@kernel
def pay_war(s, m, log):
    """Pay for a number that was set, or for a neutral meeple.  Rules K-WAR-9, K-WAR-11."""
    s.war_spent[m.actor] += m.mana + m.ore + m.food
    changes.pay_goods(s, m.actor, m.mana, m.ore, m.food, RULE.K_WAR_9, log)


@kernel
def pass_crown(s, log):
    """The crown goes to who has beaten its owner.  Rules K-TOKEN-7, K-CARD-6."""
    if s.crown == s.loser:
        changes.set_crown(s, s.winner, RULE.K_TOKEN_7, log)


@kernel
def take_spoils(s, cards, log):
    """What abilities bring to winner and loser, once the beaten have left."""
    place = s.war_place
    end_war(s, RULE.K_WAR_6, log)
    if s.loser != record.NEUTRAL:
        plan_gain(s, s.loser, WHEN.WAR_LOST, place)
        first = cards.run_first[s.faction[s.winner], WHEN.WAR_WON]
        plan(s, EVENT.PLUNDERS, s.winner).row = first
    gain_at(s, cards, s.winner, WHEN.WAR_WON, place, NONE, log)


# Neutral meeples


@kernel
def begin_neutral_war(s, cards):
    """A price and no dice.  Rules K-LOST-3, K-LOST-4, K-LOST-5."""
    s.neutral_wars += 1
    settle(s, True)
    plan(s, EVENT.NEUTRAL_BEATEN, s.winner)
    if paid_by(side_terms(s, cards, record.ATTACKER), 0, 0, 0) < neutral_price(s, cards):
        plan(s, PHASE.PAY_NEUTRAL, s.winner)


@kernel
def beat_neutral(s, cards, log):
    """The neutral meeple leaves play, to the winner's captures.  Rule K-LOST-6."""
    changes.capture(s, s.winner, s.war_place, RULE.K_LOST_6, log)
    take_spoils(s, cards, log)
