"""Two made-up runs beside each other: what was put into the second is found, and no more."""

from dataclasses import replace
from statistics import NormalDist

import polars as pl
import pytest

from analysis.conclusions.one_answer import compare, one_answer
from analysis.data.joined import join
from analysis.stats import verdicts
from analysis.stats.intervals import effect
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import PRINTED, Recipe
from tests.analysis.made_up_contest import Contest

pytestmark = pytest.mark.long

BEFORE = Recipe(games=4_000, players=(2, 3), tides=("calm", "rough"))
RACE = Contest(games=6_000, players=(3,))


def compared(before, after, kind=made_up):
    return compare(join(kind.in_memory(before), kind.in_memory(after)))


def rates(run, **where):
    """Win rate and games of the cell with these levels, counted by hand."""
    cell = next(c["number"] for c in run.manifest["cells"] if where.items() <= c["levels"].items())
    won = run.games().filter(pl.col("cell") == cell).collect()["won"]
    return won.mean(), won.len()


def first_games(run, count):
    """The same run, stopped earlier."""
    tables = tuple(rows.filter(pl.col("replicate") < count) for rows in run.tables)
    return replace(run, tables=tables)


def test_settings_are_paired_by_their_levels_whatever_their_numbers():
    after = replace(BEFORE, players=(3, 4), tides=("rough", "wild"), level=1.3)
    before, second = made_up.in_memory(BEFORE), made_up.in_memory(after)
    joined = join(before, second)
    assert [(a["levels"], b["levels"]) for a, b in joined.twins] == [
        ({"players": 3, "tide": "rough"},) * 2
    ]
    assert [len(cells) for cells in joined.alone] == [3, 3]
    (found,) = compare(joined).settings
    for run, rate in ((before, found.before), (second, found.after)):
        assert (rate.value, rate.games) == rates(run, players=3, tide="rough")
    assert found.paired.effect.value == pytest.approx(found.after.value - found.before.value)


def test_a_factor_that_one_run_holds_at_one_level_is_found_there():
    after = replace(BEFORE, players=(3,))
    joined = join(made_up.in_memory(BEFORE), made_up.in_memory(after))
    assert [a["levels"]["players"] for a, _ in joined.twins] == [3, 3]
    assert [len(cells) for cells in joined.alone] == [2, 0]


def test_a_number_that_one_run_sweeps_is_found_in_the_pack_of_the_other():
    swept = replace(BEFORE, swept="rules.lamp_oil", values=(PRINTED, PRINTED + 1), each=0.5)
    plain, wider = made_up.in_memory(BEFORE), made_up.in_memory(swept)
    for joined in (join(plain, wider), join(wider, plain)):
        assert len(joined.twins) == len(plain.manifest["cells"])
        sides = [{cell["levels"].get("rules.lamp_oil", PRINTED) for cell in side}
                 for side in zip(*joined.twins, strict=True)]  # fmt: skip
        assert sides == [{PRINTED}, {PRINTED}]


def test_what_a_run_varies_besides_is_left_out():
    varied = made_up.in_memory(replace(BEFORE, variants={"rope": -3.0}))
    found = compare(join(varied, made_up.in_memory(BEFORE)))
    assert found.games == (16_000, 16_000)
    told = rates(varied, players=2, tide="calm", variant="printed")
    assert (found.settings[0].before.value, found.settings[0].before.games) == told


def test_a_change_is_found_and_shared_luck_makes_it_surer():
    found = compared(BEFORE, replace(BEFORE, level=1.3))
    assert found.same_luck and len(found.settings) == 4
    for setting in found.settings:
        assert setting.verdict in (verdicts.BIG, verdicts.OPEN)
        assert setting.paired.effect.low > 0
        assert setting.paired.saving > 1.3
    mean = sum(s.paired.effect.value for s in found.settings) / 4
    assert found.whole.effect.value == pytest.approx(mean)
    apart = compared(BEFORE, replace(BEFORE, level=1.3, seed=12))
    assert not apart.same_luck
    assert apart.whole.effect.half > 1.2 * found.whole.effect.half


def told(found):
    """Whether anything at all is called an effect."""
    shares = (*found.options, *found.dealt, *found.seats)
    rows = (*found.settings, *found.own, *found.brings, *shares, *found.endings)
    verdicts_ = [found.verdict, *(row.verdict for row in rows)]
    return any(v in verdicts.SHOWN for v in verdicts_) or any(m.sure for m in found.means)


def test_the_question_is_told_at_four_of_a_hundred_and_opens_the_rest():
    """p, or q within the table, of who wins, and of how the games end."""
    made = compared(BEFORE, replace(BEFORE, level=1.3))
    reach = NormalDist().inv_cdf

    def judged(p, q):
        se = made.whole.effect.value / reach(1 - p / 2)
        whole = replace(made.whole, effect=effect(made.whole.effect.value, se**2))
        rows = dict.fromkeys(("settings", "brings", "means"), ())
        ends = tuple(replace(e, effect=effect(0.1, 0.01**2), q=q) for e in made.endings)
        found = one_answer(replace(made, whole=whole, endings=ends, **rows))
        return found.verdict in verdicts.SHOWN, found.endings[0].verdict in verdicts.SHOWN

    assert judged(0.039, 0.04) == (True, True)
    assert judged(0.041, 0.04) == (False, False)
    assert judged(0.30, 0.009) == (False, True)


@pytest.mark.long
def test_a_change_that_does_nothing_is_told_as_nothing_in_95_of_100():
    """Heroes, reasons, lengths and settings that all go their own ways."""
    few = replace(BEFORE, games=300)
    alarms = sum(
        told(compared(replace(few, seed=seed), replace(few, seed=seed + 5_000)))
        for seed in range(200)
    )
    assert alarms <= 10


def test_the_same_games_differ_in_nothing():
    found = compared(BEFORE, BEFORE)
    assert found.differs == ()
    assert {s.verdict for s in found.settings} == {verdicts.SAME}
    assert {e.effect.value for e in found.endings} == {0.0}
    assert {(m.change.value, m.q) for m in found.brings} == {(0.0, 1.0)}
    assert {(m.effect.value, m.sure) for m in found.means} == {(0.0, False)}


@pytest.mark.parametrize("longer_first", [False, True])
def test_a_longer_run_of_the_same_seed_is_the_same_game(longer_first):
    """Games that only one of them has are no difference."""
    longer = made_up.in_memory(BEFORE)
    runs = [longer, first_games(longer, 3_000)]
    found = compare(join(*(runs if longer_first else reversed(runs))))
    assert found.verdict == verdicts.SAME and set(found.games) == {4 * 3_000}
    for setting in found.settings:
        assert setting.before == setting.after and setting.paired.effect.half == 0.0
        assert setting.verdict == verdicts.SAME and setting.was == setting.now
    assert {(m.before == m.after, m.sure) for m in found.means} == {(True, False)}
    longer = made_up_contest.in_memory(RACE)
    crews = compare(join(longer, first_games(longer, 2_000)))
    assert {s.verdict for _, shifts in crews.shares for s in shifts} == {verdicts.SAME}
    assert all(s.before == s.after for _, shifts in crews.shares for s in shifts)


def test_runs_of_unlike_length_bring_all_their_games():
    found = compared(BEFORE, replace(BEFORE, games=900))
    assert found.games == (16_000, 3_600)
    assert {(s.before.games, s.after.games) for s in found.settings} == {(4_000, 900)}


def test_settings_that_a_run_did_not_come_to_are_left_out():
    cut = replace(BEFORE, status="partial", per_cell={2: 500, 3: 0})
    found = compared(cut, replace(BEFORE, level=1.3))
    assert len(found.settings) == 3
    assert [s.before.games for s in found.settings] == [4_000, 4_000, 500]
    mean = sum(s.paired.effect.value for s in found.settings) / 3
    assert found.whole.effect.value == pytest.approx(mean)
    none = compared(replace(cut, per_cell=dict.fromkeys(range(4), 0)), BEFORE)
    assert none.settings == none.endings == none.means == () and none.whole is None


def test_endings_and_lengths_are_means_over_the_settings():
    before, after = made_up.in_memory(BEFORE), made_up.in_memory(replace(BEFORE, level=1.3))
    found = compare(join(before, after))
    for run, side in ((before, "before"), (after, "after")):
        games = run.games().collect()
        flooded = games.group_by("cell").agg((pl.col("end_reason") == "flooded").mean())
        ending = next(e for e in found.endings if e.reason == "flooded")
        assert getattr(ending, side) == pytest.approx(flooded["end_reason"].mean())
        rounds = games.group_by("cell").agg(pl.col("rounds").mean())["rounds"].mean()
        length = next(m for m in found.means if m.column == "rounds")
        assert getattr(length, side) == pytest.approx(rounds)
    tables = [run.games().collect() for run in (before, after)]
    moved = tables[0].join(tables[1], on=["cell", "replicate"], suffix="_after")
    each = moved.group_by("replicate").agg((pl.col("rounds_after") - pl.col("rounds")).sum() / 4)
    assert length.effect.se == pytest.approx(each["rounds_after"].std() / 4_000**0.5, rel=0.01)


def test_a_handful_of_games_leaves_every_interval_a_width_and_within_the_possible():
    found = compared(replace(BEFORE, games=3), replace(BEFORE, games=3, level=3.0))
    effects = [s.paired.effect for s in found.settings] + [e.effect for e in found.endings]
    for each in effects:
        assert -1 <= each.low < each.high <= 1
    assert all(m.effect.low < m.effect.high for m in found.means)


def test_what_differs_is_named_by_its_path():
    before, after = made_up.in_memory(BEFORE), made_up.in_memory(BEFORE)
    pack = after.manifest["pack"]
    pack["rules"]["rules.lamp_oil"]["value"] = 6
    cells = [cell | {"blanks": ["tools.rope"]} for cell in after.manifest["cells"]]
    cells = [c | {"setting": c["setting"] | {"sides": "all north"}} for c in cells]
    after.manifest.update(pack=pack, cells=cells, seed=12, source_hash="another")
    found = compare(join(before, after))
    assert {(d.path, d.before, d.after) for d in found.differs} == {
        ("rules.lamp_oil", 4, 6),
        ("sides", "random", "all north"),
        ("tools.rope (blank)", None, True),
    }
    assert not found.same_luck and not found.same_rules


def test_where_seats_compete_each_share_is_compared():
    before = made_up_contest.in_memory(RACE)
    after = made_up_contest.in_memory(replace(RACE, crews={"egret": 0.5}))
    found = compare(join(before, after))
    assert found.settings == () and found.whole is None
    moved = {shift.option: shift for shift in found.options}
    assert moved["The Egrets"].effect.low > 0 and moved["The Egrets"].verdict == verdicts.BIG
    assert all(s.effect.value < 0 for name, s in moved.items() if name != "The Egrets")
    for run, share in ((before, moved["The Egrets"].before), (after, moved["The Egrets"].after)):
        crew = run.seats().filter(pl.col("crew") == "egret").collect()
        assert share == pytest.approx(crew["win_share"].mean())
    assert {shift.option for shift in found.seats} == {"Seat 1", "Seat 2", "Seat 3"}
