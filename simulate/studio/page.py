"""The parts of the page: its frame, its styles beside those of the report, and its script."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
STYLE = FOLDER.parents[1] / "reports/page/templates/style.css"  # the report's own


def _text(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


@cache
def _script() -> str:
    """What plays games, as in a report, and the page."""
    from simulate.portable import text_of

    player = f"var PLAYER = {json.dumps(text_of('player.js'))};"
    return "\n".join((player, text_of("games.js"), _text("studio.js")))


# By address: the kind, and the text.
PARTS: dict[str, tuple[str, Callable[[], str]]] = {
    "/": ("text/html", lambda: _text("page.html")),
    "/report.css": ("text/css", lambda: STYLE.read_text("utf-8")),
    "/studio.css": ("text/css", lambda: _text("studio.css")),
    "/studio.js": ("text/javascript", _script),
}
