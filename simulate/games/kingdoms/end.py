"""How a game ends: ruins are emptied, points are counted, ties are broken, rows are filled."""

import numpy as np

from simulate.core.compiler import inner_kernel, kernel
from simulate.games.kingdoms.cards import codes
from simulate.games.kingdoms.cards.codes import DO, TERRAIN, TOKEN, TRACK, WHEN
from simulate.games.kingdoms.cards.vocabulary import NONE, WORDS
from simulate.games.kingdoms.effects.compass import DUMMY
from simulate.games.kingdoms.effects.land import lose_meeple
from simulate.games.kingdoms.moves.questions import sorts_at
from simulate.games.kingdoms.state import record
from simulate.games.kingdoms.state.changes import RULE, all_goods, set_outcome
from simulate.games.kingdoms.state.record import TRIGGER

NO_RULE = NONE  # a guard of ours, no rule of the game

# Where victory points come from.
POINTS = (
    "meeples",
    "magic",
    "bonus",
    "tower",
    "capital",
    "crown",
    "town",
    "lost_kingdom",
    "captures",
)
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


@kernel
def is_counted_region(s, cards, seat, meeple):
    """Whether a meeple stands for a region that counts at the end, its twin not counted again."""
    if not counts(s, cards, seat, meeple):
        return False
    for other in range(meeple):
        if s.place[seat, other] == s.place[seat, meeple]:
            return False
    return True


# Points


@kernel
def points_of(s, cards, seat, row):
    """Where a seat's points come from, as if the game ended now, into `row` (int64[POINTS]).

    Rules K-SCORE-2, K-SCORE-3, K-RESEARCH-4, K-SCORE-4, K-BUILD-3, U-SCORE-1 and K-CARD-7
    (tower), K-TOKEN-6 (crown), K-LOST-9, K-LOST-10.
    """
    row[0] = cards.meeple_points * meeples_counted(s, cards, seat)
    row[1] = cards.magic_points * s.magic[seat]
    row[2] = bonus_of(s, cards, seat)
    row[3] = cards.tower_points[s.tower[seat]]
    row[4] = 0
    row[5] = cards.crown_points if s.crown == seat else 0
    row[6] = 0
    row[7] = 0
    row[8] = cards.neutral_points * s.captures[seat]
    for meeple in range(record.PIECES):
        if is_counted_region(s, cards, seat, meeple):
            place = s.place[seat, meeple]
            if record.terrain_of(s, cards, place) == TERRAIN.CAPITAL:
                row[4] += capital_points(s, cards, seat, place)
            if s.open[place] == TOKEN.TOWN:
                row[6] += town_points(s, cards, seat, place)
            row[7] += lost_points(cards, place)


@inner_kernel
def lost_points(cards, place):
    """What a region of the Lost Kingdom brings who occupies it.

    Rule K-LOST-9, and its switch `lost_barriers_count` (water and crags).
    """
    if not cards.lost_kingdom or place // codes.PLACES != record.LOST_KINGDOM:
        return np.int64(0)
    if place % codes.PLACES >= codes.REGIONS and not cards.lost_barriers_count:
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
    total = np.int64(0)
    total += cards.meeple_points * meeples_counted(s, cards, seat)
    total += cards.magic_points * s.magic[seat] + bonus_of(s, cards, seat)
    total += cards.tower_points[s.tower[seat]] + cards.neutral_points * s.captures[seat]
    if s.crown == seat:
        total += cards.crown_points
    for meeple in range(record.PIECES):
        if is_counted_region(s, cards, seat, meeple):
            place = s.place[seat, meeple]
            if record.terrain_of(s, cards, place) == TERRAIN.CAPITAL:
                total += capital_points(s, cards, seat, place)
            if s.open[place] == TOKEN.TOWN:
                total += town_points(s, cards, seat, place)
            total += lost_points(cards, place)
    return total


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
    mine = meeples_counted(s, cards, seat)
    return 1 if mine > 0 and counted_of_sort(s, cards, seat, seat, row, False) == mine else 0


@kernel
def counted_of_sort(s, cards, seat, owner, row, by_region):
    """Meeples of an owner, or regions, of the sort that an effect of a seat names."""
    count = 0
    for meeple in range(record.PIECES):
        if counts(s, cards, owner, meeple):
            if not by_region or is_counted_region(s, cards, owner, meeple):
                place = s.place[owner, meeple]
                if cards.row_mask[row] & sorts_at(s, cards, seat, place):
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
                if s.place[rival, meeple] // codes.PLACES == seat:
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


# Rows of the stored tables: whole numbers, in the order of these names.
GAME_ROW = (
    "outcome",
    "rounds",
    "turns",
    "decisions",
    "won",
    "winners",
    "by_meeples",
    "by_tower",
    "by_magic",
    "later_meeples",
    "later_tower",
    "later_magic",
    "trigger_turn",
    "trigger_seat",
    "wars",
    "neutral_wars",
    "alliances",
    "breaks",
    "lead_changes",
    "margin",
    "lost_territory",
    "dummy_faction",
)
TAKEN = ("patrols", "quests", "builds", "researches", "expansions", "trades")
SEAT_ROW = (
    "faction",
    "territory",
    "card",
    "score",
    "rank",
    "tied",
    *(f"points_{source}" for source in POINTS),
    "meeples",
    "tower",
    "magic",
    "mana",
    "ore",
    "food",
    *TAKEN,
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
    "gained_mana",
    "gained_ore",
    "gained_food",
    *(f"magic_{level}_turn" for level in range(1, codes.MAGIC)),
)
SCORE, FIRST_POINTS = SEAT_ROW.index("score"), SEAT_ROW.index("points_meeples")
FIRST_HELD, FIRST_TAKEN = SEAT_ROW.index("meeples"), SEAT_ROW.index("patrols")
FIRST_TOLD, FIRST_LEARNT = SEAT_ROW.index("collects"), SEAT_ROW.index("magic_1_turn")


@kernel
def fill_game_row(s, cards, row):
    """Write a finished game's numbers into `row` (int64[len(GAME_ROW)]).

    Rules U-SOLO-15 (the person has won alone in the first place), K-END-5 (what is met later did
    not set the end in motion).
    """
    row[0] = s.outcome
    row[1] = s.round_no
    row[2] = s.turns
    row[3] = s.decisions
    row[5] = first_places(s, cards)
    row[4] = 1 if cards.solo and row[5] == 1 and rank_of(s, cards, 0) == 1 else 0
    row[6] = s.trigger[TRIGGER.MEEPLES]
    row[7] = s.trigger[TRIGGER.TOWER]
    row[8] = s.trigger[TRIGGER.MAGIC]
    for which in range(len(TRIGGER.words)):
        row[9 + which] = 1 if s.met_turn[which] > s.trigger_turn else 0
    row[12] = s.trigger_turn
    row[13] = s.trigger_seat
    row[14] = s.wars
    row[15] = s.neutral_wars
    row[16] = s.alliances
    row[17] = s.breaks
    row[18] = s.lead_changes
    row[19] = margin(s)
    row[20] = s.territory[record.LOST_KINGDOM] if cards.lost_kingdom else NONE
    row[21] = s.faction[DUMMY] if cards.solo else NONE


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
    """Write a seat's numbers into `row` (int64[len(SEAT_ROW)])."""
    row[0] = s.faction[seat]
    row[1] = s.territory[seat]
    row[2] = s.card[seat]
    row[3] = s.score[seat]
    row[4] = rank_of(s, cards, seat)
    row[5] = tied_with(s, cards, seat)
    points_of(s, cards, seat, row[FIRST_POINTS:])
    row[FIRST_HELD] = s.in_play[seat]
    row[FIRST_HELD + 1] = s.tower[seat]
    row[FIRST_HELD + 2] = s.magic[seat]
    for kind in range(record.GOODS):
        row[FIRST_HELD + 3 + kind] = s.goods[seat, kind]
    for action in range(codes.ACTIONS):
        row[FIRST_TAKEN + action] = s.taken[seat, action]
    fill_told(s, seat, row[FIRST_TOLD:])
    for level in range(1, codes.MAGIC):
        row[FIRST_LEARNT + level - 1] = s.learnt[seat, level]


@kernel
def fill_told(s, seat, row):
    """What was counted along the way, from `collects` to `gained_food`."""
    row[0] = s.collected[seat]
    row[1] = s.idled[seat]
    row[2] = s.attacks[seat]
    row[3] = s.defences[seat]
    row[4] = s.wars_won[seat]
    row[5] = s.war_spent[seat]
    row[6] = s.allied[seat]
    row[7] = s.betrayed[seat]
    row[8] = s.retreats[seat]
    row[9] = s.lost[seat]
    for kind in range(record.GOODS):
        row[10 + kind] = s.gained[seat, kind]
