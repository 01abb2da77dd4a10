"""The report of two runs beside each other: sentences by their tables, a valid page."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from analysis.data.joined import join
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate
from analysis.stats.verdicts import SHOWN
from reports.comparison import document, findings
from reports.comparison.picture import picture
from reports.findings import changed
from reports.findings.finding import Finding
from reports.page.render import _few, build_comparison, summary, write
from reports.text import words
from simulate.store import open_run
from tests.analysis import made_up, made_up_contest
from tests.analysis.made_up import KEEPERS, Recipe
from tests.analysis.made_up_contest import Contest
from tests.marks import long_but
from tests.reports.conftest import Made
from tests.reports.test_page import Page, assert_valid

pytestmark = pytest.mark.long

GAME = Recipe(games=6_000, players=(2, 3), tides=("calm", "rough"), target=(0.3, 0.5))
ONE = replace(GAME, players=(3,), tides=("rough",), games=400)
RACE = Contest(games=6_000, players=(3,))
ALONE = Contest(games=2_000, players=(1, 2), solo=1.0, target=None)
PAIRS = {
    "easier": (GAME, replace(GAME, level=1.4)),
    "harder": (GAME, replace(GAME, level=0.6)),
    "the same": (GAME, GAME),
    "few": (ONE, replace(ONE, level=1.02)),
    "one setting": (replace(ONE, games=6_000, level=0.3), replace(ONE, games=6_000, level=1.8)),
    "other seed": (GAME, replace(GAME, seed=12, players=(3, 4))),
    "cut short": (GAME, replace(GAME, status="partial", per_cell={1: 900, 2: 0, 3: 0})),
    "a keeper tamed": (replace(GAME, keepers={"bo": 0.7}, breath={"bo": 6}), GAME),
    "fitted": (replace(ONE, fitted=True), replace(ONE, level=1.4)),
    "stronger crew": (RACE, replace(RACE, crews={"egret": 0.5})),
    "the same crews": (RACE, RACE),
    "crews of another seed": (replace(RACE, games=40_000), replace(RACE, games=40_000, seed=4)),
    "few races": (replace(RACE, games=300), replace(RACE, games=300, seed=4)),
    "alone and against": (ALONE, replace(ALONE, solo=0.6)),
}


@pytest.fixture(scope="module")
def made(shared):
    """name -> the comparison of a pair, made when first asked for."""

    def get(name):
        return shared(f"pair {name}", lambda folder: make(folder, *PAIRS[name]))

    return get


def make(folder: Path, *recipes) -> Made:
    runs = []
    for name, recipe in zip(("one", "two"), recipes, strict=True):
        (folder / name).mkdir()
        kind = made_up_contest if isinstance(recipe, Contest) else made_up
        runs.append(open_run(kind.build(folder / name, recipe)))
    out = folder / "out"
    out.mkdir()
    page = write(out, build_comparison(join(*runs), ("one", "two"), "simulate compare one two"))
    return Made(out, json.loads((out / "report.json").read_text()), page.read_text())


def said(made):
    return " ".join(f"{f['text']} {f['try']}" for f in made.report["findings"])


@pytest.mark.parametrize("name", long_but({"easier", "the same", "few"}, PAIRS))
def test_the_page_is_valid_and_each_heading_a_question(made, name):
    assert_valid(Page(made(name).page))


@pytest.mark.parametrize(("name", "way"), [("easier", "more"), ("harder", "less")])
def test_a_change_is_told_with_its_sign(made, name, way):
    table = made(name).table("compared")["rows"]
    mean = sum(row["effect"]["value"] for row in table) / len(table)
    assert f"the players win {abs(mean) * 100:.1f} points {way} often" in said(made(name)).lower()
    for row in table:
        moved = row["after"]["value"] - row["before"]["value"]
        assert row["effect"]["value"] == pytest.approx(moved, abs=2e-6)
        assert (row["effect"]["value"] > 0) == (way == "more")


def test_what_comes_to_the_target_or_leaves_it_is_told(made):
    rows = {row["setting"]: row for row in made("easier").table("compared")["rows"]}
    crossed = {n for n, r in rows.items() if r["was"] != r["now"] and "not enough" not in
               (r["was"] + r["now"])}  # fmt: skip
    told = [f["text"] for f in made("easier").report["findings"] if " now." in f["text"]]
    assert told and len(told) == min(3, len(crossed))
    on = sum(row["now"] == "on target" for row in rows.values())
    was = sum(row["was"] == "on target" for row in rows.values())
    assert f"{was} of 4 settings before, {on} after" in said(made("easier"))


def test_settings_that_are_not_told_are_counted_with_where_they_stand(made):
    moved = [row for row in made("easier").table("compared")["rows"] if row["verdict"] in SHOWN]
    assert len(moved) == 4
    told = [f["text"] for f in made("easier").report["findings"] if f["kind"] == "setting"]
    more = "1 more setting has moved for certain: it stands first in the table"
    assert [more in text for text in told] == [False, False, True]
    assert made("easier").table("compared")["caption"] in told[-1]
    rows = [(f"setting {n}", "50.0%") for n in range(31)]
    assert len(_few(rows[:20])) == 20
    assert _few(rows)[10] == ("... 11 more, in the report", "")


def test_what_was_changed_besides_is_listed_or_the_table_is_named():
    def of(number):
        one = SimpleNamespace(own=[], shares=[("crews", [
            SimpleNamespace(named=True, option=f"crew {n}", value=f"c{n}", verdict="no effect",
                            before=0.3, after=0.3, effect=Estimate(0, -0.01, 0.01, 0.005), cards=())
            for n in range(number)
        ])], differs=())  # fmt: skip
        return changed.of_cards(one)[-1].text

    assert of(8) == "Changed as well: crew 6 and crew 7."
    assert of(13).endswith("crew 10 and 2 more. The table “Values that are not the same in both "
                           "runs” of the report has all.")  # fmt: skip


def test_one_setting_that_comes_off_target_is_told_once(made):
    row = made("one setting").table("compared")["rows"][0]
    told = [f["text"] for f in made("one setting").report["findings"]]
    assert (row["was"], row["now"]) == ("below the band", "above the band")
    assert told[0].endswith("; too hard before, too easy now.")
    assert sum(" points more" in text for text in told) == 1


def test_nothing_is_made_of_nothing(made):
    text = said(made("the same"))
    assert "nothing can have moved" in text and "often" not in text
    assert [a["level"] for a in made("the same").report["alerts"]] == ["amber"]
    assert "they hold the same games" in made("the same").report["alerts"][0]["text"]
    assert "nothing can have moved" in said(made("the same crews"))
    assert "each by less than" in said(made("crews of another seed"))


def test_too_few_games_say_how_many_more(made):
    assert "cannot be told yet" in said(made("few")) and "`--games " in said(made("few"))
    assert "`--games " in said(made("few races"))


def test_other_seeds_and_lone_settings_are_told(made):
    alerts = " ".join(a["text"] for a in made("other seed").report["alerts"])
    assert "play the second with `--seed 11`" in alerts
    first = "2 settings of the first run (2 players, calm tide; 2 players, rough tide)"
    assert f"{first}; and 2 settings of the second" in alerts


def test_a_level_that_was_fitted_is_told(made):
    alerts = " ".join(a["text"] for a in made("fitted").report["alerts"])
    assert "So we chose how hard the game was before the change" in alerts
    assert "we chose how hard" not in " ".join(a["text"] for a in made("few").report["alerts"])


def test_a_run_that_was_cut_short_is_told(made):
    alerts = " ".join(a["text"] for a in made("cut short").report["alerts"])
    assert "The second run was cut short" in alerts
    assert "has no games of it: 2 settings" in alerts
    assert len(made("cut short").table("compared")["rows"]) == 2


def test_the_picture_lays_each_setting_before_and_after(made):
    run = made("easier")
    drawn, rows = run.report["picture"]["rows"], run.table("compared")["rows"]
    told = {row["setting"]: row for row in rows}
    assert len(drawn) == len(told) and run.page.index("<figure") < run.page.index("<table")
    for row in drawn:
        before, after = told[row["label"]]["before"], told[row["label"]]["after"]
        assert (row["before"], row["value"]) == (before["value"], after["value"])
        assert row["low"] <= row["value"] <= row["high"] and row["band"]


def test_the_picture_leaves_out_whose_share_moved_by_nothing_of_its_own():
    moved = Estimate(0.04, 0.01, 0.07, 0.015)
    shifts = [
        SimpleNamespace(
            option=name, verdict=verdict, named=False, before=0.2, after=0.24, effect=moved
        )
        for name, verdict in (("auk", verdicts.SAME), ("coot", verdicts.NONE), ("egret", "effect"))
    ]
    comparison = SimpleNamespace(same_games=False, settings=[], shares=[("crews", shifts)])
    rows = picture(comparison)["rows"]
    assert [row["label"] for row in rows] == ["egret", "coot"]  # what is shown to move comes first
    assert (rows[0]["low"], rows[0]["high"]) == (0.21, 0.27)


def test_where_nothing_was_changed_there_is_no_picture(made):
    assert made("the same").report["picture"] is None


def test_shares_are_told_with_both_numbers(made):
    rows = {row["option"]: row for row in made("stronger crew").table("moved-crews")["rows"]}
    best = rows["The Egrets"]
    text = said(made("stronger crew"))
    assert f"{best['before'] * 100:.1f}% before, {best['after'] * 100:.1f}% after" in text
    assert made("stronger crew").has("moved") and not made("stronger crew").has("compared")


def test_a_game_alone_and_one_against_others_stand_side_by_side(made):
    found = made("alone and against")
    assert found.has("compared") and found.has("moved")
    assert [row["setting"] for row in found.table("compared")["rows"]] == ["1 player"]
    assert "1 player: after the change the players win" in said(found)


def test_the_terminal_shows_before_and_after(made):
    text = summary(made("easier").folder)
    row = made("easier").table("compared")["rows"][0]
    assert "before" in text and f"{row['before']['value'] * 100:.1f}%" in text
    assert "The Egrets" in summary(made("stronger crew").folder)


def test_the_same_runs_give_the_same_bytes(tmp_path):
    texts = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        made = make(tmp_path / name, ONE, replace(ONE, level=1.5))
        texts.append((made.page, (made.folder / "report.json").read_text()))
    assert texts[0] == texts[1]


def test_only_what_moved_is_open(made):
    """What is not shown to have moved stands at the end of its table, and folded on the page."""
    for name in ("easier", "stronger crew", "the same"):
        run = made(name)
        for section in run.report["sections"]:
            for table in section["tables"]:
                rows, still = table["rows"], table["still"]
                shown = [r.get("verdict") in SHOWN for r in rows if "verdict" in r]
                if still and shown:
                    assert shown == [True] * (len(rows) - still) + [False] * still
                    last = "-still" if len(rows) > still else ""
                    assert f'id="t-{table["id"]}{last}"' in run.page
    assert any(t["still"] for s in made("the same").report["sections"] for t in s["tables"])


def test_a_keeper_that_was_changed_is_told_first_with_its_own_games_beside_all(made):
    run = made("a keeper tamed")
    first, *rest = run.report["findings"]
    row, *others = run.table("own-keepers")["rows"]
    whole = run.table("compared")["rows"]
    assert row["what"] == "Bo" and row["verdict"] == "effect" and row["effect"]["high"] < -0.1
    moved = row["effect"]
    size, ends = words.size_range(moved["value"], moved["low"], moved["high"])
    assert first["text"].startswith(
        f"Bo: breath 6 → 4: the players win {size} less often with it ({ends}). Its games won: "
        f"{words.percent(row['before'])} before, {words.percent(row['after'])} after; "
    )
    mean = sum(each["effect"]["value"] for each in whole) / len(whole)
    assert f"; of all games {words.signed(mean)} (" in first["text"]
    said_last = " ".join(f["text"] for f in rest).split()
    assert not {k.capitalize() for k in KEEPERS} & {*said_last}
    assert run.table("own-keepers")["still"] == len(others) == 7
    assert {each["verdict"] for each in others} == {"the same games"}
    # Their games have moved by what they met: 0.0 beside 30% and 40% would tell of neither.
    assert {each["effect"] for each in others} == {None}
    assert any(each["before"] != each["after"] for each in others)
    assert run.table("own-keepers")["still_so"] == "what did not move by itself"


@pytest.mark.parametrize("of_all", [verdicts.NONE, verdicts.SMALL, verdicts.BIG])
def test_the_badge_is_of_what_the_answer_is_of(of_all):
    """A card that is seldom dealt moves its own games, and all games by nothing that is shown."""
    whole = SimpleNamespace(same_games=False, settings=[], shares=(), whole=True, verdict=of_all)
    for verdict in (*SHOWN, verdicts.NONE, verdicts.MORE):
        answer = Finding(kind=changed.CHANGED, verdict=verdict, text="", section="own")
        assert document._badge(whole, answer) == words.VERDICTS[verdict].badge()
    learned = Finding(kind="target", verdict=words.LEARNED, text="", section="compared")
    assert document._badge(whole, learned) == words.VERDICTS[of_all].badge()


def test_an_interval_without_zero_that_shows_nothing_says_why():
    """Of 13 factions one alone often has such an interval by luck: no reader should wonder."""
    shift = SimpleNamespace(option="Orcs", effect=Estimate(-0.07, -0.13, -0.01, 0.03))
    assert "in about 49 of 100 comparisons" in findings._by_luck(shift, 13)
    shift.effect = Estimate(-0.07, -0.15, 0.01, 0.04)
    assert findings._by_luck(shift, 13) == ""
