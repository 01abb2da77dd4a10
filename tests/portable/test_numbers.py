"""Numbers that may be turned: what Python lays down of each, and which go together."""

from itertools import combinations, product

import pytest

from simulate.pack import catalogue, load
from simulate.pack.edit import steps
from simulate.portable.numbers import LaidGame
from tests.every_game.adapters import adapter

LEVELS = {"players": 3, "horde": "medium", "strategy": "balanced"}


@pytest.fixture(scope="module")
def here():
    told = adapter("defenders")
    return LaidGame(load("defenders"), told.setting(LEVELS))


def laid_down(here, *patches):
    """The bytes of TABLES with patches laid on them."""
    tables = bytearray(here.match.tables.tobytes())
    for patch in patches:
        for _, place, byte in patch:
            tables[place] = byte
    return bytes(tables)


def made(here, changes):
    pack = here.pack.resolve(changes)
    return catalogue.table("defenders").prepare(pack, here.setting).tables.tobytes()


def test_each_value_is_the_bytes_of_the_pack_with_it(here):
    numbers = here.turnable(["rules.capital_limit", "cards.heroes.ranger.health"], 10)
    assert [number.path for number in numbers] == [
        "rules.capital_limit",
        "cards.heroes.ranger.health",
    ]
    for number in numbers:
        assert number.before not in [value.value for value in number.values]
        for value in number.values:
            assert laid_down(here, value.patch) == made(here, {number.path: value.value})


def test_values_lie_in_order_three_steps_each_way_within_bounds(here):
    limit, start = here.turnable(["rules.capital_limit", "rules.capital_start"], 2)
    assert [value.value for value in limit.values] == [3, 4, 5, 7, 8, 9]
    assert [value.value for value in start.values] == [1, 2, 3], "none lies below 0"


def test_what_changes_nothing_here_is_no_number_to_turn(here):
    """The horde of another level is not in this game."""
    assert here.turnable(["rules.dire_enemies.easy"], 10) == []


def test_no_more_than_so_many_are_taken(here):
    paths = ["rules.capital_limit", "rules.region_limit", "rules.enemy_threat"]
    assert [n.path for n in here.turnable(paths, 2)] == paths[:2]


def test_numbers_whose_bytes_do_not_add_up_do_not_go_together(here):
    paths = ["rules.capital_limit", "rules.region_limit", "rules.capital_start"]
    numbers = here.turnable(paths, 3)
    together = here.pairs(numbers)
    assert (0, 1) in together and (0, 2) not in together
    most, start = numbers[0].values[0], numbers[2].values[-1]
    assert here.patch({paths[0]: most.value, paths[2]: start.value}) is None, "no game starts so"


class Entangled(LaidGame):
    """Where numbers that are all turned change one byte more than each by itself."""

    together: tuple[str, ...] = ()

    def patch(self, changes):
        found = super().patch(changes)
        more = ((0, 0, 255),) if {*self.together} <= {*changes} else ()
        return None if found is None else (*found, *more)


@pytest.mark.parametrize(
    ("together", "apart"),
    [
        (("rules.region_limit", "rules.enemy_threat"), {(1, 2), (0, 3)}),
        (("rules.capital_limit", "rules.region_limit", "rules.enemy_threat"), {(0, 3)}),
    ],
)
def test_pairs_are_those_of_each_two_tried_alone(here, together, apart):
    """Though many numbers are turned at once; what takes three to go wrong is no pair's fault."""
    found = Entangled(here.pack, here.setting)
    object.__setattr__(found, "together", together)
    paths = ["rules.capital_limit", "rules.region_limit", "rules.enemy_threat"]
    numbers = found.turnable([*paths, "rules.capital_start", "rules.move_points"], 5)
    every = [*combinations(range(5), 2)]
    alone = [pair for pair in every if adds_up(found, *(numbers[k] for k in pair))]
    assert found.pairs(numbers) == alone == [pair for pair in every if pair not in apart]


def adds_up(found, one, other):
    """Whether two numbers go together at all their ends, each two values tried by themselves."""
    for a, b in product(*({n.values[0], n.values[-1]} for n in (one, other))):
        both = found.patch({one.path: a.value, other.path: b.value})
        if both is None or {*both} != {*a.patch, *b.patch}:
            return False
    return True


def test_few_packs_try_all_pairs(here, monkeypatch):
    numbers = here.turnable(steps.numbers(here.pack, ("rules",)), 10)
    laid_down = []
    module = catalogue.table("defenders")
    prepare = module.prepare
    monkeypatch.setattr(module, "prepare", lambda *a: laid_down.append(a) or prepare(*a))
    assert len(here.pairs(numbers)) > 40
    assert len(laid_down) < 20


def test_what_is_no_game_is_not_laid_down(here):
    assert here.patch({"rules.capital_limit": -4}) is None
    assert here.patch({"strategies.balanced.weights.relief": 2.0}) is None, "another player"
    assert here.patch({}) == ()
