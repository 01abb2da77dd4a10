"""Badge, answer, terminal and data of a search speak of one change, whatever was found."""

from dataclasses import replace
from itertools import product

import pytest

from analysis.stats.verdicts import MORE
from reports.page.render import html, summary_of, write
from reports.search import advice, tuning
from reports.text import words
from simulate.cli.look.versions import versions
from simulate.cli.shared.answer import of_report
from simulate.experiment import RunRequest, load
from simulate.search.aim.sums import WON
from simulate.search.candidate import SearchOutcome
from simulate.search.confirmation.pareto_front import chosen, front
from tests.search.test_side_effects import change, place

HARM, NONE = place(0.76, 0.33), "no small change does it"
FOUND = {
    "lands": (0.5, ()),
    "may": (0.601, ()),
    "harms": (0.5, (HARM,)),
    "may, harms": (0.601, (HARM,)),
    "nothing": (0.8, ()),
}
# The best kind of what was found answers; what harms elsewhere comes after what may do.
RANKED = {
    "lands": "shown to work",
    "may": words.VERDICTS[MORE].word,
    "harms": "works here, and does harm elsewhere",
    "may, harms": "may work here, and does harm elsewhere",
    "nothing": NONE,
}
SWEEP = [kinds for many in (1, 2, 3) for kinds in product(FOUND, repeat=many)]
EXPERIMENT = load(RunRequest("defenders/steps", band="0.4-0.6"), [])


def made_up(kinds):
    found = []
    for number, kind in enumerate(kinds):
        share, beside = FOUND[kind]
        found.append(change(f"change {number}", share, *beside, edits=number + 1))
    base = tuple(each.without for each in found[0].places)
    return found, SearchOutcome((), WON, base, (), 0, len(found), 9_000, ())


def advised(kinds):
    found, search = made_up(kinds)
    page = advice.document(EXPERIMENT, search, found, 9, lambda changes: "", {}, lambda verb: "")
    return page, found


def tuned(kinds):
    found, search = made_up(kinds)
    points = front(found)
    best = chosen(points)
    page = tuning.document(EXPERIMENT, search, points, best, found, 9, lambda changes: "", {},
                           lambda verb, pack=None: "")  # fmt: skip
    return page, best.change


def answer_of(page):
    (answer,) = (finding for finding in page["findings"] if finding["answer"])
    return answer


def test_advice_has_one_answer():
    for kinds in SWEEP:
        has_one_advice(kinds)


def has_one_advice(kinds):
    page, found = advised(kinds)
    best = next(kind for kind in RANKED if kind in kinds)
    badge, answer = page["header"]["badge"]["text"], answer_of(page)
    assert badge.endswith(RANKED[best])
    first = found[kinds.index(best)].name
    if best == "lands":
        assert badge.startswith(words.plural(kinds.count(best), "change"))
    if best in ("lands", "may"):
        assert answer["rows"] == [["advice", first]] and answer["line"].startswith(first)
    elif best != "nothing":
        does = "works" if best == "harms" else "may work"
        assert f"What follows {does} where it was asked" in answer["text"]
        after = page["findings"][page["findings"].index(answer) + 1]
        assert after["rows"] == [["advice", first]]
    else:
        assert answer["text"].startswith("None of ")
    assert page["header"]["answer"].startswith(answer["line"][:20])


def test_tuning_has_one_answer():
    for kinds in SWEEP:
        has_one_tuning(kinds)


def has_one_tuning(kinds):
    page, best = tuned(kinds)
    badge, answer = page["header"]["badge"]["text"], answer_of(page)
    if best.lands and not best.ruined:
        assert badge.endswith("shown to work") and ["advice", best.name] in answer["rows"]
    elif best.lands:
        assert badge == RANKED["harms"] and "does harm elsewhere" in answer["text"]
    else:
        assert badge == "not shown to be reached" and "target is" in answer["text"]


@pytest.mark.parametrize("kinds", [("may", "harms"), ("harms", "may"), ("lands", "harms")])
def test_every_surface_has_it(kinds, tmp_path):
    page, _ = advised(kinds)
    badge, answer = page["header"]["badge"]["text"], answer_of(page)
    first = next(line for line in summary_of(page).findings if "As it is" not in line)
    assert answer["text"] in first
    assert badge in html(page)
    folder = tmp_path / "advise-1"
    folder.mkdir()
    written = write(folder, page)
    (data,) = (one for one in of_report(written)["findings"] if one["answer"])
    assert data["text"] == answer["text"]
    (listed,) = versions([folder])
    assert (listed.verdict, listed.headline) == (badge, page["header"]["answer"])


def test_a_second_player_is_asked_about_the_same():
    found, search = made_up(("harms", "may", "lands"))
    assert advice.answer(search, found) is found[2]
    assert advice.answer(search, found[:2]) is found[1]
    assert advice.answer(search, [found[0], replace(found[0], name="x")]) is found[0]
