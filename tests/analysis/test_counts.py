"""One pass over a run: sums, lengths, ends, margins, tallies and samples against polars."""

from dataclasses import replace

import polars as pl
import pytest

from analysis.data import provenance
from analysis.data.counts import count
from analysis.data.design import Design
from analysis.data.reading import Blocks
from analysis.description import acquired, division, lengths, samples, standing, tallies
from simulate.core.errors import InputError
from tests.analysis import made_up_contest
from tests.analysis.made_up import KEEPERS, Recipe, in_memory

RECIPE = Recipe(games=1_200, players=(1, 3), tides=("calm", "storm"))


def _counted(recipe=RECIPE, rows=300_000):
    run = in_memory(recipe)
    design = Design(run.manifest)
    return design, count(Blocks(run, design, rows)), run


def test_blocks_change_nothing():
    _, whole, _ = _counted()
    _, parts, _ = _counted(rows=10)
    assert Blocks(in_memory(RECIPE), Design(in_memory(RECIPE).manifest), 10).size == 1_000
    for cell, results in whole.won.items():
        assert (results == parts.won[cell]).all()
    assert whole.ends.equals(parts.ends)
    assert whole.tallies.equals(parts.tallies)
    assert all(table.equals(parts.values[name]) for name, table in whole.values.items())


def test_shards_in_any_order_change_nothing():
    design, whole, run = _counted()
    shuffled = replace(
        run, tables=tuple(t.sample(fraction=1, shuffle=True, seed=1) for t in run.tables)
    )
    mixed = count(Blocks(shuffled, design))
    assert all((whole.won[c] == mixed.won[c]).all() for c in whole.won)


def test_lengths_are_medians_and_tails():
    design, counts, run = _counted()
    found = {length.column: length for length in lengths.lengths(design, counts)}
    assert list(found) == ["rounds", "turns", "decisions"]
    games = run.tables[0].filter(pl.col("cell") == 3)
    spread = found["turns"].cells[3]
    assert spread.median == games["turns"].quantile(0.5, "lower")
    assert spread.low <= games["turns"].quantile(0.05, "higher")
    assert (spread.least, spread.most) == (games["turns"].min(), games["turns"].max())
    assert sum(found["rounds"].shares[3].values()) == pytest.approx(1)


def test_ends_win_first_and_add_up():
    design, counts, run = _counted()
    found = lengths.ends(design, counts, Blocks(run, design))
    assert found[0].name == "wreck_saved"
    assert sum(e.all.won for e in found) == run.tables[0].height
    mine = run.tables[0].filter((pl.col("cell") == 2) & (pl.col("end_reason") == "flooded")).height
    flooded = next(e for e in found if e.name == "flooded")
    assert flooded.cells[2].won == mine


def test_close_losses():
    design, counts, run = _counted()
    found = {m.column: m for m in lengths.margins(design, counts, Blocks(run, design))}
    hull = found["hull"]
    lost = run.tables[0].filter(~pl.col("won"))
    assert hull.close_at == 2
    assert hull.close_lost.won == lost.filter(pl.col("hull") <= 2).height
    assert hull.close_won is None  # a won game never lacks a plank
    assert found["wreck_came"].yes_no and found["wreck_came"].close_lost is None


@pytest.mark.parametrize("better, edges", [("low", (2, 8)), ("high", (8, 2))])
def test_close_turns_round_where_more_is_better(better, edges):
    won = 0 if better == "low" else 10
    rows = [(0, value, 5) for value in range(11)] + [(1, won, 20)]
    table = pl.DataFrame(rows, schema=["won", "value", "games"], orient="row")
    margin = lengths._margin({"name": "hull", "better": better}, table)
    assert (margin.close_at, margin.worst_at) == edges


def test_a_margin_by_which_games_are_not_won_calls_no_loss_close():
    """Water rises: who has drowned early had little of it, and was far from a win."""
    rows = [(0, value, 5) for value in range(11)] + [(1, 4, 15), (1, 1, 5)]
    table = pl.DataFrame(rows, schema=["won", "value", "games"], orient="row")
    margin = lengths._margin({"name": "water", "better": "low"}, table)
    assert (margin.close_at, margin.worst_at) == (None, 8)
    unwon = lengths._margin({"name": "water", "better": "low"}, table.filter(pl.col("won") == 0))
    assert unwon.close_at == 2


def test_tallies_are_means():
    design, counts, run = _counted()
    rowed = tallies.tallies(design, counts)[0]
    seats = run.tables[1]
    assert rowed.all == pytest.approx(seats["rowed"].mean())
    assert rowed.by_level["3"] == pytest.approx(seats.filter(pl.col("cell") >= 2)["rowed"].mean())
    cleo = seats.filter(pl.col("keeper") == "cleo")["rowed"].mean()
    assert rowed.by_option["Cleo"] == pytest.approx(cleo)
    assert len(rowed.by_option) == len(KEEPERS)
    assert tallies.seated(design, counts)[2].strategies == {"steady": 2_400}


def test_finds_are_counted_thing_by_thing():
    design, counts, run = _counted()
    (found,) = acquired.finds(design, counts)
    seats, games = run.tables[1], run.tables[0].height
    often = {thing.label: thing.all for thing in found.things}
    for tool in ("rope", "horn", "net"):
        has = seats["tools"].str.split("+").list.contains(tool)
        assert often[tool.capitalize()] == has.sum() / games
    assert list(often) == ["Rope", "Horn", "Net", "Lamp"] and often["Lamp"] == 0
    alone = seats.filter(pl.col("cell") < 2)["tools"].str.contains("rope").sum()
    assert found.things[0].by_level["1"] == alone / 2_400


def test_shares_of_the_work_are_over_an_even_share():
    design, counts, run = _counted()
    rowed = division.divisions(design, counts)[0]
    seats = run.tables[1].filter(pl.col("cell") >= 2)  # three keepers; one alone has no share
    whole = seats.group_by("cell", "replicate").agg(whole=pl.col("rowed").sum())
    cleo = seats.filter(pl.col("keeper") == "cleo").join(whole, on=["cell", "replicate"])
    assert rowed.times["Cleo"] == pytest.approx(3 * cleo["rowed"].sum() / cleo["whole"].sum())
    busy = run.tables[1].with_columns(
        pl.when(pl.col("keeper") == "cleo").then("rowed").otherwise(0).alias("rowed")
    )
    run = replace(run, tables=(run.tables[0], busy))
    times = division.divisions(design, count(Blocks(run, design)))[0].times
    assert times["Cleo"] == pytest.approx(3)
    assert {v for name, v in times.items() if name != "Cleo"} == {0}


def test_how_things_stood_at_each_end():
    """A length or margin that a game never came to is no zero."""
    design, _, run = _counted()
    games = run.tables[0].with_columns(hull=pl.when("wreck_came").then("hull"))
    run = replace(run, tables=(games, run.tables[1]))
    counts = count(Blocks(run, design))
    found = {s.end: s for s in standing.standings(design, counts)}
    for end, part in games.partition_by("end_reason", as_dict=True).items():
        stood = found[end[0]]
        assert stood.games == part.height
        for name in ("rounds", "water", "hull", "wreck_came"):
            assert stood.means[name] == pytest.approx(part[name].mean())
    nowhere = games.with_columns(hull=pl.lit(None, pl.Int16))
    run = replace(run, tables=(nowhere, run.tables[1]))
    unmet = standing.standings(design, count(Blocks(run, design)))
    assert {s.means["hull"] for s in unmet} == {None}


def test_a_game_that_never_came_to_a_part_has_no_length_of_it():
    design, _, run = _counted()
    turns = pl.when(pl.col("cell") > 0).then("turns")
    run = replace(run, tables=(run.tables[0].with_columns(turns), run.tables[1]))
    blocks = Blocks(run, design)
    counts = count(blocks)
    length = {found.column: found for found in lengths.lengths(design, counts)}["turns"]
    assert set(length.cells) == {1, 2, 3}
    told = {s.kind: s for s in samples.samples(design, blocks, counts, [0])}
    assert told["longest"].lengths["turns"] is None
    assert told["longest"].lengths["rounds"] > 0


def _brute(run, kind):
    """Samples by sorting the whole table."""
    games = run.tables[0]
    if kind == "longest":
        return games.sort("rounds", "turns", "decisions", "cell", "replicate",
                          descending=[True, True, True, False, False])  # fmt: skip
    if kind == "shortest":
        return games.sort("rounds", "turns", "decisions", "cell", "replicate")
    lost = games.filter(~pl.col("won"))
    hull, water = games["hull"], games["water"]
    far = (pl.col("hull") - hull.min()) / (hull.max() - hull.min())
    far += (pl.col("water") - water.min()) / (water.max() - water.min())
    return lost.sort(far.round(9), "cell", "replicate")


@pytest.mark.parametrize("kind", ["closest", "longest", "shortest"])
@pytest.mark.parametrize("rows", [300_000, 10])
def test_samples_are_what_sorting_finds(kind, rows):
    design, counts, run = _counted(rows=rows)
    found = {s.kind: s for s in samples.samples(design, Blocks(run, design, rows), counts)}
    best = _brute(run, kind).row(0, named=True)
    assert (found[kind].cell, found[kind].replicate) == (best["cell"], best["replicate"])


def test_the_closest_game_of_a_contest_has_the_narrowest_lead():
    run = made_up_contest.in_memory(made_up_contest.Contest(games=300))
    design = Design(run.manifest)
    blocks = Blocks(run, design)
    found = {s.kind: s for s in samples.samples(design, blocks, count(blocks))}["closest"]
    first = run.tables[0].sort("margin", "cell", "replicate").row(0, named=True)
    assert (found.cell, found.replicate, found.won) == (first["cell"], first["replicate"], None)


def test_a_goal_that_only_other_modes_have_tells_nothing():
    """A game of several modes, of which those that are won and lost were not played."""
    run = made_up_contest.in_memory(made_up_contest.Contest(games=300))
    goal = next(c for c in run.manifest["columns"]["games"] if c["name"] == "margin")
    columns = run.manifest["columns"]
    columns = columns | {"games": [*columns["games"], goal | {"name": "buoys", "better": "high"}]}
    games = run.tables[0].with_columns(buoys=pl.lit(None, pl.Int16))
    run = replace(run, manifest=run.manifest | {"columns": columns}, tables=(games, run.tables[1]))
    design = Design(run.manifest)
    blocks = Blocks(run, design)
    found = {s.kind: s for s in samples.samples(design, blocks, count(blocks))}["closest"]
    first = games.sort("margin", "cell", "replicate").row(0, named=True)
    assert (found.cell, found.replicate) == (first["cell"], first["replicate"])


def test_a_lost_game_without_one_of_the_goals_is_as_far_from_it_as_can_be():
    design, _, run = _counted()
    games = run.tables[0]
    worst = pl.when(pl.col("hull") == games["hull"].max())
    told = games.with_columns(hull=worst.then(None).otherwise(pl.col("hull")))
    for table in (games, told):
        blocks = Blocks(replace(run, tables=(table, run.tables[1])), design)
        found = {s.kind: s for s in samples.samples(design, blocks, count(blocks))}["closest"]
        best = _brute(run, "closest").row(0, named=True)
        assert (found.cell, found.replicate) == (best["cell"], best["replicate"])


def test_a_typical_game_is_in_the_middle():
    design, counts, run = _counted()
    found = {s.kind: s for s in samples.samples(design, Blocks(run, design), counts)}["typical"]
    rates = run.tables[0].group_by("cell").agg(pl.col("won").mean())
    nearest = rates.sort((pl.col("won") - 0.5).abs())["cell"][0]
    assert found.cell == nearest
    games = run.tables[0].filter(pl.col("cell") == nearest)
    assert abs(found.lengths["rounds"] - games["rounds"].median()) <= 1


def test_a_sample_can_be_chosen_by_kind_and_cell():
    _, _, run = _counted()
    assert samples.choose(run, "longest", 3)[0] == 3
    assert samples.choose(run, "closest") == samples.choose(run, "closest", None)
    with pytest.raises(InputError, match="cells 0 to 3"):
        samples.choose(run, "longest", 9)
    won = in_memory(replace(RECIPE, level=30, games=20))
    with pytest.raises(InputError, match="no such game"):
        samples.choose(won, "closest")


def test_sources_and_stand_ins():
    manifest = in_memory(replace(RECIPE, games=5)).manifest
    parts = {s.part: s for s in provenance.sources(manifest)}
    assert (parts["rules"].all, parts["keepers"].stand_in) == (2, 8)
    found = provenance.stand_ins(manifest)
    assert [s.path for s in found] == [f"cards.keepers.{k}.breath" for k in KEEPERS]
    assert (found[0].name, found[0].value, found[0].why) == ("Ada", "4", "only the name is known")


def test_nested_sources_the_longest_path_wins():
    card = {
        "name": "Ada",
        "abilities": {"row": {"points": 2, "effects": [{"do": "row", "amount": 3}]}},
        "source": {
            "*": "cited: a page",
            "abilities.row": "stand-in: guessed",
            "abilities.row.effects.0.do": "rulebook: Rowing",
        },
    }
    found = provenance.stand_ins({"pack": {"cards": {"keepers": {"ada": card}}}, "cells": []})
    assert [s.path.removeprefix("cards.keepers.ada.") for s in found] == [
        "abilities.row.points",
        "abilities.row.effects.0.amount",
    ]


def test_changed_values():
    manifest = in_memory(replace(RECIPE, games=5)).manifest
    for cell in manifest["cells"]:
        cell["changes"] = {"rules.flood_limit": 7, "cards.keepers.ada.breath": 5}
    manifest["cells"][0]["changes"]["rules.only_here"] = 1
    found = [(c.path, c.shipped, c.value) for c in provenance.changed(manifest)]
    assert found == [
        ("rules.lamp_oil", 3, 4),
        ("cards.keepers.ada.breath", 4, 5),
        ("rules.flood_limit", 6, 7),
    ]


def test_what_a_variant_changes_takes_nothing_from_what_the_run_itself_set():
    manifest = {
        "pack": {"rules": {"rules.flood_limit": {"value": 6}}},
        "cells": [
            {"levels": {"variant": "printed"}, "changes": {"rules.flood_limit": 7}},
            {"levels": {"variant": "Flood 7 -> 6"}, "changes": {"rules.flood_limit": 6}},
        ],
    }
    found = [(c.path, c.value) for c in provenance.changed(manifest)]
    assert found == [("rules.flood_limit", 7)]
