"""A finding about a card, in packs in which only that card's guesses are drawn."""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from analysis.conclusions.guesses.card_sensitivity import PackedClaim
from analysis.conclusions.robustness import TOLD, claim
from analysis.stats import verdicts
from analysis.study import study
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import load as pack_of
from simulate.run.play import play
from simulate.run.side import card_sensitivity
from simulate.store import card_packs, open_run

FREE = [{"when": "research", "do": "cheaper", "amount": 9}]
GUESSED = "cards.factions.merfolk.abilities.level_1.effects"  # a stand-in
CITED = "cards.factions.goblins.abilities.level_1.effects"
SEEDS = range(1, 11)


def planted(path):
    """A plan in which one level of a faction wins far too much."""
    request = RunRequest.of({"games": "8000", "seed": "9"}, "kingdoms", sets=QUICK)
    plan = build(load(request))
    pack = pack_of("kingdoms").resolve({path: FREE})
    return replace(plan, experiment=replace(plan.experiment, pack=pack))


QUICK = ["strategy=quick", "players=4"]


def answers(path, faction, folder):
    """What is said of it on ten lucks."""
    plan, about = planted(path), (OVER_FAIR_SHARE, {"faction": faction})
    found = study(open_run(play(plan, folder, 1, quiet=True)), TOLD)
    held = claim(found, *about, verdicts.STRONG)
    for seed in SEEDS:
        of_seed = replace(plan, experiment=replace(plan.experiment, seed=seed))
        tried = card_sensitivity.tried(of_seed, found, [(*about, verdicts.STRONG)], 1, quiet=True)
        yield from (PackedClaim(one, held) for one in tried)


@pytest.mark.long
def test_a_finding_that_hangs_on_one_guess_is_told_as_such(tmp_path):
    found = [*answers(GUESSED, "merfolk", tmp_path / "run")]
    assert len(found) == len(SEEDS)
    assert sum(one.path == GUESSED for one in found) >= 9
    assert all(one.range(GUESSED)[1] < one.tried.value for one in found)


@pytest.mark.long
def test_a_finding_that_hangs_on_what_is_known_stands(tmp_path):
    found = [*answers(CITED, "goblins", tmp_path / "run")]
    assert len(found) == len(SEEDS)
    assert sum(one.stands for one in found) >= 9


@pytest.mark.long
def test_a_run_tells_of_each_card_what_it_rests_on(simulate, here):
    words = ["run", "kingdoms", "--set", "strategy=quick", "--set", "players=4", "--seed", "401"]
    told = simulate(*words, "--games", "20000", "--jobs", "1", "--out", "out").out
    report = json.loads((here / "out" / "report.json").read_text("utf-8"))
    cards = {f["card"]["paths"][0]: f for f in report["findings"] if "card" in f}
    orcs, halflings = (cards[f"cards.factions.{name}"] for name in ("orcs", "halflings"))
    assert orcs["doubts"][-1] == "Card: all cited."
    assert orcs["card"] == {
        "paths": ["cards.factions.orcs"],
        "guesses": 0,
        "drawn": 0,
        "decided": 0,
    }
    assert halflings["card"]["player"] == "quick" and halflings["card"]["drawn"] > 20
    assert "guesses were tried" in halflings["doubts"][-1]
    assert all(
        f["doubts"][-1].startswith("Card: ") and f["doubts"][-1] in told for f in cards.values()
    )
    kept = (here / "out" / "card_packs.json").read_bytes()
    assert simulate("report", "out").out == told
    (here / "out" / "card_packs.json").unlink()
    assert (
        "Card: 24 values are guessed; no other values were tried" in simulate("report", "out").out
    )
    simulate(*words, "--games", "20000", "--jobs", "2", "--out", "again")
    assert (here / "again" / "card_packs.json").read_bytes() == kept


def test_more_games_and_more_packs_play_only_what_is_new():
    """Two settings, the card in half of the games: from 60 to 120 of its own, then a third pack."""
    asked = SimpleNamespace(cells=(0, 1), share=0.5)
    trial = card_sensitivity._Trial(None, asked, "", 1.0, [{"a": 1}, {"b": 1}, {"c": 1}])

    def told(packs, games):
        return [(b.cell, b.number, b.first, b.count) for b in trial.blocks(packs, games)]

    assert told(2, 60) == [(n, 0, 0, 60) for n in range(6)]
    trial.packs, trial.games, trial.rounds = 2, 60, 1
    assert told(2, 120) == [(n, 1, 60, 60) for n in range(6)]
    assert told(3, 60) == [(n, 0, 0, 60) for n in (6, 7)]
    assert trial.cost(3, 120) == 6 * 60 + 2 * 120


def test_luck_that_packs_share_is_told_apart_from_their_own():
    luck, games = np.random.default_rng(3), 4_000
    together = luck.normal(0, 0.4, games)
    rows = [
        pl.DataFrame({"cell": 0, "replicate": range(games), "seat": 0,
                      "won": together + luck.normal(0, 0.3, games)})
        for _ in range(8)
    ]  # fmt: skip
    shared = card_sensitivity._shared(rows)
    assert shared == pytest.approx(0.4 / games**0.5, rel=0.1)
    assert card_sensitivity._beside(rows[0], shared)[1] == pytest.approx(0.3 / games**0.5, rel=0.15)
    same = rows[0].with_columns(won=pl.lit(0.0))
    assert card_sensitivity._beside(same, shared) == (0.0, 0.0)


@pytest.mark.parametrize("text", ["{}", '[{"metric": 3}]', "nonsense", "[1e999]"])
def test_a_file_that_nobody_wrote_so_is_refused(tmp_path, text):
    (tmp_path / "card_packs.json").write_text(text, "utf-8")
    with pytest.raises(card_packs.InputError) as refused:
        card_packs.read(tmp_path)
    assert "is not in the format that `simulate run` writes" in refused.value.problems[0].what
