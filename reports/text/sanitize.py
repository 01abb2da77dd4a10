"""What a stranger wrote, as it may stand on a page."""

import re
from typing import Any

from markupsafe import Markup, escape

from simulate.core.text.letters import escaped

# Letters that run from right to left, and what stands between two of them.
_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
ARROW = re.compile(" (?:->|\u2192) ")
LEFTWARD = re.compile(f"([{_LEFTWARD}](?:[^A-Za-z]*[{_LEFTWARD}])?)")


def readable(data: Any) -> Any:
    """Plain data with each letter in its texts that is not shown as it is told by its number."""
    if isinstance(data, str):
        return "\n".join(map(escaped, data.split("\n")))
    if isinstance(data, dict):
        return {key: readable(entry) for key, entry in data.items()}
    if isinstance(data, list):
        return [readable(entry) for entry in data]
    return data


def apart(text: object) -> Markup:
    """A text as HTML in which nothing that runs from right to left moves what stands beside it."""
    if isinstance(text, Markup):
        return text
    parts = LEFTWARD.split(arrows(text))
    marked = [
        Markup("<bdi>{}</bdi>").format(p) if i % 2 else escape(p) for i, p in enumerate(parts)
    ]
    return Markup("").join(marked)


def name(text: object) -> Markup:
    """A name as HTML."""
    return Markup("<bdi>{}</bdi>").format(text if isinstance(text, Markup) else arrows(text))


def arrows(text: object) -> str:
    """A text with real arrows, between which and what they join no line ends."""
    return ARROW.sub("\u00a0\u2192\u00a0", str(text))


def plain(text: object) -> Markup:
    """A text as it stands in an attribute or a title, which hold no tags."""
    return escape(text)
