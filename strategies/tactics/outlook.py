"""The evaluation of a position, made once a decision and read by the features of all moves."""

from simulate.compiler.kernels import inner_kernel, kernel
from simulate.core.game.records import record_of
from simulate.games.tactics.cards.codes import DUNGEONS, FACES, FORCE, ICON, SEATS, SPACES
from simulate.games.tactics.cards.vocabulary import NONE
from simulate.games.tactics.end import compare, score_now
from simulate.games.tactics.moves.paths import GOALS
from simulate.games.tactics.state.record import AREAS, LIMIT_MOVES, SLOTS, is_in_play
from strategies.records import weights_of
from strategies.tactics.learned.facts import ADVENTURE, CONTEST, FACTS
from strategies.tactics.names import HEEDED, JUDGEMENT, MOVE_FEATURES

MELEE_WAY, RANGED_WAY = 0, 1
WAYS = 2  # in melee, and from afar
ICONS = len(ICON)

WEIGHTS = weights_of(MOVE_FEATURES, JUDGEMENT)

LANES = 8  # walks that are weighed at once, at best
# Room for the walks of a unit; rows a multiple of 4096 bytes apart would share lines of the cache.
WALKS = GOALS + 3 * LANES

OUTLOOK = record_of(
    "seat",  # that looks out
    "team",
    "last",  # 1 in the seat's last turn
    "calm",  # 1 if no enemy has a turn any more
    ("lead", "f8"),  # points ahead of the best rival
    ("prize", "f8", SLOTS),  # worth of the capture of a unit, own ones too
    # control areas
    ("stake", "f8"),  # worth of securing one
    ("stake_of_rivals", "f8"),  # the same to the rivals
    ("ours", AREAS),  # units of the team in an area
    ("crowd", SEATS, AREAS),  # of each team, by its first seat
    ("theirs", AREAS),  # of the strongest rival team
    ("on_trigger", AREAS),  # 1 ours, 2 theirs, 0 nobody
    ("stay", "f8", FORCE, AREAS, 2),  # worth of being there, off and on the trigger
    # attacks: own units against enemies, by way
    ("best", "f8", FORCE, SLOTS, WAYS),  # worth of an attack less the counter
    # the same in a row: those that are worth anything, or else the quarry
    ("aims", FORCE),
    ("aim_at", FORCE, SLOTS * WAYS),  # space of the enemy
    ("aim_reach", FORCE, SLOTS * WAYS),  # 0: in melee
    ("aim_worth", "f8", FORCE, SLOTS * WAYS),
    ("sure", "f8", SLOTS),  # chance that a missile hits, less than 0: not known
    ("fights", FORCE),  # whether all of this is known for `fight_key`
    ("fight_key", "f8", FORCE, 7 + 2 * SLOTS),  # what it follows from
    ("engaged", FORCE),  # whether an enemy can be attacked in this turn
    ("quarry", FORCE),  # else the enemy most worth the way, NONE
    ("range_", FORCE),  # of missile or spell, 0: none
    ("points", FORCE),  # movement points of an own unit
    ("follows", FORCE),  # whether the unit may attack after a move
    ("weary", "f8", FORCE),  # worth of the token that a second action brings
    # enemies' damage to a unit on each space
    "strikers",  # enemies that can attack, in the arrays below
    ("striker", SLOTS),
    ("blow", "f8", SLOTS, WAYS),
    ("bow", SLOTS),  # range
    ("stride", SLOTS),  # movement points
    ("post", SLOTS),  # space where it stands
    "alarm",  # whether anything has changed that `risk` follows from
    ("risk", "f8", SPACES),
    ("hands", "f8", SPACES),  # enemies that could strike at a unit there
    ("game", "u8"),  # luck of the game that was looked at last
    ("walked", "f8"),  # weight by which it was judged
    ("caution", "f8"),  # share of danger that counts in this round
    # what was looked at from where own units stand
    ("standing", "f8", FORCE, 5),
    # the walks of one unit, one after another
    ("to", WALKS),  # space where it leads
    ("way", "f8", WALKS),  # points from there to what is looked at, or what else it has
    ("near", "f8", WALKS),  # worth of the areas near there
    ("threat", "f8", WALKS),  # worth of its health that is at risk
    ("attack", "f8", WALKS),  # worth of the best attack from there
    ("chase", "f8", WALKS),  # worth of the enemies near there
    ("control", "f8", WALKS),  # worth of the area there
    ("fed", "f8", WALKS),  # 1 if the way takes in a village
    ("village", "f8", WALKS),  # 1 into a village, -1 out of one
    ("artifact", "f8", WALKS),  # worth of coming nearer to it
    ("delve", "f8", WALKS),  # worth of the crystals near there
    ("blocks", "f8", WALKS),  # dungeons that the unit would close there
    # dungeons
    ("need", "f8", SEATS * FORCE, DUNGEONS),  # turns of a unit to a crystal
    ("others", "f8", FORCE, DUNGEONS),  # turns of the best other unit
    ("near_here", "f8", FORCE),  # worth of the crystals near where a unit is
    ("blocked_here", "f8", FORCE),  # dungeons that it closes there
    "delver",  # slot of the seat's unit that is inside a dungeon, NONE
    ("value", "f8", DUNGEONS),  # worth of a crystal now
    ("chance", "f8", ICONS),  # of an icon on one die
    # lessons: what they rest on, the actions that have one, best first, and what it says
    ("facts", FACTS),
    ("total", "f8", LIMIT_MOVES),  # scores without lessons
    ("run", LIMIT_MOVES + 1),  # where moves begin that are alike
    ("leader", LIMIT_MOVES),  # the best of each run that is not taken yet
    ("order", "f8", HEEDED),
    ("taught", "f8", HEEDED),
    # terms of the side or the adventure judged last, see `value`
    ("contest", CONTEST),
    ("adventure", ADVENTURE),
)


@kernel
def look_out(s, cards, w, v, seat):
    """Fill what every feature needs: who leads, how much time is left, what units are worth."""
    v.seat = seat
    v.team = cards.team[seat]
    v.lead = lead_of(s, cards, seat)
    v.last = s.ending != NONE
    v.calm = 1 if s.ending != NONE and not is_rival_to_come(s, cards, seat) else 0
    v.caution = min(1.0, w.patient_rounds / max(1, s.round_no))
    if cards.battle and is_behind(s, cards, seat):
        v.caution *= w.bold
    for k in range(ICONS):
        faces = 0
        for face in range(FACES):
            faces += (cards.die[face] >> k) & 1
        v.chance[k] = faces / FACES
    for slot in range(cards.seats * FORCE):
        v.prize[slot] = prize_of(s, cards, w, v, slot) if is_in_play(s, slot) else 0.0
        v.sure[slot] = -1.0


@kernel
def lead_of(s, cards, seat):
    """Points of the seat's team above those of the best other team, as if the game ended now."""
    own, best = 0, -1000
    for other in range(cards.seats):
        if cards.team[other] == cards.team[seat]:
            own += score_now(s, cards, other)
        else:
            points = 0
            for friend in range(cards.seats):
                if cards.team[friend] == cards.team[other]:
                    points += score_now(s, cards, friend)
            best = max(best, points)
    return 1.0 * (own - best)


@kernel
def is_behind(s, cards, seat):
    """Whether another team would win if the game ended now, be it by health alone."""
    for other in range(cards.seats):
        if cards.team[other] != cards.team[seat] and compare(s, cards, other, seat) > 0:
            return True
    return False


@kernel
def is_rival_to_come(s, cards, seat):
    """Whether an enemy has a turn after this one before the game ends."""
    other = (s.active + 1) % cards.seats
    while other != s.ending:
        if cards.team[other] != cards.team[seat]:
            return True
        other = (other + 1) % cards.seats
    return False


@kernel
def prize_of(s, cards, w, v, slot):
    """Worth of the capture of a unit to its captor, or of its loss to its owner."""
    if cards.time_start:
        if cards.team[slot // FORCE] == v.team:
            return w.comrade
        return w.foe + w.time * min(cards.time_gained, cards.time_start - s.time)
    worth = cards.capture_points + w.rival * cards.survivor_points
    worth += 0.0 if v.last else w.unit
    if s.bearer == slot:
        worth += cards.artifact_points
    if cards.battle:
        captures = 0
        for seat in range(cards.seats):
            captures = max(captures, s.captures[seat])
        worth += w.finish * captures / cards.end_captures
    return worth


@inner_kernel
def harm_worth(s, w, v, slot, damage):
    """Worth of damage to a unit."""
    health = s.health[slot]
    if damage <= 0.0 or health <= 0:
        return 0.0
    if damage >= health:
        return v.prize[slot]
    return v.prize[slot] * w.wound * damage / health


@inner_kernel
def is_enemy(s, cards, v, slot):
    """Whether a slot holds an enemy on the map."""
    return s.at[slot] != NONE and cards.team[slot // FORCE] != v.team


@inner_kernel
def is_new(key, k, i, number):
    """Note a number that something follows from; whether it was another one until now."""
    if key[k, i] == number:
        return False
    key[k, i] = number
    return True


@inner_kernel
def look_along(v, count, ways):
    """Note how far it is from each space, by `v.to`; in a row, so that all are weighed at once."""
    for i in range(count):
        v.way[i] = ways[v.to[i]]


@inner_kernel
def nearness(w, way, points):
    """How much of its worth is left of what lies so many movement points away."""
    return points / (points + w.far * way)
