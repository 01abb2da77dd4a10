"""`simulate runs`: the versions of a folder and their page, whoever has filled it."""

import json
import os
import re
import shutil
import webbrowser
from pathlib import Path

import pytest

from reports.charts import panels
from reports.page import render
from reports.tables.versions import CHOSE, CONFIRMED, MOST_THINGS, Version, page
from simulate.cli.look import versions
from tests.marks import crossed

EVIL = "<img src=x onerror=alert(1)>"
WON = {"metric": "win_rate", "where": {}, "value": 0.6, "low": 0.55, "high": 0.65}


@pytest.fixture
def played(here, finished, monkeypatch):
    """Two runs of one game, the second of them of a changed one, as far as they say."""
    monkeypatch.setattr(webbrowser, "open", lambda address: True)
    for name in ("one", "two"):
        shutil.copytree(finished.folder, here / "runs" / name)
    return here / "runs"


def test_each_run_is_told_with_what_was_found(simulate, played):
    ended = simulate("runs", "--open")
    told = [line.strip() for line in ended.out.splitlines()]
    report = json.loads((played / "one" / "report.json").read_text("utf-8"))
    assert told.count(report["findings"][0]["text"]) == 2
    assert any(line.endswith(report["header"]["badge"]["text"]) for line in told)
    text = (played / "index.html").read_text("utf-8")
    assert versions.MARK in text and "http" not in text.replace("http-equiv", "")
    assert "runs/one" in text and "runs/two" in text and "<svg" in text


def test_what_changed_is_told_from_one_to_the_next():
    first = {"said": {"seed": 1, "players": 3}, "values": {}}
    second = {"said": {"seed": 1, "players": [2, 3]}, "values": {"cards.a.health": (4, 3)}}
    third = {"said": {"seed": 2}, "values": {"rules.b": (1, 9)}}
    assert versions._changes(None, first) == []
    assert versions._changes(None, second) == ["cards.a.health 4 -> 3"]
    assert versions._changes(first, second) == ["cards.a.health 4 -> 3", "players 3 -> [2, 3]"]
    changed = [
        "rules.b 1 -> 9",
        "cards.a.health 3 -> 4",
        "seed 1 -> 2",
        "players [2, 3] -> as usual",
    ]
    assert versions._changes(second, third) == changed


def test_who_chose_a_change_is_told_from_who_confirmed_it():
    confirmed = [dict(WON, value=0.7), dict(WON, where={"variant": "a -> b"})]
    every = [
        Version("one", title="A", facts=[WON]),
        Version("search", CHOSE, title="A", facts=[WON]),
        Version("search/confirmed", CONFIRMED, title="A", facts=confirmed),
    ]
    (listed, levels) = page(Path("runs"), every)["sections"]
    assert [row["number"] for row in listed["tables"][0]["rows"]] == ["3+", "2", "1"]
    (chart,) = levels["charts"]
    assert chart["levels"] == ["1", "3+"]
    points = chart["panels"][0]["points"]
    assert [(p["value"], p["tone"]) for p in points] == [(0.6, "half"), (0.6, "good")]


def test_of_several_settings_each_is_drawn_and_not_all_of_them():
    facts = [WON, *(dict(WON, where={"players": n}) for n in (2, 3))]
    (_, levels) = page(Path("runs"), [Version("one", title="A", facts=facts)])["sections"]
    assert [panel["title"] for panel in levels["charts"][0]["panels"]] == ["2 players", "3 players"]


def _brings(hero, value, half=0.02):
    ends = {"value": value, "low": value - half, "high": value + half}
    return {"metric": "win_rate_effect", "where": {"hero": hero}, **ends}


def test_what_each_card_brings_is_drawn_over_versions():
    """First what a finding names, then what moved, then what lies farthest from the others."""
    heroes = [f"h{n}" for n in range(MOST_THINGS)]
    still = [_brings(name, 0.001 * n) for n, name in enumerate(heroes)]
    still += [_brings("far_off", -0.3)]
    first = Version("one", title="A", facts=[*still, _brings("mover", 0.0), _brings("named", 0.0)])
    last = [*still, _brings("mover", 0.1), _brings("named", 0.0)]
    second = Version("two", title="A", facts=last, named={"named"})
    (_, cards) = page(Path("runs"), [first, second])["sections"]
    (chart,) = cards["charts"]
    titles = [panel["title"] for panel in chart["panels"]]
    assert titles[:3] == ["Named (hero)", "Mover (hero)", "Far off (hero)"]
    assert len(titles) == MOST_THINGS and cards["words"][-1].startswith(f"Drawn are {MOST_THINGS} ")
    assert len(cards["tables"][0]["rows"]) == len(still) + 2
    drawn = str(panels.draw(chart))
    assert 'class="zero"' in drawn and ">+10<" in drawn and ">-30<" in drawn and "%<" not in drawn


def test_what_a_finding_names_is_taken_from_its_rows_and_cards():
    card = {"paths": ["cards.foes.ancient"]}
    found = {"findings": [{"rows": [["dealt-foe", "The Ancient"], ["t"]], "card": card}]}
    assert versions._named(found) == {"the-ancient", "ancient"}


def test_of_many_versions_every_few_are_named_and_the_last_has_its_number():
    every = [Version(f"{n}", title="A", facts=[WON]) for n in range(20)]
    (_, levels) = page(Path("runs"), every)["sections"]
    drawn = str(panels.draw(levels["charts"][0]))
    assert drawn.count(">60%</text>") == 1 + drawn.count('class="tick scale">60%</text>')
    assert ">20</text>" in drawn and ">19</text>" not in drawn


def test_settings_of_the_newest_version_come_first():
    old = [dict(WON, where={"players": n}) for n in (2, 3)]
    every = [Version("one", title="A", facts=old), Version("two", title="A", facts=old[1:])]
    (_, levels) = page(Path("runs"), every)["sections"]
    assert [panel["title"] for panel in levels["charts"][0]["panels"]] == ["3 players", "2 players"]


def test_runs_are_told_in_the_order_they_were_played(simulate, played):
    os.utime(played / "one" / "manifest.json", (2e9, 2e9))
    told = [line.split()[0] for line in simulate("runs").out.splitlines() if line[:5] == "runs/"]
    assert told == ["runs/two", "runs/one"]


def test_names_and_words_of_strangers_are_text():
    evil = Version(EVIL, title=EVIL, headline=EVIL, verdict=EVIL, changed=[EVIL], facts=[
        dict(WON, where={"hero": EVIL})])  # fmt: skip
    text = render.index(page(Path("runs"), [evil]))
    assert "<img" not in text and "onerror" in text


def test_each_run_that_can_be_read_opens_its_page():
    every = [Version(f"runs/{name}") for name in ("one", "javascript:alert(1)", "search/confirmed")]
    every += [Version("runs/half", problem="it has no report yet"), Version("elsewhere/one")]
    text = render.index(page(Path("runs"), every))
    assert re.findall(r'href="([^"]*report.html)"', text) == [
        "search/confirmed/report.html", "javascript%3Aalert%281%29/report.html", "one/report.html",
    ]  # fmt: skip


NO_REPORTS = ["{", "[]", "{}", '{"header": 5}', '{"facts": [{"where": 3}]}', "nan",
              '{"header": {}, "findings": 1}']  # fmt: skip
NO_MANIFESTS = [None, "{", "{}", '{"format": 2}']


@pytest.mark.parametrize(("report", "manifest"), crossed(NO_REPORTS, NO_MANIFESTS))
def test_what_cannot_be_read_is_told_in_its_line(simulate, played, report, manifest):
    (played / "one" / "report.json").write_text(report, "utf-8")
    if manifest is not None:
        (played / "one" / "manifest.json").write_text(manifest, "utf-8")
    (played / "half").mkdir()
    (played / "half" / "journal.jsonl").write_text("", "utf-8")
    (played / "link").mkdir()
    (played / "link" / "manifest.json").symlink_to("/etc/passwd")
    ended = simulate("runs", "--open")
    assert ended.last_line == "runs/index.html"
    text = (played / "index.html").read_text("utf-8")
    assert "runs/two" in text and "root:" not in text


def test_a_page_of_somebody_else_is_left_alone(simulate, played):
    (played / "index.html").write_text("my own page", "utf-8")
    assert "index.html" not in simulate("runs", "--open").out
    assert (played / "index.html").read_text("utf-8") == "my own page"
    (played / "index.html").unlink()
    (played / "index.html").symlink_to(played / "one" / "report.html")
    simulate("runs", "--open")
    assert (played / "index.html").is_symlink()


def test_what_was_written_is_opened(simulate, played, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    simulate("runs", "--open")
    simulate("report", "runs/one", "--open")
    assert opened == [(played / n).as_uri() for n in ("index.html", "one/report.html")]
    sheet = played / "one" / "onepage.html"
    shown = simulate("report", "runs/one", "--one-page", "--open").out
    assert opened[2:] == [sheet.as_uri()] and shown.splitlines()[-1].endswith(sheet.name)
    sheet.unlink()  # the folder is as it was
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    assert "no browser was found to open runs/index.html" in simulate("runs", "--open").err
