"""How a game ends: ruins are emptied, points are counted, ties are broken, rows are filled."""

import numpy as np

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.records import record_of
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import DO, POINT, TERRAIN, TOKEN, TRACK, WHEN
from simulate.games.kingdoms.cards.vocabulary import LEVELS, NONE, WORDS
from simulate.games.kingdoms.effects.compass import DUMMY
from simulate.games.kingdoms.effects.land import lose_meeple
from simulate.games.kingdoms.moves.questions import is_of_sorts
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.changes import RULE, all_goods, set_outcome
from simulate.games.kingdoms.state.record import TRIGGER

NO_RULE = NONE  # a guard of ours, no rule of the game

OWN = list(WORDS["who"]).index("own")


STANDINGS = 5


@kernel
def end_game(s, cards, outcome, rule, log):
    """Meeples in ruins are lost, then the game is over.  Rules K-END-6, K-SCORE-1, K-LAND-11."""
    for seat in range(s.seats):
        for meeple in range(record.PIECES):
            if s.place[seat, meeple] != NONE and not counts(s, cards, seat, meeple):
                lose_meeple(s, seat, meeple, RULE.K_LAND_11, log)
    count_points(s, cards)
    set_outcome(s, outcome, rule, log)


@kernel
def count_points(s, cards):
    """Count the points of all seats, once.  Rule K-SCORE-1."""
    for seat in range(s.seats):
        s.score[seat] = score_now(s, cards, seat)


@inner_kernel
def counts(s, cards, seat, meeple):
    """Whether a meeple is in play and not lost in ruins at the end.

    Rules K-LAND-11, K-EXPAND-4, K-CARD-4.
    """
    place = s.place[seat, meeple]
    if place == NONE:
        return False
    if record.terrain_of(s, cards, place) != TERRAIN.RUINS:
        return True
    return cards.ruins_kept[s.faction[seat], s.magic[seat]] == 1


@kernel
def meeples_counted(s, cards, seat):
    """Meeples in play that count at the end."""
    count = 0
    for meeple in range(record.PIECES):
        if counts(s, cards, seat, meeple):
            count += 1
    return count


# Points


@kernel
def points_of(s, cards, seat, row):
    """Where a seat's points come from, as if the game ended now, into `row` (int64[POINT]).

    Rules K-SCORE-2, K-SCORE-3, K-RESEARCH-4, K-SCORE-4, K-BUILD-3, U-SCORE-1 and K-CARD-7
    (tower), K-TOKEN-6 (crown), K-LOST-9, K-LOST-10.
    """
    row[POINT.MEEPLES] = cards.meeple_points * meeples_counted(s, cards, seat)
    row[POINT.MAGIC] = cards.magic_points * s.magic[seat]
    row[POINT.BONUS] = bonus_of(s, cards, seat)
    row[POINT.TOWER] = cards.tower_points[s.tower[seat]]
    row[POINT.CAPITAL] = 0
    row[POINT.CROWN] = cards.crown_points if s.crown == seat else 0
    row[POINT.TOWN] = 0
    row[POINT.LOST_KINGDOM] = 0
    row[POINT.CAPTURES] = cards.neutral_points * s.captures[seat]
    seen = np.int64(0)
    for meeple in range(record.PIECES):
        place = s.place[seat, meeple]
        if counts(s, cards, seat, meeple) and not record.is_in(seen, place):
            seen |= record.bit(place)
            if record.terrain_of(s, cards, place) == TERRAIN.CAPITAL:
                row[POINT.CAPITAL] += capital_points(s, cards, seat, place)
            if s.open[place] == TOKEN.TOWN:
                row[POINT.TOWN] += town_points(s, cards, seat, place)
            row[POINT.LOST_KINGDOM] += lost_points(cards, place)


@inner_kernel
def lost_points(cards, place):
    """What a region of the Lost Kingdom brings who occupies it.

    Rule K-LOST-9, and its switch `lost_barriers_count` (water and crags).
    """
    if not cards.lost_kingdom or record.slot_of(place) != record.LOST_KINGDOM:
        return np.int64(0)
    if record.spot_of(place) >= codes.REGIONS and not cards.lost_barriers_count:
        return np.int64(0)
    return cards.lost_region_points


@inner_kernel
def is_shared(s, seat, place):
    """Whether somebody else is in a region with a seat."""
    for spot in range(record.ROOM):
        if s.owner[place, spot] != NONE and s.owner[place, spot] != seat:
            return True
    return False


@inner_kernel
def capital_points(s, cards, seat, place):
    """Alone 2, shared 1.  Rules K-LAND-3, K-LAND-4, K-SCORE-5, U-CARD-2."""
    return cards.capital_points_shared if is_shared(s, seat, place) else cards.capital_points


@inner_kernel
def town_points(s, cards, seat, place):
    """A point for who occupies it.  Rule K-TOKEN-16."""
    return cards.town_points_shared if is_shared(s, seat, place) else cards.town_points


@kernel
def score_now(s, cards, seat):
    """A seat's points as if the game ended now.  Rules K-SCORE-1, K-GOAL-1."""
    total = cards.magic_points * s.magic[seat] + bonus_of(s, cards, seat)
    total += cards.tower_points[s.tower[seat]] + cards.neutral_points * s.captures[seat]
    if s.crown == seat:
        total += cards.crown_points
    seen = np.int64(0)
    for meeple in range(record.PIECES):
        if counts(s, cards, seat, meeple):
            total += cards.meeple_points
            place = s.place[seat, meeple]
            if not record.is_in(seen, place):
                seen |= record.bit(place)
                total += region_points(s, cards, seat, place)
    return total


@inner_kernel
def region_points(s, cards, seat, place):
    """Points of a region to a seat that holds it."""
    points = lost_points(cards, place)
    if record.terrain_of(s, cards, place) == TERRAIN.CAPITAL:
        points += capital_points(s, cards, seat, place)
    if s.open[place] == TOKEN.TOWN:
        points += town_points(s, cards, seat, place)
    return points


# The bonus of level 5


@kernel
def bonus_of(s, cards, seat):
    """Points of the faction's fifth level.  Rules K-SCORE-3, K-CARD-8."""
    faction = s.faction[seat]
    first = cards.run_first[faction, WHEN.SCORE]
    total = np.int64(0)
    for row in range(first, first + cards.run_count[faction, WHEN.SCORE, s.magic[seat]]):
        points = cards.row_amount[row] * times_earned(s, cards, seat, row)
        most = cards.row_limit[row]
        if most != NONE and cards.row_do[row] != DO.POINTS_FOR_STORES:
            points = min(points, most)
        total += points
    return total


@kernel
def times_earned(s, cards, seat, row):
    """How often a bonus is earned.

    Rules K-CARD-17 and K-CARD-26 (tracks), K-CARD-21, K-CARD-31, K-CARD-33.
    """
    do = cards.row_do[row]
    if do == DO.POINTS_FOR_REGIONS:
        return counted_of_sort(s, cards, seat, seat, row, True)
    if do == DO.POINTS_FOR_MEEPLES:
        return meeples_of_sort(s, cards, seat, row)
    if do == DO.POINTS_FOR_STORES:
        count = 0
        for kind in range(record.GOODS):
            count += 1 if s.goods[seat, kind] >= cards.row_limit[row] else 0
        return count
    if do == DO.POINTS_IF_HOME_FREE:
        return 1 if is_home_free(s, cards, seat) else 0
    if do == DO.POINTS_FOR_RIVALS_BEHIND or do == DO.POINTS_IF_FIRST:
        return rank_on_track(s, cards, seat, row)
    if do != DO.POINTS_IF_ALL:
        return 0
    meeples = meeples_counted(s, cards, seat)
    return 1 if meeples > 0 and counted_of_sort(s, cards, seat, seat, row, False) == meeples else 0


@kernel
def counted_of_sort(s, cards, seat, owner, row, by_region):
    """Meeples of an owner, or regions, of the sort that an effect of a seat names."""
    count, seen, mask = 0, np.int64(0), cards.row_mask[row]
    for meeple in range(record.PIECES):
        place = s.place[owner, meeple]
        if place == NONE or (by_region and record.is_in(seen, place)):
            continue
        if is_of_sorts(s, cards, seat, place, mask) and counts(s, cards, owner, meeple):
            seen |= record.bit(place)
            count += 1
    return count


@kernel
def meeples_of_sort(s, cards, seat, row):
    """Own or rivals' meeples in regions of a sort, as an effect says.  Rule K-CARD-4."""
    if cards.row_word[row] == OWN:
        return counted_of_sort(s, cards, seat, seat, row, False)
    count = 0
    for rival in range(s.seats):
        if rival != seat:
            count += counted_of_sort(s, cards, seat, rival, row, False)
    return count


@kernel
def is_home_free(s, cards, seat):
    """Whether no rival's meeple stands on the own home territory.  Rule K-CARD-21."""
    for rival in range(s.seats):
        for meeple in range(record.PIECES):
            if rival != seat and counts(s, cards, rival, meeple):
                if record.slot_of(s.place[rival, meeple]) == seat:
                    return False
    return True


@kernel
def on_track(s, cards, seat, track):
    """Where a seat stands: goods, meeples, tower or magic."""
    if track == TRACK.TOWER:
        return s.tower[seat]
    if track == TRACK.MAGIC:
        return s.magic[seat]
    if track == TRACK.MEEPLES:
        return np.int64(meeples_counted(s, cards, seat))
    return s.goods[seat, track]


@kernel
def rank_on_track(s, cards, seat, row):
    """Rivals behind on a track, or 1 if none is ahead.  Rules K-CARD-17, K-CARD-26."""
    track = cards.row_word[row]
    own = on_track(s, cards, seat, track)
    behind, ahead = 0, 0
    for rival in range(s.seats):
        if rival != seat:
            other = on_track(s, cards, rival, track)
            behind += 1 if other < own else 0
            ahead += 1 if other > own else 0
    if cards.row_do[row] == DO.POINTS_FOR_RIVALS_BEHIND:
        return behind
    return 1 if ahead == 0 else 0


# Places


@kernel
def standing_of(s, cards, seat, k):
    """Points that were counted, then the tie-breakers in order; the larger is ahead.

    Rule K-SCORE-7.
    """
    if k == 0:
        return s.score[seat]
    if k == 1:
        return np.int64(meeples_counted(s, cards, seat))
    if k == 2:
        return s.tower[seat]
    return s.magic[seat] if k == 3 else all_goods(s, seat)


@kernel
def compare(s, cards, one, other):
    """1 if one seat is ahead of another, -1 if it is behind, 0 for a tie that stands.

    Rules K-SCORE-6, K-SCORE-7, K-SCORE-8.
    """
    for k in range(STANDINGS):
        a, b = standing_of(s, cards, one, k), standing_of(s, cards, other, k)
        if a != b:
            return 1 if a > b else -1
    return 0


@kernel
def rank_of(s, cards, seat):
    """1 for the first; those who tie share a place.  Rules K-SCORE-6, K-SCORE-8."""
    rank = 1
    for other in range(s.seats):
        if other != seat and compare(s, cards, other, seat) > 0:
            rank += 1
    return rank


@kernel
def tied_with(s, cards, seat):
    """How many share the seat's place, itself included.  Rule K-SCORE-8."""
    count = 1
    for other in range(s.seats):
        if other != seat and compare(s, cards, other, seat) == 0:
            count += 1
    return count


@kernel
def leader_now(s, cards):
    """The seat with the most points now, NONE if several have as many."""
    best, leader = np.int64(-1), NONE
    for seat in range(s.seats):
        score = score_now(s, cards, seat)
        if score > best:
            best, leader = score, seat
        elif score == best:
            leader = NONE
    return leader


# What is stored: of a game, and of each seat.
GAME_ROW = record_of(
    "outcome",
    "rounds",
    "turns",
    "decisions",
    "won",  # 1 if the person came first alone, in a game for one
    "winners",  # seats that share the first place
    ("met", len(TRIGGER)),  # 1 for each end condition that was met
    ("met_later", len(TRIGGER)),  # 1 if the end was in motion then
    "trigger_turn",
    "trigger_seat",
    "wars",
    "neutral_wars",
    "alliances",
    "breaks",
    "lead_changes",
    "margin",
    "lost_territory",  # of the Lost Kingdom, or NONE
    "dummy_faction",  # or NONE
)
SEAT_ROW = record_of(
    "faction",
    "territory",  # the side that lies up
    "card",  # the territory card
    "score",
    "rank",
    "tied",  # seats that share this rank
    ("points", len(POINT)),  # that add up to the score
    "meeples",
    "tower",
    "magic",
    ("goods", record.GOODS),  # on hand
    ("taken", codes.ACTIONS),  # actions, by kind
    "collects",
    "idle_turns",
    "attacks",
    "defences",
    "wars_won",
    "war_spent",
    "alliances",
    "betrayals",
    "retreats",
    "meeples_lost",
    ("gained", record.GOODS),
    ("learnt", len(LEVELS)),  # turn in which a level of magic was, 0: never
)


@kernel
def fill_game_row(s, cards, row):
    """Write a finished game's numbers into `row` (GAME_ROW).

    Rules U-SOLO-15 (the person has won alone in the first place), K-END-5 (what is met later did
    not set the end in motion).
    """
    row.outcome = s.outcome
    row.rounds = s.round_no
    row.turns = s.turns
    row.decisions = s.decisions
    row.winners = first_places(s, cards)
    row.won = 1 if cards.solo and row.winners == 1 and rank_of(s, cards, 0) == 1 else 0
    for which in range(len(TRIGGER.words)):
        row.met[which] = s.trigger[which]
        row.met_later[which] = 1 if s.met_turn[which] > s.trigger_turn else 0
    row.trigger_turn = s.trigger_turn
    row.trigger_seat = s.trigger_seat
    row.wars = s.wars
    row.neutral_wars = s.neutral_wars
    row.alliances = s.alliances
    row.breaks = s.breaks
    row.lead_changes = s.lead_changes
    row.margin = margin(s)
    row.lost_territory = s.territory[record.LOST_KINGDOM] if cards.lost_kingdom else NONE
    row.dummy_faction = s.faction[DUMMY] if cards.solo else NONE


@kernel
def first_places(s, cards):
    """How many seats share the first place.  Rule K-SCORE-8."""
    count = 0
    for seat in range(s.seats):
        if rank_of(s, cards, seat) == 1:
            count += 1
    return count


@kernel
def margin(s):
    """Points of the best less those of the second."""
    best, second = np.int64(-1), np.int64(-1)
    for seat in range(s.seats):
        score = s.score[seat]
        if score > best:
            best, second = score, best
        elif score > second:
            second = score
    return best - second


@kernel
def fill_seat_row(s, cards, seat, row):
    """Write a seat's numbers into `row` (SEAT_ROW)."""
    row.faction = s.faction[seat]
    row.territory = s.territory[seat]
    row.card = s.card[seat]
    row.score = s.score[seat]
    row.rank = rank_of(s, cards, seat)
    row.tied = tied_with(s, cards, seat)
    points_of(s, cards, seat, row.points)
    row.meeples = s.in_play[seat]
    row.tower = s.tower[seat]
    row.magic = s.magic[seat]
    for kind in range(record.GOODS):
        row.goods[kind] = s.goods[seat, kind]
    fill_told(s, seat, row)


@kernel
def fill_told(s, seat, row):
    """What was counted along the way."""
    for action in range(codes.ACTIONS):
        row.taken[action] = s.taken[seat, action]
    row.collects = s.collected[seat]
    row.idle_turns = s.idled[seat]
    row.attacks = s.attacks[seat]
    row.defences = s.defences[seat]
    row.wars_won = s.wars_won[seat]
    row.war_spent = s.war_spent[seat]
    row.alliances = s.allied[seat]
    row.betrayals = s.betrayed[seat]
    row.retreats = s.retreats[seat]
    row.meeples_lost = s.lost[seat]
    for kind in range(record.GOODS):
        row.gained[kind] = s.gained[seat, kind]
    for k in range(len(LEVELS)):
        row.learnt[k] = s.learnt[seat, k + 1]
