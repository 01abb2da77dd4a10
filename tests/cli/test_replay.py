"""`simulate replay`: the very game of a run, or a game without one."""

import json
import shutil

import pytest

from tests.machine.manifests import rewrite


def events(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.long
def test_a_game_is_told_as_a_story_and_as_a_log(simulate, finished):
    place = (finished.folder, "--cell", "1", "--game", "3")
    told = simulate("replay", *place).out.splitlines()
    assert sum(line.startswith("Round ") for line in told) > 1
    assert len(told) > 5 and not any("?" in line for line in told)
    log = events(simulate("replay", *place, "--json").out)
    assert (log[0]["event"], log[-1]["event"]) == ("setup", "end")
    assert (log[0]["seed"], log[0]["replicate"], log[0]["cell"]) == (5, 3, 1)


@pytest.mark.long
def test_the_last_line_of_the_log_is_the_row_of_the_run(simulate, finished):
    import polars as pl

    log = events(simulate("replay", finished.folder, "--cell", "0", "--game", "7", "--json").out)
    games = pl.read_parquet(finished.folder / "games" / "cell-0" / "*.parquet")
    (row,) = games.filter(pl.col("replicate") == 7).to_dicts()
    assert log[-1]["games"] == row


@pytest.mark.parametrize("pick", ["closest", "longest", "shortest", "typical"])
def test_an_interesting_game_is_found(simulate, finished, pick):
    import polars as pl

    ended = simulate("replay", finished.folder, "--pick", pick, "--json")
    end = events(ended.out)[-1]["games"]
    assert f"the {pick} game: cell {end['cell']}, game {end['replicate']}" in ended.err
    rounds = pl.read_parquet(finished.folder / "games" / "*" / "*.parquet")["rounds"]
    if pick == "longest":
        assert end["rounds"] == rounds.max()
    if pick == "shortest":
        assert end["rounds"] == rounds.min()


def test_a_game_without_a_run_is_that_of_the_same_seed(simulate, finished):
    log = simulate("replay", finished.folder, "--cell", "1", "--game", "2", "--json").out
    words = ("--seed", "5", "--game", "2", "--set", "players=3", "--set", "horde=easy", "--json")
    alone = simulate("replay", "defenders", *words).out
    first, second = events(log), events(alone)
    assert first[1:-1] == second[1:-1]


def test_a_changed_card_shows_in_the_first_line(simulate):
    words = ("--seed", "5", "--game", "0", "--set", "players=2", "--json")
    path = "cards.dire_enemies.minotaur.abilities.toughness.effects.0.amount"
    plain = events(simulate("replay", "defenders", *words).out)[0]
    changed = events(simulate("replay", "defenders", *words, "--set", f"{path}=1").out)[0]
    assert (plain["pack"]["differs"], changed["pack"]["differs"]) == ({}, {path: 1})
    effects = [
        line["cards"]["dire_enemies"]["minotaur"]["abilities"]["toughness"]["effects"]
        for line in (plain, changed)
    ]
    assert [found[0]["amount"] for found in effects] == [2, 1]


@pytest.mark.parametrize(
    ("game", "title"),
    [("kingdoms", "Tiny Epic Kingdoms"), ("ultra_kingdoms", "Ultra Tiny Epic Kingdoms")],
)
def test_a_game_of_each_edition_is_told(simulate, game, title):
    told = simulate("replay", game, "--set", "players=2", "--seed", "3", "--game", "1").out
    assert told.startswith(f"{title}, seed 3, game 1\n")
    assert "The Lost Kingdom is " in told and "The game is over in round " in told


def test_legal_moves_and_states_are_added(simulate):
    words = ("replay", "defenders", "--set", "players=1", "--json")
    plain = events(simulate(*words).out)
    full = events(simulate(*words, "--legal", "--states").out)
    assert len(plain) == len(full)
    assert all("legal" in line for line in full if line["event"] == "move")
    assert all("state" in line for line in full[1:-1])
    assert not any("legal" in line for line in plain)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--cell", "9", "--game", "0"], "--cell 9: this run has no cell 9 (cells: 0 to 1)"),
        (["--cell", "0", "--game", "60"], "--game 60: this cell has 60 games (0 to 59)"),
        (["--game", "1"], "--cell: is missing; this run has the cells 0 to 1"),
        (["--cell", "1"], "--game: is missing; name a game, or find one with --pick"),
        (["--cell", "x", "--game", "0"], "--cell x: must be a whole number from 0"),
        (["--pick", "closets"], "did you mean `closest`?"),
        (["--pick", "closest", "--game", "1"], "two ways to name a game"),
        (["--cell", "0", "--game", "1", "--states"], "--states: goes with --json only"),
        (["--cell", "0", "--game", "1", "--seed", "3"], "--seed 3: a run stores its seed"),
        (
            ["--cell", "0", "--game", "1", "--set", "players=2"],
            "--set players=2: a run stores its",
        ),
    ],
)
def test_what_is_no_game_of_the_run_is_refused(refused, finished, words, message):
    assert message in refused("replay", finished.folder, *words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing"], "nothing: there is no such run and no such game"),
        (["defender"], "did you mean `defenders`?"),
        (["defenders", "--pick", "closest"], "goes with the folder of a run only"),
        (["defenders", "--set", "players=2,3"], "this has 2 cells; name one with --cell"),
        (["defenders", "--game", "-1"], "--game -1: must be a whole number from 0"),
        (["defenders", "--set", "hrode=easy"], "did you mean `horde`?"),
        (["."], "it is not a run"),
    ],
)
def test_what_cannot_be_replayed_is_refused(refused, words, message):
    assert message in refused("replay", *words)


def test_where_nothing_is_named_it_says_what_it_needs(refused, here):
    said = refused("replay")
    assert "RUN|GAME: replay needs the folder of a run, or a game, to replay a game of" in said
    assert "`simulate replay runs/default-1 --pick typical`" in said
    assert "EXPERIMENT" not in said


@pytest.mark.parametrize("name", ["", "defender"])
def test_a_run_of_no_game_is_refused_where_it_stands(refused, finished, here, name):
    run = here / "of no game"
    shutil.copytree(finished.folder, run)
    rewrite(run, lambda manifest: manifest.update(game=name))
    for words in (["replay", run, "--game", "0", "--anyway"], ["runs", run]):
        message = refused(*map(str, words))
        assert f"manifest.json: damaged: `game`: there is no game `{name}`" in message


def test_a_run_of_other_sources_is_refused_but_for_anyway(simulate, refused, finished, here):
    shutil.copytree(finished.folder, here / "old")
    rewrite(here / "old", lambda manifest: manifest.update(source_hash="0" * 16))
    place = ("replay", "old", "--cell", "0", "--game", "0")
    assert "--anyway" in refused(*place)
    assert (
        simulate(*place, "--anyway").out
        == simulate("replay", finished.folder, "--cell", "0", "--game", "0").out
    )
