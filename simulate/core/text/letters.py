"""Check the characters of names: invisible ones, and names that look alike.

Names in packs, experiments and run folders are a stranger's.
"""

import json
import re
import unicodedata
from functools import lru_cache
from typing import Any

_IGNORABLE = (  # takes no room, or turns the order of letters around
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_CONTROL = "\x00-\x08\x0a-\x1f\x7f-\x9f"  # but the tab
_LINES = "\u2028\u2029"
_HALVES = "\ud800-\udfff\ufffe\uffff"  # of letters: what was no UTF-8; and what is none
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # but tab and line end
UNSAFE = re.compile(f"[{_CONTROL}{_LINES}{_IGNORABLE}{_HALVES}]")

# Beside those above what only chooses a letter's form, as the heart in red.
_UNSEEN = re.compile(f"[{_CONTROL}{_IGNORABLE}\ufe00-\ufe0f]")
_LOOKS = str.maketrans(
    "авекмнорстухіјѕһԁԛԝαβεζηικμνορτυχ‐‑‒–—―−‘’ʼ′“”"
    "ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴհոսցօզⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭⲍıɑɡ"
    "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ",
    "abekmhopctyxijshdqwabezhikmnoptyx-------''''\"\""
    "drtiajewmhyghz4brwvslcpkdbhnugoqabehikmnopctyxziag"
    "bpdtgkjczfnlsrvhwxyaeiou",
)
_WORD = re.compile(r"[^\W\d_]+")
# Scripts that people write within one word; of all others one alone.
TOGETHER = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}
ANY = {"MODIFIER", "IDEOGRAPHIC"}  # signs that stand in each of them


def escaped(text: str) -> str:
    """The text with invisible characters escaped, such as \\u202e."""
    return UNSAFE.sub(lambda match: _number(match[0]), text)


def in_json(data: Any, indent: int | None = None, **more: Any) -> str:
    """The data as JSON that says the same, and in which no letter moves the others.

    more: what else `json.dumps` may be told.
    """
    text = json.dumps(data, indent=indent, ensure_ascii=False, **more)
    return "\n".join(UNSAFE.sub(_as_in_json, line) for line in text.split("\n"))


def _as_in_json(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]


def in_toml(text: str) -> str:
    """A text in quotes, as TOML reads it."""
    return escaped(json.dumps(text, ensure_ascii=False))


def _number(letter: str) -> str:
    code = ord(letter)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


@lru_cache(maxsize=8192)
def look(name: str) -> str:
    """What two names have in common that a reader takes for the same; empty where nothing is seen.

    Capitals, accents written apart, wide letters, kinds of dashes and quotes, spaces around and
    between, letters of no width, and letters of other scripts that look like Latin ones.
    """
    plain = name
    if not name.isascii():
        plain = unicodedata.normalize("NFKC", _UNSEEN.sub("", name)).casefold()
        plain = unicodedata.normalize("NFKC", plain).translate(_LOOKS)
    return " ".join(_UNSEEN.sub("", plain).split()).casefold()


@lru_cache(maxsize=8192)
def unreadable(name: str) -> str:
    """Why a name cannot be read or typed as intended, or an empty string."""
    if unseen := CONTROL.search(name):
        return f"holds an invisible control character ({_number(unseen[0])})"
    if not look(name):
        return "has no visible letter"
    for word in () if name.isascii() else _WORD.findall(unicodedata.normalize("NFKC", name)):
        mixed = {_script(letter) for letter in word} - ANY
        if len(mixed) > 1 and not mixed <= TOGETHER:
            scripts = " and ".join(sorted(map(str.title, mixed), key=lambda s: (s != "Latin", s)))
            return f"mixes {scripts} letters in the word `{word}`"
    return ""


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


class Known:
    """Names that are there already, to which others come one by one."""

    def __init__(self, *names: str) -> None:
        self._by_look = {look(name): name for name in names}

    def refusal(self, name: str) -> str:
        """Why a name cannot be added to these, or an empty string if it can."""
        if what := unreadable(name):
            return what
        seen = look(name)
        if seen not in self._by_look:
            self._by_look[seen] = name
            return ""
        other = self._by_look[seen]
        return (
            "is there already" if other == name else f"looks like `{other}`, which exists already"
        )
