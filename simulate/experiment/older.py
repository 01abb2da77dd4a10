"""Older spellings of experiment files, read as the ones that stand for them today.

`precision` and `max_games` were `until` and `games`; `[target]` and `[[expect]]` are `[[target]]`.
"""

from collections.abc import Mapping
from typing import Any

from simulate.core.locate import Loc

Moved = dict[Loc, Loc]


def renewed(data: Mapping[str, Any]) -> tuple[dict[str, Any], Moved]:
    """The data as today's files say it, and where what was moved stands in the file."""
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
