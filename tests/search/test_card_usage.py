"""What a search says that nobody uses is counted in the games that it played."""

import polars as pl

from simulate import api as scripting
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.search.card_usage import measured

TABLE = ("players=2,3", "strategy=quick", "mode=competitive")


def told(target, *sets):
    return measured(
        build(load(RunRequest(target, games="120", seed="7", sets=sets), [])), 1, quiet=True
    )


def test_cards_are_counted_in_the_games_without_a_change(tmp_path):
    (group,) = told("tactics/steps", *TABLE)
    levels = dict(each.split("=") for each in TABLE) | {"players": [2, 3]}
    run = scripting.play("tactics", **levels, games=120, seed=7, jobs=1, out=tmp_path / "run")
    seats = run.seats()
    assert group.seats == seats.height == 120 * 2 + 120 * 3
    for place, column in enumerate(("tactics_held", "tactics_played")):
        names = seats[column].cast(pl.String).str.split("+").explode(empty_as_null=False)
        counted = names.filter(names != "").value_counts()
        shown = {t.path.rpartition(".")[2]: t.numbers[place] * group.seats for t in group.things}
        assert {k: round(v) for k, v in shown.items() if v} == dict(counted.iter_rows())


def test_a_game_that_does_not_count_its_cards_tells_nothing():
    assert told("kingdoms/steps") == []
