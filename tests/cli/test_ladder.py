"""`simulate ladder`: who plays how well, and what a game of it costs."""

import json

import pytest

from tests.cli.test_searching import report, table
from tests.marks import marked

FEW = ("--games", "60", "--jobs", "1")


@pytest.fixture
def quickly(monkeypatch):
    """Speeds are measured for a moment: what is looked at is that they are told."""
    monkeypatch.setattr("simulate.run.ladder.SECONDS", 0.01)


def test_rungs_of_a_game_that_is_won_together(simulate, here, monkeypatch):
    # Long enough for games to outweigh what a block of them needs to begin.
    monkeypatch.setattr("simulate.run.ladder.SECONDS", 0.3)
    ended = simulate("ladder", "defenders", *FEW, "--set", "strategy=random,balanced")
    assert ended.last_line == "runs/ladder-1/report.html"
    data = report(here / "runs/ladder-1")
    assert "balanced wins " in data["findings"][0]["text"]
    assert "times as much" in data["findings"][0]["text"]
    rows = table(data, "ladder-speed")["rows"]
    assert [row["strategy"] for row in rows] == ["balanced", "random"]
    assert all(row["decisions"] > row["speed"] > 0 for row in rows)
    assert rows[0]["strength"]["value"] > rows[1]["strength"]["value"]
    said = dict(data["header"]["facts"])
    assert "3 players" in said["Setting"] and "random" in said["Strategies"]
    # Nothing of the game itself is judged here.
    assert {section["id"] for section in data["sections"]} == {"ladder", "samples", "again"}
    assert data["alerts"] == [] and data["expectations"] == []


@pytest.mark.long
def test_every_two_meet_where_players_compete(simulate, here, quickly):
    words = ("--set", "players=3", "--set", "strategy=random,idle", *FEW)
    ended = simulate("ladder", "kingdoms", *words)
    folder = here / "runs/ladder-1"
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    line = [cell["setting"]["strategy"] for cell in manifest["cells"]]
    assert line == [["random", "idle", "idle"], ["idle", "random", "random"]]
    data = report(folder)
    assert "finishes ahead of" in data["findings"][0]["text"]
    assert "luck decides" in " ".join(data["sections"][0]["words"])
    assert table(data, "ladder-matrix")["rows"]
    # The report is made again from the folder, and the command makes the run again.
    assert simulate("report", "runs/ladder-1").out == ended.out
    assert manifest["command"].startswith("simulate ladder kingdoms --games 60 ")
    again = simulate(*manifest["command"].split()[1:], "--jobs", "1", "--quiet", "--json")
    assert json.loads(again.out)["command"] == "ladder"


@pytest.mark.parametrize(
    ("copies", "games", "seed"), [(2, 5, 4), *(marked((5, 60, seed)) for seed in (4, 5, 6))]
)
def test_copies_of_a_player_are_the_same_and_are_named_once(
    simulate, here, quickly, copies, games, seed
):
    """Exact, whatever the luck: each deal is played both ways."""
    simulate("new", "kingdoms", "mine")
    names = ["quick", *(f"copy{k}" for k in range(copies))]
    with (here / "mine/strategies.toml").open("a", encoding="utf-8") as file:
        file.writelines(f'\n[{name}]\nplan = "As quick."\nlike = "quick"\n' for name in names[1:])
    sets = ("--set", f"strategy={','.join(names)}", "--set", "players=2")
    few = ("--games", str(games), "--seed", str(seed), "--jobs", "1")
    ended = simulate("ladder", "--pack", "mine", *sets, *few, "--out", "it")
    whole = games + games % 2
    assert (f"{whole} games of every line-up, not {games}" in ended.err) == (whole > games)
    data = report(here / "it")
    (found,) = data["findings"]
    assert all(name in found["text"] for name in names)
    assert f"played the same: each two met {whole} times" in found["text"]
    assert data["header"]["badge"]["text"] == "nobody is shown to play best"
    rows = table(data, "ladder")["rows"]
    assert {(row["place"], row["ahead"]["value"]) for row in rows} == {(1, 0.5)}
    assert {row["places"] for row in rows} == {f"1 to {len(names)}"}


@pytest.mark.long
def test_a_better_player_is_found_among_copies(simulate, here, quickly):
    """`quick` finishes ahead of `random` in nearly all games: 40 deals tell it."""
    simulate("new", "kingdoms", "mine")
    with (here / "mine/strategies.toml").open("a", encoding="utf-8") as file:
        file.write('\n[copy]\nplan = "As quick."\nlike = "quick"\n')
    sets = ("--set", "strategy=quick,copy,random", "--set", "players=2")
    simulate("ladder", "--pack", "mine", *sets, "--games", "80", "--seed", "4", "--out", "it")
    first, second = (found["text"] for found in report(here / "it")["findings"])
    assert first.startswith("copy and quick played the same: each two met 80 times")
    assert second.startswith("quick finishes ahead of random in ")


def test_the_usual_rungs_are_in_every_game(simulate):
    for game in ("defenders", "kingdoms", "ultra_kingdoms", "dungeons", "tactics"):
        listed = simulate("list", "strategies", game).out
        assert all(f"{name}\n" in listed for name in ("random", "idle", "quick", "balanced"))


@pytest.mark.parametrize(
    "words, told",
    [
        (["--set", "strategy=quick"], "two strategies or more"),
        (["--set", "players=2,3"], "a ladder has one setting"),
        (["--set", "strategy=quick,balanced,bold"], "bold"),
    ],
)
def test_what_is_no_ladder_is_refused(refused, words, told):
    assert told in refused("ladder", "defenders", *words)


def test_speeds_that_a_stranger_wrote_are_checked(simulate, refused, here, quickly):
    simulate("ladder", "defenders", *FEW, "--set", "strategy=random,idle")
    for text in ("[{]", '[{"strategy": "random"}]', '[["random", 1, 1, 1.0]]',
                 '[{"strategy": "random", "games": 1, "decisions": 1, "seconds": 0}]'):  # fmt: skip
        (here / "runs/ladder-1/speeds.json").write_text(text)
        assert "speeds.json: is not in the format that `simulate ladder` writes" in refused(
            "report", "runs/ladder-1"
        )
