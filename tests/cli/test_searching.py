"""From a question to a change that is shown to work: `sensitivity`, `advise` and `tune`."""

import json
from pathlib import Path

import polars as pl
import pytest

from simulate.pack import configs
from simulate.store.folders import OutFolder

pytestmark = pytest.mark.long

FEW = ("--set", "strategy=guardian", "--jobs", "1")
# Won by two in five; the best player wins little more.
EPIC = ("--set", "strategy=quick", "--set", "horde=epic", "--set", "players=3", "--jobs", "1")
NUMBERS = ("rules.capital_limit", "rules.round_limit", "cards.heroes.ranger.health")


@pytest.fixture(autouse=True)
def _unmeasured(monkeypatch):
    """Nothing is known of better players: what is measured of them changes, a search does not."""
    monkeypatch.setattr(configs, "gaps", lambda game: [])


def report(folder):
    return json.loads((folder / "report.json").read_text("utf-8"))


def table(data, name):
    return next(t for s in data["sections"] for t in s["tables"] if t["id"] == name)


def test_sensitivity_ranks_what_moves_most(simulate, here):
    ended = simulate("sensitivity", "defenders", *NUMBERS, *FEW, "--games", "1000")
    assert ended.last_line == "runs/sensitivity-1/report.html"
    data = report(here / "runs/sensitivity-1")
    rows = table(data, "tornado")["rows"]
    assert rows[0]["name"].startswith("Threat that brings down the Capital City 6 -> ")
    sizes = [abs(row["effect"]["value"]) for row in rows]
    assert sizes == sorted(sizes, reverse=True)
    # A limit that no game comes near is no number of the balance.
    assert [line["label"] for line in data["lines"]][-1] == "Never met here"
    assert all(row["name"] in ended.out for row in rows)
    assert rows[0]["command"] in ended.out and len(ended.out.splitlines()) <= 40


@pytest.mark.parametrize("each", [1, 20, 500])
def test_every_game_of_a_search_is_logged(simulate, here, each):
    planned = ("sensitivity", "defenders", NUMBERS[0], *FEW, "--games", each)
    assert f"games     {3 * each:,} in the first round" in simulate(*planned, "-n").out
    simulate(*planned)
    games = pl.read_parquet(here / "runs/sensitivity-1/outcomes/1/games.parquet")
    assert games.group_by("cell").len().sort("cell")["len"].to_list() == [each] * 3
    assert {"replicate", "won", "rounds"} <= set(games.columns)


def test_a_search_says_the_same_twice(simulate, here):
    for _ in range(2):
        simulate("sensitivity", "defenders", NUMBERS[0], *FEW, "--games", "500")
    pages = [(here / f"runs/sensitivity-{n}/report.json").read_bytes() for n in (1, 2)]
    assert pages[0] == pages[1]


@pytest.mark.long
def test_two_processes_say_what_one_says(simulate, here):
    words = ("sensitivity", "defenders", *NUMBERS, "--set", "strategy=guardian", "--games", "1000")
    for jobs in (1, 2):
        simulate(*words, "--jobs", jobs)
    pages = [(here / f"runs/sensitivity-{n}/report.json").read_bytes() for n in (1, 2)]
    assert pages[0] == pages[1]


@pytest.mark.long
def test_a_change_that_lands_is_written_as_a_pack(simulate, here):
    words = ("rules.region_limit", *FEW, "--set", "players=3", "--set", "horde=medium")
    simulate("advise", "defenders", *words, "--target", "0.40-0.70", "--games", "600")
    rows = table(report(here / "runs/advise-1"), "advice")["rows"]
    assert rows[0]["verdict"] == "on target"
    assert "1 value differs" in simulate("check", rows[0]["pack"]).out
    # What it does in the other settings of the game's own experiment, in a line and in a table.
    beside = table(report(here / "runs/advise-1"), "elsewhere")["rows"]
    assert len({row["setting"] for row in beside}) == 15
    assert all(row["after"]["games"] in (100, 200) for row in beside)
    assert "Elsewhere (" in report(here / "runs/advise-1")["findings"][-1]["text"]


@pytest.mark.long
def test_advice_lands_on_fresh_luck_and_is_followed_further(simulate, here):
    simulate(
        *("advise", "defenders", "rules.capital_limit", "rules.region_limit", *FEW),
        *("--target", "0.40-0.65", "--games", "3000"),
    )
    folder = here / "runs/advise-1"
    data = report(folder)
    assert data["findings"][0]["kind"] == "now"
    rows = table(data, "advice")["rows"]
    assert rows[0]["verdict"] == "on target"
    assert 0.40 <= rows[0]["after"]["low"] <= rows[0]["after"]["high"] <= 0.65
    assert data["header"]["badge"]["text"].endswith("shown to work")
    searched = pl.read_parquet(folder / "outcomes/1/games.parquet")
    assert searched.height > 0
    confirmed = json.loads((folder / "confirmed/manifest.json").read_text("utf-8"))
    seed = confirmed["seed"]
    # The designer's second step: the pack is checked, played, and asked about again.
    pack = rows[0]["pack"]
    assert "1 value differs" in simulate("check", pack).out
    again = simulate("advise", "--pack", pack, "rules.capital_limit", *FEW, "--target", "0.40-0.65")
    assert report(here / "runs/advise-2")["findings"][0]["verdict"] == "on target"
    assert "Nothing needs to change" in again.out
    # On luck that is neither of the two by which the pack was chosen; and it says which chose it.
    fresh = int(again.out.partition("two lucks; ")[2].partition("(seed ")[2].partition(")")[0])
    assert fresh not in (1, 2, seed) and "seed 1 is one of those by which this pack" in again.out
    assert len([*(here / "runs/advise-2/outcomes").iterdir()]) == 2  # two lucks, and no step
    # A step that only takes the first one back says so.
    one = next(row for row in rows if "rules.region_limit" in row["command"])
    assert "undoes" not in data["findings"][1]["text"]
    was = table(data, "now")["rows"][0]["won"]["value"]
    band = f"{was - 0.09:.2f}-{was + 0.07:.2f}"
    words = ("rules.region_limit", *FEW, "--target", band, "--games", "3000")
    back = simulate("advise", "--pack", one["pack"], *words)
    assert "This undoes what was changed before: `rules.region_limit=" in back.out
    # Its command plays it, and so does the file of what was confirmed.
    ended = simulate(*rows[0]["command"].split()[1:], "--games", "300", "--jobs", "1")
    assert "40.0-65.0%" in (here / ended.last_line).read_text("utf-8")
    words = ("run", "runs/advise-1/confirmed.toml", "--games", "200", "--jobs", "1")
    assert simulate(*words).last_line.endswith("report.html")


def test_where_nothing_has_to_change_no_step_is_played(simulate, here):
    """The game as it is, and once more on fresh luck: that is all, and that is what is told."""
    words = ("rules", "--set", "players=2", "--set", "horde=medium", "--set", "strategy=random")
    ended = simulate("advise", "defenders", *words, "--target", "0-0.6", "--games", "700")
    assert "Nothing needs to change" in ended.out
    data, played = report(here / "runs/advise-1"), here / "runs/advise-1/outcomes"
    first, again = (pl.read_parquet(played / f"{n}/games.parquet") for n in (1, 2))
    assert (first.height, again.height) == (500, 700) and data["header"]["games"] == 1_200
    (now,) = table(data, "now")["rows"]
    assert now["won"]["games"] == 700 and now["won"]["value"] == again["won"].mean()
    assert not first.equals(again.head(500))


@pytest.mark.long
def test_nothing_small_does_it(simulate, here):
    ended = simulate(
        *("advise", "defenders", "cards.heroes.ranger.health", *EPIC),
        *("--target", "0.75-0.99", "--games", "500"),
    )
    assert "brings everything into the band" in ended.out
    assert "`simulate tune defenders cards.heroes.ranger.health --target 0.75-0.99" in ended.out
    assert report(here / "runs/advise-1")["header"]["badge"]["text"] == "no small change does it"


def test_a_dry_run_writes_nothing(simulate, here, planned_quickly):
    ended = simulate("advise", "defenders", "rules", "--target", "0.4-0.5", *FEW, "--dry-run")
    assert "changes" in ended.out
    assert list(here.iterdir()) == []


@pytest.mark.long
def test_tuned_edits_land_and_the_pack_is_tuned_again(simulate, here):
    freed = ("rules.capital_limit=4..8", "rules.region_limit")
    words = (*freed, *FEW, "--set", "players=2,3", "--target", "0.32-0.53")
    ended = simulate("tune", "defenders", *words, "--games", "3000", "--budget", "60000")
    folder = here / "runs/tune-1"
    data = report(folder)
    points = table(data, "front")["rows"]
    assert points[0]["edits"] == "as it is" and points[0]["off"]["value"] > 0.02
    best = data["findings"][1]
    assert best["verdict"] == "on target", ended.out
    assert points[-1]["verdict"] == "met" and points[-1]["off"]["value"] == 0
    rows = table(data, "advice")["rows"]
    assert {row["pack"] for row in rows} >= {"runs/tune-1/packs/1"}
    assert all(fact["games"] >= 3000 for fact in data["facts"] if "variant" in fact["where"])
    mine = [row for row in rows if row["pack"] == "runs/tune-1/packs/1"]
    assert all(0.32 <= row["after"]["low"] <= row["after"]["high"] <= 0.53 for row in mine)
    assert [c["kind"] for s in data["sections"] for c in s["charts"]] == ["front", "dots"]
    # The pack says what it changes and what that was shown to do; asked again, nothing is left.
    evidence = (folder / "packs/1/EVIDENCE.md").read_text("utf-8")
    assert "Chosen on seed 1, " in evidence and evidence.count("on target") == len(mine)
    assert "differ" in simulate("check", "runs/tune-1/packs/1").out
    again = simulate("tune", "--pack", "runs/tune-1/packs/1", *words, "--json", "--quiet")
    answer = json.loads(again.out)
    assert (
        answer["command"] == "tune" and "Nothing needs to change" in answer["findings"][0]["text"]
    )


@pytest.mark.long
def test_what_cannot_be_reached_is_said_with_what_comes_nearest(simulate, here):
    ended = simulate(
        *("tune", "defenders", "cards.heroes.ranger.health=2..4", *EPIC),
        *("--target", "0.75-0.99", "--games", "500", "--budget", "5000"),
    )
    assert "The target is not reached" in ended.out or "shown to come nearer" in ended.out
    assert report(here / "runs/tune-1")["header"]["badge"]["text"] == "not shown to be reached"


@pytest.mark.parametrize("command", ["sensitivity", "advise", "tune"])
def test_two_searches_do_not_share_a_folder(command, refused, here):
    """The second is told before it plays; without --out each takes a number of its own."""
    for name in (Path("same"), None):
        OutFolder(name, command).take()
    target = () if command == "sensitivity" else ("--target", "0.4-0.5")
    told = refused(command, "defenders", NUMBERS[0], *target, "--out", "same")
    assert "a run is being played into it, or was killed" in told
    other = OutFolder(None, command)
    other.take()
    assert other.folder == Path(f"runs/{command}-2")


def test_all_that_is_wrong_with_what_is_freed_is_told_at_once(refused):
    told = refused("tune", "defenders", "rules.capital_limit=9..2", "--edits", "0", "--jobs", "x",
                   "--budget", "few", "--target", "0.4-0.5")  # fmt: skip
    for word in ("LOW..HIGH", "--edits 0", "--budget few", "--jobs x"):
        assert word in told
    told = refused("tune", "defenders", "rules.capital_limit=900..999", "--target", "0.4-0.5")
    assert "rules.capital_limit=900..999" in told


@pytest.mark.parametrize("command", ["sensitivity", "advise"])
def test_bounds_of_a_number_are_for_tune(command, refused):
    told = refused(command, "defenders", "rules.capital_limit=4..9", "cards.heros=2")
    assert "`simulate tune` takes bounds, as rules.capital_limit=LOW..HIGH" in told
    assert "cards.heros=2" in told and "did you mean `cards.heroes" in told


@pytest.mark.parametrize("command", ["sensitivity", "advise", "tune"])
def test_wrong_words_are_told_at_once(command, refused):
    told = refused(command, "defenders", "cards.heros", "--jobs", "0", "--set", "players=9")
    assert "did you mean `cards.heroes" in told
    assert "--jobs 0" in told
    assert "players" in told


@pytest.mark.parametrize("command", ["run", "advise", "tune"])
def test_a_share_that_is_another_for_each_number_of_players_is_refused(command, refused):
    words = ("--set", "players=2,3", "--target", "0.40-0.55")
    told = refused(command, "kingdoms", *words)
    assert "players=2:40-55%" in told and "--target -2,2" in told


ALONE = ("--set", "mode=solo", "--set", "players=1")


@pytest.mark.parametrize("command", ["run", "advise", "tune"])
def test_a_target_of_another_mode_is_refused_and_not_called_met(command, refused, here):
    """Nothing lies in a band of win rates where nobody wins together; nothing is outside either."""
    pattern = () if command == "run" else ("rules.round_limit",)
    words = ("--target", "0.40-0.55", "--set", "players=2,3")
    told = refused(command, "ultra_kingdoms", *pattern, *words)
    assert "is a share of the wins" in told and "--target -2,2" in told
    told = refused(command, "tactics", *pattern, "--target", "-0.02,0.02", *ALONE)
    assert "nobody competes" in told and "--target 0.40-0.55" in told
    assert not [*here.glob("runs/*")]


@pytest.mark.long
def test_a_target_stands_where_one_setting_has_it_or_another_was_asked_for(
    simulate, planned_quickly
):
    words = ("--dry-run", "--set", "players=1,2")
    assert simulate("run", "ultra_kingdoms", "--target", "0.40-0.55", *words).code == 0
    assert simulate("run", "tactics", *ALONE, "--dry-run").code == 0


@pytest.mark.long
def test_a_report_asks_the_next_question_as_it_can_be_typed(simulate, here):
    """Off target: what brings this setting into its band?  With the options of the run."""
    simulate(
        *("run", "defenders", "--set", "players=3", "--set", "horde=medium", "--jobs", "1"),
        *("--set", "rules.capital_limit=4", "--target", "85-99%", "--games", "300"),
    )
    tried = [finding["try"] for finding in report(here / "runs/default-1")["findings"]]
    asked = next(text.split("`")[1] for text in tried if "simulate advise" in text)
    assert "--target 0.85-0.99" in asked and "--set rules.capital_limit=4" in asked
    assert "changes " in simulate(*asked.split()[1:], "rules.enemy_threat", "--dry-run").out


@pytest.mark.long
def test_an_option_that_is_off_is_mended_on_its_own_card(simulate, here):
    """Where players compete; the rest of the shares is told beside it."""
    spare_parts = "cards.factions.constructs.abilities.level_1.effects.0.amount=3"
    simulate(
        *("advise", "kingdoms", "cards.factions.constructs", "--target=-0.065,0.065"),
        *("--games", "16000", "--set", "strategy=quick", "--set", spare_parts, "--seed", "2"),
    )
    data = report(here / "runs/advise-1")
    rows = table(data, "advice")["rows"]
    off = {r["setting"] for r in table(data, "now")["rows"] if r["verdict"] != "on target"}
    assert {row["setting"] for row in rows} & off
    mended = [row for row in rows if row["verdict"] == "on target"]
    assert all(row["command"].startswith("simulate run kingdoms") for row in rows) and mended


def test_seats_are_of_players_who_compete(refused):
    told = refused("advise", "defenders", NUMBERS[0], "--target", "0.4-0.5", "--seats")
    assert "--seats" in told and "compete" in told


def test_seats_are_made_even_by_the_rules_unless_other_numbers_are_named(simulate, planned_quickly):
    words = ("advise", "kingdoms", "--seats", "--target", "-0.02,0.02", "--dry-run", "--jobs", "1")
    said = [simulate(*words, "--set", "strategy=quick", *more).out for more in ((), ("rules",))]
    assert said[0].splitlines()[:4] == said[1].splitlines()[:4]
