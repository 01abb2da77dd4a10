"""A designer's folder: made, checked, changed, listed."""

import json
import tomllib

import pytest

from simulate.pack import configs
from simulate.pack.text import formats
from tests.border.test_schemas import troubles

pytestmark = pytest.mark.long

SHIPPED = configs.game_folder("defenders")


@pytest.fixture
def mine(simulate, here):
    simulate("new", "defenders", "my_defenders/")
    return here / "my_defenders"


def edit(path, old, new):
    """Replace the first `old`; a text that is not there fails the test."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_new_copies_every_file_and_check_finds_no_difference(simulate, mine):
    for path in SHIPPED.rglob("*.toml"):
        if path.parent.name == configs.MEASURED:  # of the shipped game: one of your own has none
            continue
        copied = tomllib.loads((mine / path.relative_to(SHIPPED)).read_text("utf-8"))
        if path.name == "rules.toml":
            assert copied.pop("game") == "defenders"
            assert copied.pop("format") == formats.FORMAT
        assert copied == tomllib.loads(path.read_text("utf-8"))
    out = simulate("check", "my_defenders/").out
    assert out.startswith("my_defenders/: a valid pack of Tiny Epic Defenders\n")
    assert "no value differs from the shipped game" in out


def test_experiments_of_a_new_folder_name_the_schema_that_lies_beside_them(simulate, mine):
    (line,) = {p.read_text().splitlines()[0] for p in (mine / "experiments").glob("*.toml")}
    path = (mine / "experiments" / line.removeprefix("#:schema ")).resolve()
    assert path == mine / "experiment.schema.json"
    assert json.loads(path.read_text()) == json.loads(simulate("list", "schema").out)


def test_check_says_what_differs_value_by_value(simulate, mine):
    rules = tomllib.loads((mine / "rules.toml").read_text())
    limit = rules["capital_limit"]["value"]
    edit(mine / "rules.toml", f"value = {limit}", f"value = {limit + 1}")
    edit(mine / "cards.toml", 'name = "Paladin"\nhealth = 5', 'name = "Paladin"\nhealth = 6')
    out = simulate("check", "my_defenders").out
    lines = [line.split() for line in out.splitlines()]
    assert "2 values differ from the shipped game (shipped -> yours):" in out
    assert ["rules.capital_limit:", str(limit), "->", str(limit + 1)] in lines
    assert ["cards.heroes.paladin.health:", "5", "->", "6"] in lines


def test_check_tells_all_that_is_wrong_in_all_files(refused, mine):
    edit(mine / "rules.toml", "[capital_limit]\nvalue = ", "[capital_limit]\nvalue = 9")
    edit(mine / "cards.toml", 'name = "Paladin"\nhealth = 5', 'name = "Paladin"\nhaelth = 5')
    edit(mine / "strategies.toml", "plan =", "paln =")
    message = refused("check", "my_defenders")
    assert "unknown key `haelth`; did you mean `health`?" in message
    assert "`rules.capital_limit` must be a whole number from" in message
    assert "unknown key `paln`; did you mean `plan`?" in message


def test_check_tells_what_is_wrong_in_the_experiments_of_a_pack(refused, mine):
    edit(mine / "experiments" / "default.toml", "horde =", "hrode =")
    (mine / "card.toml").write_text("")
    message = refused("check", "my_defenders")
    assert "my_defenders/experiments/default.toml:" in message
    assert "there is no factor or parameter `hrode`; did you mean `horde`?" in message
    assert "card.toml: no file of a pack has this name; did you mean `cards.toml`?" in message


def test_check_tells_what_is_wrong_in_files_and_experiments_at_once_and_each_thing_once(
    refused, mine
):
    edit(mine / "cards.toml", 'name = "Paladin"\nhealth = 5', 'name = "Paladin"\nhaelth = 5')
    edit(mine / "experiments" / "default.toml", "horde =", "hrode =")
    (mine / "card.toml").write_text("")
    message = refused("check", "my_defenders")
    told = ("`haelth`; did you mean", "`hrode`; did you mean", "card.toml: no file of a pack")
    assert [message.count(text) for text in told] == [1, 1, 1]


def test_patterns_of_a_variant_are_no_fault_of_a_pack_that_cannot_be_read(simulate, refused, here):
    simulate("new", "dungeons", "deep")
    edit(here / "deep" / "rules.toml", "[deck_b_rooms]\nvalue = 3", "[deck_b_rooms]\nvalue = 30")
    message = refused("check", "deep")
    assert message.startswith("error: deep/rules.toml:")  # the one problem there is


def test_check_of_an_experiment_says_its_cells(simulate, here):
    (here / "exp.toml").write_text('game = "defenders"\n[factors]\nplayers = [1, 2]\n')
    assert simulate("check", "exp.toml").out == (
        "exp.toml: a valid experiment of Tiny Epic Defenders, 2 cells\n"
    )


def test_the_shipped_files_are_valid(simulate):
    for path in sorted((SHIPPED / "experiments").glob("*.toml")):
        assert "a valid experiment of Tiny Epic Defenders" in simulate("check", path).out


@pytest.mark.long
def test_maps_have_a_file_of_their_own(simulate, refused, here):
    simulate("new", "kingdoms", "mine")
    assert "no value differs" in simulate("check", "mine").out
    maps = here / "mine" / "territories.toml"
    text = maps.read_text("utf-8")
    maps.write_text(text.replace('terrain = "forest"', 'terrain = "forrest"', 1), "utf-8")
    assert "mine/territories.toml:" in refused("check", "mine/territories.toml")
    maps.write_text(text + "\n[tokens.pit]\nname = 'Pit'\n", "utf-8")
    message = refused("check", "mine")
    assert "`tokens` stands in mine/cards.toml already" in message
    maps.unlink()
    assert "mine/territories.toml: this file of the pack is missing" in refused("check", "mine")


def test_the_shipped_experiments_fit_the_schema(simulate):
    whole = json.loads(simulate("list", "schema").out)
    shipped = sorted(configs.folder().glob("*/experiments/*.toml"))
    assert len(shipped) > 10
    for path in shipped:
        data = tomllib.loads(path.read_text("utf-8"))
        assert not [*troubles(data, whole, whole)], path.name
        assert [*troubles({**data, "gmaes": 3}, whole, whole)]
    assert [*troubles({"game": "defenders", "fixed": {"horde": "medum"}}, whole, whole)]


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("games", "Tiny Epic Defenders"),
        ("experiments", "defenders/default"),
        ("strategies", "balanced"),
        ("features", "relief"),
        ("factors", "horde"),
        ("parameters", "rules.capital_limit"),
        ("cards", "cards.heroes.paladin"),
        ("effects", "lower_threat"),
    ],
)
def test_everything_can_be_listed_for_people_and_as_json(simulate, what, expected):
    assert expected in simulate("list", what, "defenders").out
    rows = json.loads(simulate("list", what, "--json").out)
    assert len(rows) >= 1
    assert expected.removeprefix("cards.") in json.dumps(rows)


def test_parameters_are_listed_with_value_bounds_and_source(simulate):
    rows = {
        row["parameter"]: row for row in json.loads(simulate("list", "parameters", "--json").out)
    }
    shipped = tomllib.loads((SHIPPED / "rules.toml").read_text())["capital_limit"]
    assert rows["rules.capital_limit"] == {
        "parameter": "rules.capital_limit",
        "value": shipped["value"],
        "allowed": f"{shipped['min']} to {shipped['max']}",
        "unit": shipped["unit"],
        "source": shipped["source"],
        "range": "",
        "meaning": shipped["note"],
    }


def test_a_designers_values_are_listed_with_pack(simulate, mine):
    edit(mine / "cards.toml", 'name = "Paladin"\nhealth = 5', 'name = "Paladin"\nhealth = 7')
    rows = json.loads(simulate("list", "cards", "--pack", "my_defenders", "--json").out)
    values = {row["path"]: row["value"] for row in rows}
    assert values["cards.heroes.paladin.health"] == 7
    assert all(row["source"] for row in rows)
