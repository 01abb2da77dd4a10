"""Texts that somebody has spoilt: lines gone, doubled, moved, values that do not belong."""

import re
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

VALUES = (
    "0", "1", "-1", "7", "3.5", "-0.0", "1e400", "nan", "inf", "-inf", "9223372036854775808",
    "10_000", "0x10", "true", "false", '""', '"dealt"', '"none"', '"rules"', "'a'", '"\\u0000"',
    '"\\u001b[2J"', '"../.."', '"é"', "=1+1",
    '"-2+3+cmd|x"', '"\\u202eknalb"', '"Pala\\u200bdin"', '"P\\u0430ladin"', '"גיבור"',
    "[]", "[[]]", "[1, 2]", '["random"]', '["a", 1]', "{}",
    "{ a = 1 }", "1979-05-27", "07:32:00", "''''", '"', "[", "}", "",
)  # fmt: skip
LINES = (
    "[rules]", "[x]", "[[x]]", "[[variant]]", "[[lineup]]", "[[target]]", "[factors]", "[fixed]",
    "[target]", "x = 1", 'name = "x"', 'source = "stand-in: a guess"', "value = 3", "games = 3",
    'until = 0.01', 'until = "settled"', 'keep = "counts"', "low = 0.4", "high = 0.6",
    'metric = "share"', 'blank = ["x"]', "set = {}", 'like = "balanced"', 'choice = "random"',
    'choice = "look_ahead"', "look_ahead = { playouts = 10_000, candidates = 1_000 }",
    'choice = "python"', 'file = "x.py"', "=", "a.b.c = 1", "\ufeff", "\r", "\x00", "# nothing",
)  # fmt: skip
NUMBERS = ("0", "1", "2", "3", "5", "9", "10", "100", "99999", "-1", "4.0")
NUMBER = re.compile(r"(?<![\w.\"'])-?\d+(?![\w.\"'])")
PLACE = re.compile(r"(?<==)\s*[^#\n]+")
WAYS = (*("number",) * 6, "value", "value", "line", "gone", "twice", "letter")
LETTERS = st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Z", "Cc"))


@st.composite
def spoilt(draw: Any, text: str, own: Sequence[str] = ()) -> str:
    """The text with one to four things done to it.

    own: lines that would be right somewhere.
    """
    lines = text.split("\n")
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 4)))):
        at = draw(st.integers(0, len(lines) - 1))
        way = draw(st.sampled_from(WAYS))
        if way == "number":
            numbered = [i for i, line in enumerate(lines) if NUMBER.search(line)] or [at]
            at, number = draw(st.sampled_from(numbered)), draw(st.sampled_from(NUMBERS))
            lines[at] = NUMBER.sub(number, lines[at], count=1)
        elif way == "value":
            value = " " + draw(st.sampled_from(VALUES))
            lines[at] = PLACE.sub(lambda _, value=value: value, lines[at], count=1)
        elif way == "line":
            lines.insert(at, draw(st.sampled_from([*LINES, *own])))
        elif way == "gone" and len(lines) > 1:
            del lines[at : at + draw(st.integers(1, 3))]
        elif way == "twice":
            lines.insert(at, lines[at])
        elif way == "letter":
            where = draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:where] + draw(LETTERS) + lines[at][where + 1 :]
        lines = lines or [""]
    return "\n".join(lines)
