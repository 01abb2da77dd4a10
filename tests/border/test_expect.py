"""[[target]]: what results should be is checked before anything is played."""

import json
from dataclasses import replace

import pytest

from simulate.core.game.facts import Column
from simulate.experiment import schema
from simulate.experiment.expected.expect import REACH
from simulate.pack import catalogue
from tests.border import toy
from tests.refusals import problems_of

HEAD = """\
game = "toy"
[factors]
players = [1, 2, 3]
mode = ["easy", "hard"]
rules.capital_limit = [6, 7]
[[variant]]
name = "no horn"
blank = "artifacts.horn"
"""


def expect(**entries):
    lines = [f"{key} = {value}" for key, value in entries.items()]
    return "\n".join([HEAD, "[[target]]", *lines, ""])


def told(read, text, *sets):
    """(line of the file, words) of every problem."""
    return [(problem.source, problem.what) for problem in problems_of(read, text, *sets)]


@pytest.fixture
def against(monkeypatch):
    """The toy as a game in which players compete."""
    columns = tuple(
        Column(name, "str", role, "", family=family)
        for name, role, family in (
            ("hero", "option", "hero"), ("card", "dealt", "cards"), ("strategy", "strategy", "")
        )
    )  # fmt: skip
    facts = replace(toy.FACTS, cooperative=False, seats_columns=columns)
    monkeypatch.setattr(catalogue, "facts", lambda game: facts)


def cells(plan):
    return [entry["cells"] for entry in plan.manifest()["expect"]]


def levels(plan):
    return [dict(plan.cells[number].levels) for number in cells(plan)[0]]


def test_an_expectation_is_of_every_setting_that_it_fits(plan):
    found = plan(expect(metric='"win_rate"', where='{ mode = "hard", players = 2 }', low=0.4))
    both = [{"players": 2, "mode": "hard", "rules.capital_limit": n} for n in (6, 7)]
    assert levels(found) == [level | {"variant": "printed"} for level in both]
    found = plan(expect(metric='"win_rate"', high=0.4))
    assert len(cells(found)[0]) == 12
    assert {level["variant"] for level in levels(found)} == {"printed"}


@pytest.mark.parametrize(
    "where, number",
    [
        ("{ rules.capital_limit = 7, players = 3 }", 2),
        ('{ "rules.capital_limit" = 7, mode = "easy" }', 3),
        ("{ rules.capital_start = 0, players = 1 }", 4),  # what nothing varies
        ('{ layout = "random", open = true, players = 1 }', 4),
        ('{ strategy = "balanced", players = 1 }', 4),
        ('{ "strategy.2" = "balanced" }', 8),  # which a table of one does not have
        ('{ variant = "no horn", players = 1 }', 4),
    ],
)
def test_settings_are_found_by_factor_number_seat_and_change(plan, where, number):
    found = plan(expect(metric='"win_rate"', where=where, low=0.4))
    assert len(cells(found)[0]) == number


def test_an_effect_is_of_every_change_and_never_of_the_game_as_it_is(plan):
    found = plan(expect(metric='"effect"', where="{ players = 1 }", high=0))
    assert [level["variant"] for level in levels(found)] == ["no horn"] * 4


def test_everything_wrong_is_told_at_once_at_its_place(experiment):
    text = HEAD + (
        "[[target]]\n"
        'metric = "win_rate"\n'
        'where = { player = 3, mode = "herd", rules.capital_limit = 8 }\n'
        "low = 0.6\n"
        "high = 0.4\n"
        "[[target]]\n"
        'metric = "end"\n'
        "high = 400\n"
        "[[target]]\n"
        'metric = "share"\n'
        'where = { variant = "no hrn" }\n'
    )
    assert [what for _, what in told(experiment, text)] == [
        "`low` must be below `high` (found 0.6 and 0.4)",
        "there is no `player`; did you mean `players`? (win_rate knows: variant, players, mode, "
        "layout, open, party, strategy, skill)",
        '`mode` cannot be "herd"; did you mean `hard`? (allowed: easy, hard)',
        "`rules.capital_limit` is never 8 in this experiment (played: 6, 7)",
        "`high` of end is 0 to 1 (found 400.0)",
        "end needs `reason` in `where`",
        '`metric` = "share" is for competitive games; here players win together: use `win_rate`',
        "a target needs `low`, `high` or both",
        "`variant` goes with win_rate and effect; share is told of the game as it is",
        "share needs one of `seat`, `strategy` in `where`",
    ]


def test_a_problem_has_its_line_and_place(experiment):
    text = expect(metric='"win_rate"', where='{ mode = "herd" }', low=0.5)
    (problem,) = problems_of(experiment, text)
    assert problem.where.endswith("mine.toml:12:18")
    assert problem.source[problem.caret - 1 :].startswith('"herd"')


@pytest.mark.parametrize(
    "where, what",
    [
        ('{ hero = "drud" }', "`hero` cannot be \"drud\"; did you mean `druid`? "
         "(allowed: paladin, druid, bard)"),
        ("{ seat = 0 }", "`seat` must be a whole number from 1 (found 0)"),
        ('{ strategy = "blanced" }', "`strategy` cannot be \"blanced\"; did you mean `balanced`? "
         "(allowed: balanced, random, expert)"),
        ("{}", "share needs one of `card`, `hero`, `seat`, `strategy` in `where`"),
        ('{ seat = 1, hero = "bard" }',
         "share needs one of `card`, `hero`, `seat`, `strategy` in `where`"),
        ('{ seat = 1, reason = "saved" }', "`reason` goes with end, not with share"),
    ],
)  # fmt: skip
def test_a_share_is_one_of_something_that_there_is(experiment, against, where, what):
    assert [w for _, w in told(experiment, expect(metric='"share"', where=where, low=0.1))] == [
        what
    ]


@pytest.fixture
def ranked(monkeypatch, against):
    """The same, in which seats end in an order."""
    facts = catalogue.facts("toy")
    ranked = (*facts.seats_columns, Column("rank", "float64", "rank", ""))
    monkeypatch.setattr(catalogue, "facts", lambda game: replace(facts, seats_columns=ranked))


@pytest.mark.parametrize(
    "where, what",
    [
        ('{ a = "drud", b = "bard" }', "`a` cannot be \"drud\"; did you mean `druid`? "
         "(allowed: paladin, druid, bard)"),
        ('{ a = "Bard" }', "matchup needs both `a` and `b` in `where`: how often `a` ends ahead"),
        ("{}", "matchup needs both `a` and `b` in `where`: how often `a` ends ahead"),
        ('{ a = "Bard", b = "bard" }', "`a` and `b` are both \"bard\": matchup is of two"),
        ('{ a = "bard", b = "druid", seat = 1 }',
         "`seat` goes with share, over_fair_share, effect, not with matchup"),
        ('{ a = "bard", b = "druid", variant = "no horn" }',
         "`variant` goes with win_rate and effect; matchup is told of the game as it is"),
    ],
)  # fmt: skip
def test_a_matchup_is_of_two_that_there_are(experiment, ranked, where, what):
    found = told(experiment, expect(metric='"matchup"', where=where, low=0.4))
    assert [w for _, w in found] == [what]


def test_a_matchup_is_of_two_by_id_or_printed_name_in_every_setting(plan, ranked):
    where = '{ a = "Druid", b = "bard", players = [2, 3] }'
    found = plan(expect(metric='"matchup"', where=where, low="45", high="55"))
    (entry,) = found.manifest()["expect"]
    assert (entry["of"], entry["low"], entry["high"]) == ({"a": "druid", "b": "bard"}, 0.45, 0.55)
    assert {level["players"] for level in levels(found)} == {2, 3}


def test_a_matchup_is_a_share_of_games_in_which_players_compete(experiment, ranked):
    where = '{ a = "druid", b = "bard" }'
    found = told(experiment, expect(metric='"matchup"', where=where, low=-0.1, high=0.4))
    assert [what for _, what in found] == ["`low` of matchup is 0 to 1 (found -0.1)"]


def test_a_matchup_needs_things_places_and_rivals(experiment, monkeypatch, against):
    asked = expect(metric='"matchup"', where='{ a = "druid", b = "bard" }', low=0.4)
    ((_, no_places),) = told(experiment, asked)
    assert no_places.endswith("ahead of whom; this game tells no places: use `share`")
    bare = replace(catalogue.facts("toy"), seats_columns=())
    monkeypatch.setattr(catalogue, "facts", lambda game: bare)
    assert "of two things that seats hold; in this game they hold none" in str(
        told(experiment, asked)
    )
    monkeypatch.setattr(catalogue, "facts", lambda game: toy.FACTS)
    assert "is for competitive games" in str(told(experiment, asked))


def test_an_option_may_be_called_by_its_printed_name(plan, against):
    for name in ("druid", "Druid"):
        found = plan(expect(metric='"over_fair_share"', where=f'{{ hero = "{name}" }}', high=0.1))
        (entry,) = found.manifest()["expect"]
        assert entry["of"] == {"hero": "druid"}


def test_who_competes_has_no_win_rate(experiment, against):
    ((_, what),) = told(experiment, expect(metric='"win_rate"', low=0.4))
    assert what.endswith("is for cooperative games; here players compete: use `share`")


def test_what_set_takes_out_of_play_is_left_out_and_told(experiment):
    text = expect(metric='"win_rate"', where="{ players = 3 }", low=0.4)
    text += '[[target]]\nmetric = "effect"\nhigh = 0.1\n'
    found = experiment(text, "players=1,2")
    assert [one.metric for one in found.expects] == ["effect"]
    assert found.notes == ("note: 1 target is left out, of settings that --set takes out of play",)
    assert [one.metric for one in experiment(text, "variant=no horn").expects] == ["win_rate"]


def test_settings_that_no_rule_knows_together_are_no_place(plan):
    text = HEAD.replace('"hard"]', '"hard"]\nlayout = ["random", "fixed"]')
    where = '{ mode = "hard", layout = "fixed" }'
    text += f'[[target]]\nmetric = "win_rate"\nwhere = {where}\nlow = 0.5\n'
    ((source, what),) = told(plan, text)
    assert (source, what) == (
        f"where = {where}",
        "no setting that is played here matches: no cell has all of these levels",
    )


def test_without_changes_there_is_no_effect(experiment):
    text = 'game = "toy"\n[[target]]\nmetric = "effect"\nlow = 0\n'
    ((_, what),) = told(experiment, text)
    assert (
        what == '`metric` = "effect" is the effect of a variant; this experiment has no [[variant]]'
    )


def test_two_expectations_of_one_name_are_refused(experiment):
    one = '[[target]]\nwhy = "easy"\nmetric = "win_rate"\nlow = 0.5\n'
    ((_, what),) = told(experiment, HEAD + one + one)
    assert what == "the target `easy` is there already; each needs a `why` of its own"


def test_expectations_are_part_of_the_data_and_of_the_schema(experiment):
    found = experiment(expect(metric='"end"', where='{ reason = "saved" }', low=0.4, why='"s"'))
    data = found.as_data()["expect"]
    assert data == [
        {"metric": "end", "where": {"reason": "saved"}, "low": 0.4, "name": "s", "check": False},
    ]
    assert json.loads(json.dumps(data)) == data
    metrics = schema()["$defs"]["TargetTable"]["properties"]["metric"]["enum"]
    assert metrics == [*REACH]
