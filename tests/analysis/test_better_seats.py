"""A seat that is off target says what it wins where better players sit in every seat."""

import pytest

from analysis.data.design import Design
from analysis.shares.better_seats import EVENED, OPEN, TOO, better_seat, told_by
from analysis.study import study
from reports.findings import contested
from simulate.pack import catalogue, configs
from tests.analysis import made_up_contest
from tests.analysis.made_up_contest import Contest

SCRIPTS = 0.6  # what seat 1 wins of three among the scripts; fair is a third


def entry(share, seat=0, games=400, half=0.05, **setting):
    return {
        "setting": setting, "strategy": "expert", "seat": seat, "share": share,
        "low": share - half, "high": share + half, "games": games, "on": "2026-11-23",
        "version": "v", "source": "python -m training.measure.seats regatta",
    }  # fmt: skip


def run(*known):
    made = made_up_contest.in_memory(Contest(games=4_000, players=(3,), seats=(SCRIPTS,)))
    made.manifest["better_seats"] = list(known)
    return made


def first_seat(told):
    """The finding of seat 1."""
    (found,) = [f for f in contested.large(told) if f.text.startswith("Seat 1")]
    return found


def told_of(*known):
    return first_seat(study(run(*known))).advice


@pytest.mark.parametrize("known", [entry(0.34, seat=1, players=3), entry(0.34, players=2)])
def test_other_seats_and_settings_say_nothing(known):
    assert told_of(known) == told_of()


def test_who_is_the_better_player_is_not_compared_with_itself():
    made = run(entry(0.34, players=3))
    for cell in made.manifest["cells"]:
        cell["setting"]["strategy"] = ["expert"] * 3
    assert "expert" not in first_seat(study(made)).advice


GIVE = "Give whoever sits there less at the start, and play again on the same seed"
OF_GAMES = "400 games of the shipped game, 2026-11-23)"


@pytest.mark.parametrize(
    "share, half, said, words, still",
    [
        (
            0.34,
            0.05,
            EVENED,
            "sits in every seat, this one wins 34.0% (29.0-39.0; 400 games",
            False,
        ),
        (0.34, 0.05, EVENED, "that the rules do it is not shown", False),
        (0.5, 0.05, TOO, f"this one wins 50.0% (45.0-55.0; {OF_GAMES} too. {GIVE}", True),
        (0.45, 0.2, OPEN, "too few to say whether it is the rules", True),
        (0.2, 0.05, EVENED, "that the rules do it is not shown", False),
    ],
)
def test_what_is_said_of_a_share(share, half, said, words, still):
    """What better players even out is no fault of the rules; else it is advised as before."""
    made = run(entry(share, half=half, players=3))
    told = study(made)
    kind = next(kind for kind in told.contest.kinds if kind.role == "seat")
    first = next(one for one in kind.shares if one.label.endswith("1"))
    better = better_seat(Design(made.manifest), first, "0")
    assert better is not None and told_by(better, first) == said
    advice = first_seat(told).advice
    assert words in advice and (GIVE[:12] in advice) is still


@pytest.mark.parametrize("game", catalogue.names())
def test_the_shipped_seats_are_of_this_game(game):
    facts = catalogue.facts(game)
    for known in configs.seats(game):
        assert known["low"] <= known["share"] <= known["high"] and known["games"] >= 100
        for name, level in known["setting"].items():
            assert level in facts.factor(name).levels
    by_setting = {str(known["setting"]): 0.0 for known in configs.seats(game)}
    for known in configs.seats(game):
        by_setting[str(known["setting"])] += known["share"]
    assert all(total == pytest.approx(1, abs=0.001) for total in by_setting.values())
