"""Compiled watchers of games of Tiny Epic Dungeons that look at every position."""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, kernel
from simulate.core.game.code_table import CodeTable
from simulate.engine.dungeons import ENGINE
from simulate.games.dungeons.cards.codes import GOBLINS, ROOMS
from simulate.games.dungeons.cards.vocabulary import NONE
from simulate.games.dungeons.moves.move import KIND
from simulate.games.dungeons.state import record
from simulate.games.dungeons.state.record import END, PHASE
from strategies.dungeons.hidden import deal_hidden
from tests.every_game.watch import Watched, watchers_of

LAWS = {
    "fine": "all laws hold",
    "items_once": "loot and spells lie in one place each, and one card at most is on its way",
    "rooms_once": "every dungeon card lies in one place",
    "goblins_sum": "goblins in the dungeon, in the deck and discarded are those of the box",
    "track_bounds": "health and focus lie on their tracks",
    "space_in_lair": "who stands on the Boss Mat has a space there, and nobody else",
    "torch_bounds": "the torch lies on its track, and is out exactly when the game ends so",
    "markers_fit": "the boss's markers are in order, and all at zero exactly when it is defeated",
    "rooms_counted": "face-down cards and revealed rooms are counted",
    "ways_agree": "pathways are seen from both sides, and distances grow by one along them",
    "enemies_stand": "enemies that are in play stand in revealed rooms or in the lair",
    "move_count": "at least one move and no more than there is room for",
    "move_seat": "all moves of a list belong to the seat that is asked",
    "move_price": "nobody pays focus or health that the hero lacks",
    "turns": "turns go up and stop at the limit",
    "named_end": "the game ends for a named reason that fits the act",
}
LAW = CodeTable(*LAWS)


@allocating_kernel
def broken_items(s, cards):
    """Loot and spells: on mats, in rows, in the decks."""
    seen = np.zeros(record.ITEMS, np.int64)
    for seat in range(s.players):
        for slot in range(record.KIT):
            if s.kit[seat, slot] != NONE:
                seen[s.kit[seat, slot]] += 1
    for k in range(s.loot_drawn, s.loot_cards):
        seen[s.loot_deck[k]] += 1
    for k in range(s.spell_drawn, s.spell_cards):
        seen[s.spell_deck[k]] += 1
    found = 0
    for item in range(record.ITEMS):
        seen[item] += s.in_row[item]
        found += seen[item]
        if seen[item] > 1:
            return LAW.ITEMS_ONCE
    return LAW.FINE if found >= cards.loot + cards.spells - 1 else LAW.ITEMS_ONCE


@allocating_kernel
def broken_rooms(s, cards):
    """Dungeon cards: face up, face down, in the deck; and their numbers."""
    seen = np.zeros(ROOMS, np.int64)
    up = down = 0
    for place in range(record.PLACES):
        if s.room[place] != NONE:
            seen[s.room[place]] += 1
            up += 1
        if s.hidden[place] != NONE:
            seen[s.hidden[place]] += 1
            down += 1
    for k in range(s.deck_drawn, s.deck_cards):
        seen[s.deck[k]] += 1
    for card in range(cards.rooms):
        if seen[card] > 1:
            return LAW.ROOMS_ONCE
    return LAW.FINE if up == s.rooms and down == s.unexplored else LAW.ROOMS_COUNTED


@allocating_kernel
def broken_goblins(s, cards):
    """Goblin cards of each kind."""
    seen, standing = np.zeros(GOBLINS, np.int64), 0
    for goblin in range(record.FIRST_MINION):
        if s.enemy_card[goblin] != NONE:
            seen[s.enemy_card[goblin]] += 1
            standing += 1
    for k in range(s.goblin_drawn, s.goblin_cards):
        seen[s.goblin_deck[k]] += 1
    for k in range(s.goblin_discards):
        seen[s.goblin_discard[k]] += 1
    for kind in range(cards.goblins):
        if seen[kind] != cards.goblin_copies[kind]:
            return LAW.GOBLINS_SUM
    return LAW.FINE if standing == s.goblins else LAW.GOBLINS_SUM


@kernel
def broken_tracks(s, cards):
    """Tracks of heroes, torch and boss."""
    for seat in range(s.players):
        hero = s.hero[seat]
        if not 0 <= s.health[seat] <= cards.hero_health[hero]:
            return LAW.TRACK_BOUNDS
        if not 0 <= s.focus[seat] <= cards.hero_focus[hero]:
            return LAW.TRACK_BOUNDS
        if (s.space[seat] > 0) != (s.place[seat] == record.LAIR):
            return LAW.SPACE_IN_LAIR
    out = s.outcome == END.TORCH_OUT_ACT_1 or s.outcome == END.TORCH_OUT_ACT_2
    if not 0 <= s.torch <= cards.torch_start[s.act - 1] or (s.torch == 0) != out:
        return LAW.TORCH_BOUNDS
    for k in range(record.MARKERS - 1):
        if s.marker[k] < s.marker[k + 1]:
            return LAW.MARKERS_FIT
    beaten = s.act == 2 and s.marker[0] == 0
    return LAW.FINE if beaten == (s.outcome == END.BOSS_DEFEATED) else LAW.MARKERS_FIT


@kernel
def broken_ways(s):
    """Pathways, distances from the Entrance, and where enemies stand."""
    for k in range(s.rooms):
        place = s.revealed[k]
        if s.room[place] == NONE or s.far[record.ENTRANCE, place] == record.FAR_AWAY:
            return LAW.WAYS_AGREE
        for side in range(record.SIDES):
            if record.is_in(s.ways[place], side):
                there = record.NEIGHBOUR[place, side]
                if not record.is_in(s.ways[there], (side + record.SIDES // 2) % record.SIDES):
                    return LAW.WAYS_AGREE
                if abs(s.far[record.ENTRANCE, place] - s.far[record.ENTRANCE, there]) > 1:
                    return LAW.WAYS_AGREE
    for enemy in range(len(s.enemy_place)):
        at = s.enemy_place[enemy]
        if at != NONE and at != record.LAIR and s.room[at] == NONE:
            return LAW.ENEMIES_STAND
    return LAW.FINE


@kernel
def broken_end(s, cards):
    """Reasons and their acts."""
    if (s.phase == PHASE.OVER) != (s.outcome != 0):
        return LAW.NAMED_END
    if s.act == 1 and (s.outcome == END.BOSS_DEFEATED or s.outcome == END.FIFTH_GOBLIN_ACT_2):
        return LAW.NAMED_END
    if s.act == 2 and s.outcome == END.FIFTH_GOBLIN_ACT_1:
        return LAW.NAMED_END
    if (s.outcome == END.TORCH_OUT_ACT_2 and s.act == 1) or (
        s.outcome == END.TORCH_OUT_ACT_1 and s.act == 2
    ):
        return LAW.NAMED_END
    if s.outcome == END.NO_CORRIDOR and (s.unexplored or s.door != NONE):
        return LAW.NAMED_END
    return LAW.TURNS if s.outcome == END.CUT_OFF and s.turns != cards.turn_limit else LAW.FINE


@kernel
def broken_law(s, cards, row):
    """The first law that does not hold at a position, or LAW.FINE."""
    law = broken_items(s, cards)
    if law == LAW.FINE:
        law = broken_rooms(s, cards)
    if law == LAW.FINE:
        law = broken_goblins(s, cards)
    if law == LAW.FINE:
        law = broken_tracks(s, cards)
    if law == LAW.FINE:
        law = broken_ways(s)
    return law if law != LAW.FINE else broken_end(s, cards)


@kernel
def broken_list(s, cards, moves, n):
    """The first law that does not hold for the legal moves, or LAW.FINE."""
    if n < 1 or n > len(moves):
        return LAW.MOVE_COUNT
    for i in range(n):
        m = moves[i]
        if m.actor != s.decider or m.actor < 0 or m.actor >= s.players:
            return LAW.MOVE_SEAT
        focus = health = 0
        if m.kind == KIND.USE or m.kind == KIND.PAY_IN_CHECK:
            focus, health = cards.ability_focus[m.ability], cards.ability_health[m.ability]
        elif m.kind == KIND.PORTAL:
            focus = cards.portal_focus
        elif m.kind == KIND.TAUNT:
            focus = cards.taunt_focus
        if focus > s.focus[m.actor] or (health and health >= s.health[m.actor]):
            return LAW.MOVE_PRICE
    return LAW.FINE


@kernel
def same_move(a, b):
    """Whether two moves are one and the same answer."""
    return (
        a.kind == b.kind
        and a.ability == b.ability
        and a.enemy == b.enemy
        and a.hero == b.hero
        and a.place == b.place
        and a.card == b.card
        and a.number == b.number
        and a.plus == b.plus
        and a.plus_2 == b.plus_2
    )


@kernel
def broken_change(s, before, cards):
    """Number of the law of what never goes back that a move broke, or LAW.FINE."""
    return LAW.FINE if before.turns <= s.turns <= cards.turn_limit else LAW.TURNS


@kernel
def differs(s, view):
    """Whether the hidden part of two records is another one."""
    if s.boss != view.boss:
        return True
    for place in range(record.PLACES):
        if s.hidden[place] != view.hidden[place]:
            return True
    for k in range(s.deck_drawn, s.deck_cards):
        if s.deck[k] != view.deck[k]:
            return True
    for k in range(s.loot_drawn, s.loot_cards):
        if s.loot_deck[k] != view.loot_deck[k]:
            return True
    return False


@kernel
def deal_anew(view, s, cards, own):
    """Deal anew what is hidden on a copy of the table; nothing is known from before."""
    deal_hidden(view, cards)
    own.outlook[0] = own.outlook[1]


GAME = Watched(
    broken_law, broken_list, broken_change, same_move, deal_anew, differs, record.FIRST_CHOICE
)
audit, ask_again = watchers_of(__name__, ENGINE, GAME)
