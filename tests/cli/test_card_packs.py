"""A finding about a card, in packs in which only that card's guesses are drawn."""

import json
from dataclasses import replace

import pytest

from analysis.conclusions.card_answers import CardAnswer
from analysis.conclusions.robustness import TOLD, claim
from analysis.stats import verdicts
from analysis.study import study
from simulate.core.facts import OVER_FAIR_SHARE
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import load as pack_of
from simulate.run import of_cards
from simulate.run.play import play
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
        tried = of_cards.tried(of_seed, found, [(*about, verdicts.STRONG)], 1, quiet=True)
        yield from (CardAnswer(one, held) for one in tried)


@pytest.mark.long
def test_a_finding_that_hangs_on_one_guess_is_told_as_such(tmp_path):
    found = [*answers(GUESSED, "merfolk", tmp_path / "run")]
    assert len(found) == len(SEEDS)
    assert sum(one.decides == GUESSED for one in found) >= 9
    assert all(one.won(GUESSED)[1] < one.tried.won for one in found)


@pytest.mark.long
def test_a_finding_that_hangs_on_what_is_known_stands(tmp_path):
    found = [*answers(CITED, "goblins", tmp_path / "run")]
    assert len(found) == len(SEEDS)
    assert sum(one.standing >= 0.9 and not one.decides for one in found) >= 9


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
    assert "guesses on this card were drawn" in halflings["doubts"][-1]
    assert all(
        f["doubts"][-1].startswith("Card: ") and f["doubts"][-1] in told for f in cards.values()
    )
    kept = (here / "out" / "card_packs.json").read_bytes()
    assert simulate("report", "out").out == told
    (here / "out" / "card_packs.json").unlink()
    assert "Card: no other values were tried for its 24 guesses" in simulate("report", "out").out
    simulate(*words, "--games", "20000", "--jobs", "2", "--out", "again")
    assert (here / "again" / "card_packs.json").read_bytes() == kept


@pytest.mark.parametrize("text", ["{}", '[{"metric": 3}]', "nonsense", "[1e999]"])
def test_a_file_that_nobody_wrote_so_is_refused(tmp_path, text):
    (tmp_path / "card_packs.json").write_text(text, "utf-8")
    with pytest.raises(card_packs.InputError) as refused:
        card_packs.read(tmp_path)
    assert "is not as `simulate run` writes it" in refused.value.problems[0].what
