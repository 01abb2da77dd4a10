"""Which of several changes did it: planted changes, the sum of shares, and what is refused."""

from itertools import combinations, permutations
from math import factorial

import pytest

from analysis.stats.verdicts import sure_size
from reports.comparison.apart import MOST_WORDS, sentence
from simulate.core.errors import InputError
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.search import attribution
from simulate.search.attribution import Attributing, changes_apart

EVERYBODY = ("players=3", "horde=medium", "strategy=quick", "party=sorcerer+druid+cleric")
HERO, FOE = "cards.heroes.{}.health", "cards.foes.{}.health"
RANGER, PALADIN = HERO.format("ranger"), HERO.format("paladin")  # who play in no game of these
DRUID, CLERIC, DRAGON = HERO.format("druid"), HERO.format("cleric"), FOE.format("dragon")


def apart(game, changes, *, sets, most=4_000, seed=1, precision=None):
    """What tells some changes of a shipped game apart."""
    made = [f"{path}={value}" for path, value in changes.items()]
    before, after = (
        build(load(RunRequest(game, sets=(*sets, *more), seed=str(seed)))) for more in ((), made)
    )
    return changes_apart(before, after, most=most, precision=precision)


def found(game, changes, *, jobs=1, **how):
    return Attributing(apart(game, changes, **how), jobs, quiet=True).play()


def paths(told):
    """What each change sets, in the order in which they are told."""
    return [next(iter(each.change.values)) for each in told.shares]


def value(weights, worth):
    """A contrast of known worths of sets of changes."""
    return sum(weight * worth[some] for some, weight in weights.items())


def worths(number, effects, pairs):
    """What every set is worth where each change has an effect, and pairs have one besides."""
    sets = [frozenset(s) for n in range(number + 1) for s in combinations(range(number), n)]
    both = {s: sum(pairs.get(pair, 0) for pair in combinations(sorted(s), 2)) for s in sets}
    return {some: sum(effects[at] for at in some) + both[some] for some in sets}


def shapley(number, at, worth):
    """By its definition: the mean of what a change adds in every order."""
    added = 0.0
    for order in permutations(range(number)):
        before = frozenset(order[: order.index(at)])
        added += worth[before | {at}] - worth[before]
    return added / factorial(number)


@pytest.mark.parametrize("number", range(2, 7))
def test_shares_sum_to_the_whole_and_are_shapleys_where_pairs_alone_do_not_add_up(number):
    effects = [0.1 * (-1) ** at * (at + 1) for at in range(number)]
    pairs = {(0, 1): 0.07, (0, number - 1): -0.05}
    worth = worths(number, effects, pairs)
    shares = [value(attribution._share(number, at), worth) for at in range(number)]
    assert sum(shares) == pytest.approx(value(attribution._whole(number), worth))
    assert shares == pytest.approx([shapley(number, at, worth) for at in range(number)])
    assert value(attribution._surplus(number), worth) == pytest.approx(sum(pairs.values()))


@pytest.mark.parametrize("three", [-0.3, 0.2])
def test_shares_of_three_are_shapleys_whatever_they_do_together(three):
    worth = worths(3, [0.1, 0.2, -0.1], {(0, 1): 0.05})
    worth[frozenset({0, 1, 2})] += three
    shares = [value(attribution._share(3, at), worth) for at in range(3)]
    assert shares == pytest.approx([shapley(3, at, worth) for at in range(3)])


@pytest.mark.parametrize("three", [-0.3, 0.2])
def test_shares_of_five_sum_to_the_whole_whatever_they_do_together(three):
    worth = worths(5, [0.1, 0.2, -0.1, 0.0, 0.03], {(0, 1): 0.05})
    worth = {some: each + three * ({0, 1, 2} <= some) for some, each in worth.items()}
    shares = [value(attribution._share(5, at), worth) for at in range(5)]
    assert sum(shares) == pytest.approx(value(attribution._whole(5), worth))


def test_every_set_is_played_once_and_pairs_besides():
    changes = {RANGER: 6, DRUID: 5, DRAGON: 12, CLERIC: 6}
    ready = apart("defenders", changes, sets=EVERYBODY)
    assert [len(some) for some in ready.main] == [1] * 4 + [3] * 4 + [4]
    assert len(ready.pairs) == 6 and len(ready.plan.cells) == 1 + 9 + 6
    assert ready.most_games == 10 * 4_000
    two = apart("defenders", {DRUID: 5, DRAGON: 12}, sets=EVERYBODY)
    assert [len(some) for some in two.main] == [1, 1, 2] and not two.pairs


def refused(changes, sets=EVERYBODY):
    with pytest.raises(InputError) as error:
        apart("defenders", changes, sets=sets)
    return "; ".join(f"{p.where}: {p.what}" for p in error.value.problems)


def test_one_change_and_more_than_eight_are_refused():
    assert "there is one change alone" in refused({DRUID: 5})
    pack = build(load(RunRequest("defenders/steps"))).pack
    heroes = [f"cards.heroes.{hero}.health" for hero in pack.sections["heroes"]]
    assert len(heroes) > 8
    text = refused({path: pack.value(path) + 1 for path in heroes[:9]})
    assert "9 cards and rules differ" in text and "at most 8" in text
    assert "compare in two steps" in text


def test_nine_values_of_eight_cards_go_by_card():
    pack = build(load(RunRequest("defenders/steps"))).pack
    heroes = [*pack.sections["heroes"]][:8]
    changes = {f"cards.heroes.{hero}.health": 6 for hero in heroes}
    changes = {path: pack.value(path) + 1 for path in changes}
    more = next(p for p in pack.paths() if p.startswith(f"cards.heroes.{heroes[0]}.abilities")
                and type(pack.value(p)) is int)  # fmt: skip
    ready = apart("defenders", changes | {more: pack.value(more) + 1}, sets=EVERYBODY)
    assert len(ready.changes) == 8
    assert ready.changes[0].name.endswith("(2 values)")


def test_two_processes_find_what_one_does_and_a_bystander_does_nothing():
    changes = {RANGER: 6, DRUID: 6}
    one, two = (found("defenders", changes, sets=EVERYBODY, most=500, jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert paths(one)[0] == DRUID
    assert one.shares[1].share.value == pytest.approx(0, abs=1e-9)
    assert one.surplus.value == pytest.approx(0, abs=1e-9) and not one.pairs
    assert sum(each.share.value for each in one.shares) == pytest.approx(one.whole.value)
    assert len(sentence(one).split()) <= MOST_WORDS


PARTY = ("players=3", "horde=medium", "strategy=guardian", "party=sorcerer+druid+cleric")
DUNGEON = ("heroes=3", "strategy=quick", "party=ethairna+lanon+gerrund")
DUEL = ("players=2", "mode=competitive", "strategy=quick")
KINGS = ("players=3", "strategy=quick")
CAPITAL, BOSS, MAGIC = "rules.capital_limit", "rules.boss_health", "rules.end_magic"
GROK, MOONBLADE = "cards.heroes.grok.health", "cards.heroes.moonblade.health"
MOVES, HEALTH = "cards.units.gamelyn.movement", "cards.units.gamelyn.health"
DWARVES = "cards.factions.dwarves.abilities.level_2.effects.0.amount"
FOOD, PEAK, TRINKETS = "rules.retreat_food", "rules.peak_cost", "rules.trinket_limit"
ONE, HALF, MASK, NONE = "one does all", "two do half each", "one masks another", "none"
# What is planted, in which game, all changes, those that do it.
PLANTS = [
    (ONE, "defenders", PARTY, {RANGER: 6, DRAGON: 11, DRUID: 6}, [DRUID]),
    (ONE, "defenders", PARTY, {RANGER: 6, DRAGON: 30, PALADIN: 7}, [DRAGON]),
    (ONE, "defenders", EVERYBODY, {RANGER: 7, PALADIN: 7, DRAGON: 11, DRUID: 7}, [DRUID]),
    (HALF, "defenders", PARTY, {RANGER: 6, DRUID: 6, CLERIC: 7}, [DRUID, CLERIC]),
    (MASK, "defenders", PARTY, {RANGER: 6, DRUID: 6, CAPITAL: 1}, [CAPITAL, DRUID]),
    (NONE, "defenders", PARTY, {RANGER: 6, PALADIN: 7}, []),
    (ONE, "dungeons", DUNGEON, {GROK: 9, TRINKETS: 3, BOSS: 12}, [BOSS]),
    (NONE, "dungeons", DUNGEON, {GROK: 9, MOONBLADE: 9}, []),
    (ONE, "kingdoms", KINGS, {FOOD: 2, DWARVES: 3, MAGIC: 4}, [MAGIC]),
    (ONE, "ultra_kingdoms", KINGS, {FOOD: 2, MAGIC: 4}, [MAGIC]),
    (ONE, "tactics", DUEL, {PEAK: 2, MOVES: 8}, [MOVES]),
    (HALF, "tactics", DUEL, {PEAK: 2, MOVES: 6, HEALTH: 12}, [HEALTH, MOVES]),
]


def is_right(kind, told, planted):
    """Whether what is told is what was planted."""
    whole, parts = told.whole.value, [each.share.value for each in told.shares]
    if kind == NONE:
        return not sure_size(told.whole) and not any(sure_size(c.alone) for c in told.shares)
    if kind == ONE:
        return paths(told)[0] == planted[0] and bool(sure_size(told.lead))
    if kind == HALF:
        halves = all(0.3 <= part / whole <= 0.7 for part in parts[:2])
        return {*paths(told)[:2]} == {*planted} and halves
    first = {path for change in told.pairs[0].changes for path in change.values}
    return paths(told)[0] == planted[0] and bool(sure_size(told.surplus)) and first == {*planted}


@pytest.mark.long
@pytest.mark.parametrize("kind, game, sets, changes, planted", PLANTS)
def test_what_was_planted_is_told(kind, game, sets, changes, planted):
    told = found(game, changes, sets=sets, most=2_000)
    assert is_right(kind, told, planted), sentence(told)
    assert sum(each.share.value for each in told.shares) == pytest.approx(
        told.whole.value, abs=1e-9
    )
    assert len(sentence(told).split()) <= MOST_WORDS
