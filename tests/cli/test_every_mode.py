"""Every mode of every game is searched by what it is judged by.

Where one person plays, or all together, that is the win rate; where persons compete, shares of
wins.
"""

import json
from itertools import cycle

import pytest

from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import catalogue
from tests.marks import long_but

NUMBER = {
    "defenders": "rules.capital_limit",
    "kingdoms": "rules.start_resources",
    "ultra_kingdoms": "rules.start_resources",
    "dungeons": "rules.deck_b_rooms",
    "tactics": "rules.actions",
}
TOGETHER = [
    *(("defenders", f"players={n}") for n in (1, 2, 3, 4)),
    *(("dungeons", f"heroes={n}") for n in (2, 3, 4)),
    ("ultra_kingdoms", "players=1"),
    ("tactics", "mode=solo players=1"),
    ("tactics", "mode=coop players=2"),
]
AGAINST = [
    *(("kingdoms", f"players={n}") for n in (2, 3, 4, 5)),
    *(("ultra_kingdoms", f"players={n}") for n in (2, 3, 4, 5)),
    *(("tactics", f"mode=competitive players={n}") for n in (2, 3, 4)),
    *(("tactics", f"mode=battle players={n}") for n in (2, 3, 4)),
    ("tactics", "mode=team players=4"),
    ("tactics", "mode=battle_team players=4"),
]
QUICK = [("ultra_kingdoms", "players=1"), ("ultra_kingdoms", "players=2")]
EVERY = pytest.mark.parametrize("game, levels", long_but(QUICK, [*TOGETHER, *AGAINST]))
OFF = {True: ("--target", "0-0.001"), False: ("--target", "-0.9,-0.8")}  # where nothing ever lies
FEW = ("--games", "200", "--jobs", "1", "--set", "strategy=quick", "--json", "--quiet")


def words(game, levels):
    return [game, NUMBER[game], *(w for level in levels.split() for w in ("--set", level)), *FEW]


def told(ended):
    """The metrics of the facts that a search tells."""
    answer = json.loads(ended.out)
    return {fact["metric"] for fact in answer["facts"]}, answer


def test_every_mode_is_listed():
    for game in catalogue.names():
        facts = catalogue.facts(game)
        who = [f for f in facts.factors if f.name in ("mode", "players", "heroes")]
        sets = [f"{f.name}={','.join(map(str, f.levels))}" for f in who]
        cells = build(load(RunRequest(game, sets=sets))).cells
        levels = [" ".join(f"{f.name}={c.levels[f.name]}" for f in who) for c in cells]
        mine = [levels for name, levels in (*TOGETHER, *AGAINST) if name == game]
        assert {*levels} == {*mine}
        for cell, name in zip(cells, levels, strict=True):
            assert facts.metric(cell.setting) == (
                "win_rate" if (game, name) in TOGETHER else "over_fair_share"
            )


@EVERY
def test_sensitivity_tells_the_win_rate_or_shares(game, levels, simulate):
    metrics, _ = told(simulate("sensitivity", *words(game, levels)))
    assert metrics == {"win_rate_change" if (game, levels) in TOGETHER else "win_share_change"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "game", "levels"),
    [
        (command, *mode)
        for modes in (TOGETHER, AGAINST)
        for command, mode in zip(cycle(["advise", "tune"]), modes, strict=False)
    ],
)
def test_a_search_judges_the_win_rate_or_shares(command, game, levels, simulate):
    budget = ("--budget", "3000") if command == "tune" else ()
    metrics, answer = told(
        simulate(command, *words(game, levels), *OFF[(game, levels) in TOGETHER], *budget)
    )
    rate = (game, levels) in TOGETHER
    assert metrics >= {"win_rate" if rate else "win_share"}
    assert not metrics & ({"win_share", "win_share_change"} if rate else {"win_rate"})
    assert "Nothing needs to change" not in answer["findings"][0]["text"]


@pytest.mark.parametrize("game, levels", long_but(QUICK[:1], [*TOGETHER, *AGAINST[-2:]]))
@pytest.mark.parametrize("command", ["run", "advise", "tune"])
def test_the_other_target_is_refused(command, game, levels, refused):
    """Where persons compete alone, `0-0.001` is a share of the wins: that is understood."""
    _, number, *rest = words(game, levels)
    numbers = () if command == "run" else (number,)
    said = refused(command, game, *numbers, *rest[:-2], *OFF[(game, levels) not in TOGETHER])
    assert "--target -2,2" in said or "--target 0.40-0.55" in said or "use `" in said


@pytest.mark.long
def test_a_search_of_settings_of_both_kinds_tells_each_by_its_own(simulate):
    game, number, *rest = words("ultra_kingdoms", "players=1,2")
    metrics, _ = told(simulate("sensitivity", game, number, *rest))
    assert metrics <= {"win_rate_change", "win_share_change"}
    for together in (True, False):
        metrics, _ = told(simulate("advise", game, number, *rest, *OFF[together]))
        assert ("win_rate" in metrics, "win_share" in metrics) == (together, not together)
