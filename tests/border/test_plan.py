"""Cells: which combinations there are, in which order, and what is refused."""

import json
import shlex
from dataclasses import asdict, replace

import pytest
from pydantic import TypeAdapter

from simulate.core.errors import InputError
from simulate.core.game.facts import Picture
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import allowed, build
from simulate.store.models import Manifest
from tests.border import toy
from tests.refusals import problems_of

HEAD = 'game = "toy"\n'


def levels(plan):
    return [dict(cell.levels) for cell in plan.cells]


def reasons(*asked):
    return [(problem.where, problem.what) for problem in problems_of(*asked)]


def test_cells_are_numbered_with_the_last_factor_fastest(plan):
    found = plan(toy.DEFAULT)
    assert [cell.number for cell in found.cells] == list(range(6))
    assert [tuple(cell.levels.values()) for cell in found.cells] == [
        (1, "easy"), (1, "hard"), (2, "easy"), (2, "hard"), (3, "easy"), (3, "hard"),
    ]  # fmt: skip


def test_the_order_is_that_of_the_file_then_of_the_options_then_variants(plan):
    text = (
        HEAD
        + """
[[variant]]
name = "no horn"
blank = "horn"
[factors]
mode = ["easy", "hard"]
[fixed]
open = true
"""
    )
    found = plan(text, "skill=1,0.5", "mode=hard,easy")
    assert list(found.cells[0].levels) == ["mode", "skill", "variant"]
    assert [tuple(cell.levels.values()) for cell in found.cells] == [
        ("hard", 1.0, "printed"), ("hard", 1.0, "no horn"),
        ("hard", 0.5, "printed"), ("hard", 0.5, "no horn"),
        ("easy", 1.0, "printed"), ("easy", 1.0, "no horn"),
        ("easy", 0.5, "printed"), ("easy", 0.5, "no horn"),
    ]  # fmt: skip


def test_a_level_of_skill_may_be_a_name(plan):
    cells = plan(HEAD, "players=2", "mode=easy", "skill=family,0.8", "skill.2=club").cells
    assert [cell.setting["skill"] for cell in cells] == [["family", "club"], [0.8, "club"]]
    assert [cell.levels for cell in cells] == [{"skill": "family"}, {"skill": 0.8}]


def test_one_value_takes_a_factor_out_of_the_crossing(plan):
    assert levels(plan(toy.DEFAULT, "players=3")) == [{"mode": "easy"}, {"mode": "hard"}]
    (cell,) = plan(toy.DEFAULT, "players=3", "mode=hard").cells
    assert (cell.number, cell.levels) == (0, {})
    assert cell.setting["mode"] == "hard"
    assert levels(plan(toy.DEFAULT, "players=[3]", "mode=hard")) == [{}]


def test_a_setting_names_every_factor_by_seat_where_it_belongs_to_one(plan):
    (cell,) = plan(HEAD, "players=3", "strategy.2=random", "skill=0.5", "skill.3=1").cells
    assert cell.setting == {
        "players": 3,
        "mode": "easy",
        "layout": "random",
        "open": True,
        "party": "dealt",
        "strategy": ["balanced", "random", "balanced"],
        "skill": [0.5, 0.5, 1.0],
    }


def test_a_strategy_without_a_seat_sits_everywhere(plan):
    text = HEAD + '[fixed]\n"strategy.2" = "random"\n'
    assert plan(text).cells[0].setting["strategy"] == ["balanced", "random"]
    assert plan(text, "strategy=expert").cells[0].setting["strategy"] == ["expert"] * 2
    both = plan(text, "strategy=expert", "strategy.1=random").cells[0]
    assert both.setting["strategy"] == ["random", "expert"]
    # The later option stands, as with every option.
    last = plan(text, "strategy.1=random", "strategy=expert").cells[0]
    assert last.setting["strategy"] == ["expert", "expert"]


def test_strategies_can_be_a_factor_in_one_seat_or_in_all(plan):
    found = plan(HEAD, "strategy=balanced,random", "strategy.2=expert,random")
    assert [cell.setting["strategy"] for cell in found.cells] == [
        ["balanced", "expert"], ["balanced", "random"], ["random", "expert"], ["random", "random"],
    ]  # fmt: skip


def test_lineups_are_a_factor(plan):
    text = (
        HEAD
        + """
[[lineup]]
strategies = ["random", "balanced"]
[[lineup]]
name = "all three"
strategies = ["random", "random", "random"]
"""
    )
    found = plan(text)
    assert [cell.setting["strategy"] for cell in found.cells] == [["random", "balanced"]]
    assert found.cells[0].levels == {"lineup": "random+balanced"}
    assert found.notes == (
        "note: 1 combination is left out: the line-up `all three` has 3 seats, the table 2",
    )
    both = plan(text, "players=2,3")
    assert [len(cell.setting["strategy"]) for cell in both.cells] == [2, 3]
    assert plan(text, "strategy=expert").cells[0].setting["strategy"] == ["expert", "expert"]
    (picked,) = plan(text, "lineup=all three", "players=3").cells
    assert picked.levels == {}
    assert picked.setting["strategy"] == ["random"] * 3


def test_parameters_and_variants_become_changes(plan):
    text = (
        HEAD
        + """
[factors]
rules.dire.easy = [1, 2]
[fixed]
rules.capital_limit = 5
[[variant]]
name = "eight"
set = { rules.capital_limit = 8, cards.heroes.bard.health = 2 }
blank = "horn"
"""
    )
    found = plan(text)
    assert [(dict(cell.changes), cell.blanks) for cell in found.cells] == [
        ({"rules.dire.easy": 1, "rules.capital_limit": 5}, ()),
        (
            {"rules.dire.easy": 1, "rules.capital_limit": 8, "cards.heroes.bard.health": 2},
            ("horn",),
        ),
        ({"rules.dire.easy": 2, "rules.capital_limit": 5}, ()),
        (
            {"rules.dire.easy": 2, "rules.capital_limit": 8, "cards.heroes.bard.health": 2},
            ("horn",),
        ),
    ]
    packs = [found.pack_for(cell) for cell in found.cells]
    assert [pack.rule("capital_limit") for pack in packs] == [5, 8, 5, 8]
    assert packs[1].cards.artifacts["horn"].abilities == {}
    assert packs[0].cards.artifacts["horn"].abilities != {}
    assert found.pack_for(found.cells[1]) is packs[1]


def test_variants_can_be_picked(plan):
    text = (
        HEAD + "[[variant]]\nname = 'a'\nblank = 'horn'\n[[variant]]\nname = 'b'\nblank = 'horn'\n"
    )
    assert levels(plan(text, "variant=printed,b")) == [{"variant": "printed"}, {"variant": "b"}]
    (cell,) = plan(text, "variant=b").cells
    assert (cell.levels, cell.blanks) == ({}, ("horn",))
    assert "(allowed: printed, a, b)" in problems_of(plan, text, "variant=c")[0].what
    assert "it has no [[variant]]" in problems_of(plan, HEAD, "variant=c")[0].what


def test_illegal_combinations_get_no_number(plan):
    found = plan(toy.DEFAULT, "layout=random,fixed", "players=2")
    assert [(cell.number, *cell.levels.values()) for cell in found.cells] == [
        (0, "easy", "random"), (1, "easy", "fixed"), (2, "hard", "random"),
    ]  # fmt: skip
    assert found.notes == (
        "note: 1 combination is left out: layout = fixed is for mode = easy only",
    )


@pytest.mark.parametrize(
    ("sets", "what"),
    [
        (["layout=fixed", "mode=hard"], "layout = fixed is for mode = easy only"),
        (["players=2", "strategy.3=random"], "`strategy.3`: a table of 2 has no seat 3"),
        (["players=2", "party=bard"], "`party` names 1 heroes, the table has 2"),
        (["strategy=expert", "skill=0.5"], "`skill` does not go with the strategy `expert`"),
    ],
)
def test_what_was_asked_for_and_is_no_game_is_refused_with_the_reason(plan, sets, what):
    ((where, found),) = reasons(plan, HEAD, *sets)
    assert where == " ".join(f"--set {text}" for text in sets)
    assert what in found


def test_a_party_fits_only_the_tables_of_its_size(plan):
    found = plan(toy.DEFAULT, "party=bard+druid")
    assert levels(found) == [{"players": 2, "mode": "easy"}, {"players": 2, "mode": "hard"}]
    assert found.notes == (
        "note: 4 combinations are left out: `party` names 2 heroes, the table has 1; "
        "`party` names 2 heroes, the table has 3",
    )


def test_changes_that_do_not_go_together_are_refused(plan):
    ((where, what),) = reasons(
        plan, HEAD, "rules.capital_limit=3,6", "rules.capital_start=2,4", "players=1,2"
    )
    assert where == "--set rules.capital_start=2,4"
    assert "must be below" in what
    assert "(with rules.capital_limit = 3, rules.capital_start = 4)" in what


def test_changes_that_are_wrong_alone_may_be_right_together(plan):
    with pytest.raises(InputError):
        plan(HEAD, "rules.capital_start=7")
    (cell,) = plan(HEAD, "rules.capital_start=7", "rules.capital_limit=8").cells
    assert cell.changes == {"rules.capital_start": 7, "rules.capital_limit": 8}
    text = """
[fixed]
rules.capital_limit = 8
[[variant]]
name = "late"
set = { rules.capital_start = 7 }
"""
    found = plan(HEAD + text)
    assert found.pack_for(found.cells[1]).rule("capital_start") == 7


def test_a_variant_that_does_not_go_with_what_is_fixed_is_pointed_at(plan):
    text = """
[fixed]
rules.capital_limit = 3
[[variant]]
name = "no horn"
blank = "horn"
[[variant]]
name = "late"
set = { rules.capital_start = 4 }
"""
    ((where, what),) = reasons(plan, HEAD + text)
    assert where.endswith("mine.toml:8:3")
    assert "must be below" in what


def test_too_many_cells_are_refused_before_they_are_made(plan):
    many = ",".join(str(i / 100) for i in range(101))
    problems = problems_of(plan, HEAD, f"skill.1={many}", f"skill.2={many}")
    assert "10,201 combinations" in problems[0].what


def test_python_runs_only_when_it_is_allowed(mine):
    folder = mine(
        strategies=toy.STRATEGIES + '[own]\nplan = "Mine."\nchoice = "python"\nfile = "own.py"\n'
    )
    (folder / "own.py").write_text("")
    used = load(RunRequest("toy", str(folder), sets=["strategy.1=own"]))
    problems = problems_of(allowed, build(used), False)
    assert "Python code of own.py; read it and add --allow-code" in problems[0].what
    plan = build(used)
    with pytest.raises(InputError, match="read it and add --allow-code"):
        plan.pack_for(plan.cells[0]).code_to_run("own.py")
    plan = allowed(plan, True)
    assert len(plan.cells) == 6
    assert plan.pack_for(plan.cells[0]).code_to_run("own.py") == ""
    other = allowed(build(load(RunRequest("toy", str(folder)))), False)
    assert other.cells and not other.pack.may_run_code


def test_the_manifest_is_plain_data_and_holds_the_cells(plan):
    found = plan(toy.DEFAULT, "rules.capital_limit=5,6", "mode=hard")
    manifest = json.loads(json.dumps(found.manifest()))
    kept = [{**entry, "blanks": tuple(entry["blanks"])} for entry in manifest["cells"]]
    assert kept == [asdict(cell) for cell in found.cells]
    by_name = {entry["name"]: entry for entry in manifest["factors"]}
    assert list(by_name) == [
        "players", "mode", "rules.capital_limit", "layout", "open", "party", "strategy", "skill",
    ]  # fmt: skip
    assert by_name["players"]["crossed"]
    assert by_name["players"]["levels"] == [1, 2, 3]
    assert by_name["rules.capital_limit"]["unit"] == "threat"
    assert by_name["rules.capital_limit"]["meaning"] == "The Capital falls at this."
    assert manifest["setting"] == {
        "mode": "hard", "layout": "random", "open": True, "party": "dealt",
        "strategy": "balanced", "skill": 1.0,
    }  # fmt: skip
    assert manifest["pack"]["rules"]["rules.capital_limit"]["value"] == 6
    assert manifest["pack"]["differences"] == []
    assert manifest["provenance"] == found.pack.provenance()


@pytest.mark.parametrize(
    "sets, asked",
    [
        ((), []),
        (("players=1,2",), []),
        (("mode=easy,hard",), ["mode"]),
        (("layout=random,fixed",), ["layout"]),
        (("mode=easy,hard", "rules.capital_limit=5,6"), ["rules.capital_limit"]),
        (("rules.capital_limit=5",), []),
    ],
)
def test_what_is_compared_is_what_the_run_asks(plan, sets, asked):
    """Who plays is never asked; what the game crosses anyhow only where nothing else is."""
    factors = plan(toy.DEFAULT, *sets).manifest()["factors"]
    assert [entry["name"] for entry in factors if entry.get("asked")] == asked
    assert [entry["name"] for entry in factors if entry.get("who_plays")] == ["players"]


MAPS = Picture("maps", "cards.maps", (88, 63), (("regions", "terrain"),), ("rivers",))


@pytest.mark.parametrize(
    "key, said, kept",
    [
        ("pictures", (MAPS,), [json.loads(json.dumps(asdict(MAPS)))]),
        ("handicap", "rules.capital_limit", "rules.capital_limit"),
        (
            "evens",
            (("players", ("2",), "rules.capital_limit=3"),),
            [["players", ["2"], "rules.capital_limit=3"]],
        ),
    ],
)
def test_the_manifest_has_what_a_game_says_of_its_report(plan, monkeypatch, key, said, kept):
    found = plan(toy.DEFAULT)
    assert key not in found.manifest()
    facts = replace(found.facts, **{key: said})
    monkeypatch.setattr(type(found), "facts", property(lambda _: facts))
    written = json.dumps(found.manifest()[key])
    assert json.loads(written) == kept
    TypeAdapter(Manifest.model_fields[key].annotation).validate_json(written, strict=True)


def test_the_manifest_says_what_a_designer_changed(mine):
    folder = mine(cards=toy.CARDS.replace("health = 5", "health = 6"))
    manifest = build(load(RunRequest("toy", str(folder)))).manifest()
    assert manifest["pack"]["differences"] == [
        {
            "path": "cards.heroes.paladin.health",
            "shipped": 5,
            "value": 6,
            "source": "cited: a list",
        }
    ]


def test_the_command_makes_the_same_plan(shipped, plan):
    found = build(load(RunRequest("toy", games="9", sets=["party=bard + druid", "mode=hard"])))
    words = shlex.split(found.command)
    assert words[:3] == ["simulate", "run", "toy"]
    options = dict(zip(words[3::2], words[4::2], strict=True))
    sets = [words[i + 1] for i, word in enumerate(words) if word == "--set"]
    again = build(
        load(RunRequest("toy", games=options["--games"], seed=options["--seed"], sets=sets))
    )
    assert again.manifest() == found.manifest()
