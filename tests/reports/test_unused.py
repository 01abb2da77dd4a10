"""What nobody does, chooses or plays."""

from types import SimpleNamespace

import pytest

from analysis.conclusions.comparison import Differs
from analysis.description.grouped_tallies import Several, TalliedThing
from analysis.description.tallies import Tally
from analysis.rates.variants import VariantChange
from reports.comparison.unused import lines
from reports.sections.description import unused
from reports.sections.rates import variants


def tally(name, mean):
    return Tally(name, f"{name} that were made", "times", mean, {}, {}, {})


def several(noun, roles, *things):
    measures = tuple((role, role) for role in roles)
    named = tuple(TalliedThing(name, shares) for name, *shares in things)
    return Several(noun, measures, named, (0,), "share", seats=1_000)


def section(**parts):
    empty = {"tallies": [], "chosen": [], "cards": [], "design": SimpleNamespace(manifest={})}
    return unused.section(SimpleNamespace(**(empty | parts)))


def test_where_everything_is_used_nothing_is_said():
    assert section(tallies=[tally("moves", 2.0)]) is None
    assert section(chosen=[several("starts", ["chosen"], ("north", 0.5), ("south", 0.5))]) is None


def test_what_is_never_done_and_what_is_hardly_ever_chosen():
    starts = several("starts", ["chosen"], ("North", 0.0), ("South", 0.004), ("West", 0.996))
    made = section(tallies=[tally("moves", 2.0), tally("sieges", 0.0)], chosen=[starts])
    assert [(row["what"], row["often"]) for row in made.tables[0]["rows"]] == [
        ("sieges that were made", 0.0), ("North", 0.0), ("South", 0.004),
    ]  # fmt: skip


def test_a_tally_that_is_rare_is_no_option_that_is_not_taken():
    assert section(tallies=[tally("sieges", 0.001)]) is None


def test_cards_are_held_against_who_holds_them():
    cards = several(
        *("tactics", ["held", "used"], ("Charge", 0.5, 0.2), ("Feint", 0.5, 0.0)),
        *(("Ruse", 0.001, 0.0), ("Parry", 0.331, 0.005)),
    )
    made = section(cards=[cards])
    rows = [(row["what"], row["how"], row["often"]) for row in made.tables[0]["rows"]]
    assert rows == [  # Ruse is hardly ever held
        ("Feint", "used by those who have them", 0.0),
        ("Parry", "used by those who have them", pytest.approx(0.0151, abs=1e-4)),
    ]


def test_of_few_chances_nothing_is_said():
    for held, said in ((0.149, False), (0.15, True)):
        cards = several("tactics", ["held", "used"], ("Feint", held, 0.0), ("Parry", 0.5, 0.4))
        assert (section(cards=[cards]) is not None) == said


def test_a_change_of_a_card_that_is_hardly_ever_used_says_so():
    things = [
        TalliedThing("Parry", (0.331, 0.005), path="cards.tactics.parry"),
        TalliedThing("Feint", (0.5, 0.0), path="cards.tactics.feint"),
        TalliedThing("Charge", (0.5, 0.2), path="cards.tactics.charge"),
        TalliedThing("Ruse", (0.331, 0.005)),  # no card of the pack
    ]
    roles = (("held", "held"), ("used", "used"))
    cards = Several("tactics", roles, tuple(things), (0,), "share", seats=1_000)
    design = SimpleNamespace(manifest={"pack": {"cards": {}}})
    study = SimpleNamespace(cards=[cards], design=design)
    said = "hardly ever used by these players (5 of 331 chances)"
    assert unused.beside("cards.tactics.parry.effects.0.amount", [cards]) == said
    never = "never used by these players (0 of 500 chances)"
    assert unused.beside("cards.tactics.feint", [cards]) == never
    for path in (
        "cards.tactics.charge.amount",
        "cards.tactics.parrying",
        "cards.tactics",
        "rules.x",
    ):
        assert unused.beside(path, [cards]) == ""
    told = variants.what(
        ["tactics.feint"], [VariantChange("cards.tactics.parry.amount", 1, 2)], study
    )
    assert told.endswith(f" 1 -> 2, {said}") and "without effect, never used" in told


def test_a_comparison_says_so_of_a_card_that_nobody_uses_before_and_after():
    def held(*used):
        roles = (("held", "held"), ("used", "used"))
        named = (("Parry", "parry"), ("Feint", "feint"), ("Ruse", "ruse"))
        things = [
            TalliedThing(name, (0.5, share), path=f"cards.tactics.{key}")
            for (name, key), share in zip(named, used, strict=True)
        ]
        return (Several("tactics", roles, tuple(things), (0,), "share", seats=1_000),)

    cards = {key: {"name": key.title(), "amount": 1} for key in ("parry", "feint", "ruse")}
    after = SimpleNamespace(manifest={"pack": {"cards": {"tactics": cards}, "parameters": {}}})
    differs = [Differs(f"cards.tactics.{key}.amount", 1, 2) for key in cards]
    compared = SimpleNamespace(
        differs=(*differs, Differs("rules.x", 1, 2), Differs("seed", 1, 2)),
        cards=(held(0.0, 0.005, 0.2), held(0.004, 0.2, 0.005)),
        joined=SimpleNamespace(after=after),
    )
    (line,) = lines(compared)
    assert (line["label"], line["kind"]) == ("Hardly ever used", "open")
    assert line["text"] == (
        "Parry: amount, of a card hardly ever used by these players (4 of 500 chances) "
        "after the change."
    )
    compared.differs = compared.differs[1:]
    assert lines(compared) == []
