"""The smallest edit that does it is what is told: its size, and that nothing hides it."""

from dataclasses import replace

import pytest

from analysis.rates.variants import VariantChange
from analysis.stats.intervals import Estimate, rate
from analysis.stats.verdicts import MORE, ON_TARGET, Band, of_rate
from simulate.experiment import RunRequest, load
from simulate.pack import catalogue
from simulate.pack.edit.steps import ValueStep, numbers, stepped
from simulate.pack.edit.widths import UNBOUNDED, width
from simulate.search.advise import Advice
from simulate.search.aim.goals import Goal, GoalChange
from simulate.search.aim.sums import WON
from simulate.search.candidate import Candidate, Sought
from simulate.search.confirmation.confirm import Confirmed
from simulate.search.confirmation.prune_edits import parts, pruned
from simulate.search.space.search_space import Bound
from simulate.search.trial import Tried
from simulate.search.tune import Tuning
from tests.search.invented import Invented

BAND = Band(0.6, 0.7)
LIMIT, HEALTH = "rules.capital_limit", "cards.heroes.ranger.health"


@pytest.fixture(scope="module")
def experiment():
    return load(RunRequest("defenders/steps", band="0.6-0.7"), [])


def place(share, games=4_000):
    before, after = rate(int(0.5 * games), games), rate(int(share * games), games)
    effect = Estimate(share - 0.5, share - 0.52, share - 0.48, 0.01)
    goal = Goal({"players": 3}, WON, 0, "", (0, 1), BAND)
    return GoalChange(goal, before, after, effect, of_rate(after, BAND))


def step(path, before, size):
    return stepped(path, before, size, 10)


def sought(share, *steps, games=4_000):
    name = " and ".join(f"{s.path} {s.after}" for s in steps)
    return Sought(Candidate(steps), Tried(name, (), (), (), None, games), (place(share, games),))


# The size of an edit


def test_an_edit_is_measured_by_its_range_and_never_by_its_value():
    actions, flags = ValueStep("a", 3, 1, -2, 20), ValueStep("b", 1, 2, 1, 2)
    assert Candidate((actions,)).edit < Candidate((flags,)).edit
    same = [replace(flags, before=value, after=value + 1).part for value in (0, 1, 100)]
    assert same == [0.5] * 3
    assert Candidate((flags,)).edit < Candidate((actions, actions)).edit  # fewer numbers first


def test_a_switch_goes_all_of_its_way():
    assert ValueStep("rules.x", True, False).part == 1.0


@pytest.mark.parametrize("game", catalogue.names())
def test_every_number_has_a_width(game):
    """Of its range where one is written, else of what the pack takes: both ends are taken."""
    pack = load(RunRequest(f"{game}/steps"), []).pack
    ranges = pack.ranges()
    for path, span in ranges.items():
        assert width(pack, path) == max(1, span.high - span.low)
    bound = [path for path in numbers(pack) if path not in ranges]
    for path in bound[::10]:
        beyond = pack.value(path) + width(pack, path) + 1
        assert width(pack, path) == UNBOUNDED or pack.try_resolve({path: beyond})[0] is None


# Advice


def best(experiment, *all_):
    advice = Advice(experiment, 1)
    advice.outcomes = {one.tried.name: one for one in all_}
    advice.base = (place(0.5).without,)
    return [one.tried.name for one in advice._best()]


def test_a_larger_step_stays_where_the_smaller_hardly_hits(experiment):
    hardly, middle = sought(0.606, step(LIMIT, 6, 1)), sought(0.653, step(LIMIT, 6, 2))
    assert hardly.places[0].verdict == MORE and middle.places[0].verdict == ON_TARGET
    pair = sought(0.65, step(HEALTH, 3, 1), step(LIMIT, 6, 2))
    assert best(experiment, pair, middle, hardly) == [hardly.tried.name, middle.tried.name]


def test_a_larger_step_goes_where_the_smaller_is_inside_for_certain(experiment):
    sure, more = sought(0.65, step(LIMIT, 6, 1)), sought(0.66, step(LIMIT, 6, 2))
    other = sought(0.65, step(HEALTH, 3, 1))
    assert best(experiment, more, sure, other) == [other.tried.name, sure.tried.name]


def test_a_single_step_that_luck_may_have_put_outside_is_played_once_more(experiment):
    near, far = sought(0.708, step(HEALTH, 3, 1)), sought(0.74, step("rules.x", 3, 1))
    pair = sought(0.65, step(LIMIT, 6, 1), step(LIMIT + "2", 6, 1))
    assert best(experiment, near, far, pair) == [pair.tried.name, near.tried.name]


def test_at_most_six_are_played_once_more(experiment):
    hits = [sought(0.65, step(f"rules.n{n}", 6, 1)) for n in range(9)]
    near = [sought(0.708, step(f"rules.m{n}", 6, 1)) for n in range(9)]
    found = best(experiment, *hits, *near)
    assert len(found) == 6 and found[4:] == [one.tried.name for one in near[:2]]


# Edits that fresh luck shows needless


def confirmed(name, share, *changes, games=10_000):
    given = tuple(VariantChange(path, 0, 1) for path in changes)
    stands = (place(share, games),)
    edit = (len(changes), 0.1 * len(changes))
    return Confirmed(name, given, stands, (), (), (), edit, every=stands)


def test_a_set_is_not_told_where_a_part_of_it_lands_as_well():
    pair, one, other = (confirmed("ab", 0.65, "a", "b"), confirmed("a", 0.64, "a"),
                        confirmed("b", 0.5, "b"))  # fmt: skip
    assert pruned([pair, one, other], ["a", "b"]) == [one]
    assert pruned([pair, other], ["b"]) == [pair]
    assert pruned([pair, one, other], []) == [one, other]


def test_a_part_of_a_part_is_found_as_well():
    whole = confirmed("abc", 0.65, "a", "b", "c")
    pair, one = confirmed("ab", 0.65, "a", "b"), confirmed("a", 0.65, "a")
    assert pruned([whole, pair, one], ["ab", "a"]) == [one]


def test_a_part_that_is_less_sure_does_not_do_as_well():
    pair, one = confirmed("ab", 0.65, "a", "b"), confirmed("a", 0.602, "a")
    assert one.places[0].verdict == MORE and pruned([pair, one], ["a"]) == [pair]


def test_each_set_is_played_without_each_of_its_edits_unless_that_is_known_not_to_do(experiment):
    one, two, three = step(LIMIT, 6, 1), step(HEALTH, 3, 1), step("rules.region_limit", 3, 1)
    found = [sought(0.65, one, two), sought(0.65, one), sought(0.65, one, two, three)]
    played = parts(found, lambda part, left: part.steps == (three, one), experiment.pack)
    steps = [part.steps for part in played.values()]
    assert steps == [(two,), (two, three), (one, three)]
    assert len(set(played)) == 3 and all("->" in name for name in played)


# Sets of edits


def test_of_sets_that_do_it_the_smallest_edit_is_told_and_not_the_one_in_the_middle():
    """A step of one number, or six of another that come nearer to the middle of the band."""
    worth = {"rules.small": (-0.85,), "rules.big": (-0.17,)}
    for seed in range(5):
        invented = Invented((1.0,), worth, Band(0.40, 0.56), seed)
        tuning = Tuning(invented, [Bound(path, 5, (-1, 1, 2, 3, 4, 5, 6), 12) for path in worth],
                        budget=60_000)  # fmt: skip
        found = [{s.path: s.size for s in one.candidate.steps} for one in tuning.search()]
        assert found[0] == {"rules.small": 1}, seed
