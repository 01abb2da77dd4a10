"""`compare --apart` and `advise --one` from the command line."""

import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

FEW = ("--set", "players=2", "--set", "horde=easy", "--set", "strategy=quick", "--games", "200",
       "--jobs", "1", "--no-second", "--quiet")  # fmt: skip
CHANGES = ("--set", "cards.heroes.druid.health=6", "--set", "cards.foes.dragon.health=11")


def line_of(out, label):
    """What the terminal says behind a label."""
    return next(line for line in out.splitlines() if line.startswith(f"{label}: "))


def test_values_set_are_told_apart_in_the_comparison(simulate):
    done = simulate("compare", "defenders", *CHANGES, *FEW, "--apart", "--out", "c", "--json")
    told = json.loads(done.out)
    assert told["lines"][0]["label"] == "Apart"
    apart = [fact for fact in told["facts"] if "apart" in fact["where"]]
    kinds = [fact["where"]["apart"] for fact in apart]
    assert kinds == ["together", "surplus", *["share", "alone", "without"] * 2]
    shares = [f["value"] for f in apart if f["where"]["apart"] == "share"]
    assert sum(shares) == pytest.approx(apart[0]["value"], abs=1e-5)
    assert "Which of the changes did it?" in Path("c/report.html").read_text()


def test_two_finished_runs_are_told_apart_as_the_values_themselves(simulate):
    simulate("run", "defenders", *FEW, "--no-shipped", "--out", "before")
    simulate("run", "defenders", *CHANGES, *FEW, "--no-shipped", "--out", "after")
    expected = simulate("compare", "before", "after", "--apart", "--jobs", "1", "--dry-run").out
    assert "3 variants of 2 changes, at most 800 games" in expected
    of_runs = simulate("compare", "before", "after", "--apart", "--jobs", "1", "-q", "--out", "two")
    of_sets = simulate("compare", "defenders", *CHANGES, *FEW, "--apart", "--out", "one")
    assert line_of(of_runs.out, "Apart") == line_of(of_sets.out, "Apart")


def test_what_cannot_be_told_apart_is_refused_before_anything_is_played(simulate):
    one = simulate("compare", "defenders", *CHANGES[:2], *FEW, "--apart", "--out", "c", code=2)
    assert "there is one change alone" in one.err
    assert not Path("c").exists()


def test_a_player_of_one_pack_alone_is_no_change_of_the_game(simulate):
    simulate("new", "defenders", "own")
    players = Path("own/strategies.toml")
    own = '[hoarder]\nplan = "Hoards."\nlike = "balanced"\n'
    players.write_text(f"{players.read_text()}\n{own}")
    words = ("compare", "--pack", "own", *FEW, "--apart", "--dry-run")
    assert "nothing differs that is played" in simulate(*words, code=2).err
    rules = Path("own/rules.toml")
    fewer = re.sub(r"(?m)^value = [46]$", "value = 5", rules.read_text(), count=2)
    rules.write_text(fewer)
    assert "3 variants of 2 changes" in simulate(*words).out


def test_only_cards_are_changed_by_one(simulate):
    wrong = simulate("advise", "defenders", "rules.capital_limit", "--one", "--target", "40-60%",
                     "--dry-run", code=2)  # fmt: skip
    assert "rules.capital_limit" in wrong.err and "single card" in wrong.err


@pytest.mark.long
def test_the_planted_card_is_the_one(simulate):
    """Of three cards the Druid's alone reaches the band: no Ranger plays, the Dragon is rare."""
    who = ("players=3", "horde=medium", "strategy=guardian", "party=sorcerer+druid+cleric")
    cards = ("heroes.druid.health", "heroes.ranger.health", "foes.dragon.health")
    sets = [word for text in who for word in ("--set", text)]
    done = simulate("advise", "defenders", *(f"cards.{card}" for card in cards), *sets, "--one",
                    "--target", "36-46%", "--games", "3000", "--no-second", "--quiet",
                    "--jobs", "2")  # fmt: skip
    assert line_of(done.out, "One card").startswith("One card: Druid (Druid: health 4 -> ")


@pytest.mark.long
def test_that_no_card_does_it_is_said_with_the_nearest(simulate):
    sets = ("--set", "players=3", "--set", "horde=medium", "--set", "strategy=quick")
    done = simulate("advise", "defenders", "cards.heroes.druid.health", *sets, "--one",
                    "--target", "90-95%", "--games", "1000", "--no-second", "--quiet",
                    "--jobs", "2")  # fmt: skip
    assert "no single card brings" in line_of(done.out, "One card")
