"""Every sentence of the findings against the table it rests on."""

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from analysis.stats import verdicts
from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import rate
from analysis.study import study
from reports.findings import answer, asked, rated
from reports.run import document
from reports.sections.description import lengths, samples
from reports.text import advice, question, words
from tests.analysis.made_up import Recipe, in_memory
from tests.reports.conftest import ALL, RUNS

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
CODE = re.compile(r"`[^`]*`")


def _said(text):
    """Numbers in a sentence, without those inside commands (but for the games to play)."""
    games = re.findall(r"--games (\d+)", text)
    return [n.replace(",", "") for n in NUMBER.findall(CODE.sub("", text))] + games


def _told(value, column):
    """The ways in which a cell's numbers may be said."""
    if isinstance(value, dict):
        return {w for key in ("value", "low", "high") for w in _told(value[key], column)}
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, str):
        return {n.replace(",", "") for n in NUMBER.findall(value)}
    told = {f"{abs(words.rounded(value)) * 100:.1f}", f"{value:g}", str(value), f"{int(value)}"}
    return told | {f"{value:.2f}"}


def _rows(made, keys):
    """The rows that a sentence says it rests on; every one of them must be there."""
    found = []
    for table, key in keys:
        entry = made.table(table)
        first = entry["columns"][0]["key"]
        row = next((r for r in entry["rows"] if r[first] == key), None)
        assert row is not None, (table, key)
        found.append((entry, row))
    return found


def _numbers(made, keys):
    told = set()
    for entry, row in _rows(made, keys):
        told |= {n.replace(",", "") for n in NUMBER.findall(entry["caption"])}
        for value in row.values():
            told |= _told(value, None)
    return told


def _band(made):
    targets = [text for name, text in made.report["header"]["facts"] if name.startswith("Target")]
    return {number for text in targets for number in NUMBER.findall(text)}


@pytest.mark.parametrize("name", ALL)
def test_every_number_stands_in_its_table(made, name):
    run = made(name)
    for found in run.report["findings"]:
        told = _numbers(run, found["rows"]) | _band(run)
        assert set(_said(found["text"])) <= told, found["text"]
        tried = told | _numbers(run, [*found["try_rows"], ("again", "Command")])
        assert set(_said(found["try"])) <= tried, found["try"]
    for line in run.report["lines"]:
        assert set(_said(line["text"])) <= _numbers(run, line["rows"]) | _band(run), line["text"]


def test_a_wrong_number_would_be_found(made):
    run = made("one strong keeper")
    found = next(f for f in run.report["findings"] if f["kind"].startswith("dealt"))
    told = _numbers(run, found["rows"]) | _band(run)
    for number in set(_said(found["text"])):
        wrong = f"{float(number) + 0.1:.1f}"
        assert number in told and wrong not in told


@pytest.mark.parametrize("name", ALL)
def test_every_word_agrees_with_its_table(made, name):
    run = made(name)
    for found in run.report["findings"]:
        rows = [row for _, row in _rows(run, found["rows"])]
        text = found["text"]
        if found["kind"] == "setting":
            verdict = words.VERDICTS[rows[0]["verdict"]].word
            assert text.endswith(f"{verdict}.")
            assert (" above " in text) == (rows[0]["won"]["value"] > 0.5)
        if found["kind"].startswith(("dealt", "company", "variant", "level")):
            effect = rows[0]["effect"]
            assert ("more often" in text) == (effect["value"] > 0)
            assert ("less often" in text) == (effect["value"] < 0)
            assert rows[0]["q"] < 0.05
        if found["kind"] == "step" and " has no effect" not in text:
            assert (" costs " in text) == (rows[0]["effect"]["value"] < 0)


@pytest.mark.parametrize("name", ALL)
def test_findings_are_few_and_lead_to_a_section(made, name):
    run = made(name)
    off = [found for found in run.report["findings"] if found["verdict"] in verdicts.OFF]
    assert 2 <= len(run.report["findings"]) <= 7 + len(off)
    for found in run.report["findings"]:
        assert run.has(found["section"])
        assert found["text"].endswith(".") and not found["text"].startswith(" ")
        assert found["verdict"] in words.VERDICTS


@pytest.mark.parametrize("name", ALL)
def test_no_p_values_and_no_talk_of_balance(made, name):
    run = made(name)
    said = [f["text"] + f["try"] for f in run.report["findings"]]
    said += [line["text"] for line in run.report["lines"]]
    for text in said:
        assert not re.search(r"\bp\s*[<=]|\bq\s*[<=]|p-value|significan|balanced", text), text


def test_nothing_works(made):
    """16 settings alike, all on target: no thing that was dealt is named."""
    run = made("nothing works")
    assert run.report["findings"][0]["text"].startswith("All 16 settings are on target")
    kinds = {f["kind"] for f in run.report["findings"]}
    assert not any(k.startswith(("dealt", "company", "setting")) for k in kinds)
    line = next(x for x in run.report["lines"] if x["label"] == "No effect shown")
    assert "less than" in line["text"]


def test_one_strong_keeper(made):
    run = made("one strong keeper")
    named = [f for f in run.report["findings"] if f["kind"].startswith("dealt")]
    assert [f["text"].split()[1] for f in named] == ["Cleo"]
    assert "more often" in named[0]["text"]
    assert named[0]["try"].startswith("To make Cleo weaker, ask which of its numbers matters most")
    assert named[0]["try"].count("`simulate sensitivity lighthouse cards.keepers.cleo") == 1


def test_what_is_offered_is_advised_like_what_is_held():
    """A keeper whose offer helps the players is too strong, not too weak."""
    run = in_memory(RUNS["one strong keeper"])
    for column in run.manifest["columns"]["seats"]:
        if column["name"] == "keeper":
            column |= {"role": "offered", "family": "keepers offered", "option": "keepers"}
    told = study(run)
    cleo = next(c for c in told.dealing.contrasts if c.label == "Cleo")
    assert cleo.family == "keepers offered" and cleo.effect.value > 0
    found = rated._contrast(cleo, told)
    assert "more often" in found.text and "make Cleo weaker" in found.advice


def test_a_part_that_not_all_games_came_to_says_how_many_did():
    run = in_memory(Recipe(games=200, players=(3,), tides=("calm", "rough")))
    came = pl.when(pl.col("replicate") % 4 > 0).then("turns")
    games = run.tables[0].with_columns(came)
    told = study(replace(run, tables=(games, run.tables[1])))
    rounds, turns, _ = (lengths._words(length, told) for length in told.lengths)
    assert rounds.startswith("Half of the games last at most ")
    assert turns.startswith("Half of the games that came to it, 300 of 400 (75.0%), last at most ")
    heads = [c["label"] for c in samples.section(told).tables[0]["columns"]]
    assert not any("_" in head for head in heads)


def test_players_that_a_run_changes_are_told_so_at_the_top():
    run = in_memory(Recipe(games=50, players=(3,), tides=("rough",)))
    (name,) = {name for seat in study(run).seated for name in seat.strategies}
    for changed, told in ((1, f"{name} (plan_0 0)"), (3, f"{name} (changed)"), (0, name)):
        changes = {f"strategies.{name}.weights.plan_{k}": k for k in range(changed)}
        _change(run, changes)
        assert ["Played by", told] in document._facts(study(run))
    start = f"strategies.{name}."
    _change(run, {f"{start}weights.plan_0": 0, f"{start}by_players.3.plan_0": 0})
    assert ["Played by", f"{name} (plan_0 0)"] in document._facts(study(run))


def _change(run, changes):
    for cell in run.manifest["cells"]:
        cell["changes"] = changes


def test_too_few_games(made):
    run = made("too few games")
    line = next(x for x in run.report["lines"] if x["label"] == "Not enough games")
    assert re.search(r"run [\d,]+ more", line["text"])
    assert not any(x["label"] == "On target" for x in run.report["lines"])
    assert all("on target (" not in f["text"] or f["text"].startswith("None")
               for f in run.report["findings"])  # fmt: skip


def test_rows_that_too_few_games_tell_of_are_counted_where_they_are_missing():
    few = study(in_memory(Recipe(games=90, players=(2,), tides=("calm",))))
    told = {s["id"]: s for s in document.document(few)["sections"]}
    missing = "rows with fewer than 30 games, with it or without it, are not shown."
    assert f"Keepers: 8 {missing}" in told["options"]["words"] and not told["options"]["tables"]
    assert f"Wave: 5 {missing}" in told["deal"]["notes"] and told["deal"]["tables"]


def test_players_made_of_others_are_named_first():
    run = in_memory(Recipe(games=200, players=(3,), tides=("calm",)))
    plain = document.document(study(run))["alerts"]
    run.manifest["pack"]["strategies"]["steady"] = {
        "plan": "As `bold`, but quicker and less well.",
        "like": "bold",
    }
    (told,) = [a for a in document.document(study(run))["alerts"] if a not in plain]
    assert told["level"] == "amber"
    assert told["text"].startswith("Played by `steady` alone: how often the players win depends")
    assert told["text"].endswith("Its plan: “As `bold`, but quicker and less well.”")


def test_all_lost(made):
    run = made("all lost")
    assert run.report["findings"][0]["text"].startswith("Every one of the 16,000 games was lost")
    assert run.report["alerts"][0]["level"] == "red"
    assert not run.has("options") and not run.has("steps")
    assert run.has("closeness")


def test_many_cut_off(made):
    run = made("many cut off")
    red = [a["text"] for a in run.report["alerts"] if a["level"] == "red"]
    assert len(red) == 1
    cut, games, share, most, least = _said(red[0])
    assert games == "32000"
    assert float(share) == pytest.approx(100 * int(cut) / 32_000, abs=0.051)
    table = run.table("difficulty")
    assert sum(r["cut_off"] for r in table["rows"]) == int(cut)
    won = sum(r["won"]["value"] for r in table["rows"]) / len(table["rows"])
    assert float(least) == pytest.approx(100 * won, abs=0.051)
    assert float(most) == pytest.approx(100 * won + float(share), abs=0.11)


def test_changes_are_ranked_by_what_they_move(made):
    run = made("changes without a target")
    named = [f["text"] for f in run.report["findings"] if f["kind"] == "variant"]
    assert "“rope”" in named[0] and "“oil+1”" in named[1]
    line = next(x for x in run.report["lines"] if x["label"] == "No effect shown")
    assert "changes:" in line["text"].lower()


def test_with_a_target_what_comes_into_it_is_told_first_and_the_smallest_before_all(made):
    """Nearly lost, nearly won, and what moves least among those that land."""
    for name, lands in (("one step to the target", ["rope"]), ("changes", ["horn", "rope"])):
        run = made(name)
        named = [f["text"] for f in run.report["findings"] if f["kind"] == "variant"]
        assert [next(n for n in ("rope", "horn", "oil+1", "lamp") if f"“{n}”" in text)
                for text in named] == lands  # fmt: skip
        rows = {row["name"]: row for row in run.table("variants")["rows"]}
        assert "on target" in named[0] and rows[lands[0]]["level"] == verdicts.ON_TARGET


def test_a_change_is_crossed_with_the_settings(made):
    run = made("steps to the target")
    rows = run.table("variants-each")["rows"]
    assert len(rows) == 2 * 5 and {row["at"] for row in rows} == {"2 players", "3 players"}
    rope = {row["at"]: row for row in rows if row["change"] == "rope"}
    assert rope["3 players"]["level"] == verdicts.ON_TARGET
    assert rope["2 players"]["level"] == verdicts.ABOVE
    assert rope["2 players"]["verdict"] == verdicts.BIG
    (found,) = (f for f in run.report["findings"] if f["kind"] == "variant")
    assert "“rope” 1 of 2 settings" in found["text"].replace("With the change ", "")


def test_the_asked_question_is_answered_first(made):
    run = made("more oil")
    first = run.report["findings"][0]
    assert first["kind"] == "asked" and first["verdict"] == verdicts.BIG
    assert first["text"].startswith("With lamp oil 5 instead of 4 the players win ")
    assert first["text"].endswith("on target with 4, on target with 5 and too easy with 6.")
    assert run.report["sections"][0]["title"] == "What does lamp oil 4, 5 or 6 do?"
    won = {row["change"]: row["won"]["value"] for row in run.table("asked-each")["rows"]}
    assert list(won) == ["Lamp oil 4 → 5", "Lamp oil 4 → 6"]


def test_what_does_nothing_is_answered_too(made):
    first = made("oil does nothing").report["findings"][0]
    assert "no difference is shown: less than " in first["text"]
    first = made("late starts do nothing").report["findings"][0]
    assert first["text"].startswith("No share of wins is shown to move with late start: each")


def test_what_a_thing_brings_is_told_at_each_level_of_its_own_number(made):
    run = made("weaker keeper")
    found = run.report["findings"][1]["text"]
    assert found.startswith("Bo itself brings, in points against another keeper: ")
    bo = next(r for r in run.table("dealt-keepers-split")["rows"] if r["what"] == "Bo")
    alone = next(r for r in run.table("dealt-keepers")["rows"] if r["what"] == "Bo")
    assert bo["b1"]["value"] == alone["effect"]["value"] > 0.1 > bo["b0"]["value"]
    tried = run.report["findings"][0]["try"]
    assert tried == "On target everywhere: `--set cards.keepers.bo.breath=2`."


def test_a_question_that_is_typed_is_the_title():
    run = in_memory(replace(ALL["more oil"], games=60))
    run.manifest["command"] += " --set rules.lamp_oil=4,5,6"
    header = document.document(study(run))["header"]
    assert header["question"] == "What does lamp oil 4, 5 or 6 do?"


def test_what_was_typed_to_stand_at_one_level_stands_beside_the_question():
    """Else it asks of four players where three were played."""
    run = in_memory(replace(ALL["more oil"], games=60))
    stated = document.document(study(run))["header"]["question"]
    run.manifest["command"] += " --set players=2 --set strategy=wary"
    header = document.document(study(run))["header"]
    assert header["question"] == f"{stated} Here: 2 players."


def test_who_plays_is_no_advice():
    """No curve runs through numbers of players, and nobody is told to play with more."""
    run = in_memory(Recipe(games=2_000, tides=("rough",)))
    found = study(run)
    assert found.rated.tuned is None and not found.curves
    said = [f["try"] for f in document.document(found)["findings"]]
    assert not any("players is on target" in text or "player is on target" in text for text in said)


def test_levels_without_an_order_are_compared_with_the_first(made):
    run = made("no order")
    named = [f["text"] for f in run.report["findings"] if f["kind"] == "level"]
    assert named and all(text.endswith("than with calm tide.") for text in named)
    assert not run.has("target")


def test_a_partial_run_warns(made):
    run = made("partial")
    assert "partial" in run.report["alerts"][0]["text"]
    assert run.report["header"]["badge"]["text"] == "read the warning first"


def test_a_single_setting_of_ten_games_is_not_judged(made):
    run = made("one setting")
    assert "not enough games" in run.report["findings"][0]["text"]
    assert run.report["header"]["badge"]["text"] == "not enough games"


@pytest.mark.parametrize("name", RUNS)
def test_the_terminal_says_the_same(made, name):
    from reports.page.render import summarise, summary

    run = made(name)
    found = summarise(run.folder)
    assert len(found.findings) == len(run.report["findings"])
    for text, finding in zip(found.findings, run.report["findings"], strict=True):
        assert finding["text"] in text and finding["standing"] in text
    shown = summary(run.folder)
    assert all(text in shown for text in found.warnings)
    assert max(len(row) for row in found.table) == min(len(row) for row in found.table)
    assert not shown.endswith("\n")


def test_settings_won_as_often_are_not_called_most_and_least():
    rate = SimpleNamespace(value=0.29, low=0.21, high=0.385, ends=(0.29, 0.21, 0.385))
    cells = [
        SimpleNamespace(cell=SimpleNamespace(levels={"tide": tide}, number=number), rate=rate)
        for number, tide in enumerate(("calm", "storm"))
    ]
    said = answer._range(cells, {n: np.arange(100) < 29 for n in range(2)}, ONE_LOOK).text
    assert said == "The players win as often in all 2 settings: 29.0% (21.0-38.5)."


@pytest.mark.parametrize("name", ["one strong keeper", "one strong crew"])
def test_the_top_says_how_much_is_a_guess(made, name):
    """Whoever reads the findings alone must not take a stand-in for a printed value."""
    run = made(name)
    said = dict(run.report["header"]["facts"]).get("Guessed")
    rows = run.table("sources")["rows"]
    guessed = sum(row["stand_in"] + row["fitted"] for row in rows)
    total = guessed + sum(row["rulebook"] + row["cited"] for row in rows)
    assert said == (f"{words.percent(guessed / total)} of the values" if guessed else None)


def test_rates_that_may_be_alike_are_not_called_most_and_least():
    def told(games):
        luck = np.random.default_rng(1)
        cells, results = [], {}
        for number, (tide, share) in enumerate((("calm", 37), ("storm", 33))):
            won = games * share // 100
            results[number] = luck.permutation(np.arange(games) < won).astype(np.int8)
            cell = SimpleNamespace(levels={"tide": tide}, number=number)
            cells.append(SimpleNamespace(cell=cell, rate=rate(won, games)))
        return answer._range(cells, results, ONE_LOOK).text

    assert told(400).endswith(" with storm tide: these rates do not tell which is harder.")
    assert told(4_000).startswith("The players win most with calm tide: 37.0%")


def test_a_setting_that_may_be_on_target_is_not_called_off_it():
    """Its interval reaches into the band, so it may be what is looked for."""
    band = verdicts.Band(0.3, 0.6)
    cells = [
        SimpleNamespace(
            cell=SimpleNamespace(levels={"tide": tide}),
            rate=found,
            verdict=verdicts.of_rate(found, band),
            beyond=verdicts.beyond(found, band),
            band=band,
        )
        for tide, found in (("calm", rate(167, 600)), ("storm", rate(98, 600)))
    ]
    study = SimpleNamespace(
        rated=SimpleNamespace(tuned=SimpleNamespace(name="tide"), band=band), cells=cells
    )
    text, rows = advice.for_cell(cells[1], study)
    assert text == "Calm tide may be on target: 27.8% (24.4-31.6); more games would tell."
    assert rows == (("difficulty", "calm tide"),)


def test_a_fitted_level_that_lies_in_the_target_is_named():
    band = verdicts.Band(0.3, 0.6)
    found = [
        SimpleNamespace(
            cell=SimpleNamespace(levels={"tide": tide}), rate=rate(*won), verdict=word, band=band
        )
        for tide, won, word in (
            ("calm", (905, 1_000), verdicts.ABOVE),
            ("storm", (455, 1_000), verdicts.FIT),
        )
    ]
    rated = SimpleNamespace(tuned=SimpleNamespace(name="tide"), band=band)
    study = SimpleNamespace(rated=rated, cells=found)
    text, rows = advice.for_cell(found[0], study)
    assert text == (
        "Storm tide lies in the target because it was set so by play: 45.5% (42.4-48.6)."
    )
    assert rows == (("difficulty", "storm tide"),)


@pytest.mark.parametrize(
    "given, verdict",
    (
        ([verdicts.ON_TARGET, verdicts.MORE, verdicts.FIT], verdicts.MORE),
        ([verdicts.ON_TARGET, verdicts.FIT], verdicts.FIT),
        ([verdicts.ON_TARGET], verdicts.ON_TARGET),
        ([verdicts.MORE, verdicts.ABOVE], words.OFF),
        ([verdicts.WEAK, verdicts.FIT], words.OFF),
    ),
)
def test_many_verdicts_are_off_target_only_where_one_is(given, verdict):
    assert words.overall(given) == verdict


@pytest.mark.parametrize(
    "settings, played, said",
    (
        (1, 1, ""),
        (4, 4, " on average over 4 settings"),
        (2, 4, " on average over 2 settings with no other number changed"),
        (1, 2, " with no other number changed"),
    ),
)
def test_an_average_says_over_how_many_settings_it_is(settings, played, said):
    assert asked.averaged(settings, played) == said


def test_a_switch_is_told_as_it_is_and_not_with_with():
    switch = SimpleNamespace(name="exploration", base=False, levels=(False, True))
    assert question.with_level(switch, True) == "with exploration"
    assert question.instead(switch, True) == "with exploration instead of without exploration"
    number = SimpleNamespace(name="rules.tide", base=1, levels=(1, 2))
    assert question.with_level(number, 2) == "with 2"
    assert question.instead(number, 2) == "with tide 2 instead of 1"


@pytest.mark.parametrize(
    "high, says",
    [
        (0.55, "of 3 settings luck alone may set the two ends so far apart."),
        (0.61, "these rates do not tell which is harder."),
    ],
)
def test_ends_that_luck_may_set_apart_are_told_as_such(monkeypatch, high, says):
    """The rates of two settings whose intervals lie apart do tell, but for having been picked."""
    monkeypatch.setattr(answer, "told_apart", lambda *about: 0.2)
    ends = [(0.5, 0.45, high), (0.6, 0.57, 0.65), (0.64, 0.6, 0.68)]
    cells = [
        SimpleNamespace(
            cell=SimpleNamespace(number=n, levels={"players": n}),
            rate=SimpleNamespace(value=value, low=low, high=top, ends=(value, low, top)),
        )
        for n, (value, low, top) in enumerate(ends)
    ]
    assert answer._range(cells, {}, None).text.endswith(says)
