"""Where a better player is known to win far more, a level gets no verdict, and that is said."""

from pathlib import Path

import polars as pl
import pytest

from analysis.conclusions.ledger import Ledger
from analysis.conclusions.one_answer import compare
from analysis.data.design import Design
from analysis.data.joined import join
from analysis.rates.levels import Levels
from analysis.rates.skill_gap import far, gaps
from analysis.stats import verdicts
from analysis.stats.verdicts import Band
from analysis.study import study
from reports.comparison.document import document as compared
from reports.findings.choose import findings
from reports.run.document import document
from reports.run.limits import of_levels, of_shares
from simulate import pack
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import catalogue, configs
from simulate.search.aim.goals import as_it_is
from simulate.search.aim.sums import WON, PairedSums, ResultColumns, rows_of
from tests.analysis.made_up import Recipe, in_memory
from tests.analysis.made_up_contest import Contest
from tests.analysis.made_up_contest import in_memory as contest_in_memory

BAND = (0.3, 0.5)


def entry(points, strategy="steady", **setting):
    return {
        "setting": setting, "strategy": strategy, "better": "expert", "points": points,
        "low": points - 0.03, "high": points + 0.03, "games": 400, "on": "2026-11-20",
        "version": "v", "source": "docs/lighthouse-expert.md",
    }  # fmt: skip


def run(known, strategies=None, **recipe):
    made = in_memory(Recipe(games=2_000, players=(2, 3), tides=("rough",), target=BAND, **recipe))
    made.manifest["gaps"] = known
    made.manifest["pack"]["strategies"] = strategies or {"steady": {"plan": "Stands."}}
    return made


def test_a_gap_of_more_than_half_the_band_takes_the_verdict():
    told = study(run([entry(0.12, players=2), entry(0.08, players=3)]))
    verdict = {d.cell.levels["players"]: d.verdict for d in told.cells}
    assert verdict[2] == verdicts.FAR
    assert verdict[3] in (verdicts.ABOVE, verdicts.BELOW, verdicts.ON_TARGET, verdicts.MORE)
    (first, *_) = of_levels(told)
    assert (
        "with 2 players `expert` is 12.0 points ahead of `steady` (9.0-15.0; 400 games, 2026-11-20)"
        in first
    )
    assert "3 players" not in first and "get no verdict" in first
    assert "without a verdict" in findings(Ledger(told))[0].finding.text
    assert document(told)["header"]["badge"]["text"] == "1 of 2 settings off target"
    assert told.curves == []


def test_what_was_measured_on_other_cards_says_so():
    known = [entry(0.12, players=2) | {"earlier": True}, entry(0.12, players=3)]
    (said, *_) = of_levels(study(run(known)))
    assert said.count("400 games, 2026-11-20, measured on earlier cards)") == 1


@pytest.mark.parametrize("game", ["tactics", "defenders"])
def test_a_plan_knows_which_of_it_was_measured_on_other_cards(monkeypatch, game):
    now = pack.load(game).played_hash
    gap = {"setting": {}, "strategy": "quick", "better": "expert", "points": 0.1, "low": 0.0}
    gap |= {"high": 0.2, "games": 400, "on": "2026-11-20", "version": "v", "source": "here"}
    known = [gap | {"cards": now}, gap | {"cards": "those of then"}, gap]
    monkeypatch.setattr(configs, "gaps", lambda name: known)
    told = build(load(RunRequest(game, games="1"))).manifest()["gaps"]
    assert [one.get("earlier", False) for one in told] == [False, True, False]


@pytest.mark.parametrize("game", catalogue.names())
def test_all_that_was_measured_names_the_cards_that_it_was_measured_on(game):
    entries = [*configs.gaps(game), *configs.seats(game)]
    assert entries and all(len(one["cards"]) == 16 for one in entries)


def test_a_comparison_gives_no_verdict_where_a_run_gives_none():
    """Each side by who played it, and what was set by play is the fit there, too."""
    known = [entry(0.12, players=2)]
    found = compare(join(run(known), run(known, level=1.02)))
    given = {s.cell.levels["players"]: (s.was, s.now) for s in found.settings}
    alone = [{d.cell.levels["players"]: d.verdict for d in study(side).cells}
             for side in (run(known), run(known, level=1.02))]  # fmt: skip
    assert given == {n: (alone[0][n], alone[1][n]) for n in (2, 3)}
    assert given[2] == (verdicts.FAR, verdicts.FAR) and verdicts.FAR not in given[3]
    said = compared(found, "runs/1", "runs/2", "simulate compare runs/1 runs/2")
    told = " ".join(f["text"] for f in said["findings"])
    assert "1 is without a verdict, as better players win far more" in told
    assert any("Better players win far more: with 2 players" in a["text"] for a in said["alerts"])
    half = compare(join(run(known), run([])))
    assert [s.was == verdicts.FAR for s in half.settings] == [True, False]
    assert verdicts.FAR not in {s.now for s in half.settings}


def sums_of(made, twins):
    """What a search sums up of the games of a run."""
    sums = PairedSums(twins, {})
    games, seats = made.tables
    cells = dict.fromkeys(cell for twin in twins for cell in twin)
    rows = [
        rows_of(cell, games.filter(pl.col("cell") == cell), seats.filter(pl.col("cell") == cell),
                ResultColumns("won", "win_share"))
        for cell in cells
    ]  # fmt: skip
    sums.add(rows)
    return sums


def test_a_search_gives_no_verdict_where_a_run_gives_none():
    made = run([entry(0.12, players=2), entry(0.08, players=3)])
    design = Design(made.manifest)
    sums = sums_of(made, [(cell.number, cell.number) for cell in design.base])
    places = as_it_is(design, sums, WON)
    alone = {d.cell.levels["players"]: d.verdict for d in study(made).cells}
    assert {p.levels["players"]: p.reported for p in places} == alone
    assert verdicts.FAR in alone.values() and {p.verdict for p in places} != {verdicts.FAR}


def test_a_changed_game_is_judged_as_the_game_that_it_changes():
    """By the players who played it: in the table of changes, in a comparison and in a search."""
    made = run([entry(0.12, players=2), entry(0.08, players=3)], variants={"oil+1": 0.2})
    told = study(made)
    (change,) = told.variants
    was = {str(at.levels): (at.was == verdicts.FAR, at.now == verdicts.FAR) for at in change.at}
    assert sorted(was.values()) == [(False, False), (True, True)]
    judge = Levels(told.design)
    for cell in told.design.cells:
        assert bool(judge.behind(cell)) is (cell.levels["players"] == 2)
    both = compare(join(made, made))
    assert {(s.was == verdicts.FAR, s.now == verdicts.FAR) for s in both.settings} == {
        (True, True), (False, False),
    }  # fmt: skip


def test_a_search_tells_the_fit_of_the_game_as_it_is_and_of_no_change():
    made = in_memory(
        Recipe(games=8_000, players=(3,), level=1.0, fitted=True, variants={"oil+1": 0.0})
    )
    design = Design(made.manifest)
    assert design.band is not None
    twins = tuple(design.twins("oil+1"))
    (place, *_) = (
        place
        for place in as_it_is(design, sums_of(made, twins), WON)
        if place.without.verdict == verdicts.ON_TARGET
    )
    assert place.without.reported == verdicts.FIT
    assert place.reported == place.verdict == verdicts.ON_TARGET
    told = {d.cell.number: d.verdict for d in study(made).cells}
    assert told[place.goal.twin[0]] == verdicts.FIT


def test_a_small_gap_takes_nothing():
    told = study(run([entry(0.05, players=2), entry(0.09, players=3)]))
    assert verdicts.FAR not in {d.verdict for d in told.cells}
    assert not [*of_levels(told)]


def test_who_was_not_measured_is_told_by_whom_it_is_made_of():
    strategies = {"steady": {"plan": "Stands.", "like": "old"}, "old": {"plan": "Stood."}}
    told = study(run([entry(0.12, "old", players=2)], strategies))
    (gap,) = told.gaps
    assert (gap.strategy, gap.measured) == ("steady", "old")
    text = " ".join(of_levels(told))
    assert "ahead of `old`" in text and "of which `steady` is made" in text


def test_players_nobody_measured_have_no_gap():
    assert study(run([entry(0.4, "other", players=2)])).gaps == []


def test_the_largest_gap_that_is_known_counts():
    found = gaps(Design(run([entry(0.05, players=2), entry(0.2, players=2)]).manifest))
    assert [gap.points for gap in found] == [0.2]
    assert far(found, {}, Band(0.0, 0.5)) == [] and far(found, {}, Band(0.0, 0.3)) == found
    assert far(found, {found[0].cell.number: Band(0.0, 0.3)}) == found[:1] and far(found, {}) == []


def test_shares_of_a_contest_keep_their_verdict_and_say_for_whom_they_hold():
    made = contest_in_memory(Contest(games=3_000, players=(2,)))
    made.manifest["gaps"] = [entry(0.295)]
    made.manifest["pack"]["strategies"] = {"steady": {"plan": "Rows."}}
    for cell in made.manifest["cells"]:
        cell["setting"]["strategy"] = ["steady", "steady"]
    told = study(made)
    (text,) = of_shares(told)
    assert "29.5 points" in text and "better players win more" in text
    assert verdicts.FAR not in {s.verdict for k in told.contest.kinds for s in k.shares}


@pytest.mark.parametrize("game", catalogue.names())
def test_the_shipped_gaps_are_of_this_game(game):
    facts, strategies = catalogue.facts(game), pack.load(game).strategies
    root = Path(__file__).resolve().parents[2]
    looks_ahead = any(strategy.choice == "look_ahead" for strategy in strategies.values())
    assert configs.gaps(game) or not looks_ahead
    for found in configs.gaps(game):
        assert {found["strategy"], found["better"]} <= set(strategies)
        assert found["low"] <= found["points"] <= found["high"] and found["games"] > 0
        assert (root / found["source"]).is_file()
        for name, level in found["setting"].items():
            assert level in facts.factor(name).levels


def test_where_no_level_has_a_verdict_the_first_finding_says_why():
    told = study(run([entry(0.2)]))
    first = findings(Ledger(told))[0]
    assert first.finding.text.startswith(
        "None of the 2 settings is shown to be on target (30.0-50.0% of the"
    )
    assert "better players win far more" in first.finding.text
    assert first.finding.verdict == verdicts.FAR
