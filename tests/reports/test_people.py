"""What is said of people's games: the same on page, terminal, data and sheets."""

import html as markup
import json
import re
import textwrap
from dataclasses import replace

import pytest

from analysis.conclusions.kept_people import KeptPeople
from analysis.people.answer import AgreementAnswer
from analysis.people.plan import DUE, OPEN, EveningPlan, PlannedGame
from analysis.stats import verdicts
from analysis.stats.intervals import rate
from reports.figures.drawing import draw
from reports.figures.shapes import read
from reports.page.render import MOST_OPTIONS, PLAYTESTS, html, summary_of, write
from reports.people import beside, evening, sentences
from reports.people.sentences import OptionNames
from reports.search.playtests import document
from reports.tables.shape import ReportDocument
from reports.tables.sheets import sheets
from reports.text.words import MOST_WORDS
from simulate.experiment import RunRequest, load
from simulate.playtests.records import Playtests
from tests.reports.made_up_people import AGREES, ANSWERS, COMMAND, EVIL, HEROES, grid, options, told
from tests.reports.test_page import Page

SHOWN = re.compile("nothing shows|no difference (is )?shown", re.IGNORECASE)
POWER = re.compile(r"would notice [^.;]*33 points (one time in five|every other time|almost)")
SCREEN, WIDE = 24, 80


def text_of(report):
    """The words of the page, without what only a machine reads."""
    seen = re.sub(r"(?s)<(style|script)\b.*?</\1>", "", html(report))
    return re.sub(r"\s+", " ", markup.unescape(re.sub(r"<[^>]+>", "", seen))).replace("`", "")


def table(report, name):
    tables = [t for section in report["sections"] for t in section["tables"]]
    return next((t["rows"] for t in tables if t["id"] == name), [])


def screen(report):
    lines = str(summary_of(report)).split("\n")
    return [part for line in lines for part in (textwrap.wrap(line, WIDE) or [""])]


@pytest.fixture(scope="module", params=ANSWERS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def report(name):
    return told(name)


def test_it_is_a_report_as_any_other(report, tmp_path):
    ReportDocument.model_validate_json(json.dumps(report, allow_nan=False))
    page = write(tmp_path, report, data=PLAYTESTS)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["playtests.html", "playtests.json"]
    read_page = Page(page.read_text("utf-8"))
    assert len({*read_page.ids}) == len(read_page.ids)
    assert "every number stands in playtests.json too" in read_page.text


def _planned(*settings):
    """A plan of a game of each setting."""
    games = [PlannedGame(levels, HEROES[:2], why) for levels, why in
             zip(settings, (OPEN, DUE), strict=True)]  # fmt: skip
    return EveningPlan(tuple(games), 4.04, 3.86, True)


def test_which_games_are_next_is_told_by_names():
    names = OptionNames("heroes", {HEROES[0]: "The Ranger", HEROES[1]: "A Cleric"})
    small, large = {"players": 2, "horde": "easy"}, {"players": 2, "horde": "medium"}
    part = evening.section(_planned(small, small), names)
    assert part.words[0].endswith("4.0 heroes are judged wrong now, and 3.9 after these 2 games.")
    assert evening.ALONE in part.words
    rows = part.tables[0]["rows"]
    assert [row["lineup"] for row in rows] == ["A Cleric, The Ranger"] * 2
    assert [row["why"] for row in rows] == [
        "Tells most about open verdicts",
        "Is due: played least so far",
    ]
    alike = evening.line(_planned(small, small), names)["text"]
    assert alike == "2 players: A Cleric, The Ranger; A Cleric, The Ranger"
    apart = evening.line(_planned(small, large), names)["text"]
    assert apart == "easy horde: A Cleric, The Ranger; medium horde: A Cleric, The Ranger"


def test_links_of_findings_lead_to_a_section(report):
    sections = {section["id"] for section in report["sections"]}
    assert {finding["section"] for finding in report["findings"]} <= sections
    for finding in report["findings"]:
        for name, key in finding["rows"]:
            assert key in [next(iter(row.values())) for row in table(report, name)]
        assert len(finding["line"].removesuffix(" …").split()) <= MOST_WORDS


def test_agreement_comes_first_then_skill_then_both(report):
    kinds = [finding["kind"] for finding in report["findings"]]
    assert kinds == ["agreement", "skill", "both"][: len(kinds)]
    assert [finding["kind"] for finding in report["findings"] if finding["answer"]] == ["agreement"]


def test_nothing_is_shown_is_never_said_without_what_would_be_seen(name, report):
    """In each text by itself: whoever reads one line alone reads how blind so many games are."""
    first = report["findings"][0]
    texts = [report["header"]["answer"], first["text"], first["line"]]
    texts += [text for section in report["sections"] for text in section["words"]]
    found = [text for text in texts if SHOWN.search(text)]
    assert [text for text in found if not POWER.search(text)] == []
    nothing = ANSWERS[name].agreement
    assert bool(found) == (nothing.farthest is not None and not nothing.differs)
    if found:
        assert POWER.search(text_of(report)) and POWER.search(" ".join(screen(report)))


def test_people_are_never_called_a_skill(report):
    for text in (text_of(report), str(summary_of(report)), json.dumps(report)):
        assert not re.search(r"\b(people|you|newcomers) (are|play at|have) (a )?(skill )?0\.", text)


@pytest.mark.parametrize(
    ("given", "verdict", "standing"),
    [
        ("agrees", verdicts.MORE, "needs more games"),
        ("many games", verdicts.NONE, "stands"),
        ("differs", verdicts.OPEN, "stands"),
        ("nothing to compare", verdicts.MORE, "needs more games"),
    ],
)
def test_agreement_that_few_games_could_not_see_needs_more(given, verdict, standing):
    first = told(given)["findings"][0]
    assert (first["verdict"], first["standing"]) == (verdict, standing)


def test_a_difference_is_told_with_what_differs():
    first = told("differs")["findings"][0]
    assert "differ (p below 0.01), most at Ranger, won 1 of 30 where 43.0% is sim" in first["text"]
    assert first["try"] and not SHOWN.search(first["text"])
    assert told("differs")["header"]["badge"]["text"] == "people and simulation differ"


def test_why_a_skill_cannot_be_told_stands_as_it_is():
    text = told("contest")["findings"][1]["text"]
    assert text.endswith("cannot be told: winners alone do not tell how well people play.")
    assert "newcomers: like skill 0.4 (0.2-0.6)" in told("newcomers")["findings"][1]["text"]
    assert table(told("contest"), "people-skill") == []


def test_numbers_are_the_same_wherever_they_stand(name, report):
    page, terminal = text_of(report), " ".join(screen(report))
    both = ANSWERS[name].both
    rows = table(report, "people")
    assert len(rows) == (len(both.estimates) if both else 0)
    known = {fact["where"].get("hero", fact["where"].get("faction")): fact
             for fact in report["facts"] if fact["where"].get("by") == "both"}  # fmt: skip
    for one in both.estimates if both else ():
        row = next(row for row in rows if row["option"] == one.option.capitalize())
        assert row["both"]["value"] == known[one.option]["value"] == round(one.both.value, 6)
        assert row["verdict"] == known[one.option]["verdict"] == one.verdict
        shown = f"{100 * one.both.value:.1f}%"
        assert page.count(shown) > 1 and shown in terminal
        assert (row["alone"] is None) == (one.people.games == 0)
    for one in ANSWERS[name].agreement.compared if not both else ():
        assert f"{one.people.won} of {one.people.games}" in terminal


def test_an_option_that_nobody_played_has_no_share_of_its_own():
    row = told("never played")["picture"]["rows"][0]
    assert row["estimates"][0] is None and row["estimates"][2]
    assert " 0.0%" not in str(summary_of(told("never played")))


def test_an_option_that_is_off_alone_has_its_number_and_the_band():
    pooled = replace(AGREES.both, estimates=AGREES.both.estimates[:1] + AGREES.both.estimates[3:])
    finding = made(replace(AGREES, both=pooled))["findings"][2]
    assert finding["number"] == {"value": 0.22, "low": 0.15, "high": 0.29, "unit": "rate"}
    assert finding["band"] == {"low": 0.4, "high": 0.5} and finding["verdict"] == verdicts.WEAK
    assert told("agrees")["findings"][2]["number"] is None  # of two that are off


def test_a_hero_of_a_game_played_together_is_too_weak_and_no_game_too_hard():
    """Whatever the verdict is called where it is given."""
    said = {verdicts.WEAK: verdicts.BELOW, verdicts.STRONG: verdicts.ABOVE}
    each = [replace(o, verdict=said.get(o.verdict, o.verdict)) for o in AGREES.both.estimates]
    report = made(replace(AGREES, both=replace(AGREES.both, estimates=tuple(each))))
    text = report["findings"][2]["text"]
    assert "Ranger is too weak" in text and "Cleric is too strong" in text
    given = {row["verdict"] for row in table(report, "people")}
    assert given == {verdicts.WEAK, verdicts.STRONG, verdicts.ON_TARGET, verdicts.MORE}


def test_games_of_one_kind_tell_nothing_of_agreement():
    """All that differs of a single setting is taken for skill."""
    alone = AgreementAnswer(AGREES.agreement.compared[:1], 1.0, None, 0.33, 0.0)
    report = made(replace(AGREES, agreement=alone))
    assert "cannot be told: these games are all of one kind" in report["findings"][0]["text"]
    assert report["header"]["badge"]["text"] == "agreement cannot be told"


def test_no_option_at_all_is_no_part_of_the_answer():
    report = made(replace(AGREES, both=replace(AGREES.both, estimates=())))
    assert [finding["kind"] for finding in report["findings"]] == ["agreement", "skill"]
    assert "people" not in {section["id"] for section in report["sections"]}


def test_a_tie_is_a_part_of_a_win():
    half = replace(AGREES.agreement.farthest, people=rate(4.5, 18))
    report = made(replace(AGREES, agreement=replace(AGREES.agreement, farthest=half)))
    assert "won 4.5 of 18 where" in report["findings"][0]["text"]


def made(answer, names=None):
    experiment = load(RunRequest("defenders/steps"), [])
    return document(experiment, Playtests("a.csv", ()), grid(names=names), answer, COMMAND)


def test_one_screen_tells_it_all(report):
    assert len(screen(report)) < SCREEN


def test_of_many_options_a_screen_shows_the_ends():
    many = options(tuple(f"hero_of_the_far_north_{n}" for n in range(30)))
    report = made(replace(AGREES, both=replace(AGREES.both, estimates=many)))
    shown = screen(report)
    assert len(shown) <= SCREEN and "... 23 more" in " ".join(shown)
    assert len(table(report, "people")) == len(many) > MOST_OPTIONS
    assert len(report["picture"]["rows"]) == 30


def test_every_table_is_a_sheet(report):
    names = [one.name for one in sheets(json.loads(json.dumps(report)))]
    tables = [t["id"] for section in report["sections"] for t in section["tables"]]
    assert names == [*tables, *(["columns"] if tables else [])]


def test_the_picture_is_a_file_too(report):
    for shape in read(report)[1]:
        figure = draw(shape, "where from")
        said = {text.get_text() for key in figure.legends for text in key.get_texts()}
        assert {*shape.series, "95% interval"} <= said
        labels = [text.get_text() for text in figure.axes[0].get_yticklabels()]
        assert labels == [row.label for row in shape.rows]


def test_marks_differ_by_shape_and_are_told_to_who_cannot_see():
    page = Page(html(told("agrees")))
    marks = {attrs["class"]: attrs["d"] for kind, attrs in page.tags if kind == "path"}
    assert len(marks) == len({*marks.values()}) == 3
    drawn = [svg for svg in page.svgs if svg.get("role") == "img"]
    assert len(drawn) == 2 and all(svg.get("role") or svg.get("aria-hidden") for svg in page.svgs)
    assert all([tag for tag, _ in svg["inside"]] == ["title", "desc"] for svg in drawn)
    said = [text for text, stack in page.texts if stack[-1:] == ("desc",)]
    assert said[0].startswith("Both together: Cleric 62.0% (55.0-69.0); ")
    assert said[0].endswith("Ranger 22.0% (15.0-29.0); the target, 40.0-50.0%, shaded.")


def test_hostile_names_are_text():
    report = told("agrees", {hero: f"{EVIL} {hero}" for hero in HEROES}, file=EVIL)
    ReportDocument.model_validate_json(json.dumps(report))
    page = html(report)
    assert "<b>`x`" not in page and "\u202e" not in page and "\x1b" not in page
    assert page.count(r"\u202eknalb") > 8
    assert sheets(json.loads(json.dumps(report)))
    assert read(report)[1]


# In the report of a run


def test_a_run_tells_what_your_table_found(name):
    answer = ANSWERS[name]
    people = KeptPeople("results.csv", "heroes", {"ranger": "The Ranger"}, True, answer)
    section = beside.section(people)
    assert (section.id, section.title) == ("people", "What your table found")
    said = " ".join(section.words)
    assert bool(SHOWN.search(said)) == bool(POWER.search(said))
    assert [t["id"] for t in section.tables if not t["folded"]] == ["people"] * bool(answer.both)
    if answer.agreement.farthest in answer.agreement.compared[2:]:
        assert "The Ranger, won" in said
    line = beside.line(people)
    assert bool(SHOWN.search(line["text"])) == bool(POWER.search(line["text"]))


def test_how_often_is_said_in_words():
    said = [sentences.times(share) for share in (0.0, 0.04, 0.19, 0.36, 0.52, 0.88, 1.0)]
    assert said == ["hardly ever", "one time in twenty", "one time in five", "one time in three",
                    "every other time", "nine times in ten", "almost always"]  # fmt: skip
    agreement = AgreementAnswer((), 1.0, None, 0.125, 0.3)
    text = sentences.power(agreement, OptionNames("units"))
    assert text == "would notice a setting that is off by 12.5 points one time in three"
