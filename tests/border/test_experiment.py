"""Files and options go through one check; every problem is told, each with its place."""

import json
from dataclasses import replace

import pytest

from simulate.core.errors import Problem
from simulate.experiment import RunRequest, load
from simulate.pack import catalogue
from tests.border import toy
from tests.refusals import problems_of


@pytest.fixture
def refusals(experiment):
    """where -> what of every problem; the file is called `mine.toml`."""

    def read(text=None, *sets, **options):
        return {
            p.where.rpartition("/")[2]: p.what
            for p in problems_of(experiment, text, *sets, **options)
        }

    return read


HEAD = 'game = "toy"\n'


def test_a_file_says_everything(experiment):
    found = experiment(
        HEAD
        + """
question = "Who?"
seed = 3
games = 9
[factors]
players = [2, 3]
rules.capital_limit = [5, 6]
"strategy.2" = ["random", "balanced"]
[fixed]
mode = "hard"
skill = 1
cards.heroes.bard.health = 3
[[target]]
low = 0.3
high = 0.7
"""
    )
    assert (found.game, found.name, found.question) == ("toy", "mine", "Who?")
    assert (found.seed, found.games, found.keys) == (3, 9, {})
    assert [(axis.name, axis.levels, axis.kind) for axis in found.axes] == [
        ("players", (2, 3), "factor"),
        ("rules.capital_limit", (5, 6), "parameter"),
        ("strategy.2", ("random", "balanced"), "factor"),
        ("mode", ("hard",), "factor"),
        ("skill", (1.0,), "factor"),
        ("cards.heroes.bard.health", (3,), "parameter"),
    ]
    assert (found.target.metric, found.target.low, found.target.high) == ("win_rate", 0.3, 0.7)


def test_a_target_may_be_a_distance_from_the_fair_share(experiment, refusals, monkeypatch):
    target = '[[target]]\nmetric = "over_fair_share"\nlow = -0.02\nhigh = 0.03\n'
    told = refusals(HEAD + target)["mine.toml:3:10"]
    assert "is for competitive games; here players win together: use `win_rate`" in told
    against = replace(toy.FACTS, cooperative=False)
    monkeypatch.setattr(catalogue, "facts", lambda game: against)
    found = experiment(HEAD + target).target
    assert (found.metric, found.low, found.high) == ("over_fair_share", -0.02, 0.03)
    what = " ".join(refusals(HEAD + target.replace("over_fair_share", "win_rate")).values())
    assert "`low` of win_rate is 0 to 1 (found -0.02)" in what
    assert 'write `metric = "over_fair_share"`' in what


def test_the_data_of_an_experiment_is_a_file_that_reads_the_same(experiment):
    text = (
        HEAD
        + """
[factors]
players = [1, 2]
[fixed]
rules.capital_limit = 5
[[lineup]]
strategies = ["random", "balanced"]
[[variant]]
name = "no horn"
blank = "horn"
[[variant]]
name = "both"
set = { rules.capital_start = 1 }
blank = ["artifacts.horn"]
[[target]]
low = 0.3
high = 0.7
"""
    )
    found = experiment(text, "mode=easy,hard", games="5")
    data = found.as_data()
    assert data["games"] == 5
    assert data["factors"] == {"players": [1, 2], "mode": ["easy", "hard"]}
    assert data["fixed"] == {"rules.capital_limit": 5}
    assert data["variant"] == [
        {"name": "no horn", "set": {}, "blank": ["horn"]},
        {"name": "both", "set": {"rules.capital_start": 1}, "blank": ["artifacts.horn"]},
    ]
    assert json.loads(json.dumps(data)) == data
    again = experiment(_as_toml(data))
    assert again.as_data() == data


def _as_toml(data):
    """Inline tables are the same in JSON but for the sign between key and value."""
    lines = [f"{key} = {_inline(value)}" for key, value in data.items()]
    return "\n".join(lines)


def _inline(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{k}" = {_inline(v)}' for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(entry) for entry in value) + "]"
    return json.dumps(value)


def test_without_a_seed_and_games_the_fixed_defaults_stand(experiment):
    found = experiment(HEAD)
    assert (found.seed, found.games) == (1, 20_000)


def test_options_win_over_the_file(experiment):
    found = experiment(toy.DEFAULT, "mode=hard", games="3", seed="11")
    assert (found.games, found.seed) == (3, 11)
    assert {axis.name: axis.levels for axis in found.axes} == {
        "players": (1, 2, 3),
        "mode": ("hard",),
    }


def test_the_way_to_stop_that_was_typed_replaces_the_one_of_the_file(experiment):
    assert experiment(toy.DEFAULT, keys={"until": "0.01"}).keys == {"until": 0.01}
    text = HEAD + "until = 0.02\ngames = 500\n"
    assert (experiment(text).keys, experiment(text).games) == ({"until": 0.02}, 500)
    assert (experiment(text, games="7").keys, experiment(text, games="7").games) == ({}, 7)


def test_a_run_that_stops_when_all_is_settled_has_a_most(experiment):
    """Games of a file are those of another way to stop; typed with it they are the most."""
    settled = {"until": "settled"}
    found = experiment(toy.DEFAULT, keys=settled)
    assert (found.keys, found.games) == (settled, 1_000_000)
    found = experiment(toy.DEFAULT, keys=settled, games="5000")
    assert (found.keys, found.games) == (settled, 5_000)
    assert found.typed[1:] == ("--until", "settled", "--games", "5000", "--seed", "7")
    text = HEAD + 'until = "settled"\ngames = 4000\n'
    assert (experiment(text).keys, experiment(text).games) == (settled, 4_000)
    assert experiment(text).as_data()["until"] == "settled"
    assert experiment(text, keys={"until": "0.01"}).keys == {"until": 0.01}


OLDER = """
precision = 0.02
max_games = 500
[target]
low = 0.3
high = 0.7
[[expect]]
name = "hard"
metric = "win_rate"
high = 0.5
"""
TODAY = """
until = 0.02
games = 500
[[target]]
low = 0.3
high = 0.7
[[target]]
why = "hard"
where = {}
high = 0.5
check = true
"""


def test_a_band_that_is_checked_is_told_by_itself_too(experiment):
    band = "[[target]]\nlow = 0.3\nhigh = 0.7\n"
    assert experiment(HEAD + band).expects == ()
    found = experiment(HEAD + band + "check = true\n")
    assert (found.target.low, found.target.high) == (0.3, 0.7)
    assert [(one.metric, one.low, one.check) for one in found.expects] == [("win_rate", 0.3, True)]
    (one,) = experiment(HEAD + band + "where = {}\n").expects
    assert not one.check


def test_older_spellings_are_read_as_those_of_today(experiment, refusals):
    assert experiment(HEAD + OLDER).as_data() == experiment(HEAD + TODAY).as_data()
    wrong = OLDER.replace("0.3", "0.8").replace("0.5", "500")
    assert list(refusals(HEAD + wrong)) == ["mine.toml:6:7", "mine.toml:11:8"]


F, X, V = "[factors]\n", "[fixed]\n", "[[variant]]\nname = 'x'\n"
LINEUP = "[[lineup]]\nstrategies = ['random']\n"
BAND = "[[target]]\nlow = 0.5\nhigh = 0.6\n"


@pytest.mark.parametrize(
    ("line", "where", "what"),
    [
        ("question = 3", "2:12", "must be text in quotes"),
        ("games = 0", "2:9", "at least 1 (found 0)"),
        ("games = true", "2:9", "whole number (found true)"),
        ("games = 2.0", "2:9", "whole number (found 2.0)"),
        ("games = 2_000_000_001", "2:9", "at most 2000000000"),
        ("seed = 9223372036854775808", "2:8", "at most 9223372036854775807"),
        ("until = 0.0001", "2:9", "at least 0.0005"),
        ("until = nan", "2:9", "finite number"),
        ("precision = 0.0001", "2:13", "at least 0.0005"),
        ('until = "settled"\nprecision = 0.01', "3:1", "unknown key `precision`"),
        ("max_games = 500", "2:1", "unknown key `max_games`"),
        ('until = "bored"', "2:9", "settled"),
        ("factors = 3", "2:11", "must be a table"),
        (F + "players = 3", "3:11", "must be a list of levels; a single value belongs in [fixed]"),
        (F + "players = []", "3:11", "at least one level"),
        (F + "players = [2, 2]", "3:15", "has the level 2 twice"),
        (F + "skill = [1, 1.0]", "3:13", "has the level 1.0 twice"),
        (F + "skill = ['club', 'club']", "3:18", 'has the level "club" twice'),
        (F + "open = [true, 1]", "3:15", "`open` cannot be 1"),
        (F + "rules.capital_limit = [6, 6.0]", "3:27", "must be a whole number"),
        (F + "players = [2]\n[fixed]\nplayers = 2", "5:1", "stands in [factors] too"),
        (X + 'mode = "easy"\n"strategy.x" = "random"', "4:1", "a seat is a number from 1"),
        (X + '"strategy.0" = "random"', "3:1", "a seat is a number from 1"),
        (X + '"strategy.²" = "random"', "3:1", "a seat is a number from 1"),
        (X + '"strategy.02" = "random"', "3:1", "a seat is a number from 1"),
        (X + f'"strategy.{"9" * 5000}" = "random"', "3:1", "a seat is a number from 1"),
        (X + '"mode.2" = "easy"', "3:1", "belongs to the whole table: write `mode`"),
        (X + "players = '2'", "3:11", 'cannot be "2"; write it without quotes (allowed: 1, 2, 3)'),
        (X + "players = true", "3:11", "`players` cannot be true"),
        (X + "open = 1", "3:8", "`open` cannot be 1 (allowed: true, false)"),
        (X + "party = 3", "3:9", 'must be "dealt" or names joined by +'),
        (X + "party = 'bard+bard'", "3:9", "`bard` is named twice"),
        (X + "skill = true", "3:9", "must be a number from 0 to 1"),
        (X + "skill = 'famly'", "3:9", '0 to 1, or family, club (found "famly"; did you mean `fam'),
        (X + "variant = 'x'", "3:1", "there is no factor or parameter `variant`"),
        (X + "capital_limit = 3", "3:1", "did you mean `rules.capital_limit`?"),
        ("[[lineup]]\nstrategies = []", "3:14", "must not be empty"),
        ("[[lineup]]\nname = 'x'", "2:3", "`strategies` is missing"),
        (LINEUP + LINEUP, "4:3", "the line-up `random` is there already"),
        (X + "strategy = 'random'\n" + LINEUP, "3:1", "both assign strategies to seats"),
        (V, "2:3", "changes nothing"),
        (V.replace("'x'", "'printed'") + "blank = 'horn'", "3:8", "is there already"),
        (V + "set = { mode = 'easy' }", "4:9", "is a factor; a variant changes"),
        (V + "blank = ['horn', 'hron']", "4:18", "did you mean `horn`?"),
        (
            F + "rules.capital_limit = [5, 6]\n" + V + "set = { rules.capital_limit = 7 }",
            "6:15",
            "is a factor of this experiment already",
        ),
        ("[[target]]\nlow = 0.5\nhigh = 0.5", "3:7", "must be below `high`"),
        ("[[target]]", "2:3", "needs `low`, `high` or both"),
        (BAND + BAND.replace("0.6", "0.7"), "5:3", "add `where` to this one"),
        (BAND + "metric = 'wins'", "5:10", "(allowed: win_rate, share,"),
    ],
)
def test_one_wrong_thing_is_refused_at_its_place(refusals, line, where, what):
    found = refusals(HEAD + line + "\n")
    assert list(found) == [f"mine.toml:{where}"]
    assert what in found[f"mine.toml:{where}"]


def test_a_file_of_no_game_is_refused(refusals):
    assert refusals("question = 'x'") == {"mine.toml:1:1": "`game` is missing"}
    (what,) = refusals('game = "toi"').values()
    assert what.startswith(
        "there is no game `toi`; did you mean `toy`? (games: toy); for a game of"
    )


def test_problems_of_the_other_options_are_told_together(shipped):
    wrong = [Problem("--jobs 0", "at least 1")]
    problems = problems_of(load, RunRequest("toy", seed="x"), wrong)
    assert [p.where for p in problems] == ["--jobs 0", "--seed x"]


def test_a_broken_file_does_not_hide_wrong_options(refusals):
    found = refusals("game = ", games="x")
    assert set(found) == {"mine.toml:1:7", "--games x"}


@pytest.mark.parametrize(
    ("target", "what"),
    [
        ("tyo", "did you mean `toy`?"),
        ("toy/defualt", "did you mean `default`?"),
        ("toyy/default", "did you mean `toy/default`?"),
        (None, "nothing to run was named"),
    ],
)
def test_a_target_that_is_not_there(shipped, target, what):
    assert what in problems_of(load, RunRequest(target))[0].what


def test_a_named_experiment_is_looked_for_in_the_pack_first(shipped, mine):
    folder = mine(default=toy.DEFAULT.replace("seed = 7", "seed = 8"))
    (shipped / "experiments" / "other.toml").write_text(toy.DEFAULT)
    own = str(folder)
    assert load(RunRequest("toy", own)).seed == 8
    assert load(RunRequest(None, own)).seed == 8
    assert load(RunRequest("toy/other", own)).seed == 7
    assert load(RunRequest("other", own)).seed == 7
    assert load(RunRequest("toy")).seed == 7


def test_the_pack_is_the_one_that_is_named(mine):
    folder = mine(rules=toy.RULES.replace("value = 6", "value = 8"))
    assert load(RunRequest("toy", str(folder))).pack.rule("capital_limit") == 8
    assert load(RunRequest("toy")).pack.rule("capital_limit") == 6


def test_the_games_of_target_file_and_pack_must_be_the_same(mine, monkeypatch, tmp_path):
    monkeypatch.setitem(catalogue.GAMES, "other", catalogue.GAMES["toy"])
    folder = str(mine())
    (problem,) = problems_of(load, RunRequest("other", folder))
    assert "belongs to the game `toy`, not to `other`" in problem.what
    path = tmp_path / "other.toml"
    path.write_text('game = "other"\n')
    (problem,) = problems_of(load, RunRequest(str(path), folder))
    assert problem.where.endswith("other.toml:1:8")
    assert problem.what == "this experiment is for `other`; the game to play is `toy`"


def test_a_broken_pack_and_wrong_options_are_told_together(mine):
    folder = mine(rules=toy.RULES.replace("value = 6", "value = 60"))
    problems = problems_of(load, RunRequest(None, str(folder), games="x"))
    assert [p.where.rpartition("/")[2] for p in problems] == [
        "rules.toml:4:9",
        "--games x",
    ]


def test_an_experiment_inside_a_pack_that_is_not_used_gets_a_note(mine):
    path = mine() / "experiments" / "default.toml"
    (note,) = load(RunRequest(str(path))).notes
    assert "add --pack" in note
    assert load(RunRequest(str(path), str(path.parent.parent))).notes == ()


def test_what_was_typed_makes_the_experiment_again(mine, experiment):
    found = load(RunRequest(None, str(mine()), seed="5", sets=["mode=hard", "players=1,2"]))
    assert found.typed == (
        "toy",
        "--pack",
        str(found.pack.folder),
        "--until",
        "settled",
        "--games",
        "50",
        "--seed",
        "5",
        "--set",
        "mode=hard",
        "--set",
        "players=1,2",
    )
    precise = experiment(toy.DEFAULT, keys={"until": "0.01"})
    assert precise.typed[1:] == ("--until", "0.01", "--games", "1000000", "--seed", "7")


def test_a_plain_experiment_varies_nothing_and_keeps_the_seed(shipped):
    found = load(RunRequest("toy", sets=["players=3"], plain=True))
    assert found.seed == 7
    assert [(axis.name, axis.levels) for axis in found.axes] == [("players", (3,))]


def test_a_plain_experiment_keeps_the_changed_game_and_no_level(experiment):
    text = (
        HEAD
        + """
[fixed]
horde = "hard"
rules.capital_limit = 8
"cards.heroes.druid.health" = 3
[factors]
players = [2, 3]
"""
    )
    found = experiment(text, plain=True)
    assert {axis.name: axis.levels for axis in found.axes} == {
        "rules.capital_limit": (8,),
        "cards.heroes.druid.health": (3,),
    }


def test_a_list_in_the_pack_is_one_value_and_lists_of_lists_are_levels(experiment):
    path = "cards.enemies.wolf.regions"
    (one,) = experiment(HEAD, f"{path}=[coast]").axes
    assert one.levels == (["coast"],)
    (two,) = experiment(HEAD, f"{path}=[[coast],[forest,coast]]").axes
    assert two.levels == (["coast"], ["forest", "coast"])
