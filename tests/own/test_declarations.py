"""What a class declares wrongly is told all at once, with its line and what is allowed."""

from pathlib import Path

import pytest

from simulate.own.reading import know
from tests.refusals import problems_of

HARBOUR = Path(__file__).parent / "games" / "harbour.py"
LAMPS = Path(__file__).parent / "games" / "lamps.py"

# What of Harbour is written otherwise, and what is said of it.
WRONG = [
    ('"bonus": rule(2, 0, 5', '"bonus": rule(7, 0, 5', "must be a number from 0 to 5 (found 7)"),
    ('"bonus": rule(2, 0, 5', '"bonus": rule(2, 5, 0', "the least, 5, must be below the most, 0"),
    ('"bonus": rule(2, 0, 5, "points")', '"bonus": 2', "must be rule(10, 4, 20), switch(True)"),
    ('"bonus": rule(', '"Bonus": rule(', "a rule is called by small letters, digits and _"),
    ("(2, 3)", "(2, 2)", "`PLAYERS` names a number twice"),
    ("(2, 3)", "(1, 2)", "a solo game can only be won or lost"),
    ("(2, 3)", "(2, 10)", "`PLAYERS` must hold numbers from 1 to 9"),
    ("(2, 3)", "(2)", "one alone needs its comma (found 2)"),
    ("PLAYERS = (2, 3)", 'PLAYERS = (2, 3)\n    HOLDS = "crate"', "did you mean `crates`?"),
    ("PLAYERS = (2, 3)", 'PLAYERS = (6,)\n    HOLDS = "crates"', "6 players need 6 of them"),
    ("PLAYERS = (2, 3)", "PLAYERS = (2, 3)\n    TITLE = 5", "`TITLE` must be one line"),
    ("PLAYERS = (2, 3)", 'PLAYERS = (2, 3)\n    WINS = ("sold",)', "`WINS` go with `TOGETHER"),
    ("PLAYERS = (2, 3)", 'PLAYERS = (2, 3)\n    SETTINGS = {"players": ["a"]}', "in every game"),
    ("PLAYERS = (2, 3)", 'PLAYERS = (2, 3)\n    SETTINGS = {"sky": "blue"}', "the usual first"),
    ("PLAYERS = (2, 3)", 'PLAYERS = (2, 3)\n    LIMITS = {"crates.wort": (1, 9)}',
     "did you mean `crates.worth`?"),
    ("PLAYERS = (2, 3)", 'PLAYERS = (2, 3)\n    LIMITS = {"crates.worth": (1, 3)}',
     "include the values of the cards, 1 to 4"),
    ('"copies": 6}', '"id": 6}', "every card has this key"),
    ('"copies": 6}', '"copies": None}', "a number, a word, True, False, or a list of these"),
    ('"copies": 6}', '"copies": 6 if k else 6.5}', "one key is of one kind (write 1.0 for 1)"),
    ('"copies": 6}', '"copies": [1, "a"]}', "all entries of a list have one type"),
    ('ENDS = {"sold": "the last round was played", "empty"', 'ENDS = {"cut_off"',
     "`ENDS.cut_off` exists in every game"),
    *(('COUNTS = {"loaded"', f'COUNTS = {{"{name}"', "the name of what every game stores already")
      for name in ("score", "skill", "place")),
    ("PLAYERS = (2, 3)", 'PLAYERS = (2, 3)\n    HOLDS = "places"', "cannot be 'places'"),
    ('FEATURES = {"worth"', 'FEATURES = {"value"', "`FEATURES.value` exists in every game"),
    ('FEATURES = {"worth"', 'FEATURS = {"worth"', "did you mean `FEATURES`?"),
    ('"steady": {"worth"', '"steady": {"wroth"', "did you mean `worth`?"),
    ('"steady": {"worth": 1.0', '"steady": {"worth": "1"', "must be a number (found '1')"),
    ('"steady"', '"random"', "a player of every game, plays without weights"),
    ("def setup(self)", "def setUp(self)", "did you mean `setup`?"),
    ("def moves(self)", "def choices(self)", "the game needs a method `moves`"),
    ("def features(self, move)", "def feature(self, move)", "did you mean `features`?"),
    ("def points(self, seat)", "def points(self)", "these arguments: `def points(self, seat)`"),
    ("def play(self, move):", "def play(self, move):\n        yield 1", "must not use `yield`"),
    ("self.pile = self.luck", "self.cards = self.luck", "`self.cards` is set by the toolkit"),
    ("self.pile = self.luck", "self.points = self.luck", "hide the method `points`"),
    ("def setup(self)", "def __init__(self)", "write `setup` instead of `__init__`"),
    ("def say(self, move)", "def copy(self, move)", "`copy` is set by the toolkit"),
]  # fmt: skip
OF_LAMPS = [
    ('WINS = ("bright",)', 'WINS = ("brigth",)', "did you mean `bright`?"),
    ('WINS = ("bright",)', "WINS = ()", "`WINS` must say which of ENDS are won"),
    ('WINS = ("bright",)', 'WINS = ("bright")', "one alone needs its comma"),
    ('"low")', '"less")', 'must be a description and "low" or "high"'),
    ("    WINS", '    POINTS = {"a": "b"}\n    WINS', "`POINTS` are for competitive games"),
    ("    TOGETHER = True\n", "", "`MARGINS` go with `TOGETHER = True`"),
    ('"wind": ("mild", "wild")', '"wind": ("mild", "mild")', "names a word twice"),
    ("switch(True,", "switch(3,", "a switch is True or False"),
]


@pytest.fixture
def problems(tmp_path, monkeypatch):
    """What is wrong with a text as an own file."""
    monkeypatch.chdir(tmp_path)

    def ask(text):
        Path("mine.py").write_text(text, "utf-8")
        return problems_of(know, "mine.py")

    return ask


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [(HARBOUR, *wrong) for wrong in WRONG] + [(LAMPS, *wrong) for wrong in OF_LAMPS],
)
def test_what_is_declared_wrongly_is_refused_at_its_line(problems, file, old, new, what):
    text = file.read_text("utf-8")
    assert old in text
    told = problems(text.replace(old, new))
    assert any(what in each.what for each in told), [each.what for each in told]
    assert all(each.where.startswith("mine.py:") for each in told)


def test_everything_is_told_at_once(problems):
    text = HARBOUR.read_text("utf-8")
    for old, new in (("(2, 3)", "(2, 2)"), ('"steady": {"worth"', '"steady": {"wroth"'),
                     ("def setup(self)", "def setUp(self)"),
                     ("self.pile = self.luck", "self.cards = self.luck")):  # fmt: skip
        text = text.replace(old, new)
    told = problems(text)
    lines = [int(each.where.split(":")[1]) for each in told]
    assert [text.split("\n")[line - 1].split()[0] for line in sorted(lines)] == [
        "PLAYERS", "WEIGHTS", "def", "self.cards",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("import nothing_of_this_name\n", "mine.py:1:1", "ModuleNotFoundError"),
        ("\n\nclass A(:\n", "mine.py:3:1", "SyntaxError: invalid syntax"),
        ("x = 1\nraise SystemExit(4)\n", "mine.py:2:1", "SystemExit: 4"),
        ("x = {}\n\ny = x['a']\n", "mine.py:3:1", "KeyError: a"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_one_sentence_with_its_line(problems, text, where, what):
    (told,) = problems(text)
    assert (told.where, what in told.what) == (where, True)


def test_a_mark_before_the_text_is_passed_over(problems, tmp_path):
    (tmp_path / "lamps.py").write_text("\ufeff" + LAMPS.read_text("utf-8"), "utf-8")
    assert know("lamps.py").title == "Lamps"
