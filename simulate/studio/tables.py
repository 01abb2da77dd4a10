"""The numbers of a pack as tables: what each is, may be and comes from."""

from collections.abc import Mapping
from typing import Any

from simulate.pack import Pack, sources
from simulate.pack.edit import steps, widths
from simulate.pack.text.labels import label

RULES = "rules"
Data = dict[str, Any]


def tables(pack: Pack) -> list[Data]:
    """The rules and each kind of cards, with their numbers in the order of the files."""
    found: dict[str, list[Data]] = {}
    ranges = pack.ranges()
    for path in editable(pack):
        kind = RULES if path.startswith("rules.") else path.split(".")[1]
        found.setdefault(kind, []).append(_row(pack, path, ranges))
    ordered = sorted(found, key=lambda kind: kind == RULES)
    return [
        {"kind": kind, "title": kind.replace("_", " "), "rows": found[kind]} for kind in ordered
    ]


def editable(pack: Pack) -> list[str]:
    """Paths of all that the page may change: numbers, switches and choices."""
    numbers = set(steps.numbers(pack))
    rules = {r.path for r in pack.rules.values() if r.kind != "int" and not r.guard}
    return [path for path in pack.paths() if path in numbers or path in rules]


def _row(pack: Pack, path: str, ranges: Mapping[str, Any]) -> Data:
    value, rule = pack.value(path), pack.rules.get(path.removeprefix("rules."))
    source, name = pack.source_of(path), label(pack, path)
    card = "" if rule else _card(pack, path)
    row = {
        "path": path,
        "name": name,
        "card": card,
        "what": name.removeprefix(card).lstrip(": "),
        "value": value,
        "unit": rule.unit if rule else "",
        "allowed": _allowed(pack, path),
        "about": _about(pack, path, source, ranges),
        "own": sources.kind(source) == sources.DESIGNER,
    }
    if isinstance(value, bool):
        row["choices"] = [False, True]
    elif rule and rule.choices:
        row["choices"] = list(rule.choices)
    return row


def _card(pack: Pack, path: str) -> str:
    _, section, name, *_ = path.split(".")
    return str(pack.sections[section][name].get("name", name))


def _allowed(pack: Pack, path: str) -> str:
    """What a number may be, in words; empty where nothing bounds it."""
    rule = pack.rules.get(path.removeprefix("rules."))
    if rule:
        return rule.allowed()
    low, high = widths.bounds(pack, path)
    if low is None and high is None:
        return ""
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"{low} to {high}"


def _about(pack: Pack, path: str, source: str, ranges: Mapping[str, Any]) -> str:
    """What the sheets note beside a value: its meaning, its source, what a guess could be."""
    rule = pack.rules.get(path.removeprefix("rules."))
    if rule:
        meaning = rule.note
    else:
        meaning = str(widths.part(pack.game, path.split(".")[1:]).get("description", ""))
    could = f"could be {ranges[path].text()}" if path in ranges else ""
    return "; ".join(filter(None, [meaning, source, could]))


def settings(pack: Pack) -> list[Data]:
    """The factors of a setting with their levels, the usual one first named."""
    return [
        {"name": factor.name, "usual": factor.default, "levels": list(factor.levels)}
        for factor in map(pack.facts.factor, pack.facts.crossed)
        if factor is not None and len(factor.levels) > 1
    ]


def options(pack: Pack) -> dict[str, str]:
    """What seats may have, by id: its name.  Empty where they have nothing of their own."""
    cards = pack.sections.get(str(pack.facts.options).replace(" ", "_"), {})
    return {name: str(card.get("name", name)) for name, card in cards.items()}


def named(pack: Pack, changes: Mapping[str, Any]) -> list[Data]:
    """Changes in words: the number, what it was and is."""
    return [
        {"path": path, "name": label(pack, path), "before": pack.value(path), "after": value}
        for path, value in changes.items()
    ]
