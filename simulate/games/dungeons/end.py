"""How a game ends, and what is stored of it."""

from simulate.compiler.kernels import kernel
from simulate.core.game.records import record_of
from simulate.games.dungeons.cards.vocabulary import ATTACKS, NONE
from simulate.games.dungeons.state.kit import pieces_of
from simulate.games.dungeons.state.record import END, ITEMS, KIT, MARKERS, bit

NO_RULE = NONE  # a guard of ours, no rule of the game


@kernel
def is_won(s):
    """Whether the heroes won, all together.  Rules N-GOAL-1, N-END-1."""
    return s.outcome == END.BOSS_DEFEATED


# What is stored: of a game, and of each seat.
GAME_ROW = record_of(
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
    "minions",  # set of those that could come, one for each hero
)
SEAT_ROW = record_of(
    "hero",
    "health_left",
    "focus_left",
    "rooms_revealed",
    "steps",
    ("attacks", len(ATTACKS)),
    ("hits", len(ATTACKS)),
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
    "first_equipped",  # set of the items that it was the first to equip
    "equipped",  # set of those that it ever had on its mat
    "items_used",  # set of those of which it used an ability
    "hero_abilities",  # set of the abilities of its mat that it used
    "saw",  # set of the dungeon cards that it revealed
    "searched",  # those that it searched with success
    "sprung",  # traps that it did not evade
    "made_safe",  # traps that it disarmed
    "sets_had",  # set of the Legendary Sets it had two pieces of
)


@kernel
def fill_game_row(s, cards, row):
    """Write a finished game's numbers into `row` (GAME_ROW)."""
    row.outcome = s.outcome
    between = s.outcome == END.CUT_OFF or s.outcome == END.STALLED  # no turn had begun
    row.turns = s.turns if between else s.turns + 1
    row.rounds = (row.turns + s.players - 1) // s.players
    row.decisions = s.decisions
    row.act = s.act
    row.torch_left = s.torch
    row.boss = s.boss
    row.act_2_turn = s.act_2_turn
    row.door_found = s.door != NONE
    row.rooms_revealed = s.rooms
    row.minions_met = s.minions
    row.minions_killed = s.minions_killed
    row.goblins_placed = s.goblins_placed
    row.goblins_left = s.goblins
    row.enemy_actions = s.enemy_actions
    row.wards_dispelled = s.dispelled
    row.boss_health = 0
    for k in range(MARKERS):
        row.boss_health += s.marker[k]
    row.taunts = s.taunts
    row.looks = s.looks
    row.traps_disarmed = s.disarms
    row.torch_steps = s.torch_steps
    row.torch_faces = s.torch_faces
    row.torch_gained = s.torch_gained
    row.minions = 0
    for k in range(s.players):
        row.minions |= bit(s.minion_deck[k])


@kernel
def fill_seat_row(s, cards, seat, row):
    """Write a seat's numbers into `row` (SEAT_ROW)."""
    row.hero = s.hero[seat]
    row.health_left = s.health[seat]
    row.focus_left = s.focus[seat]
    row.rooms_revealed = s.rooms_revealed[seat]
    row.steps = s.walked[seat]
    for kind in range(len(ATTACKS)):
        row.attacks[kind] = s.attacks[seat, kind]
        row.hits[kind] = s.hits[seat, kind]
    row.goblins_killed = s.goblins_slain[seat]
    row.minions_killed = s.minions_slain[seat]
    row.damage = s.damage_dealt[seat]
    row.boss_damage = s.boss_damage[seat]
    row.health_lost = s.health_lost[seat]
    row.health_gained = s.health_gained[seat]
    row.times_fallen = s.fallen[seat]
    row.turns_fallen = s.turns_fallen[seat]
    row.rests = s.rests[seat]
    row.searches = s.searches[seat]
    row.finds = s.finds[seat]
    row.traps_met = s.traps_met[seat]
    row.traps_evaded = s.traps_evaded[seat]
    row.traps_disarmed = s.traps_disarmed[seat]
    row.dice_changes = s.dice_changes[seat]
    row.abilities_used = s.uses[seat]
    row.set_pieces = most_pieces(s, cards, seat)
    row.saw = s.saw[seat]
    row.searched = s.searched[seat]
    row.sprung = s.sprung[seat]
    row.made_safe = s.made_safe[seat]
    row.sets_had = s.sets_had[seat]
    fill_items(s, seat, row)


@kernel
def fill_items(s, seat, row):
    """How many items a seat has, and which it was the first to equip."""
    row.items = 0
    for slot in range(KIT):
        row.items += s.kit[seat, slot] != NONE
    row.first_equipped = 0
    for item in range(ITEMS):
        if s.item_seat[item] == seat:
            row.first_equipped |= bit(item)
    row.equipped = s.equipped[seat]
    row.items_used = s.items_used[seat]
    row.hero_abilities = s.hero_abilities[seat]


@kernel
def most_pieces(s, cards, seat):
    """Pieces of the Legendary Set of which a hero has most.  Rule N-SETS-1."""
    most = 0
    for number in range(cards.sets):
        most = max(most, pieces_of(s, cards, seat, number))
    return most
