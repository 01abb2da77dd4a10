"""The pages of searches, made of an invented game: they render, and keep to the schema."""

import json
from dataclasses import replace

import pytest

from analysis.conclusions.expected import ExpectationResult
from analysis.description.grouped_tallies import Several, TalliedThing
from analysis.rates.variants import VariantChange
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import (
    ABOVE,
    BELOW,
    BIG,
    FAR,
    FIT,
    MORE,
    NONE,
    ON_TARGET,
    SMALL,
    WEAK,
    Band,
)
from reports.figures.drawing import draw
from reports.figures.shapes import read
from reports.page.render import html, summary_of
from reports.search import advice, aimed, costs, sensitivity, tuning
from reports.tables.shape import ReportDocument
from simulate.experiment import RunRequest, load
from simulate.experiment.expected.bands import SettingBand
from simulate.pack.text.labels import label
from simulate.search.aim.goals import Goal, GoalChange
from simulate.search.aim.sums import OPTION, SEAT, WON
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation.confirm import Confirmed, OtherTarget, Shifted
from simulate.search.confirmation.pareto_front import chosen, front
from simulate.search.sensitivity import Sensitive, ShareChange
from simulate.search.space.search_space import Bound
from simulate.search.tune import Tuning
from tests.search.invented import Invented

LIMIT, START = "rules.capital_limit", "rules.capital_start"
SIZES = tuple(size for steps in range(1, 5) for size in (-steps, steps))
GAMES = 8_000


def told(*words):
    return "simulate run defenders"


def wanted(band, metric="over_fair_share"):
    return (SettingBand(metric, band.low, band.high, {}),)


def found(band):
    """A search on a formula, its finalists confirmed, and the experiment that it stands for."""
    invented = Invented((1.0, -0.8), {LIMIT: (0.4, 0.0), START: (0.0, 0.4)}, band, 1)
    tuning_ = Tuning(
        invented, [Bound(LIMIT, 6, SIZES, 8), Bound(START, 0, SIZES, 8)], budget=60_000
    )
    best = tuning_.search()
    experiment = load(RunRequest("defenders/steps", band=f"{band.low}-{band.high}"), [])
    search = SearchOutcome(
        wanted(band, "win_rate"),
        WON,
        tuning_.base,
        tuple(best),
        0,
        len(tuning_.outcomes),
        9_000,
        (),
    )
    confirmed = []
    for sought in best:
        steps = sought.candidate.steps
        changes = tuple(VariantChange(s.path, s.before, s.after) for s in steps)
        places = invented.places({s.path: s.size for s in steps}, GAMES)
        name = sought.candidate.name(experiment.pack)
        edit = sought.candidate.edit
        confirmed.append(Confirmed(name, changes, places, (), (), (), edit))
    return experiment, search, confirmed


def check(report):
    ReportDocument.model_validate_json(json.dumps(report))
    assert report["header"]["question"] in html(report)
    return str(summary_of(report))


def sensitive(path, before, after, moved, verdict, idle=False, others=()):
    change = VariantChange(path, before, after)
    return Sensitive(f"{path} {before} -> {after}", (change,), (), GAMES, moved, False, 0.0,
                     verdict, others, idle)  # fmt: skip


def told_by(ranked, *more):
    """The page of a sensitivity search of Defenders that found these."""
    experiment = load(RunRequest("defenders/steps"), [])
    return sensitivity.document(experiment, ranked, GAMES, [{}], told, *more)


def test_both_bars_of_a_number_are_of_the_same_share():
    seats = [
        ShareChange(SEAT, f"Seat {n}", str(n), Estimate(0.01 * n, 0.01, 0.06, 0.01), ())
        for n in (1, 5)
    ]
    met = [
        sensitive(LIMIT, 6, 7, seats[1], BIG, others=(seats[0],)),
        sensitive(LIMIT, 6, 5, seats[0], SMALL, others=(seats[1],)),
        sensitive(START, 0, 1, seats[0], NONE),
    ]
    page = told_by(met)
    check(page)
    (chart,) = page["sections"][0]["charts"]
    assert [row["label"].rpartition(": ")[2] for row in chart["rows"]] == ["Seat 5", "Seat 1"]
    assert {chart["rows"][0][way]["value"] for way in ("up", "down")} == {0.05}
    # Of the largest of several, seen in few games, it is said what it comes to.
    assert "likely" not in page["findings"][0]["text"]
    few = [replace(met[0], likely=0.012), *met[1:]]
    page = told_by(few)
    check(page)
    assert page["findings"][0]["text"].endswith(", the largest of 2; 1.2 points is likely.")
    (rows,) = [t["rows"] for s in page["sections"] for t in s["tables"] if t["id"] == "tornado"]
    assert [row["likely"] for row in rows] == ["+1.2", "", ""]
    assert chart["rows"][1]["down"] is None


def test_every_change_is_told_by_its_verdict():
    moved = ShareChange(WON, "", "", Estimate(0.05, 0.03, 0.07, 0.01), ())
    ranked = [sensitive(LIMIT, 6, value, moved, BIG) for value in range(7, 13)]
    ranked += [sensitive(START, 0, 1, moved, SMALL), sensitive(START, 0, 2, moved, NONE)]
    ranked += [sensitive(START, 0, 3, moved, MORE), sensitive(START, 0, 4, moved, NONE, idle=True)]
    page = told_by(ranked)
    assert len(page["findings"]) == 5
    assert [(line["label"], line["text"].split(" change")[0]) for line in page["lines"]] == [
        ("Moves it as well", "1"),
        ("Moves it a little", "1"),
        ("No effect shown", "1"),
        ("Not enough games", "1"),
        ("Never met here", "1"),
    ]
    assert page["lines"][2]["text"].endswith(f"two points): {START} 0 -> 2")


def test_what_breaks_the_game_comes_last_and_the_page_stays_short():
    moved = ShareChange(WON, "", "", Estimate(0.05, 0.03, 0.07, 0.01), ())
    far = ShareChange(WON, "", "", Estimate(-0.75, -0.8, -0.7, 0.02), (), breaks=True)
    ranked = [sensitive(LIMIT, 6, value, moved, BIG) for value in range(7, 47)]
    ranked += [replace(sensitive(START, 0, value, far, BIG), breaks=True) for value in (1, 2)]
    page = told_by(ranked)
    assert not any(START in finding["text"] for finding in page["findings"])
    labels = {line["label"]: line["text"] for line in page["lines"]}
    assert labels["Breaks the game"].startswith("2 changes (it leaves 10 to 90% of the games")
    tables = page["sections"][0]["tables"]
    assert [(t["id"], t["folded"], len(t["rows"])) for t in tables] == [
        ("tornado", False, 24), ("tornado-rest", True, 16), ("breaks", True, 2)]  # fmt: skip
    assert len(str(summary_of(page)).split("\n")) <= 40


CARDS = Several(
    "moves",
    (("held", "held"), ("used", "used")),
    (
        TalliedThing("Bow", (0.9, 0.3), path="cards.heroes.bow"),
        TalliedThing("Parry", (0.5, 0.005), path="cards.heroes.parry"),
        TalliedThing("Feint", (0.5, 0.0), path="cards.heroes.feint"),
    ),
    (0,),
    seats=1_000,
)


def test_numbers_of_cards_that_nobody_uses_are_told_apart():
    moved = ShareChange(WON, "", "", Estimate(0.001, -0.003, 0.005, 0.7), ())
    used, rare, never = (f"cards.heroes.{name}.cost" for name in ("bow", "parry", "feint"))
    both = sensitive(rare, 1, 2, moved, NONE)
    both = replace(both, changes=(*both.changes, VariantChange(used, 1, 2)))
    ranked = [sensitive(path, 1, 2, moved, NONE) for path in (used, rare)]
    ranked += [both, sensitive(rare, 1, 3, moved, BIG)]  # of use after all
    ranked += [sensitive(never, 1, 2, moved, NONE, idle=True), sensitive(never, 1, 3, moved, MORE)]
    lines = told_by(ranked, [CARDS])["lines"]
    assert [(line["label"], line["text"].split(" change")[0]) for line in lines] == [
        ("No effect shown", "2"),
        ("Hardly ever used", "3"),
    ]
    assert lines[1]["text"].endswith(": Parry (5 of 500 chances) and Feint (0 of 500 chances)")


def test_a_number_is_named_by_its_step_where_the_other_step_does_something_else():
    moved = ShareChange(WON, "", "", Estimate(0.05, 0.03, 0.07, 0.01), ())
    ranked = [sensitive(LIMIT, 6, 7, moved, BIG), sensitive(LIMIT, 6, 5, moved, NONE)]
    ranked += [sensitive(START, 0, value, moved, NONE) for value in (1, 2)]
    (line,) = told_by(ranked)["lines"]
    assert line["text"].endswith(
        f": {LIMIT} 6 -> 5 and {label(load(RunRequest('defenders/steps'), []).pack, START)}"
    )


@pytest.mark.long
def test_the_page_of_a_tuned_game_says_what_each_edit_brings():
    experiment, search, confirmed = found(Band(0.42, 0.58))
    points = front(confirmed)
    best = chosen(points)
    assert best.edits == 2 and best.change.lands
    report = tuning.document(experiment, search, points, best, confirmed, 9, told, {}, told)
    text = check(report)
    assert "2 edits: " in text and "Everything lies in the band for certain" in text
    assert next(row["edits"] for row in report["sections"][1]["tables"][0]["rows"]) == "as it is"
    # `simulate export` draws every chart of the page.
    charts = [chart["id"] for section in report["sections"] for chart in section["charts"]]
    drawn = {shape.id: shape for shape in read(report)[1]}
    assert charts == [*drawn] and "chart-front" in charts
    (axes,) = draw(drawn["chart-front"], "").axes
    ends = [container.lines[0].get_xydata()[0][0] for container in axes.containers]
    assert ends == pytest.approx([100 * point.off.value for point in points], abs=1e-3)


def test_the_page_says_what_is_still_off():
    experiment, search, confirmed = found(Band(0.95, 0.99))
    points = front(confirmed)
    best = chosen(points) if points else None
    text = check(tuning.document(experiment, search, points, best, confirmed, 9, told, {}, told))
    assert "The target is not reached" in text and "still off: " in text


@pytest.mark.parametrize("band", [Band(0.42, 0.58), Band(0.95, 0.99)])
def test_the_page_of_advice(band):
    experiment, search, confirmed = found(band)
    text = check(advice.document(experiment, search, confirmed, 9, told, {}, told))
    assert "wanted: " in text


def a_change(name, paths, owners):
    """A change of cards that brings the shares of these factions into their band."""
    changes = tuple(VariantChange(path, 2, 1) for path in paths)
    band = Band(0.2, 0.3)
    goals = [Goal({"": owner}, OPTION, n, owner, (0, 1), band, 0.25)
             for n, owner in enumerate(owners)]  # fmt: skip
    now = Rate(250, 1000, 0.25, 0.22, 0.28)
    none = Estimate(-0.1, -0.12, -0.08, 0.01)
    places = tuple(GoalChange(goal, now, now, none, ON_TARGET) for goal in goals)
    return Confirmed(name, changes, places, (), (), (), (len(paths), 1.0))


# For a faction's share; the game as it is came to nothing yet.
FACTIONS = SearchOutcome(wanted(Band(-0.05, 0.05)), OPTION, (), (), 0, 9, 9_000, ())


def advised(search, changes, *more, game="kingdoms", games=9):
    """The page of advice on it, which keeps to the schema, and its text."""
    experiment = load(RunRequest(f"{game}/steps", band="-0.05,0.05"), [])
    report = advice.document(experiment, search, changes, games, told, {}, told, *more)
    return report, check(report)


def above(places, verdict=ABOVE):
    return tuple(replace(place, verdict=verdict) for place in places)


def test_what_mends_every_faction_together_names_its_changes():
    single = [a_change(f"{who}: cost 2 -> 1", [f"cards.factions.{who}.cost"], [who])
              for who in ("orcs", "elves", "undead")]  # fmt: skip
    paths = [change.changes[0].path for change in single]
    joint = a_change("all 3 changes together", paths, ["orcs", "elves", "undead"])
    report, _ = advised(replace(FACTIONS, base=above(joint.places)), [joint, *single])
    text = report["findings"][1]["text"]
    assert text.startswith("All 3 together (orcs: cost 2 -> 1, elves: cost 2 -> 1 and undead: ")


def test_who_is_off_and_has_no_change_is_named():
    """A faction that is left out of the advice must not look as if it were mended."""
    orcs = a_change("Orcs: cost 2 -> 1", ["cards.factions.orcs.cost"], ["orcs"])
    elves = a_change("", ["cards.factions.elves.cost"], ["elves"]).places
    base = above((*orcs.places, *elves), BELOW)
    search = replace(FACTIONS, base=base, owners=frozenset({"orcs", "elves"}))
    report, _ = advised(search, [orcs], game="ultra_kingdoms")
    last = report["findings"][-1]
    assert last["text"].startswith("Not mended: elves. ") and last["verdict"] == WEAK
    # Where the numbers of one card were named, nothing is said to have been tried on the others.
    one = replace(search, owners=frozenset({"orcs"}))
    last = advised(one, [orcs], game="ultra_kingdoms")[0]["findings"][-1]
    assert last["text"].startswith("Off as well, but not asked about: elves. No number on its card")
    assert "Not mended" not in last["text"] and last["try"] == ""
    # And where they were of none that is off, nothing was tried at all.
    none = replace(search, owners=frozenset(), tried=0)
    page, _ = advised(none, [], game="ultra_kingdoms")
    assert page["findings"][-1]["text"].startswith("Off, but not asked about: orcs and elves.")
    assert page["header"]["badge"]["text"] == "what is off was not asked about"


def test_where_nothing_has_to_change_the_page_says_on_which_luck():
    places = a_change("", ["cards.factions.orcs.cost"], ["orcs"]).places
    search = replace(FACTIONS, base=places, tried=0, games=24_000, fresh=True)
    report, text = advised(search, [], games=24_000)
    assert "Nothing needs to change" in text and "no changes: the game as it is" in text
    assert "on fresh luck" in report["sections"][0]["words"][0]


def test_a_change_that_may_land_or_not_says_so():
    orcs = a_change("Orcs: cost 2 -> 1", ["cards.factions.orcs.cost"], ["orcs"])
    unsure = replace(orcs, places=tuple(replace(p, verdict=MORE) for p in orcs.places))
    search = replace(FACTIONS, base=above(orcs.places))
    texts = [advised(search, [change])[0]["findings"][1]["text"] for change in (orcs, unsure)]
    assert ["more games would tell" in text for text in texts] == [False, True]


def test_a_change_that_takes_back_an_earlier_one_says_so():
    """Steps that undo each other must not look like progress."""
    orcs = a_change("Orcs: cost 2 -> 1", ["cards.factions.orcs.cost"], ["orcs"])
    both = a_change("two", ["cards.factions.orcs.cost", "rules.shields"], ["orcs"])
    said = [aimed.undone(c) for c in (orcs, replace(orcs, undone=orcs.changes),
                                      replace(both, undone=orcs.changes))]  # fmt: skip
    assert said == [
        "",
        " This undoes what was changed before: `cards.factions.orcs.cost=1` is as in the "
        "shipped game.",
        " Part of it undoes what was changed before: `cards.factions.orcs.cost=1` is as in the "
        "shipped game.",
    ]


def test_whose_card_is_changed_is_told_before_those_who_bring_less_for_it():
    druid = a_change("Druid: health 4 -> 6", ["cards.heroes.druid.health"], ["druid"])
    none = Estimate(-0.09, -0.12, -0.05, 0.02)
    shifted = (Shifted("Cleric", "cleric", True, none), Shifted("Druid", "the_druid", True, none))
    assert aimed.beside(replace(druid, shifted=shifted)).startswith("Cleric brings")
    shifted = (shifted[0], replace(shifted[1], value="druid"))
    places = tuple(replace(p, goal=replace(p.goal, value="")) for p in druid.places)
    told_ = aimed.beside(replace(druid, shifted=shifted, places=places))
    assert told_.startswith("Druid brings") and "Cleric brings" in told_


def test_numbers_in_vain_of_cards_that_nobody_uses_are_told():
    orcs = a_change("Orcs: cost 2 -> 1", ["cards.factions.orcs.cost"], ["orcs"])
    vain = tuple(f"cards.heroes.{name}.cost" for name in ("bow", "parry", "feint"))
    report, _ = advised(replace(FACTIONS, base=above(orcs.places), vain=vain), [orcs], [CARDS])
    line = report["lines"][-1]
    assert line["label"] == "Hardly ever used" and line["text"].startswith("2 numbers (")
    assert line["text"].endswith(": Parry (5 of 500 chances) and Feint (0 of 500 chances)")


@pytest.mark.parametrize(
    "rate, low, high, helps",
    [
        (0.36, -0.06, -0.02, True),  # nearer, and shown
        (0.36, -0.09, 0.01, False),  # nearer, by chance perhaps
        (0.44, 0.02, 0.06, False),  # further off
    ],
)
def test_what_comes_nearest_must_be_shown_to_help(rate, low, high, helps):
    change = a_change("Orcs: cost 2 -> 1", ["cards.factions.orcs.cost"], ["orcs"])
    (place,) = change.places
    before, after = (Rate(1, 1000, value, value - 0.02, value + 0.02) for value in (0.4, rate))
    moved = Estimate(rate - 0.4, low, high, 0.01)
    off = replace(place, before=before, rate=after, effect=moved, verdict=ABOVE)
    change = replace(change, places=(off,))
    assert change.helps is helps
    search = replace(FACTIONS, wanted=wanted(Band(-0.05, 0.05), "win_rate"), aim=WON, base=(off,))
    said = advised(search, [change])[0]["findings"][-1]["text"]
    assert ("Nearest comes Orcs: cost 2 -> 1" in said) is helps
    assert ("None is shown to help at all." in said) is not helps


def judged(places, given):
    """Places of which something else is told than the verdict on their rates."""
    return tuple(replace(p, goal=replace(p.goal, given=(given, given))) for p in places)


@pytest.mark.parametrize("page", ["advice", "tuning"])
def test_what_was_set_so_by_play_is_told_as_the_fit(page):
    experiment, search, _ = found(Band(0.4, 0.6))
    fine = tuple(replace(p, verdict=ON_TARGET) for p in search.base)
    fit = judged(fine, lambda verdict: FIT if verdict == ON_TARGET else verdict)
    for base in (fit, (*fit[:1], *fine[1:])):
        known = replace(search, base=base, fresh=True)
        if page == "advice":
            report = advice.document(experiment, known, [], 9, told, {}, told)
        else:
            report = tuning.document(experiment, known, [], None, [], 9, told, {}, told)
        text = check(report)
        assert "on target because we set it so: values that nobody knows give it" in text
        assert "Nothing needs to change" not in text
        assert report["findings"][0]["verdict"] == FIT == report["facts"][0]["verdict"]
        assert report["header"]["badge"]["text"] == "on target because we set it so"


@pytest.mark.parametrize("page", ["advice", "tuning"])
def test_what_is_played_far_below_a_better_player_is_never_called_on_target(page):
    experiment, search, confirmed = found(Band(0.4, 0.6))
    for base in (search.base, tuple(replace(p, verdict=ON_TARGET) for p in search.base)):
        blind = replace(search, base=judged(base, lambda verdict: FAR))
        changes = [replace(c, places=judged(c.places, lambda verdict: FAR)) for c in confirmed]
        assert any(change.lands for change in changes)
        if page == "advice":
            report = advice.document(experiment, blind, changes, 9, told, {}, told)
        else:
            points = front(changes)
            best = chosen(points)
            report = tuning.document(experiment, blind, points, best, changes, 9, told, {}, told)
        text = check(report)
        assert "without a verdict, as better players win far more" in text
        assert "Nothing needs to change" not in text
        assert not {fact["verdict"] for fact in report["facts"]} & {ON_TARGET, ABOVE, BELOW}
        assert ON_TARGET not in {finding["verdict"] for finding in report["findings"]}


def test_where_nothing_is_off_for_certain_no_change_is_blamed():
    """Shares that may be off or not are not mended: there is no "none is shown to help"."""
    orcs = a_change("", ["cards.factions.orcs.cost"], ["orcs"]).places
    search = replace(FACTIONS, base=above(orcs, MORE), tried=0, games=12_000)
    report, text = advised(search, [], game="ultra_kingdoms")
    assert "no change was looked for" in text and "None" not in text and "`" not in text
    assert report["header"]["badge"]["text"] == "nothing is off for certain"


def test_tune_says_what_one_target_costs_the_others():
    """What brings the hard level nearest takes the easy one away, and the other way round."""
    easy, hard = Band(0.7, 0.9), Band(0.3, 0.5)
    sides = [("easy", easy, 0.8), ("hard", hard, 0.65)]
    moves = {"limit 6 -> 5": -0.2, "start 0 -> 1": 0.02}

    def place(level, band, before, by):
        ends = [Rate(0, 4_000, v, v - 0.01, v + 0.01) for v in (before, before + by)]
        goal = Goal({"horde": level}, WON, 0, "", (0, 1), band)
        return GoalChange(goal, *ends, Estimate(by, by - 0.01, by + 0.01, 0.005), MORE)

    confirmed = [
        Confirmed(name, (), tuple(place(*side, by) for side in sides), (), (), (), (1, 0.1))
        for name, by in moves.items()
    ]
    base = tuple(place(*side, 0.0) for side in sides)
    targets = tuple(SettingBand("win_rate", b.low, b.high, {"horde": of}) for of, b, _ in sides)
    search = SearchOutcome(targets, WON, base, (), 0, 2, 9_000, ())
    (finding,) = costs.findings(search, confirmed)
    assert finding.text == (
        "What one target costs the others: hard horde (30.0-50.0%): limit 6 -> 5, 0.0 points "
        "outside on average instead of 15.0 points; the others then 10.0 points instead of 0.0 "
        "points."
    )
    rows = costs.section(search, confirmed).tables[0]["rows"]
    assert [(row["change"], row["target"], row["on"]) for row in rows[:4]] == [
        ("as it is", "easy horde (70.0-90.0%)", 1), ("as it is", "hard horde (30.0-50.0%)", 0),
        ("limit 6 -> 5", "easy horde (70.0-90.0%)", 0),
        ("limit 6 -> 5", "hard horde (30.0-50.0%)", 1),
    ]  # fmt: skip
    alone = SearchOutcome(targets[:1], WON, base[:1], (), 0, 2, 9_000, ())
    assert not [*costs.findings(alone, confirmed)] and costs.section(alone, confirmed) is None


def test_a_change_that_breaks_another_target_does_not_land():
    """What is wanted besides the bands, such as the length of an evening."""
    _, search, confirmed = found(Band(0.42, 0.58))
    landing = next(change for change in confirmed if change.lands)

    def length(value, verdict):
        number = Estimate(value, value - 0.2, value + 0.2, 0.1)
        return ExpectationResult(
            "", "length", {}, {}, "", "rounds", None, 10.0, number, 9, verdict, 0
        )

    other = OtherTarget(length(9.0, "met"), length(12.0, "missed"))
    broken = replace(landing, others=(other,))
    assert not broken.lands and not broken.open and broken.breaks == [other]
    assert aimed.beside(broken).startswith(
        "mean length: the only setting 12.00 (11.80-12.20), wanted at most 10 rounds: missed "
        "(9.00 (8.80-9.20) before)"
    )
    section = costs.section(search, [broken])
    assert section.tables[-1]["rows"][0]["verdict"] == "missed"
