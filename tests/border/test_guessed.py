"""Every guess of a pack, with what could stand in its place."""

import pytest

from simulate.core.errors import InputError
from simulate.pack import load
from simulate.pack.edit import guessed
from simulate.pack.reading import from_manifest, load_folder
from tests.border import toy

CALL = "cards.heroes.druid.abilities.call"


def of(game, card):
    return {guess.path: guess for guess in guessed.of_card(load(game), card)}


def test_a_level_takes_what_other_factions_have_in_the_same_place():
    found = of("kingdoms", "cards.factions.shapeshifters")
    level = found["cards.factions.shapeshifters.abilities.level_2.effects"]
    cards = load("kingdoms").sections["factions"]
    theirs = [card["abilities"]["level_2"]["effects"] for card in cards.values()]
    assert level.value in theirs and level.values == 6
    assert len(level.others) > 8
    before = load("kingdoms").fits()[level.path].value_before  # it was fitted
    assert [other for other in level.others if other not in theirs] == [before]


def test_an_ability_that_each_hero_has_of_its_own_takes_those_of_others_under_its_name():
    (ability,) = of("defenders", "cards.heroes.ranger").values()
    assert ability.path == "cards.heroes.ranger.abilities.farshot"
    assert {other["name"] for other in ability.others} == {"FARSHOT"}


def test_a_card_that_is_known_has_no_guesses():
    assert of("kingdoms", "cards.factions.orcs") == {}


def test_numbers_go_a_step_either_way_or_over_their_range_and_switches_the_other_way():
    found = {guess.path: guess for guess in guessed.of_pack(load("defenders"))}
    assert found["cards.foes.ancient.abilities.grow.effects.0.amount"].others == (
        3,
        5,
        2,
    )  # 2 before the fit
    assert found["rules.sandglass_after_draw"].others == (False,)
    assert all(guess.value not in guess.others for guess in found.values())
    for path, span in load("defenders").ranges().items():
        ends = {found[path].value, *found[path].others} if path in found else {span.low, span.high}
        assert {min(ends), max(ends)} <= {*range(span.low, span.high + 1)}


@pytest.fixture
def mine(monkeypatch, tmp_path):
    """A toy pack with what a card says of its guesses."""
    toy.install(monkeypatch, tmp_path / "shipped")

    def written(said):
        folder = toy.write(
            tmp_path / "mine", cards=toy.CARDS.replace("[heroes.druid.source]", said)
        )
        text = (folder / "rules.toml").read_text("utf-8")
        (folder / "rules.toml").write_text(f'game = "toy"\n{text}', "utf-8")
        return load_folder(folder)

    return written


def table(path, values):
    said = f'"{path}" = {{ values = {values}, why = "as others" }}'
    return f"[heroes.druid.alternatives]\n{said}\n[heroes.druid.source]"


def test_alternatives_beside_ranges_are_what_is_drawn(mine):
    pack = mine(table("abilities.call.effects", '[[{ do = "harm", amount = 1 }]]'))
    found = {guess.path: guess for guess in guessed.of_card(pack, "cards.heroes.druid")}
    assert found[f"{CALL}.effects"].others == ([{"do": "harm", "amount": 1}],)
    assert "alternatives" not in pack.sections["heroes"]["druid"]
    assert from_manifest("toy", pack.as_manifest()).alternatives == pack.alternatives


@pytest.mark.parametrize(
    "path, values, what",
    [
        ("abilities.call.efects", "[1]", "this card has no such value"),
        ("health", "[3]", "only a guess, or a value of yours, has one"),
        (
            "abilities.call.points",
            "[1, 7]",
            "`heroes.druid.abilities.call.points` must be at most 6",
        ),
        ("abilities.call.points", "[]", "must not be empty"),
    ],
)
def test_alternatives_that_could_not_be_are_refused(mine, path, values, what):
    with pytest.raises(InputError) as refused:
        mine(table(path, values))
    (problem,) = refused.value.problems
    assert what in problem.what
