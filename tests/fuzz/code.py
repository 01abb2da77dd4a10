"""Designers' own Python strategies: right ones play, wrong ones are told by their file."""

from dataclasses import replace
from unittest.mock import patch

from hypothesis import strategies as st

from simulate.core.errors import InputError, RunError
from simulate.engine import shared
from simulate.pack import Strategy, catalogue
from tests.every_game.adapters import adapter
from tests.fuzz import tally as told
from tests.fuzz.folders import a_folder
from tests.fuzz.player import shipped
from tests.fuzz.tally import Tally

HEAD = """\
from simulate.compiler.kernels import kernel
from simulate.engine.{package} import STRATEGY


@kernel(STRATEGY)
def choose(s, cards, moves, count, features):
"""
SAMPLED = ("0", "count - 1", "best", "count // 2", "(count * 7919) % count", "min(best, 0)")
WRONG = (
    "-1",
    "count",
    "10**6",
    "best - count",
    "None",
    '"0"',
    "best_",
)
JUNK = (
    "", "two = 2\n", "def choose(:\n", "raise SystemExit(3)\n", "1 / 0\n", "choose = 3\n",
    "from simulate import nothing\n", "import nothing\n", "def choose():\n    return 0\n",
    "\x00", "class choose:\n    pass\n", "choose = lambda *a: 0\n",
    "def choose(s, cards, moves, count, features):\n    return 0\n", "await x\n", "é = 1\n",
)  # fmt: skip


@st.composite
def functions(draw: st.DrawFn, game: str) -> tuple[str, bool]:
    """The text of a strategy, and whether it gives the index of a move each time."""
    number = st.sampled_from([f for f in catalogue.features(game) if is_described(game, f)])
    sign, one, other = draw(st.sampled_from("<>")), draw(number), draw(number)
    weight = draw(st.sampled_from(("1.0", "-2.5", "0.0", "1e308")))
    value = f"features[i].{one} * {weight} + features[i].{other}"
    best = value.replace("[i]", "[best]")
    loop = f"    best = 0\n    for i in range(1, count):\n        if {value} {sign} {best}:\n"
    right = draw(st.booleans())
    answer = draw(st.sampled_from(SAMPLED if right else WRONG))
    head = HEAD.format(package=catalogue.facts(game).package)
    return f"{head}{loop}            best = i\n    return {answer}\n", right


def is_described(game: str, feature: str) -> bool:
    """Whether a move itself has this number: others are worths of the table."""
    return feature in catalogue.table(game).RECORDS.features.names


def play_code(game: str, data: st.DataObject, counted: Tally) -> None:
    """A game by a designer's function; where it is wrong, whose file it is stands in a message."""
    text, right = data.draw(functions(game))
    counted.add(told.CASES)
    try:
        play(game, text, 2)
        assert right, text
        counted.add(told.ACCEPTED, told.PLAYED)
    except (InputError, RunError) as error:
        assert not right, text
        assert "own.py" in str(error), error
        counted.add(told.REFUSED)


def load_junk(game: str, data: st.DataObject, counted: Tally) -> None:
    """A file that is no strategy at all."""
    text = data.draw(st.sampled_from(JUNK)) + data.draw(st.sampled_from(("", "# \n", "\n\n", "x")))
    counted.add(told.CASES)
    try:
        play(game, text, 1)
        counted.add(told.ACCEPTED)
    except (InputError, RunError) as error:
        assert "own.py" in str(error), error
        counted.add(told.REFUSED)


def play(game: str, text: str, count: int) -> None:
    shipped_pack = shipped(game)
    own = Strategy(plan="Theirs.", choice="python", file="own.py")
    pack = replace(
        shipped_pack,
        strategies={**shipped_pack.strategies, "own": own},
        code={"own.py": text},
        _resolved={},
    )
    levels, rules = adapter(game).eventful()[0]
    table = catalogue.table(game)
    setting = adapter(game).setting(levels | {"strategy": "own"})
    changed = pack.resolve({f"rules.{name}": value for name, value in rules.items()})
    with patch.object(shared, "folder_of", lambda module: a_folder()):
        table.play_block(table.prepare(changed.allowing_code(), setting), 1, 0, count)
