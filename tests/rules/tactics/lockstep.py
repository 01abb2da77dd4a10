"""Plays the kernels and the referee side by side and compares them at every decision.

The referee is asked for each step of a walk, the kernels for where it ends: at such a decision
all walks of the referee are made, and their ends compared with the goals that are listed.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from simulate.games.tactics.cards.vocabulary import CLASSES, NONE
from simulate.games.tactics.end import rank_of, score_now
from simulate.games.tactics.moves import move as kinds
from simulate.games.tactics.setup import deal
from simulate.games.tactics.state import record
from simulate.games.tactics.state.changes import RULE, WHAT
from simulate.mechanics.log import LINE
from tests.rules import twice
from tests.rules.tactics.referee import Table, Unit, laid, moving, play, points, ranks
from tests.rules.tactics.referee.table import beside
from tests.rules.tactics.words import BOXES, LETTERS, WALKS, Board
from tests.rules.twice import same_moves, same_table

VILLAGE, PORTAL = record.BY_VILLAGE, record.BY_PORTAL


class Following:
    """Chance as it fell for the kernels: rolls in their order, shuffles by what they are of."""

    def __init__(self) -> None:
        self.faces: list[list[int]] = []
        self.orders: dict[str, list[list[Any]]] = {}

    def tell(self, what: str, order: list[Any]) -> None:
        self.orders.setdefault(what, []).append(order)

    def shuffle(self, what: str, things: Any) -> list[Any]:
        told = self.orders[what].pop(0)
        assert set(told) <= set(things), f"{what}: {told} of {things}"
        return [*told, *(thing for thing in things if thing not in told)]

    def roll(self, count: int) -> list[int]:
        if count == 0:
            return []
        faces = self.faces.pop(0)
        assert len(faces) == count, "another number of dice"
        return faces

    def used_up(self) -> bool:
        return not self.faces and not any(self.orders.values())


class Lockstep(twice.Lockstep):
    """One game played twice.  `choose(moves, words)` picks from the kernels' moves."""

    def __init__(
        self, board: Board, number: int, table: Callable[[int], Table], choose: Callable
    ) -> None:
        super().__init__()
        self.board, self.choose = board, choose
        deal(board.s, board.cards, 7, number)
        self.t = table(int(board.s.realm))
        self.t.luck = self.luck = Following()
        self.tell_deal()
        self.game = play(self.t)

    def tell_deal(self) -> None:
        """What chance dealt before the first question."""
        s, names = self.board.s, self.board.names
        people = [seat for seat in range(self.t.seats) if not self.t.is_enemy(seat)]
        deals = [*people, *(seat + 1 for seat in people if self.t.adventure)]
        for k, of_class in enumerate(CLASSES):
            order = [names.units[int(s.unit[seat * 4 + k])] for seat in deals]
            self.luck.tell(f"units {of_class}", order)
        deck = s.deck[: s.deck_count][::-1]
        self.luck.tell("tactics", [names.tactics[int(card)] for card in deck])
        if self.t.adventure:
            deck = s.enemy_deck[: s.enemy_deck_count][::-1]
            self.luck.tell("enemy_cards", [names.enemy_cards[int(card)] for card in deck])

    # ------------------------------------------------------------ the game

    def turn(self) -> None:
        legal = self.board.legal()
        words = [self.board.in_words(m) for m in legal]
        self.compare_moves(legal, words)
        chosen = self.choose(legal, words)
        self.note(words[chosen])
        self.play(legal[chosen], words[chosen])

    def play(self, m: Any, words: str) -> None:
        walking = self.board.s.phase in (record.PHASE.WALK_ON, record.PHASE.EXPLORE)
        unit = self.unit(m.unit) if m.kind in WALKS else None
        rows = self.board.do(m)
        self.learn()
        if unit is None:
            self.send(words)
            return
        if not walking:
            self.send(f"move {unit}")
        if m.kind == kinds.KIND.STEP_INSIDE:
            self.send(words)
            return
        self.walk(m, unit, rows)

    def walk(self, m: Any, unit: Unit, rows: Any) -> None:
        """Lead the referee along the kernels' way."""
        for row in rows:
            if row.kind == LINE.CHANGE and row.what == WHAT.AT and row.rule == RULE.T_MOVE_2:
                here, at = self.board.at(int(row.old)), self.board.at(int(row.new))
                both = {f"step {at[0]},{at[1]}", f"portal {at[0]},{at[1]}"}
                offered = sorted(both & set(self.question[1]))
                assert offered, f"no step from {here} to {at}"
                by_portal = len(offered) > 1 and here not in beside(at)
                self.send(offered[0] if by_portal else offered[-1])
        if m.kind == kinds.KIND.ENTER_DUNGEON:
            self.send(f"enter {BOXES[m.number]}")
        elif self.question and "stop" in self.question[1]:
            if unit.in_play and moving.steps(self.t, unit, m.left):
                self.send("stop")

    def hear(self, row: Any) -> None:
        names, s = self.board.names, self.board.s
        purpose, listed = int(row.purpose), row.order[: row.count].tolist()
        if row.kind == LINE.ROLL:
            self.luck.faces.append(listed)
        elif row.kind == LINE.CHOICE:
            card = names.units[int(row.result)]
            of_class = self.board.pack["units"][card]["class"]
            self.luck.tell(f"new_unit {of_class}", [card])
        elif row.kind == LINE.SHUFFLE and purpose == record.PURPOSE.TACTICS:
            self.luck.tell("tactics", [names.tactics[k] for k in listed[::-1]])
        elif row.kind == LINE.SHUFFLE and purpose == record.PURPOSE.ENEMY_CARDS:
            self.luck.tell("enemy_cards", [names.enemy_cards[k] for k in listed[::-1]])
        elif row.kind == LINE.SHUFFLE and purpose == record.PURPOSE.START_ORDER:
            self.luck.tell("starts", listed)
        elif row.kind == LINE.SHUFFLE and purpose == record.PURPOSE.ENEMY_UNITS:
            self.luck.tell("enemy_units", [names.units[int(s.unit[k])] for k in listed])
        elif row.kind == LINE.SHUFFLE:
            what = "triggers" if purpose == record.PURPOSE.TRIGGERS else "respawn"
            self.luck.tell(what, [LETTERS[k] for k in listed])

    # ------------------------------------------------------------ comparing

    def unit(self, slot: int) -> Unit:
        of_class = CLASSES[slot % 4]
        found = [u for u in self.t.of(slot // 4) if u.of_class == of_class]
        return found[0]

    def compare_moves(self, legal: list[Any], words: list[str]) -> None:
        """The same answers, walks compared by where they end."""
        question = record.PHASE.words[int(self.board.s.phase)]
        assert self.board.s.decider == self.seat, f"{question}: another seat is asked"
        if self.board.s.turns:
            self.compare_tables()
        in_walk = self.board.s.phase == record.PHASE.WALK_ON
        acting = self.board.s.phase == record.PHASE.ACT
        mine = {
            w for m, w in zip(legal, words, strict=True) if not (in_walk or acting) or is_plain(m)
        }
        theirs = set(self.options)
        if in_walk:
            theirs &= {"stop"}
        elif acting:
            mine |= {f"move {CLASSES[m.unit % 4]}" for m in legal if not is_plain(m)}
        same_moves(mine, theirs, question)
        if in_walk or acting:
            self.compare_walks(legal)

    def compare_walks(self, legal: list[Any]) -> None:
        """The goals of each unit that moves."""
        by_unit: dict[int, dict] = {}
        for m in legal:
            if not is_plain(m):
                found = by_unit.setdefault(m.unit, {})
                goal = self.goal(m)
                assert goal not in found, f"{goal} is listed twice"
                found[goal] = m.left
        for slot, listed in by_unit.items():
            unit = self.unit(slot)
            if self.board.s.phase == record.PHASE.WALK_ON:
                left = int(self.board.s.task[self.board.s.tasks - 1].amount)
            else:
                left = moving.movement_points(self.t, unit)
            if unit.inside is not None:
                steps = moving.steps(self.t, unit, left)
                assert {("inside", *goal[1:]) for goal in listed} == {
                    ("inside", step[1], 0) for step in steps.values()
                }
                continue
            moments = {"moved", "village", "portal"}
            if self.board.s.phase == record.PHASE.WALK_ON:
                task = self.board.s.task[self.board.s.tasks - 1]
                told, is_action = int(task.met), int(task.is_action)
                new = {"village": not told & VILLAGE, "portal": not told & PORTAL}
                moments = {what for what, open_ in new.items() if open_ and is_action}
            lawful = walks(self.t, unit, left, moments)
            wrong = {g: (listed.get(g), lawful.get(g)) for g in listed.keys() | lawful.keys()}
            wrong = {g: both for g, both in wrong.items() if both[0] != both[1]}
            assert not wrong, (
                f"{unit} from {unit.at}: goal: (points left, by the rulebook): {wrong}"
            )

    def goal(self, m: Any) -> tuple:
        if m.kind == kinds.KIND.ENTER_DUNGEON:
            return "enter", BOXES[m.number], m.way
        if m.kind == kinds.KIND.STEP_INSIDE:
            box = int(self.board.s.dungeon[m.unit])
            return "inside", self.board.inside(box, m.goal), 0
        return "move", self.board.at(m.goal), m.way

    def compare_tables(self) -> None:
        theirs = laid(self.t)
        theirs["captures"] = [len(taken) for taken in theirs["captures"]]
        mine = self.board.laid()
        same_table(mine, {key: theirs[key] for key in mine})

    def compare_ends(self) -> None:
        s, cards = self.board.s, self.board.cards
        assert record.END.words[int(s.outcome)] == self.t.outcome
        self.compare_tables()
        assert self.luck.used_up()
        if not self.t.adventure:
            seats = range(self.t.seats)
            assert [int(score_now(s, cards, i)) for i in seats] == [
                points(self.t, i) for i in seats
            ]
            assert [int(rank_of(s, cards, i)) for i in seats] == ranks(self.t)


def is_plain(m: Any) -> bool:
    """Whether the referee lists the move by itself."""
    return m.kind not in WALKS


def ways_kept(t: Table, unit: Unit) -> int:
    """Which ways the kernels tell apart: those that can matter to the unit or its owner."""
    moments = {
        card["when"]
        for name in t.hands[unit.seat]
        for card in t.pack["tactics"][name]["abilities"].values()
    }
    full = unit.health == unit.stats["health"]
    full = full and all(getattr(unit, k) == unit.card.get(k, 0) for k in ("ammo", "mana"))
    kept = PORTAL if "portal" in moments else 0
    return kept | (VILLAGE if "village" in moments or not full else 0)


def walks(t: Table, unit: Unit, points: int, moments: set[str]) -> dict[tuple, int]:
    """Every walk of the referee: where it ends, what its way takes in -> most points left."""
    kept = ways_kept(t, unit)
    ends: dict[tuple, int] = {}
    best: dict[tuple, int] = {}
    ways, edge = moving.Ways(t, unit), [(-points, unit.at, 0)]

    def note(goal: tuple, left: int) -> None:
        ends[goal] = max(left, ends.get(goal, NONE))

    while edge:
        spent, at, way = heappop(edge)  # the walk with most points left
        left = -spent
        for box in moving.dungeons_open(t, unit, at, left):
            note(("enter", box, way), left - t.rules["portal_step"])
        for words, goal, cost in ways.on(at, left):
            then = way | (PORTAL if words.startswith("portal") else 0)
            if t.land.terrain[goal] == "village" and goal not in unit.villages:
                then |= VILLAGE
            then &= kept
            if left - cost <= best.get((goal, then), NONE):
                continue
            best[goal, then] = left - cost
            heappush(edge, (cost - left, goal, then))
            back = goal == unit.at
            if back and not moving.brings(t, unit, then & VILLAGE, then & PORTAL, moments):
                continue
            if t.unit_at(goal, unit) is None:
                note(("move", goal, then), left - cost)
    return ends


BOLD = ("melee", "shoot", "cast", "fire", "counter", "roll", "play", "enter", "inside")
