"""Convert older spellings of experiment files to today's.

`precision` and `max_games` were `until` and `games`; `[target]` and `[[expect]]` are `[[target]]`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.files import toml
from simulate.core.text.locate import Loc, TextSpan
from simulate.pack.text.document import Document
from simulate.pack.text.formats import Edit, edited

Moved = dict[Loc, Loc]


def renewed(data: Mapping[str, Any]) -> tuple[dict[str, Any], Moved]:
    """The data in today's form, and the positions of moved entries in the file."""
    found, moved = dict(data), Moved()
    if "precision" in found and "until" not in found:
        found["until"] = found.pop("precision")
        moved["until",] = ("precision",)
    if "max_games" in found and "until" in found:
        found["games"] = found.pop("max_games")
        moved["games",] = ("max_games",)
    targets = _targets(found, moved)
    return (found | {"target": targets} if targets else found), moved


def _targets(found: dict[str, Any], moved: Moved) -> list[Any]:
    """Every band; one of `[target]` was of all settings, those of `[[expect]]` were checked."""
    target, expects = found.get("target", []), found.get("expect", [])
    if isinstance(target, Mapping):
        moved["target", 0] = ("target",)
    targets = [target] if isinstance(target, Mapping) else target
    if not isinstance(targets, list) or not isinstance(expects, list):
        return []
    for number in range(len(expects)):
        at = len(targets) + number
        moved["target", at] = ("expect", number)
        moved["target", at, "why"] = ("expect", number, "name")
    found.pop("expect", None)
    return [*targets, *map(_of_expect, expects)]


def _of_expect(expect: Any) -> Any:
    if not isinstance(expect, Mapping):
        return expect
    rest = {key: value for key, value in expect.items() if key != "name"}
    name = {"why": expect["name"]} if "name" in expect else {}
    return {"where": {}, "check": True} | rest | name


def rewritten(document: Document) -> str:
    """The text of an experiment in today's spelling; every other character stays as it is.

    Raises InputError where it is written so that this cannot be done.
    """
    wanted = renewed(document.data)[0]
    text = edited(document.text, [*_keys(document), *_headings(document), *_entries(document)])
    try:
        written = toml.loads(text)
    except ValueError:
        written = {}
    if _sorted(written) != _sorted(wanted):
        what = "write each `target` and `expect` under a heading [[target]] of its own, by hand"
        raise InputError([Problem(document.shown, f"cannot be rewritten automatically: {what}")])
    return text


def _sorted(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data without the order of its bands."""
    bands = data.get("target", [])
    if not isinstance(bands, list):
        return {**data}
    return {**data, "target": sorted(json.dumps(b, sort_keys=True, default=str) for b in bands)}


def _keys(document: Document) -> Iterator[Edit]:
    """`precision` and `max_games` under their names of today."""
    data, marks = document.data, document.marks
    if "precision" in data and "until" not in data:
        yield marks["precision",].key, "until"
    if "max_games" in data and ("until" in data or "precision" in data):
        yield marks["max_games",].key, "games"
        if "games" in data:
            yield _line(document.text, marks["games",].key), ""


def _line(text: str, span: TextSpan) -> TextSpan:
    start = text.rfind("\n", 0, span.start) + 1
    return TextSpan(start, text.find("\n", span.end) + 1 or len(text))


def _headings(document: Document) -> Iterator[Edit]:
    """`[target]` and `[[expect]]`, and what lies in them, as `[[target]]`."""
    one = isinstance(document.data.get("target"), Mapping)
    for match in HEADING.finditer(document.text):
        name = match["name"]
        if name == "target" and one and not match["rest"]:
            yield TextSpan(*match.span("whole")), "[[target]]"
        elif name == "expect":
            yield TextSpan(*match.span("name")), "target"


def _entries(document: Document) -> Iterator[Edit]:
    """What an entry of `[[expect]]` says by itself today: its name, and that it is checked."""
    marks, expects = document.marks, document.data.get("expect", [])
    for number, expect in enumerate(expects if isinstance(expects, list) else ()):
        if not isinstance(expect, Mapping):
            continue
        if (named := marks.get(("expect", number, "name"))) is not None:
            yield named.key, "why"
        said = [mark.key.start for loc, mark in marks.items() if loc[:2] == ("expect", number)][1:]
        more = {"where": "{}", "check": "true"}.items()
        lines = [f"{key} = {value}\n" for key, value in more if key not in expect]
        if said:
            yield TextSpan(min(said), min(said)), "".join(lines)


HEADING = re.compile(
    r"^[ \t]*(?P<whole>\[{1,2}[ \t]*(?P<name>target|expect)(?P<rest>\.[^\]\n]*)?[ \t]*\]{1,2})",
    re.MULTILINE,
)
