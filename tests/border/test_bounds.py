"""Each bound of a pack that is refused says why it is there, and how to go past it."""

import re
from pathlib import Path

import pytest

from simulate.pack import catalogue, load, load_folder
from simulate.pack.cards import each_card, values
from simulate.pack.text import bounds, keys

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
GAMES = tuple(catalogue.names())
PAST = re.compile(r"; to go further change .* of a checkout; `make test` says whether it holds$")
LARGEST = 10**9
KEEP = ("minimum", "maximum", "minItems", "maxItems", "minProperties", "maxProperties")


def refused(pack, path, value):
    """The sentences by which a pack refuses one value."""
    return [what for where, what in pack.try_resolve({path: value})[1] if where == path]


@pytest.mark.parametrize("game", GAMES)
def test_each_bound_of_a_parameter_has_a_reason(game):
    pack = load(game)
    for rule in pack.rules.values():
        if rule.kind != "int":
            continue
        for value, is_low in ((rule.min - 1, True), (rule.max + 1, False)):
            (what,) = refused(pack, rule.path, value)
            found, _, why = what.partition(f"; found {value}; ")
            assert found and len(why) > 10, what
            side = "low" if is_low else "high"
            reason, entry = bounds._why(pack.facts.package, rule.path, side)
            below_none = is_low and rule.min == 0 and not entry
            assert why.startswith(bounds.NOTHING if below_none else reason)
            goes_on = not (below_none or entry.get("never") or (is_low and entry))
            assert bool(PAST.search(what)) == goes_on, what


@pytest.mark.parametrize("game", GAMES)
def test_each_number_of_a_card_that_is_refused_has_a_reason(game):
    """One of each kind: what stands at the same key of the same section."""
    pack = load(game)
    kinds = {}
    for section, name, card in each_card(pack.sections):
        for inner, value in values(card):
            if isinstance(value, int) and not isinstance(value, bool):
                kind = re.sub(r"\d+", "0", f"{section}.{inner}")
                kinds.setdefault(kind, f"cards.{section}.{name}.{inner}")
    assert len(kinds) > 5
    bounded = 0
    for path in kinds.values():
        for value in (-LARGEST, LARGEST):
            for what in refused(pack, path, value):
                if "must be at" in what or re.search(r"takes `\w+` from", what):
                    bounded += 1
                    assert re.search(r"\(found -?\d+\); \w", what), what
    assert bounded > 5


def test_a_file_with_a_number_out_of_bounds_says_the_same(tmp_path):
    from simulate.cli.change.packs import new_command

    folder = tmp_path / "mine"
    new_command("kingdoms", str(folder))
    rules = folder / "rules.toml"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("[meeples]\nvalue = 7", "[meeples]\nvalue = 12"), "utf-8")
    with pytest.raises(Exception, match="the record has room for nine of a colour; to go further"):
        load_folder(folder)


@pytest.mark.parametrize("package", [name for name in bounds._words() if name != bounds.EVERY])
def test_each_entry_is_of_a_bound_and_what_must_grow_stands_where_it_says(package):
    (game, *_) = [name for name in GAMES if catalogue.facts(name).package == package]
    whole = keys.cards_schema(game)
    parts = {keys.WHOLE: whole, **whole["$defs"]}
    known = [f"{part}.{key}" for part, spec in parts.items() for key in spec.get("properties", ())]
    known += [rule.path for each in GAMES for rule in load(each).rules.values()]
    for pattern, entry in bounds._words()[package].items():
        own = pattern.replace(".each", "")
        assert any(bounds.fnmatchcase(name, own) for name in known), pattern
        name, _, file = entry.get("also", "").rpartition(" in ")
        for constant in re.findall(r"`(\w+)`", name):
            text = (ROOT / "simulate" / "games" / package / file).read_text("utf-8")
            assert re.search(rf"\b{constant}\b.* = ", text), (pattern, constant)
