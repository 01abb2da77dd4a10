"""Rulebook, code and tests agree: every rule is in the ledger, in the code and in a test.

A game's ledger (`simulate/games/<game>/ledger.toml`) holds the rulebook rule by rule.  The code
cites the entries; a test carries an entry when its name holds the id (`test_D_DEFEND_4_...`), or
its docstring or a mark (`@pytest.mark.ledger("D-DEFEND-4")`) does.  A comment carries nothing.
"""

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from simulate.pack import catalogue

ROOT = Path(__file__).resolve().parents[2]
# A game that is still being built is in the catalogue, and here, when it can be played.
GAMES = sorted({catalogue.facts(name).package for name in catalogue.names()})
# One package of rules may serve several catalogue entries.
PACKS = {"kingdoms": ["kingdoms", "ultra_kingdoms"]}

ID = re.compile(r"\b[A-Z]-[A-Z]+-\d+\b")
RULE = re.compile(r"\bRULE\.([A-Z]_[A-Z]+_\d+)\b")
ID_IN_NAME = re.compile(r"(?<![A-Za-z])([A-Z]_[A-Z]+_\d+)(?!\d)")
REQUIRED = {"id", "heading", "anchor", "says"}
OPTIONAL = {"also", "reading", "switch", "left_out"}
WORDS_IN_ANCHOR = 6


@cache
def rules(game: str) -> tuple[dict[str, Any], ...]:
    with (ROOT / "simulate" / "games" / game / "ledger.toml").open("rb") as file:
        return tuple(tomllib.load(file)["rule"])


def ids(game: str) -> set[str]:
    return {rule["id"] for rule in rules(game)}


def binding(game: str) -> set[str]:
    """The ids that code and tests owe."""
    return {rule["id"] for rule in rules(game) if "left_out" not in rule}


def cited_in(*files: Path) -> dict[str, set[str]]:
    """Cited id -> the files that cite it."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in files:
        text = file.read_text(encoding="utf-8")
        for name in (*ID.findall(text), *(of.replace("_", "-") for of in RULE.findall(text))):
            found[name].add(str(file.relative_to(ROOT)))
    return found


def rules_code(game: str) -> list[Path]:
    return sorted((ROOT / "simulate" / "games" / game).rglob("*.py"))


def carried_by(function: ast.FunctionDef) -> set[str]:
    in_name = {name.replace("_", "-") for name in ID_IN_NAME.findall(function.name)}
    in_docstring = set(ID.findall(ast.get_docstring(function) or ""))
    in_marks = {
        node.value
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("mark.ledger")
        for node in ast.walk(decorator)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return in_name | in_docstring | in_marks


def functions_of_tests(game: str) -> Iterator[tuple[Path, ast.FunctionDef]]:
    for file in sorted((ROOT / "tests" / "rules" / game).rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield file, node


def carried(game: str) -> dict[str, set[str]]:
    """Id -> the tests that carry it."""
    found: dict[str, set[str]] = defaultdict(set)
    for file, function in functions_of_tests(game):
        for name in carried_by(function):
            found[name].add(f"{file.name}::{function.name}")
    return found


def listed(names: set[str] | dict[str, set[str]]) -> str:
    if isinstance(names, dict):
        return "\n".join(f"{name}: {', '.join(sorted(names[name]))}" for name in sorted(names))
    return ", ".join(sorted(names, key=lambda name: (name.rsplit("-", 1)[0], number_of(name))))


def number_of(name: str) -> int:
    return int(name.rsplit("-", 1)[1])


def as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


# ---------------------------------------------------------------- the ledger by itself


def test_there_is_a_game() -> None:
    assert GAMES


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique_and_well_formed(game: str) -> None:
    names = [rule["id"] for rule in rules(game)]
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert [name for name in names if not ID.fullmatch(name)] == []


@pytest.mark.parametrize("game", GAMES)
def test_numbers_run_from_one_in_each_chapter(game: str) -> None:
    chapters: dict[str, list[int]] = defaultdict(list)
    for rule in rules(game):
        chapters[rule["id"].rsplit("-", 1)[0]].append(number_of(rule["id"]))
    for chapter, numbers in chapters.items():
        assert numbers == list(range(1, len(numbers) + 1)), chapter


@pytest.mark.parametrize("game", GAMES)
def test_entries_have_the_keys_they_need_and_no_others(game: str) -> None:
    for rule in rules(game):
        assert REQUIRED <= set(rule) <= REQUIRED | OPTIONAL, rule["id"]
        for key, value in rule.items():
            texts = as_list(value)
            assert texts and all(isinstance(text, str) and text.strip() for text in texts), (
                rule["id"],
                key,
            )


@pytest.mark.parametrize("game", GAMES)
def test_anchors_are_a_few_words(game: str) -> None:
    """An anchor finds the place; it does not quote the rulebook."""
    anchors = [(r["id"], a) for r in rules(game) for a in [r["anchor"], *r.get("also", [])]]
    assert [(i, a) for i, a in anchors if len(a.split()) > WORDS_IN_ANCHOR] == []
    assert [a for a, times in Counter(a for _, a in anchors).items() if times > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_left_out_without_a_reason(game: str) -> None:
    for rule in rules(game):
        if "left_out" in rule:
            assert len(rule["left_out"].split()) >= 5, rule["id"]
            assert not {"reading", "switch"} & set(rule), rule["id"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_only_on_cards_is_told_apart(game: str) -> None:
    for rule in rules(game):
        assert (rule["heading"] == "cards") == ("-CARD-" in rule["id"]), rule["id"]


@pytest.mark.parametrize("game", GAMES)
def test_switches_are_parameters_and_are_read(game: str) -> None:
    """A switch stands under a reading and is the name of a value in rules.toml."""
    packs = [
        tomllib.loads((ROOT / "configs" / pack / "rules.toml").read_text(encoding="utf-8"))
        for pack in PACKS.get(game, [game])
    ]
    for rule in rules(game):
        for switch in as_list(rule.get("switch", [])):
            assert "reading" in rule, rule["id"]
            assert any(has_value(pack, switch) for pack in packs), (rule["id"], switch)


@pytest.mark.parametrize("game", GAMES)
def test_every_switch_is_named_by_its_rule(game: str) -> None:
    """Whatever is yes or no, or one of several words, is a way to read a rule.

    Words in a table of values, as the faces of a die, are printed.
    """
    packs = [
        tomllib.loads((ROOT / "configs" / pack / "rules.toml").read_text(encoding="utf-8"))
        for pack in PACKS.get(game, [game])
    ]
    switches = {
        name
        for pack in packs
        for name, rule in pack.items()
        if isinstance(rule, dict) and (isinstance(rule.get("value"), bool) or "choices" in rule)
    }
    named = {switch for rule in rules(game) for switch in as_list(rule.get("switch", []))}
    assert switches - named == set()


def has_value(pack: dict[str, Any], path: str) -> bool:
    place: Any = pack
    for key in path.split("."):
        place = place.get(key, {}) if isinstance(place, dict) else {}
    return isinstance(place, dict) and "value" in place


# ---------------------------------------------------------------- ledger, code and tests


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_cite_only_what_their_ledger_holds(game: str) -> None:
    cited = cited_in(*rules_code(game))
    unknown = {name: cited[name] for name in set(cited) - ids(game)}
    assert not unknown, listed(unknown)


def test_nothing_else_cites_an_unknown_rule() -> None:
    ledgers = (ROOT / "simulate" / "games").glob("*/ledger.toml")
    known = set().union(*(ids(ledger.parent.name) for ledger in ledgers))
    files = [
        *(ROOT / "simulate").rglob("*.py"),
        *(ROOT / "strategies").rglob("*.py"),
        *(ROOT / "configs").rglob("*.toml"),
        *(f for f in (ROOT / "tests").rglob("*.py") if f != Path(__file__).resolve()),
    ]
    cited = cited_in(*files)
    unknown = {name: cited[name] for name in set(cited) - known}
    assert not unknown, listed(unknown)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_cited_in_the_code(game: str) -> None:
    missing = binding(game) - set(cited_in(*rules_code(game)))
    assert not missing, listed(missing)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_carried_by_a_test(game: str) -> None:
    missing = binding(game) - set(carried(game))
    assert not missing, listed(missing)


@pytest.mark.parametrize("game", GAMES)
def test_tests_carry_only_what_the_ledger_holds(game: str) -> None:
    tests = carried(game)
    unknown = {name: tests[name] for name in set(tests) - ids(game)}
    assert not unknown, listed(unknown)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_out_is_in_no_code(game: str) -> None:
    """An entry that is left out and cited all the same is not left out."""
    left_out = ids(game) - binding(game)
    assert not left_out & set(cited_in(*rules_code(game)))
