"""A variant that changes nothing is not played: it would be told as a change without effect."""

import re

import pytest

from simulate.cli.change.packs import check_command
from simulate.core.errors import InputError
from simulate.core.text.validate import written
from simulate.experiment import RunRequest, load
from simulate.pack import catalogue, configs
from tests.border import toy
from tests.marks import long_but
from tests.refusals import problems_of

pytestmark = pytest.mark.long

HEAD = 'game = "toy"\n'
SAME = """
[[variant]]
name = "as it is"
set = { rules.capital_limit = 6 }
[[variant]]
name = "one more"
set = { rules.capital_limit = "+1" }
[[variant]]
name = "no horn"
blank = "horn"
"""


def refused(experiment, text, *sets, **options):
    return [problem.what for problem in problems_of(experiment, text, *sets, **options)]


def test_a_change_that_is_so_already_is_refused_by_name_key_and_value(experiment):
    (what,) = refused(experiment, HEAD + SAME)
    assert what == (
        "the variant `as it is` changes nothing here: `rules.capital_limit` is 6 already; "
        "--skip-unchanged skips such variants"
    )


def test_the_game_at_hand_is_what_counts(experiment):
    """What is set for all cells is so already; what was no change before may be one now."""
    (what,) = refused(experiment, HEAD + SAME.replace("= 6", "= 5"), "rules.capital_limit=5")
    assert "`rules.capital_limit` is 5 already" in what
    found = experiment(HEAD + SAME, "rules.capital_limit=5")
    assert found.variants["as it is"].changes == {"rules.capital_limit": 6}
    assert found.variants["one more"].changes == {"rules.capital_limit": 6}


def test_only_variants_that_are_picked_count(experiment):
    found = experiment(HEAD + SAME, 'variant=printed,"one more"')
    assert found.axes[-1].levels == ("printed", "one more")


def test_variants_that_change_nothing_can_be_left_out_and_that_is_said(experiment):
    found = experiment(HEAD + SAME, skip_unchanged=True)
    assert found.axes[-1].levels == ("printed", "one more", "no horn")
    assert found.typed[-1] == "--skip-unchanged"
    assert found.notes == (
        "note: 1 variant is left out, which change nothing here: `as it is` "
        "(`rules.capital_limit` is 6 already)",
    )
    (what,) = refused(experiment, HEAD + SAME, 'variant="as it is"', skip_unchanged=True)
    assert what.startswith("no variant is left: `rules.capital_limit` is 6 already")


def test_a_card_without_abilities_has_none_to_take_away(experiment, mine):
    blow = '{ blow = { effects = [{ do = "heal", amount = 1 }] } }'
    assert blow in toy.CARDS
    folder = mine(cards=toy.CARDS.replace(blow, "{}"))
    (what,) = refused(experiment, HEAD + SAME.replace("= 6", "= 5"), pack=str(folder))
    assert "the variant `no horn` changes nothing here: `horn` has no ability" in what


def test_a_step_is_one_of_a_number_only(experiment):
    wrong = HEAD + '[[variant]]\nname = "x"\nset = { rules.capital_limit = "+99" }\n'
    (what,) = refused(experiment, wrong)
    assert "must be a whole number" in what


EXPERIMENTS = [
    f"{game}/{name}"
    for game in catalogue.names()
    for name in configs.experiments(configs.game_folder(game))
]
STEP = re.compile(r"(\S+) -> (\S+)$")
ONE = re.compile(r"\bone (?:\w+ )?(more|less)\b")


@pytest.mark.parametrize("target", long_but(EXPERIMENTS[::4], EXPERIMENTS))
def test_every_shipped_change_is_what_its_name_says(target):
    """`load` refuses those that change nothing."""
    found = load(RunRequest(target))
    for variant in found.variants.values():
        moves = [(found.pack.value(path), value) for path, value in variant.changes.items()]
        if step := STEP.search(variant.name):
            ends = [(words_of(a)[-1], words_of(b)[0]) for a, b in moves]
            assert step.groups() in ends, variant.name
        if one := ONE.search(variant.name):
            by = 1 if one[1] == "more" else -1
            assert moves and all(b - a == by for a, b in moves), variant.name


def words_of(value):
    """A value as a name says it: a choice in words."""
    return (value.replace("_", " ") if isinstance(value, str) else written(value)).split(" ")


def test_a_pack_with_a_list_that_grew_stale_is_refused_as_its_run_is(tmp_path, capsys):
    """HEAL is 2 after the README's first change: a list that somebody wrote before says so."""
    from simulate.cli.change.packs import new_command

    folder = tmp_path / "my pack"
    new_command("defenders", str(folder))
    cards = folder / "cards.toml"
    start, heal, rest = cards.read_text("utf-8").partition("[heroes.cleric.abilities.heal]")
    assert heal
    cards.write_text(start + heal + rest.replace("amount = 1", "amount = 2", 1), "utf-8")
    name, path = "Cleric, HEAL: heal 1 -> 2", "cards.heroes.cleric.abilities.heal.effects.0.amount"
    (folder / "experiments" / "mine.toml").write_text(
        f'game = "defenders"\nsteps = "cards.heroes.cleric"\n'
        f'[[variant]]\nname = "{name}"\nset = {{ "{path}" = 2 }}\n',
        "utf-8",
    )
    capsys.readouterr()
    with pytest.raises(InputError, match="`Cleric, HEAL: heal 1 -> 2` changes nothing here"):
        check_command(str(folder), None)
    check_command(str(folder), None, skip_unchanged=True)
    told = capsys.readouterr().out
    assert "1 value differs from the shipped game" in told
    assert "experiment mine: 1 variant is left out, which change nothing here: " in told
    assert "`Cleric, HEAL: heal 1 -> 2`" in told
    with pytest.raises(InputError, match="`Cleric, HEAL: heal 1 -> 2` changes nothing here"):
        load(RunRequest("defenders/mine", str(folder)))
    left = load(RunRequest("defenders/mine", str(folder), skip_unchanged=True))
    assert len(left.axes[-1].levels) == len(left.variants) - 1
    # What a pattern lists is made from the pack, and never stale.
    assert {"Cleric HEAL: health regained 2 -> 1", "Cleric HEAL: health regained 2 -> 3"} <= set(
        left.variants
    )
