"""Names that a reader takes for one another are refused wherever equal names are."""

import json

import pytest

from simulate.core.errors import InputError
from simulate.core.text.letters import Known, escaped, look, unreadable
from simulate.pack import catalogue, load, load_folder
from tests.border import toy
from tests.refusals import problems_of


def quoted(text):
    """A text as TOML may have it."""
    return json.dumps(text, ensure_ascii=False)


SAME = {
    "capitals": "PALADIN",
    "a space behind": "Paladin ",
    "a space before": " Paladin",
    "a space that does not break": "Paladin\u00a0",
    "a letter of no width": "Pala\u200bdin",
    "a joiner": "Pala\u200ddin",
    "a soft hyphen": "Pala\u00addin",
    "a mark of direction": "\u200ePaladin",
    "a turn": "\u202ePaladin\u202c",
    "a tag": "Paladin\U000e0041",
    "a choice of form": "Paladin\ufe0f",
    "a filler": "Paladin\u3164",
    "wide letters": "\uff30\uff41ladin",
}
MIXED = {"Cyrillic": "P\u0430ladin", "Greek": "\u03a1aladin", "both": "\u03a1\u0430ladin"}
PEOPLE = ["魔法使い", "Πύργος", "Рыцарь", "גיבור", "فارس", "Kılıç", "Ω knight", "Æsir", "Ré-Ω"]


@pytest.mark.parametrize("name", SAME.values(), ids=SAME)
def test_what_looks_the_same_is_the_same(name):
    assert look(name) == look("Paladin")
    assert "looks like `Paladin`" in Known("Paladin").refusal(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Pal\u00e1din", "Pala\u0301din"),
        ("War  Lord", "War Lord"),
        ("Knight's", "Knight\u2019s"),
        ("Night-Elf", "Night\u2013Elf"),
        ("CAPO", "\u0421\u0410\u0420\u041e"),  # the second in Cyrillic
        ("TAP", "\u03a4\u0391\u03a1"),  # the second in Greek
        ("Stra\u00dfe", "STRASSE"),
    ],
)
def test_other_ways_to_write_the_same(one, other):
    assert look(one) == look(other)


OF_TWO = [*MIXED.values(), "\u13e2aladin", "Pal\u0561din", "\ua4e3anger", "\u05d0bc", "Or\u0441"]


@pytest.mark.parametrize("name", OF_TWO)
def test_a_word_in_two_scripts_is_refused_by_itself(name):
    assert "letters in the word" in unreadable(name)


def test_names_of_people_stay_and_are_told_apart():
    known = Known()
    assert [known.refusal(name) for name in [*PEOPLE, "Paladin", "Paládin"]] == [""] * 11
    assert known.refusal("Paladin") == "is there already"
    assert all(escaped(name) == name for name in PEOPLE)


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u3164", "\u00ad\u202e"])
def test_a_name_of_nothing_is_none(name):
    assert "no visible letter" in unreadable(name)


@pytest.mark.parametrize("game", catalogue.names())
def test_all_shipped_names_can_be_told_apart(game):
    pack = load(game)
    known = Known()
    assert not any(map(known.refusal, pack.strategies))
    for section in pack.sections.values():
        known = Known()
        assert not any(map(known.refusal, section))


def refusals(folder):
    return " ".join(problem.what for problem in problems_of(load_folder, folder, "mine"))


@pytest.fixture
def defenders(tmp_path):
    """A pack of Defenders with another hero called as is said: defenders(name)."""
    from simulate.cli.change.packs import new_command

    def make(name):
        new_command("defenders", str(tmp_path / "mine"))
        cards = tmp_path / "mine" / "cards.toml"
        text = cards.read_text("utf-8")
        assert 'name = "Ranger"' in text
        cards.write_text(text.replace('name = "Ranger"', f"name = {quoted(name)}", 1), "utf-8")
        return tmp_path / "mine"

    return make


@pytest.mark.parametrize("name", [SAME["a letter of no width"], "Paladin"])
def test_two_heroes_of_names_that_look_the_same(defenders, name):
    assert "a report could not tell them apart" in refusals(defenders(name))


def test_a_hero_whose_name_is_written_in_two_scripts(defenders):
    assert "letters in the word" in refusals(defenders(MIXED["Greek"]))


def test_a_hero_with_a_name_of_people_is_welcome(defenders):
    assert load_folder(defenders("魔法使い")).cards.heroes["ranger"].name == "魔法使い"


def test_a_strategy_that_looks_like_another(mine):
    name = quoted("Bal\u200banced")
    own = f"{toy.STRATEGIES}\n[{name}]\nplan = 'Does anything.'\nchoice = 'random'\n"
    assert "looks like `balanced`" in refusals(mine(strategies=own))


def test_a_card_whose_id_looks_like_another(mine):
    cards = toy.CARDS + toy.CARDS[toy.CARDS.index("[enemies.wolf]") :].replace("wolf", "Wolf")
    assert "`enemies.Wolf` looks like `wolf`" in refusals(mine(cards=cards))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("more", "More"),
        ("more", "mo\u200bre"),
        ("more", "more "),
        ("Printed", "x"),
        ("x", "m\u043ere"),
    ],
)
def test_variants_that_nobody_could_tell_apart(experiment, first, second):
    one, two = quoted(first), quoted(second)
    text = (
        f'game = "toy"\n[[variant]]\nname = {one}\nset = {{ rules.capital_limit = 5 }}\n'
        f"[[variant]]\nname = {two}\nset = {{ rules.capital_limit = 4 }}\n"
    )
    with pytest.raises(InputError, match=r"looks like|letters in the word"):
        experiment(text)


def test_line_ups_and_expectations_that_nobody_could_tell_apart(experiment):
    seats = "[fixed]\nplayers = 2\n"
    lineups = "".join(
        f"[[lineup]]\nname = {quoted(name)}\nstrategies = ['balanced', 'random']\n"
        for name in ("mine", "Mine")
    )
    with pytest.raises(InputError, match="the line-up `Mine` looks like `mine`"):
        experiment(f'game = "toy"\n{seats}{lineups}')
    expects = "".join(
        f"[[target]]\nwhy = {quoted(name)}\nmetric = 'win_rate'\nlow = 0.4\n"
        for name in ("fair", "f\u00adair")
    )
    with pytest.raises(InputError, match="the target `f\u00adair` looks like `fair`"):
        experiment(f'game = "toy"\n{expects}')


def test_experiments_of_a_pack_that_nobody_could_tell_apart(tmp_path):
    from simulate.cli.change.packs import check_command, new_command

    new_command("defenders", str(tmp_path / "mine"))
    folder = tmp_path / "mine" / "experiments"
    (folder / "Cards.toml").write_text((folder / "cards.toml").read_text("utf-8"), "utf-8")
    with pytest.raises(InputError, match=r"the experiment `(Cards|cards)` looks like"):
        check_command(str(tmp_path / "mine"), None)


@pytest.mark.parametrize(
    "name",
    [
        "T\u30b7\u30e3\u30c4",
        "\u65e5\u672c",
        "\ud55c\uad6d",
        "\u0141\xf3d\u017a",
        "\u30b9\u30fc\u30d1\u30fc",
        "X\u7dda",
    ],
)
def test_scripts_that_are_written_together_are_names(name):
    assert unreadable(name) == ""


def test_a_whole_word_of_another_script_looks_like_the_latin_one():
    assert "looks like `PAL`" in Known("PAL").refusal("\u13e2\u13aa\u13de")
    assert "looks like `bold`" in Known("bold").refusal("\ua4d0\ua4f3\ua4e1\ua4d3")
