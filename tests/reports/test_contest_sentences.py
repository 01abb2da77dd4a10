"""The balance report: findings and sentences against tables whose answers are known."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from analysis.conclusions.ledger import Ledger
from analysis.data.design import Cell
from analysis.description.event_rates import Happening
from analysis.shares.share_verdicts import Kind, Over, Share
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import Band
from analysis.study import study
from reports.findings import contested, lines
from reports.findings.choose import findings
from reports.run import alerts, document
from reports.sections.description import counted
from reports.sections.shares import share_verdicts
from reports.text import words
from tests.analysis import made_up_contest
from tests.analysis.made_up_contest import Contest
from tests.marks import long_but
from tests.reports.conftest import CONTESTS, placed
from tests.reports.test_sentences import _rows

OFF = {"too strong", "too weak"}


def _kinds(run, kind):
    return [f for f in run.report["findings"] if f["kind"] == kind]


QUICK = {"one strong crew", "strong seat", "contest changes", "late starts", "ties", "plans"}


@pytest.mark.parametrize("name", long_but(QUICK, CONTESTS))
def test_every_word_agrees_with_its_table(made, name):
    run = made(name)
    for found in run.report["findings"]:
        rows, text = [row for _, row in _rows(run, found["rows"])], found["text"]
        if found["kind"].startswith("share"):
            verdict = words.VERDICTS[rows[-1]["verdict"]].word
            assert verdict in OFF and text.endswith(f"{verdict}.")
            share = rows[-1]
            if "share" in share:
                assert (share["share"]["value"] > share["fair"]) == (verdict == "too strong")
            assert share["q"] < 0.05
        if found["kind"].startswith("share") and "evened" in rows[0]:
            assert (" more than the fair" in text) == (rows[0]["over"]["value"] > 0)
        if found["kind"] == "plan":
            assert (" more " in text) == (rows[0]["beyond"]["value"] > 0)
            assert (" less " in text) == (rows[0]["beyond"]["value"] < 0)
            assert rows[0]["q"] < 0.05
        if found["kind"] == "shift":
            assert (" adds " in text) == (rows[0]["effect"]["value"] > 0)
            assert (" takes " in text) == (rows[0]["effect"]["value"] < 0)
            assert rows[0]["q"] < 0.05
        if found["kind"] == "matchup":
            assert rows[0]["beyond"]["value"] > 0.02 and rows[0]["q"] < 0.05


@pytest.mark.parametrize("name", CONTESTS)
def test_the_overview_counts_its_table(made, name):
    run = made(name)
    found = next(f for f in run.report["findings"] if f["kind"] == "overview")
    counted = {r["verdict"]: r["shares"] for r in run.table("shares-verdicts")["rows"]}
    assert sum(n for v, n in counted.items() if v != "all") == counted["all"]
    assert counted["all"] == len(run.table("shares")["rows"])
    assert f" {counted['all']} shares of wins" in found["text"]
    for row in run.table("shares")["rows"]:
        assert (row["more"] is None) == (row["verdict"] != "not enough games") or not row["more"]


@pytest.mark.parametrize("name", CONTESTS)
def test_grid_list_and_chart_say_the_same(made, name):
    run = made(name)
    listed = {r["what"]: r["share"]["value"] for r in run.table("shares")["rows"]}
    section = next(s for s in run.report["sections"] if s["id"] == "shares")
    tables = {t["id"]: t for t in section["tables"]}
    if "shares-grid" in tables:
        cells = [c for r in tables["shares-grid"]["rows"] for k, c in r.items() if k != "what"]
        assert sorted(c["value"] for c in cells) == sorted(listed.values())
        over = {r["what"]: r["over"]["value"] for r in tables["shares-over"]["rows"]}
    else:
        over = listed
    assert {r["label"]: r["value"] for r in section["charts"][0]["rows"]} == over


@pytest.mark.parametrize("name", CONTESTS)
def test_the_two_sides_of_a_pair_make_a_whole(made, name):
    rows = made(name).table("matchups-matrix")["rows"]
    for i, row in enumerate(rows):
        assert row[f"m{i}"] is None
        for j in range(len(rows)):
            if i != j and row[f"m{j}"]:
                other = rows[j][f"m{i}"]
                assert row[f"m{j}"]["value"] + other["value"] == pytest.approx(1, abs=2e-6)
                assert row[f"m{j}"]["games"] == other["games"]


def test_all_crews_alike(made):
    run = made("all crews alike")
    assert run.report["findings"][0]["text"].startswith("All 6 shares of wins are on target")
    assert run.report["header"]["badge"]["text"] == "all 6 shares on target"
    kinds = {f["kind"] for f in run.report["findings"]}
    assert not any(k.startswith(("share", "matchup", "plan")) for k in kinds)
    line = next(x for x in run.report["lines"] if x["label"] == "On target")
    assert line["text"].startswith("The Auks, The Bitterns, The Coots, The Dunlins, The Egrets and")
    assert line["text"].endswith("; 6 of 6 shares in all.")


def test_one_strong_crew(made):
    run = made("one strong crew")
    first = _kinds(run, "share option")[0]
    assert first["text"].startswith("The Egrets: ") and first["text"].endswith("too strong.")
    assert "`simulate sensitivity regatta cards.crews.egret`" in first["try"]
    assert not _kinds(run, "matchup") and not _kinds(run, "share seat")


def test_a_share_that_was_picked_of_few_games_stands_beside_a_likelier_one():
    kind = study(made_up_contest.in_memory(Contest(games=900, crews={"egret": 1.2})))
    said = [one.finding for one in findings(Ledger(kind))]
    (found, *_) = [f for f in said if f.kind == "share option" and "Egrets" in f.text]
    assert re.search(r"picked from \d+, so [\d.]+% is likelier", found.text)
    assert not any(f.note for f in said)  # which would say it twice
    many = study(made_up_contest.in_memory(Contest(games=2_500, crews={"egret": 1.2})))
    assert not any(
        "likelier" in one.finding.text or one.finding.note for one in findings(Ledger(many))
    )


def test_of_two_shares_that_are_open_the_nearer_one_is_half_of_them():
    """Else one on the edge of its band makes the way to both look hopeless."""
    unsure = [
        SimpleNamespace(share=Rate(30, 100, 0.3, 0.2, 0.4), label=name, more=more,
                        cell=SimpleNamespace(levels={}))
        for name, more in (("Dwarves", 7_800_000), ("Elves", 900))
    ]  # fmt: skip
    parts, _ = lines._unsure(unsure)
    half = "run 900 more games a setting to settle about half of them"
    assert parts[-1] == f"{half} (for each: Games to add in its table)"
    assert lines._unsure(unsure[1:])[0][-1] == "run 900 more games a setting to settle it"


@pytest.mark.parametrize(
    "games, says",
    [
        (400, "No seat is shown to be off target; all 3 shares need more games"),
        (30_000, "No seat is off: all 3 shares are on target."),
    ],
)
def test_where_no_seat_is_off_that_is_said_once(games, says):
    told = lines.lines(Ledger(study(made_up_contest.in_memory(Contest(games=games, players=(3,))))))
    (line,) = [line for line in told if line["label"] == "Seats"]
    assert line["text"].startswith(says) and ["seats-verdicts", "all"] in line["rows"]


def test_where_a_seat_is_off_no_line_says_of_the_others_that_they_are_not(made):
    assert not any(line["label"] == "Seats" for line in made("strong seat").report["lines"])


def _tried(run):
    """What is advised of the seat that is farthest off."""
    seats = [f for f in contested.large(study(run)) if f.kind == "share seat"]
    return max(seats, key=lambda found: found.size).advice


PLAIN = "Give whoever sits there less at the start, and play again on the same seed."
EVEN = (
    f"{PLAIN[:-1]}; `simulate advise regatta --target -0.02,0.02 --seats` looks for a number of "
    "the rules that makes the seats even."
)


@pytest.mark.parametrize("taken, named", [(None, None), (0, 1), (1, 2), (2, None)])
def test_a_number_that_makes_up_for_going_first_is_named_where_there_is_one(taken, named):
    """One step more of it than is played, up to its top, which is 2."""
    made = made_up_contest.in_memory(
        Contest(games=4_000, players=(3,), seats=(0.6,), handicap=taken)
    )
    again = f"`simulate run regatta/made_up --games 4000 --set rules.late_start={named}`."
    with_number = f"{PLAIN[:-1]}; the rules have a number for it: {again}"
    assert _tried(made) == (with_number if named else EVEN)


def test_the_number_for_going_first_steps_from_where_the_run_set_it():
    made = made_up_contest.in_memory(Contest(games=4_000, players=(3,), seats=(0.6,), handicap=0))
    made.manifest["cells"][0]["changes"] = {"rules.late_start": 1}
    made.manifest["command"] += " --set rules.late_start=1"
    again = "simulate run regatta/made_up --games 4000 --set rules.late_start=2"
    assert _tried(made).endswith(f"`{again}`.")


def test_the_number_for_going_first_is_not_named_where_the_run_compares_it():
    made = made_up_contest.in_memory(Contest(games=4_000, players=(2, 3), seats=(0.6,), handicap=0))
    for number, cell in enumerate(made.manifest["cells"]):
        cell["changes"] = {"rules.late_start": number}
    assert "rules.late_start" not in _tried(made)


def test_what_a_game_says_to_try_first_comes_before_the_number():
    """Where the seat is farthest off, and unless the run changes it itself."""
    made = made_up_contest.in_memory(Contest(games=4_000, players=(3,), seats=(0.6,), handicap=0))
    made.manifest["evens"] = [["harbours", ["dealt"], "rules.berths=last"]]
    told = "try first: `simulate run regatta/made_up --games 4000 --set rules.berths=last`."
    assert _tried(made) == f"{PLAIN[:-1]}; {told}"
    made.manifest["evens"] = [["harbours", ["drawn"], "rules.berths=last"]]
    assert "rules.late_start=1`" in _tried(made)


def test_a_seat_that_does_not_go_first_has_no_number():
    """But of two seats: the second is weak by as much as the first is strong."""
    third = Contest(games=4_000, players=(3,), seats=(0.0, 0.0, 0.6), handicap=0)
    assert _tried(made_up_contest.in_memory(third)) == EVEN
    weak = Contest(games=4_000, players=(3,), seats=(0.0, 0.0, -1.0), handicap=0)
    assert _tried(made_up_contest.in_memory(weak)) == EVEN.replace("less", "more")
    last = Contest(games=4_000, players=(2,), seats=(0.0, -0.6), handicap=0)
    assert "rules.late_start=1`" in _tried(made_up_contest.in_memory(last))


def test_in_circles(made):
    run = made("in circles")
    pairs = [f["text"] for f in _kinds(run, "matchup")]
    assert pairs and all("more than the strengths of the two say" in text for text in pairs)
    section = next(s for s in run.report["sections"] if s["id"] == "matchups")
    assert "go in circles" in section["words"][0]
    share = run.table("cyclic")["rows"][0]["share"]
    assert section["words"][0].startswith(words.percent(share)) and share > 0.8


def test_ties_are_counted(made):
    run = made("ties")
    assert all(row["tied"]["value"] > 0.02 for row in run.table("gap")["rows"])
    text = next(f["text"] for f in _kinds(run, "tied"))
    assert "several winners" in text


def test_changes_name_whom_they_move(made):
    run = made("contest changes")
    named = [f["text"] for f in _kinds(run, "shift")]
    told = {text.split("”")[0].split("“")[1]: text for text in named}
    assert " takes " in told["no oars"] and told["no oars"].endswith("of The Egrets.")
    assert " adds " in told["wind"] and told["wind"].endswith("of The Auks.")
    assert len(named) == 2
    shown = {r["name"]: r for r in run.table("shifts")["rows"]}
    assert shown["no flag"]["verdict"] == "no effect shown"


def test_solo_games_stand_beside_the_contest(made):
    run = made("alone and against")
    assert run.has("difficulty") and run.has("shares")
    assert [r["setting"] for r in run.table("difficulty")["rows"]] == ["1 player"]
    assert {r["what"].split(", ")[1] for r in run.table("shares")["rows"]} == {
        "2 players",
        "3 players",
    }
    told = next(f["text"] for f in run.report["findings"] if "1 player" in f["text"])
    assert re.fullmatch(r"1 player: [\d.]+% \([\d.]+-[\d.]+\) of the games won\.", told)
    # Only one strategy played against people; the dummy is no plan to choose.
    assert not run.has("plans") and not run.has("needed")


def test_what_was_dealt_is_named_with_its_kind_and_no_ability_is_blamed(made):
    found = [f for f in _kinds(made("strong harbour"), "share dealt") if "South" in f["text"]]
    assert found
    for one in found:
        assert one["text"].startswith("The harbour South: ")
        assert one["try"].startswith("It is dealt by chance")
        assert "simulate run" not in one["try"]


def test_a_seat_of_one_setting_is_not_told_over_all_settings(made):
    found = max(_kinds(made("weak last seat"), "share seat"), key=lambda f: f["text"])
    assert found["text"].startswith("Seat 3: ") and "over all settings" not in found["text"]
    assert " of the games won with 3 players; " in found["text"]


def _kind(role, overs, shares):
    """Things with their verdict over all settings, and with that of each setting."""
    made = [
        Over(
            name,
            str(number) if role == "seat" else name,
            900,
            Estimate(value, value - 0.01, value + 0.01, 0.005),
            None,
            0.01,
            verdict,
        )
        for number, (name, value, verdict) in enumerate(overs)
    ]
    found = []
    for name, players, over, verdict in shares:
        cell = Cell(players, {"players": players}, {}, 300, True, {}, ())
        share, less = (Estimate(v, v - 0.02, v + 0.02, 0.01) for v in (1 / players + over, over))
        beyond = abs(over) - 0.02
        band = Band(-0.02, 0.02)
        found.append(
            Share(name, cell, 300, share, 1 / players, less, 0.01, verdict, beyond, 0, band)
        )
    return Kind("seats" if role == "seat" else "crews", role, tuple(found), tuple(made))


def _told(kind):
    design = SimpleNamespace(
        fair=Band(-0.02, 0.02), manifest={"cells": []}, card_in=lambda *_: None,
        unswept=range(99), factors=(),
    )  # fmt: skip
    return list(contested._each_off(SimpleNamespace(design=design), kind))


@pytest.mark.parametrize(
    ("verdict", "where"),
    [
        (verdicts.ON_TARGET, "but within the target"),
        (verdicts.MORE, "perhaps within the target"),
    ],
)
def test_seats_that_differ_for_certain_are_named_though_none_is_off(verdict, where):
    kind = _kind("seat", [(f"Seat {n}", 0.0, verdict) for n in (1, 2, 3)], ())
    sides = zip((-0.021, 0.024, -0.003), (True, True, False), strict=True)
    shares = tuple(
        Share(
            f"Seat {n}", Cell(0, {}, {}, 300, True, {}, ()), 300, _near(0.25 + over), 0.25,
            _near(over), 0.9, verdict, 0.0, 0, Band(-0.02, 0.02), differs=differs,
        )
        for n, (over, differs) in enumerate(sides, 1)
    )  # fmt: skip
    assert share_verdicts._counted_words(replace(kind, shares=shares)) == (
        f"None of the seats is shown to be off target. Different for certain, {where}: Seat 2 wins "
        "more and Seat 1 wins less than the fair share."
    )


def _near(value):
    return Estimate(value, value - 0.006, value + 0.006, 0.003)


def test_what_is_off_over_all_settings_alone_is_found():
    """No setting by itself has games enough, all together have."""
    shares = [("auk", 2, 0.05, verdicts.MORE), ("auk", 3, 0.06, verdicts.MORE)]
    kind = _kind("option", [("auk", 0.055, verdicts.STRONG)], shares)
    (found,) = _told(kind)
    assert found.text == (
        "auk: 5.5 points (4.5-6.5) more than the fair share over all settings: too strong."
    )
    assert found.rows == (("shares-over", "auk"),)
    assert share_verdicts._counted_words(kind) == "Too strong over all settings: auk."


def test_the_setting_named_is_off_the_same_way():
    """A seat may be weak in the setting that is farthest off, and strong as a whole."""
    shares = [
        ("Seat 1", 2, 0.06, verdicts.STRONG),
        ("Seat 1", 3, 0.08, verdicts.STRONG),
        ("Seat 1", 4, -0.11, verdicts.WEAK),
    ]
    kind = _kind("seat", [("Seat 1", 0.03, verdicts.STRONG)], shares)
    (found,) = _told(kind)
    assert "farthest off with 3 players: " in found.text and found.text.endswith("too strong.")
    assert found.advice.endswith(" With 4 players it is too weak: let no change reach there.")
    assert share_verdicts._counted_words(kind) == (
        "Too strong over all settings: Seat 1. Too strong in single settings: Seat 1. "
        "Too weak in single settings: Seat 1."
    )


def test_a_swept_number_of_a_contest_is_answered_first(made):
    run = made("late starts")
    first = run.report["findings"][0]
    assert first["kind"] == "asked" and first["text"].startswith("Late start: Seat 1 wins on av")
    rows = {row["what"]: row for row in run.table("asked-shares")["rows"]}
    one, two = (rows[f"Late start 0 → {late}: Seat 1"]["effect"]["value"] for late in (1, 2))
    assert two < one < -0.05
    each = [r for r in run.table("asked-shares-each")["rows"] if r["whose"] == "Seat 1"]
    assert {r["at"] for r in each} == {"2 players", "3 players"} and len(each) == 4
    # What is told over settings is told of the printed game alone.
    over = next(r for r in run.table("seats-over")["rows"] if r["what"] == "Seat 1")
    shares = [r for r in run.table("seats")["rows"] if r["what"].startswith("Seat 1, ")]
    printed = [r["over"] for r in shares if r["what"].endswith("late start 0")]
    assert over["over"]["value"] == pytest.approx(sum(printed) / 2, abs=1e-6)


def test_a_dummy_does_not_hide_who_plays():
    """Who is not in the pack is no script whose skill moves the shares."""
    seated = [SimpleNamespace(strategies={"dummy": 3}), SimpleNamespace(strategies={"quick": 9})]
    pack = {"strategies": {"quick": {"plan": "Plays fast.", "like": "balanced"}}}
    design, contest = SimpleNamespace(manifest={"pack": pack}), SimpleNamespace(kinds=("seat",))
    study = SimpleNamespace(design=design, seated=seated, contest=contest)
    text = alerts._others_than_usual(study)["text"]
    assert "Its plan: “Plays fast.”" in text and "how often somebody wins depends" in text


def test_what_is_there_or_not_is_a_share_of_the_games():
    found = Happening("by_top", "games in which a boat reached the top", "games", 0.344, {})
    assert counted.often(found) == "In 34.4% of the games a boat reached the top."
    found = Happening("wars", "wars between boats", "wars", 1.5, {})
    assert counted.often(found) == "Wars between boats: 1.50 in a mean game."


def test_every_line_up_stands_apart():
    lineups = ["builder, scholar", "balanced, trader"]
    assert document._levels(tuple(lineups)) == "builder, scholar; balanced, trader"
    assert words.level("lineup", lineups[0]) == "lineup builder, scholar"


def test_the_sections_are_there(made):
    report = made("plans").report
    assert placed(report, "page") == [
        "shares", "shares-harbours", "ladder", "plans", "seats", "matchups", "at-players",
        "length", "ends", "gap", "feel", "sources", "checks", "method", "again", "samples", "data",
    ]  # fmt: skip
    assert placed(report, "data") == [
        "needed", "points", "level-sail", "tallies", "seated", "happenings", "triggers",
        "pictures-bays",
    ]  # fmt: skip
