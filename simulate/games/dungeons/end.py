"""How a game ends, and by which name it is stored."""

from simulate.core.compiler import kernel
from simulate.games.dungeons.cards.vocabulary import ATTACKS, NONE
from simulate.games.dungeons.state.kit import pieces_of
from simulate.games.dungeons.state.record import END, ITEMS, KIT, MARKERS, bit

NO_RULE = NONE  # a guard of ours, no rule of the game


@kernel
def is_won(s):
    """Whether the heroes won, all together.  Rules N-GOAL-1, N-END-1."""
    return s.outcome == END.BOSS_DEFEATED


# Rows of the stored tables: whole numbers, in the order of these names.
GAME_ROW = (
    "outcome",
    "rounds",  # turns of the first seat
    "turns",  # begun
    "decisions",
    "act",  # in which the game ended
    "torch_left",
    "boss",
    "act_2_turn",  # 0: never reached
    "door_found",
    "rooms_revealed",
    "minions_met",
    "minions_killed",
    "goblins_placed",
    "goblins_left",
    "enemy_actions",
    "wards_dispelled",
    "boss_health",  # left, over all markers
    "taunts",
    "looks",
    "traps_disarmed",
    "torch_steps",
    "torch_faces",
    "torch_gained",
    "minions",  # set of those that could come: as many as heroes, from the top of their deck
)
SEAT_ROW = (
    "hero",
    "health_left",
    "focus_left",
    "rooms_revealed",
    "steps",
    *(f"{kind}_{what}" for kind in ATTACKS for what in ("attacks", "hits")),
    "goblins_killed",
    "minions_killed",
    "damage",  # to goblins and minions
    "boss_damage",
    "health_lost",
    "health_gained",
    "times_fallen",
    "turns_fallen",
    "rests",
    "searches",
    "finds",
    "traps_met",
    "traps_evaded",
    "traps_disarmed",
    "dice_changes",
    "abilities_used",
    "items",  # equipped at the end
    "set_pieces",  # of one Legendary Set, at the end
    "equipped",  # set of the items that it was the first to equip
    "saw",  # set of the dungeon cards that it revealed
    "searched",  # those that it searched with success
    "sprung",  # traps that it did not evade
    "made_safe",  # traps that it disarmed
    "sets_had",  # set of the Legendary Sets of which it had two pieces at a time
)
FIRST_ATTACK = SEAT_ROW.index("melee_attacks")
AFTER_ATTACKS = FIRST_ATTACK + 2 * len(ATTACKS)


@kernel
def fill_game_row(s, cards, row):
    """Write a finished game's numbers into `row` (int64[len(GAME_ROW)])."""
    row[0] = s.outcome
    between = s.outcome == END.CUT_OFF or s.outcome == END.STALLED  # no turn had begun
    row[2] = s.turns if between else s.turns + 1
    row[1] = (row[2] + s.players - 1) // s.players
    row[3] = s.decisions
    row[4] = s.act
    row[5] = s.torch
    row[6] = s.boss
    row[7] = s.act_2_turn
    row[8] = s.door != NONE
    row[9] = s.rooms
    row[10] = s.minions
    row[11] = s.minions_killed
    row[12] = s.goblins_placed
    row[13] = s.goblins
    row[14] = s.enemy_actions
    row[15] = s.dispelled
    row[16] = 0
    for k in range(MARKERS):
        row[16] += s.marker[k]
    row[17] = s.taunts
    row[18] = s.looks
    row[19] = s.disarms
    row[20] = s.torch_steps
    row[21] = s.torch_faces
    row[22] = s.torch_gained
    row[23] = 0
    for k in range(s.players):
        row[23] |= bit(s.minion_deck[k])


@kernel
def fill_seat_row(s, cards, seat, row):
    """Write a seat's numbers into `row` (int64[len(SEAT_ROW)])."""
    row[0] = s.hero[seat]
    row[1] = s.health[seat]
    row[2] = s.focus[seat]
    row[3] = s.rooms_revealed[seat]
    row[4] = s.walked[seat]
    for kind in range(len(ATTACKS)):
        row[FIRST_ATTACK + 2 * kind] = s.attacks[seat, kind]
        row[FIRST_ATTACK + 2 * kind + 1] = s.hits[seat, kind]
    k = AFTER_ATTACKS
    row[k] = s.goblins_slain[seat]
    row[k + 1] = s.minions_slain[seat]
    row[k + 2] = s.damage_dealt[seat]
    row[k + 3] = s.boss_damage[seat]
    row[k + 4] = s.health_lost[seat]
    row[k + 5] = s.health_gained[seat]
    row[k + 6] = s.fallen[seat]
    row[k + 7] = s.turns_fallen[seat]
    row[k + 8] = s.rests[seat]
    row[k + 9] = s.searches[seat]
    row[k + 10] = s.finds[seat]
    row[k + 11] = s.traps_met[seat]
    row[k + 12] = s.traps_evaded[seat]
    row[k + 13] = s.traps_disarmed[seat]
    row[k + 14] = s.dice_changes[seat]
    row[k + 15] = s.uses[seat]
    row[k + 16] = 0
    for slot in range(KIT):
        row[k + 16] += s.kit[seat, slot] != NONE
    row[k + 17] = most_pieces(s, cards, seat)
    row[k + 18] = 0
    for item in range(ITEMS):
        if s.item_seat[item] == seat:
            row[k + 18] |= bit(item)
    row[k + 19] = s.saw[seat]
    row[k + 20] = s.searched[seat]
    row[k + 21] = s.sprung[seat]
    row[k + 22] = s.made_safe[seat]
    row[k + 23] = s.sets_had[seat]


@kernel
def most_pieces(s, cards, seat):
    """Pieces of the Legendary Set of which a hero has most.  Rule N-SETS-1."""
    most = 0
    for number in range(cards.sets):
        most = max(most, pieces_of(s, cards, seat, number))
    return most
