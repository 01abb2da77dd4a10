"""A value of a card as a cell of a spreadsheet: it is read back as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.core.nested import printed
from simulate.pack import cards, catalogue, cells, headings, load
from simulate.pack.cells import CellKind, UnreadableError, alike

DEFENDERS = catalogue.effects("defenders")
WORDS = st.text(max_size=12) | st.sampled_from(
    ["7", "1,5", "true", "none", "a; b", "a\nb", "[x", '"', "'=1", "=cmd|' /C calc'!A0", " a"]
)
NUMBERS = st.integers(-(10**17), 10**17)
EFFECTS = st.fixed_dictionaries(
    {"do": st.sampled_from([*DEFENDERS]) | WORDS},
    optional={
        "when": st.sampled_from(["action", "turn_start"]) | WORDS,
        "amount": NUMBERS | st.booleans() | WORDS,
        "where": st.sampled_from(["here", "adjacent", "calm"]) | WORDS,
        "who": st.sampled_from(["self", "other_any"]) | WORDS,
        "into_capital": st.booleans(),
        "x": NUMBERS,
    },
)
KINDS = (
    WORDS,
    NUMBERS,
    st.booleans(),
    st.lists(NUMBERS),
    st.lists(WORDS),
    st.lists(EFFECTS),
    st.lists(st.lists(EFFECTS)),
    st.lists(st.lists(NUMBERS)),
)
ALIKE = st.one_of(*(st.lists(one, min_size=1, max_size=4) for one in (*KINDS, st.one_of(*KINDS))))


@pytest.mark.parametrize("key", ["effects", "points"])
@given(values=ALIKE)
def test_any_values_of_a_column_are_read_back(key, values):
    kind = cells.kind_of(key, values)
    for value in values:
        cell = cells.shown(value, kind, DEFENDERS)
        assert alike(cells.read(cell, kind, DEFENDERS), value)


@pytest.mark.parametrize("kind", CellKind)
@given(text=st.text(min_size=1, max_size=40) | st.text("{[\"'=; \n:a1,-", min_size=1))
def test_any_text_is_read_or_refused_in_words(kind, text):
    try:
        cells.read(text, kind, DEFENDERS)
    except UnreadableError as error:
        assert str(error)


@pytest.mark.parametrize("game", catalogue.names())
def test_every_effect_of_every_card_is_a_readable_cell(game):
    effects = catalogue.effects(game)
    for _, _, card in cards.each_card(load(game).sections):
        for heading, value in headings.of_card(printed(card)):
            kind = cells.kind_of(str(heading[-1]), [value])
            if kind in (CellKind.EFFECTS, CellKind.LINES):
                cell = cells.shown(value, kind, effects)
                assert "{" not in cell, cell
                assert alike(cells.read(cell, kind, effects), value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "gain_points 1; heal 2 one_near",
            [
                {"do": "gain_points", "amount": 1},
                {"do": "heal", "amount": 2, "who": "one_near"},
            ],
        ),
        ("gain_points 2.0", [{"do": "gain_points", "amount": 2}]),
        ("heal who=self amount=9", [{"do": "heal", "who": "self", "amount": 9}]),
        ("turn_start: peek 1;", [{"when": "turn_start", "do": "peek", "amount": 1}]),
        (
            "move_foe any into_capital=true",
            [{"do": "move_foe", "where": "any", "into_capital": True}],
        ),
    ],
)
def test_effects_are_read_as_people_write_them(text, value):
    assert alike(cells.read(text, CellKind.EFFECTS, DEFENDERS), value)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("heal 2 self_", "did you mean `self`"),
        ("heel 2 self", "there is no effect `heel`; did you mean `heal`?"),
        ("heal 2 3", "has `amount` twice"),
        ("heal! 2", "is not an effect"),
        ("2 heal", "there is no effect `2`"),
        ("[1", "starts like TOML"),
    ],
)
def test_what_is_no_effect_is_said(text, what):
    with pytest.raises(UnreadableError, match=what.replace("?", r"\?")):
        cells.read(text, CellKind.EFFECTS, DEFENDERS)


@pytest.mark.parametrize(
    ("cell", "kind", "value"),
    [
        ("5", CellKind.NUMBER, 5),
        ("5,0", CellKind.NUMBER, 5),
        (" 5.00 ", CellKind.NUMBER, 5),
        ("TRUE", CellKind.YES_NO, True),
        (1, CellKind.YES_NO, True),
        ("0", CellKind.YES_NO, False),
        (7, CellKind.WORD, "7"),
        (3, CellKind.NUMBERS, [3]),
        ("6;3 ; 1", CellKind.NUMBERS, [6, 3, 1]),
        ("five", CellKind.NUMBER, "five"),
    ],
)
def test_numbers_are_read_as_programs_write_them(cell, kind, value):
    assert alike(cells.read(cell, kind, DEFENDERS), value)


@pytest.mark.parametrize("text", ["1,5", "1.000", "1,000"])
def test_a_number_that_could_be_two_is_refused(text):
    with pytest.raises(UnreadableError, match="not a whole number"):
        cells.read(text, CellKind.NUMBER, DEFENDERS)
