"""The locator against tomllib: every value is where the locator says, in any style of TOML."""

import math
import string
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.core.text.locate import locate

BARE = st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=6)
ODD = st.text(st.sampled_from("a.b #=[]{}\"'\\,é\t"), min_size=0, max_size=5)
SPACES = st.sampled_from(["", " ", "  ", "\t"])
BREAKS = st.sampled_from(["\n", "\n\n", "\n# it = [1, {\n", " # \"quotes' and ] }\n", "\n  \n"])
TEXT = st.text(st.sampled_from("ab\"'\\\n\t#,=]}é "), max_size=8)


def escaped(text):
    pairs = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    return "".join(pairs.get(letter, letter) for letter in text)


@st.composite
def key(draw, name):
    """A key as it may be written: bare, in double quotes or in single quotes."""
    styles = [f'"{escaped(name)}"']
    if name and all(letter in string.ascii_letters + string.digits + "_-" for letter in name):
        styles.append(name)
    if "'" not in name and "\n" not in name and "\t" not in name:
        styles.append(f"'{name}'")
    return draw(st.sampled_from(styles))


@st.composite
def words(draw):
    text = draw(TEXT)
    styles = [f'"{escaped(text)}"', f'"""\n{escaped(text)}"""']
    if "'" not in text:
        styles.append(f"'''{text}'''")
        if "\n" not in text:
            styles.append(f"'{text}'")
    # Quotes may stand before the closing ones.
    styles.append('"""x""\\""y"""""')
    return draw(st.sampled_from(styles))


SCALARS = st.one_of(
    words(),
    st.integers(-99, 99).map(str),
    st.sampled_from(["true", "1.5e3", "-inf", "0x1F", "1979-05-27 07:32:00", "07:32:00"]),
)


@st.composite
def lists(draw, inner):
    """A list over one line or several, with comments and a comma at the end, or not."""
    entries = draw(st.lists(inner, max_size=3))
    gap = draw(BREAKS) if entries else draw(SPACES)
    comma = "," if entries and draw(st.booleans()) else ""
    return f"[{gap}" + f"{gap},{draw(SPACES)}".join(entries) + f"{comma}{gap}]"


@st.composite
def inline_tables(draw, inner):
    names = draw(st.lists(st.one_of(BARE, ODD), unique=True, max_size=3))
    space = draw(SPACES)
    pairs = [f"{draw(key(name))}{space}={space}{draw(inner)}" for name in names]
    return f"{{{space}" + f"{space},{space}".join(pairs) + f"{space}}}"


VALUES = st.recursive(SCALARS, lambda v: st.one_of(lists(v), inline_tables(v)), max_leaves=6)


@st.composite
def pairs(draw, names):
    """Lines `key = value` with the given names, some of them dotted."""
    lines = []
    for name in names:
        written = draw(key(name))
        if draw(st.booleans()):
            space = draw(SPACES)
            written += f"{space}.{space}{draw(key(draw(st.one_of(BARE, ODD))))}"
        lines.append(
            f"{draw(SPACES)}{written}{draw(SPACES)}={draw(SPACES)}{draw(VALUES)}{draw(BREAKS)}"
        )
    return "".join(lines)


@st.composite
def documents(draw):
    """Pairs, then tables and arrays of tables, each with its own names and sub-tables."""
    names = draw(st.lists(st.one_of(BARE, ODD), unique=True, max_size=6))
    some = draw(st.integers(0, len(names)))
    text = draw(BREAKS) + draw(pairs(names[:some]))
    for name in names[some:]:
        written = draw(key(name))
        inside = draw(st.lists(st.one_of(BARE, ODD), unique=True, max_size=2))
        if draw(st.booleans()):
            deeper = draw(st.booleans())
            header = f"[{draw(SPACES)}{written}{' . sub' if deeper else ''}{draw(SPACES)}]"
            text += f"{header}{draw(BREAKS)}{draw(pairs(inside))}"
        else:
            for _ in range(draw(st.integers(1, 3))):
                text += f"[[{written}]]{draw(BREAKS)}{draw(pairs(inside))}"
                if "sub" not in inside and draw(st.booleans()):
                    text += f"[{written}.sub]{draw(BREAKS)}x = {draw(VALUES)}\n"
    return text


def leaves(data, way=()):
    if isinstance(data, dict):
        for name, value in data.items():
            yield (*way, name), value
            yield from leaves(value, (*way, name))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield (*way, number), value
            yield from leaves(value, (*way, number))


def same(left, right):
    return left == right or (isinstance(left, float) and math.isnan(left))


@given(documents())
@settings(max_examples=50, deadline=None)
def test_every_value_stands_where_the_locator_says(text):
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # a dotted key may meet a table of the same name
    marks = locate(text)
    ways = dict(leaves(data))
    assert marks.keys() == ways.keys()
    for way, value in ways.items():
        mark = marks[way]
        name = text[mark.key.start : mark.key.end]
        if isinstance(way[-1], str):
            assert list(leaves(tomllib.loads(f"{name} = 0")))[-1][0][-1] == way[-1]
        written = text[mark.value.start : mark.value.end]
        if not isinstance(value, dict | list):
            assert same(tomllib.loads(f"v = {written}")["v"], value)


@pytest.mark.long
def test_the_generator_makes_documents_that_tomllib_accepts():
    """Else the test above would pass without testing anything."""
    accepted = []

    @given(documents())
    @settings(max_examples=100, deadline=None, database=None, derandomize=True)
    def count(text):
        try:
            accepted.append(bool(tomllib.loads(text)))
        except tomllib.TOMLDecodeError:
            accepted.append(False)

    count()
    assert sum(accepted) > len(accepted) / 2


@given(st.text(st.sampled_from("ab=.[]{}\"'#\\,\n 1"), max_size=40))
def test_a_text_that_is_no_toml_does_no_harm(text):
    assert isinstance(locate(text), dict)


@pytest.mark.parametrize(
    ("text", "way", "name", "value"),
    [
        ("games = 20", ("games",), "games", "20"),
        ("a.b = [1, 22]", ("a", "b", 1), "22", "22"),
        ("[x]\n[x.y]\nz = 'q' # no", ("x", "y", "z"), "z", "'q'"),
        ("[[v]]\n[[v]]\nset = { p.q = 3 }", ("v", 1, "set", "p", "q"), "q", "3"),
        ("[factors]\nplayers = [\n  1,\n  9,\n]", ("factors", "players", 1), "9", "9"),
    ],
)
def test_places_by_hand(text, way, name, value):
    mark = locate(text)[way]
    assert text[mark.key.start : mark.key.end] == name
    assert text[mark.value.start : mark.value.end] == value
