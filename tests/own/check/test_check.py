"""`simulate check` finds what is wrong with a game by playing it, and nothing where all is well."""

import gc
import time
from pathlib import Path

import pytest

from simulate.core.errors import InputError
from simulate.own.check import laws
from simulate.own.check.check import check
from simulate.own.check.forbidden import CLOCK, watched
from simulate.own.check.laws import Laws
from simulate.own.check.suspects import out_of_order, shared_names
from simulate.own.file.lines import FileLines
from simulate.own.file.reading import know
from simulate.pack import load

pytestmark = pytest.mark.long

GAMES = Path(__file__).parents[1] / "games"
SOUND = ("harbour", "nim", "lamps", "kuhn_poker", "dominoes", "tic_tac_toe")
GAMES_PLAYED, SECONDS = 8, 60.0

# Fault -> what of Harbour is written otherwise, and what is said of it.
FAULTS = {
    "luck of Python": (
        "self.luck.shuffle(\"wish\", list(KINDS))",
        "__import__('random').sample(KINDS, 4)",
        "is not the game's random generator",
    ),
    "the clock": (
        "return {\"worth\": move[1].worth}",
        "import time; return {\"worth\": time.time() % 2}",
        "reads the clock",
    ),
    "the day": (
        "        if not self.pile:\n            return",
        "        import datetime\n"
        "        if datetime.datetime.now().year < 2000:\n            return",
        "reads the clock",
    ),
    "luck of the system": (
        "self.hand = [[", "__import__('uuid').uuid4()\n        self.hand = [[", "random generator",
    ),
    "luck of NumPy": (
        "self.hand = [[",
        "__import__('numpy').random.rand()\n        self.hand = [[",
        "the global random generator of Python",
    ),
    "moves change the table": (
        "return [(\"rest\",), *(", "self.pile.sort(key=str)\n        return [(\"rest\",), *(",
        "`moves` changes the table (`self.pile`)",
    ),
    "value changes the table": (
        "return sum(self.points(seat).values()) +",
        "self.looks = getattr(self, 'looks', 0) + 1\n        return",
        "`value` changes the table (`self.looks`)",
    ),
    "features change the table": (
        "return {\"worth\": move[1].worth}",
        "self.hand[0].reverse(); return {\"worth\": move[1].worth}",
        "`features` changes the table (`self.hand`)",
    ),
    "hide changes the seat's own hand": (
        "for other in others:\n            self.hand", "for other in range(self.players):\n"
        "            self.hand", "the seat has other moves",
    ),
    "moves look at what is hidden": (
        "return [(\"rest\",), *(",
        "if self.pile[-1].worth > 2:\n            return [(\"rest\",)]\n"
        "        return [(\"rest\",), *(",
        "the seat has other moves",
    ),
    "features look at what is hidden": (
        "return {\"worth\": move[1].worth}", "return {\"worth\": self.pile[-1].worth}",
        "`features` of a move differ",
    ),
    "the end looks at what is hidden": (
        "if not self.pile:\n", "if not self.pile or self.pile[0].id == 'silk':\n",
        "the game ends differently",
    ),
    "hide deals one card too few": (
        "        self.pile = unseen\n",
        "        self.pile = unseen[:-1]\n        self.hand[seat].clear()\n",
        "the seat has other moves",
    ),
    "hide passes the turn": (
        "        self.pile = unseen\n", "        self.pile = unseen\n        self.seat = 0\n",
        "`hide` changes whose turn it is",
    ),
    "one list in two places": (
        "self.loaded = [[] for", "self.first = self.hand[0]\n        self.loaded = [[] for",
        "`self.first` and `self.hand[0]` are one object",
    ),
    "one list for all seats": (
        "[[] for _ in range(self.players)]", "[[]] * self.players",
        "`self.loaded[0]` and `self.loaded[1]` are one object",
    ),
    "a move that holds a thing of the table": (
        "*((\"load\", crate) for crate in dict.fromkeys(self.hand[self.seat]))]\n\n"
        "    def play(self, move):\n        if move[0] == \"load\":\n"
        "            self.hand[self.seat].remove(move[1])",
        "*((\"load\", crate, self.hand[self.seat]) for crate in self.hand[self.seat])]\n\n"
        "    def play(self, move):\n        if move[0] == \"load\":\n"
        "            move[2].remove(move[1])",
        "a move holds `self.hand[0]` itself",
    ),
    "an end that is not declared": (
        "return \"empty\"", "return \"emtpy\"",
        "`over` gives 'emtpy', which is none of ENDS; did you mean `empty`?",
    ),
    "a misspelt feature": (
        "else {\"rest\": 1}", "else {\"rets\": 1}",
        "`features` gives 'rets', which FEATURES does not name; did you mean `rest`?",
    ),
    "a kind of points that is not declared": (
        "\"wish\": self.rules.bonus", "\"wishes\": self.rules.bonus",
        "`points` gives 'wishes', which POINTS does not name; did you mean `wish`?",
    ),
    "points that are no numbers": (
        "return {\"crates\": worth,", "return {\"crates\": str(worth),",
        "`points`, 'crates', must be a number (found '",
    ),
    "a count that is not declared": (
        "self.count(\"loaded\")", "self.count(\"laoded\")",
        "COUNTS does not name 'laoded'; did you mean `loaded`?",
    ),
    "a game that never ends": (
        "        if not self.pile:\n            return \"empty\"\n"
        "        return \"sold\" if self.round > self.rules.rounds else \"\"",
        "        return \"\"", "8 of 8 random games did not end in 5,000 moves",
    ),
    "no move": (
        "return [(\"rest\",), *(", "return [] if self.round == 3 else [(\"rest\",), *(",
        "`moves` gives nothing",
    ),
    "a list of the class": (
        "    def setup(self):\n",
        "    sold = []\n\n    def setup(self):\n        self.sold.append(1)\n",
        "`Harbour.sold` is changed while games are played",
    ),
    "a card that is written on": (
        "            self.count(\"loaded\")\n", "            move[1].worth += 1\n",
        "`worth` is the same in all games, so that it cannot be changed in one",
    ),
    "a rule that is set": (
        "            self.count(\"loaded\")\n", "            self.rules.rounds = 9\n",
        "keep what changes on the table, as `self.rounds`",
    ),
    "a card that is taken out of the kind": (
        "            self.count(\"loaded\")\n", "            self.cards.crates.pop('silk', 0)\n",
        "`cards.crates` is changed while games are played",
    ),
    "a chance in hundredths": (
        "            self.count(\"loaded\")\n", "            self.luck.chance('storm', 30)\n",
        "how likely something is goes from 0 to 1 (`luck.chance('storm', 30)`)",
    ),
    "a die without faces": (
        "            self.count(\"loaded\")\n", "            self.luck.roll('storm', 0)\n",
        "a die has a face at least",
    ),
    "nothing to pick from": (
        "            self.count(\"loaded\")\n", "            self.luck.pick('storm', [])\n",
        "there is nothing to pick from (`luck.pick('storm', [])`)",
    ),
    "a misspelt rule": (
        "            self.count(\"loaded\")\n", "            self.rules.ronds\n",
        "there is no `ronds` here; did you mean `rounds`? (",
    ),
    "a list of the file that games fill": (
        "        self.hand = [[",
        "        TRAIL[len(TRAIL)] = 1\n        self.pile = self.pile[len(TRAIL) % 3:]\n"
        "        self.hand = [[",
        "the same game differs when it is played again",
    ),
    "a seat that is not there": (
        "self.seat = (self.seat + 1) % self.players", "self.seat += 1",
        "after `play` `self.seat` must be a number from 0 to",
    ),
    "a rule that breaks at its bound": (
        "self.loaded = [[] for", "self.share = 6 // (12 - self.rules.rounds)\n"
        "        self.loaded = [[] for", "rules.rounds=12",
    ),
    "a table that cannot be copied": (
        "self.loaded = [[] for",
        "self.order = (k for k in range(9))\n        self.loaded = [[] for",
        "`self.order` cannot be copied",
    ),
    "luck in moves": (
        "return [(\"rest\",), *(", "self.luck.roll('x', 2)\n        return [(\"rest\",), *(",
        "`moves` draws from `self.luck`, but must only answer",
    ),
    "luck in value": (
        "return sum(self.points(seat).values()) +", "return self.luck.shuffle('x', [1, 2])[0] +",
        "`value` draws from `self.luck`, but must only answer",
    ),
    "luck that is kept": (
        "self.hand = [[", "self.dice = self.luck.stream('dice')\n        self.hand = [[",
        "`self.dice` is a random generator",
    ),
    "too many moves": (
        "return [(\"rest\",), *(", "return range(10**7)\n        return [(\"rest\",), *(",
        "`moves` gives more than 100,000 moves at once",
    ),
    "hide does nothing": (
        "def hide(self, seat):\n", "def hide(self, seat):\n        return\n",
        "`hide` changes nothing at any of ",
    ),
    "hide deals one card many times": (
        "[unseen.pop() for _ in self.hand[other]]", "[unseen[0] for _ in self.hand[other]]",
        "`hide` deals what cannot be: 10 times wine, of which there are 6",
    ),
    "hide deals the seat's own cards, too": (
        "unseen = self.pile + [crate for other in others for",
        "unseen = self.hand[seat] + [crate for other in range(self.players) for",
        "`hide` deals what cannot be: ",
    ),
    "hide loses cards": (
        "        self.pile = unseen\n", "        self.pile = unseen[3:]\n",
        "and `self.pile` has another length",
    ),
    "a seat without a turn": (
        "self.seat = (self.seat + 1) % self.players", "self.seat = (self.seat + 1) % 2",
        "`self.seat` is never 2 in 4 games of 3 players",
    ),
    "a game that is over at once": (
        "        if not self.pile:\n            return \"empty\"\n", "        return \"empty\"\n",
        "`over` ends every game before its first decision",
    ),
    "a value that is kept in the file": (
        "return sum(self.points(seat).values()) +",
        "return TRAIL.setdefault(seat, sum(self.points(seat).values())) +",
        "`value` answers otherwise than in a process that has played no game yet",
    ),
    "an answer that is kept by a decorator": (
        "+ 0.1 * len(self.hand[seat])",
        "+ self.cards_of(seat)\n\n    @__import__('functools').lru_cache(None)\n"
        "    def cards_of(self, seat):\n        return len(self.loaded[seat])",
        "`value` answers otherwise",
    ),
    "an error deep in the game": (
        "self.count(\"loaded\")", "self.count(\"loaded\", by=1 // (6 - self.round))",
        "`play` fails: ZeroDivisionError: integer division or modulo by zero (2 players, game",
    ),
}  # fmt: skip


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Writes a game into a file of its own, and knows it."""
    monkeypatch.chdir(tmp_path)

    def write(text, name="harbour"):
        Path(f"{name}.py").write_text(text, "utf-8")
        return know(f"{name}.py")

    return write


# The same of what is only worth a look.
DOUBTS = {
    "hide leaves the others' hands": (
        "self.pile + [crate for other in others for crate in self.hand[other]]\n"
        "        self.luck.shuffle(\"pile\", unseen)\n        for other in others:\n"
        "            self.hand[other] = [unseen.pop() for _ in self.hand[other]]\n",
        "self.luck.shuffle(\"pile\", self.pile)\n",
        "`hide` leaves the others' `self.hand` as it is",
    ),
    "a table of the file that is filled once": (
        "0.1 * len(self.hand[seat])", "TRAIL.setdefault(\"hand\", 0.1) * len(self.hand[seat])",
        "`TRAIL` outlives a game",
    ),
    "a partner without a turn": (
        "self.seat = (self.seat + 1) % self.players",
        "self.seat = (self.seat + 1) % 2",
        "`self.seat` is never 2 in ",
    ),
}  # fmt: skip


def planted(fault):
    text = (GAMES / "harbour.py").read_text("utf-8")
    old, new, _ = (FAULTS | DOUBTS)[fault]
    assert old in text
    return text.replace(old, new)


def found_in(own):
    """What the laws have against a game, in this process."""
    laws = Laws(own, load(own.name))
    laws.all_games(GAMES_PLAYED, SECONDS)
    laws.at_bounds(SECONDS)
    return list(laws.seen.found.values())


def test_who_times_the_garbage_collector_is_not_the_game():
    """It is called from any line of a game, and from that line reads the clock."""
    gc.callbacks.append(lambda *_: time.perf_counter())
    told = []
    try:
        with watched(__file__, lambda line, what, is_forbidden: told.append(what)):
            gc.collect()
            assert told == []
            time.perf_counter()
    finally:
        heard = gc.callbacks.pop()
    assert told == [CLOCK] and heard.__name__ == "<lambda>"


@pytest.mark.parametrize("game", SOUND)
def test_of_a_sound_game_nothing_is_said(written, game):
    own = written((GAMES / f"{game}.py").read_text("utf-8"), game)
    assert found_in(own) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_and_named(written, fault):
    own = written(planted(fault))
    found = [each for each in found_in(own) if each.is_serious]
    assert FAULTS[fault][-1] in "\n".join(each.what for each in found)
    lines = FileLines(own.source.file, own.source.text, own.kind)
    assert all(each.line or lines.named_in(each.what) for each in found)


@pytest.mark.parametrize("doubt", DOUBTS)
def test_a_doubt_is_told_and_refuses_nothing(written, doubt):
    text = planted(doubt)
    if "partner" in doubt:
        text += "\n    def team(self, seat):\n        return seat % 2\n"
    found = found_in(written(text))
    assert [each.is_serious for each in found] == [False]
    assert found[0].what.startswith(DOUBTS[doubt][-1])


NAMED = """
    def named(self):
        return [self.cards.crates[each] for each in {c.id for c in self.hand[self.seat]}]
"""


def test_the_order_of_a_set_is_seen_by_a_second_process(written):
    """One alone always has the same order."""
    text = (GAMES / "harbour.py").read_text("utf-8")
    own = written(text.replace("dict.fromkeys(self.hand[self.seat])", "self.named()") + NAMED)
    problems = check(own, is_thorough=False).problems
    assert ["in another process" in problem.what for problem in problems] == [True]


def test_a_breach_is_told_at_the_line_of_its_method(written):
    text = planted("hide passes the turn")
    (problem,) = check(written(text), is_thorough=False).problems
    assert text.split("\n")[int(problem.where.split(":")[1]) - 1].strip() == "def hide(self, seat):"


PLAY = "def play(self, move):\n"


def playing(written, code):
    """What is said of Nim whose `play` begins so, and the line of that."""
    text = (GAMES / "nim.py").read_text("utf-8").replace(PLAY, f"{PLAY}        {code}\n")
    checked = check(written(text, "nim"), is_thorough=False)
    return checked, text[: text.index(code)].count("\n") + 1


def test_a_loop_without_an_end_is_named_with_its_line(written):
    checked, line = playing(written, "while True: pass")
    (problem,) = checked.problems
    assert problem.what.startswith("`play` fails: this loop does not end in 1,000,000")
    assert problem.where.startswith(f"nim.py:{line}:")


@pytest.mark.long
def test_a_method_without_an_end_is_named_with_its_line(written):
    checked, line = playing(written, "any(False for _ in iter(int, 1))")
    (problem,) = checked.problems
    assert problem.what.startswith("`play` does not come to an end (")
    assert problem.where.startswith(f"nim.py:{line}:")


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("import os; os._exit(3)", "`play` ends the program that plays it"),
        ("import time; time.sleep(99)", "`play` waits (`time.sleep`)"),
        ("import ctypes; ctypes.string_at(0)", "the game ended the process that played it (code"),
    ],
)
def test_a_game_that_ends_its_process_or_waits_is_named_with_its_line(written, code, what):
    checked, line = playing(written, code)
    (problem,) = checked.problems
    assert problem.what.startswith(what)
    assert problem.where.startswith(f"nim.py:{line}:")


def test_of_a_slow_game_a_part_is_looked_at(written, monkeypatch):
    """Time stops a step; what was seen until then is held to the laws all the same."""
    own = written(planted("an end that is not declared"))
    held = Laws(own, load(own.name))
    held.all_games(GAMES_PLAYED, seconds=0)
    assert (held.is_cut, held.seen.games) == (True, 0)
    assert FAULTS["an end that is not declared"][-1] in next(iter(held.seen.found))[0]
    monkeypatch.setattr(laws, "STEP", 0)
    held = Laws(own, load(own.name))
    assert (held.all_games(GAMES_PLAYED, SECONDS)[0][1], held.seen.found) == ([], {})


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("a = {1}\nb = sorted(a)\nc = [x for x in a]", 3),
        ("a = b = set()\nlen(b)\nx = list(b)", 3),
        ("x = 1\ny = hash('x')", 2),
        ("x = max({1, 2})\nx = next(iter({1, 2}))", 2),
        ("x = [1]\nfor y in x:\n    pass", 0),
    ],
)
def test_the_line_that_goes_through_a_set_is_found(code, line):
    assert out_of_order(code) == line


def test_what_outlives_a_game_is_found_in_the_text():
    """A name that a function has for itself, too, is not meant."""
    text = """
KEPT, SEEN, READ, LOCAL = {}, [], {}, []
def one(LOCAL, a):
    global TURN
    TURN = READ[a]
    SEEN.append(1)
    LOCAL.append(1)
class Any:
    @cache
    def two(self):
        KEPT[1][2] = 3
        READ = {}
        READ[1] = 2
"""
    found = {"TURN": 5, "SEEN": 6, "two": 9, "KEPT": 11}
    assert shared_names(text) == found


def test_what_is_printed_is_only_worth_a_look(written):
    checked, line = playing(written, "print('hello')")
    assert checked.problems == []
    assert [note.partition(": ")[0] for note in checked.notes] == [f"nim.py:{line}"]


@pytest.mark.parametrize("endless", [5, 6])
def test_a_game_that_mostly_does_not_end_is_refused(written, endless):
    own = written((GAMES / "nim.py").read_text("utf-8"), "nim")
    held = Laws(own, load(own.name))
    held.seen.games, held.seen.endless = 10, endless
    held._ended()
    assert held.seen.is_wrong() == (endless > 5) and held.seen.found


HIDE = "def hide(self, seat):", "def anew(self, seat):"


def test_a_game_that_shuffles_and_hides_nothing_is_worth_a_look(written):
    checked = check(written((GAMES / "harbour.py").read_text("utf-8").replace(*HIDE)), False)
    assert checked.problems == []
    assert checked.notes == [
        "harbour.py:19: without `hide` players see everything, even the order of shuffled cards, "
        "`pile`, `wish`: write `hide` if something is secret"
    ]


@pytest.mark.parametrize("game", ["harbour", "nim"])
def test_what_hides_or_has_nothing_to_hide_is_not(written, game):
    assert check(written((GAMES / f"{game}.py").read_text("utf-8"), game), False).notes == []


def test_a_secret_of_the_seat_that_is_dealt_anew_is_worth_a_look(written):
    text = (GAMES / "harbour.py").read_text("utf-8")
    text = text.replace("[self.wish[s] if s == seat else rest.pop() for", "[rest.pop() for")
    text = text.replace("for kind in KINDS if kind != self.wish[seat]]", "for kind in KINDS]")
    found = found_in(written(text))
    assert [each.is_serious for each in found] == [False]
    assert "a seat's own part of `self.wish`" in found[0].what


def test_a_wrong_class_is_refused_before_it_is_played(written):
    with pytest.raises(InputError, match="derives from Game"):
        written("from simulate.own import Game\n", "empty")
