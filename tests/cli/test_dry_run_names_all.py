"""A dry run names all that takes time besides the games."""

import pytest

from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.run import turns
from simulate.run.side import card_sensitivity

REPORT = "Finally the report is written"
CARDS = "other values for the guesses on these cards"
QUICK = ("run", "kingdoms", "--set", "strategy=quick", "--no-second", "--dry-run", "--games")


@pytest.fixture
def told(simulate, here, planned_quickly):
    return lambda *words: simulate(*words).out


@pytest.mark.long
def test_a_run_names_turns_cards_and_report(told):
    """`--no-second` leaves the second player out, and nothing else."""
    out = told(*QUICK, "3000")
    assert "Then 300 of the games are replayed turn by turn: about" in out
    assert f"{CARDS}, in the time of at most 600 games: about" in out
    assert REPORT in out


@pytest.mark.long
def test_what_will_not_be_played_is_not_named(told):
    out = told(*QUICK, "50")
    assert "turn by turn" not in out and CARDS not in out and REPORT in out


@pytest.mark.long
def test_it_names_what_the_run_then_plays():
    plan = build(load(RunRequest("kingdoms", games="3000", sets=("strategy=quick",)), []))
    assert turns.seen_of(plan, {0: 3_000}) == {0: 300}
    assert turns.seen_of(plan, {0: 900}) == {}
    assert card_sensitivity.most_games(plan, 3_000) == 3_000 // card_sensitivity.PART
    assert card_sensitivity.most_games(plan, card_sensitivity.FEWEST - 1) == 0


def test_a_search_names_what_it_confirms(told):
    words = ("rules.capital_limit", "--set", "players=1", "--target", "0.4-0.6", "--dry-run")
    assert "fresh random numbers, with a report of it" in told("advise", "defenders", *words)
