"""A run ends when what was asked is settled, and shows what it knows while it is played."""

import re
import shlex

import pytest

from analysis.conclusions.unsettled import open_differences
from analysis.data.joined import join
from reports.page import render
from simulate import store
from simulate.cli.play.live import LiveFindings
from simulate.core.options import FEWEST_LOOKED_AT
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import FIRST_OF_OWN, build, first_look, looks_of
from simulate.pack import catalogue, configs
from simulate.run import runner
from simulate.run.side.partner import Partner
from simulate.search.confirmation import confirm

pytestmark = pytest.mark.long

ALONE = ("defenders", "--set", "players=1", "--set", "horde=easy", "--target", "0.66-0.71",
         "--resolution", "0.02", "--no-second", "--jobs", "1")  # fmt: skip


@pytest.fixture
def bare(monkeypatch):
    """Of a run its games and its report: what comes beside them is tested elsewhere."""
    monkeypatch.setattr("simulate.cli.play.card_packs.try_cards", lambda *_, **__: None)
    monkeypatch.setattr("simulate.cli.play.playing._begin_module", lambda plan: None)
    monkeypatch.setattr("reports.run.what_if.turned", lambda folder, study: None)


def planned(*words, **asked):
    return build(load(RunRequest(*words, **asked)))


def written(here, games):
    file = here / "mine.toml"
    file.write_text(f'game = "defenders"\ngames = {games}\n[fixed]\nplayers = 2\n')
    return str(file)


@pytest.mark.parametrize("game", list(catalogue.GAMES))
def test_a_default_run_ends_when_all_is_settled(game):
    """Its looks follow from stored costs: about half a second of two cores comes first."""
    plan = planned(game)
    assert plan.until == "settled" and plan.looks[-1] == plan.games
    assert plan.looks == looks_of(plan.games, plan.looks[0])
    assert FEWEST_LOOKED_AT <= plan.looks[0] <= 1_000
    assert all(2 * a <= b <= 3 * a for a, b in zip(plan.looks, plan.looks[1:-1], strict=False))
    manifest = plan.manifest()
    assert (manifest["looks"], manifest["first_look"]) == (len(plan.looks), plan.looks[0])
    assert manifest["resolution"] == plan.resolution
    assert "--until settled" in plan.command and f"--games {plan.games}" in plan.command


def test_so_many_games_are_exactly_so_many(here):
    assert planned("defenders", games="3000").until is None
    assert planned(written(here, 3_000)).until == "settled"
    assert planned(written(here, FEWEST_LOOKED_AT)).until is None
    assert planned("defenders", keys={"until": "0.01"}).until is None
    assert planned("defenders", games="9", keys={"until": "settled"}).until is None
    assert planned("defenders", verb="compare").until is None
    assert planned("defenders", plain=True).until is None
    assert confirm.plan_of(written(here, 3_000), None, 3_000, no_second=True).until is None


@pytest.mark.parametrize("blocks, games", [(None, 25), (0.0, 1_000), (0.0012, 125), (0.2, 25)])
def test_who_is_slow_is_looked_at_sooner(blocks, games):
    assert first_look(blocks) == games


def test_of_an_own_game_whose_players_search_a_first_look_is_no_mere_fifty_games():
    assert first_look(0.003, FIRST_OF_OWN) == 325 > first_look(0.003) == 50
    assert first_look(2.0, FIRST_OF_OWN) == 25


def test_every_shipped_default_names_how_fine_it_asks():
    for game in catalogue.GAMES:
        text = configs.experiments(configs.game_folder(game))["default"].read_text("utf-8")
        assert "resolution = " in text


def test_findings_and_a_page_are_there_before_the_run_is(simulate, here, bare, monkeypatch):
    """At each look what is found is told; the page says that it is renewed, and then does not."""
    pages, told = [], []
    look = LiveFindings.__call__

    def seen(self, folder, study, progress):
        look(self, folder, study, progress)
        pages.append((folder / render.PAGE).read_text("utf-8"))
        told.append(study.games)

    monkeypatch.setattr(LiveFindings, "__call__", seen)
    ended = simulate("run", *ALONE, "--out", "out")
    assert len(told) > 1 and told == sorted(told)
    heads = re.findall(r"After ([\d,]+) games, \d+ verdicts? open: ", ended.err)
    assert [int(head.replace(",", "")) for head in heads] == told
    assert all('id="interim"' in page for page in pages)
    assert 'id="interim"' not in (here / "out" / render.PAGE).read_text("utf-8")
    (cell,) = store.open_run(here / "out").manifest["cells"]
    assert cell["games"] == told[-1]


@pytest.mark.long
def test_the_page_is_written_seldom_and_the_clock_stops_no_game(simulate, here, bare, monkeypatch):
    """However often a page is written, the same games are played."""
    written = []
    monkeypatch.setattr(render, "write_interim", lambda folder, study: written.append(study.games))
    monkeypatch.setattr("simulate.cli.play.live.EACH", 3_600.0)
    asked = ("run", *ALONE)
    simulate(*asked, "--out", "one")
    assert len(written) == 1
    monkeypatch.setattr("simulate.cli.play.live.EACH", 0.0)
    simulate(*asked, "--out", "two")
    assert len(written) > 2
    one, two = (store.open_run(here / name) for name in ("one", "two"))
    assert one.shards == two.shards


@pytest.mark.long
def test_a_run_that_is_cut_short_at_a_look_goes_on_to_the_same(simulate, here, bare, monkeypatch):
    asked = ("run", *ALONE)
    simulate(*asked, "--out", "whole")
    look, looks = LiveFindings.__call__, []

    def stopping(self, folder, study, progress):
        look(self, folder, study, progress)
        looks.append(study.games)
        if len(looks) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(LiveFindings, "__call__", stopping)
    simulate(*asked, "--out", "cut", code=1)
    assert runner.is_begun(here / "cut") and (here / "cut" / render.PAGE).exists()
    simulate("run", "--resume", "cut")
    whole, cut = (store.open_run(here / name) for name in ("whole", "cut"))
    assert whole.shards == cut.shards
    pages = [(here / name / render.DATA).read_bytes() for name in ("whole", "cut")]
    assert pages[0] == pages[1]


@pytest.mark.long
def test_what_was_changed_is_settled_too(simulate, here, bare, monkeypatch):
    """The shipped game plays in step, and is gone on with wherever both are cut short."""
    asked = ("run", *ALONE, "--set", "cards.heroes.ranger.health=4")
    simulate(*asked, "--out", "whole")
    whole = [store.open_run(here / "whole" / name) for name in ("", store.SHIPPED)]
    counts = [[cell["games"] for cell in side.manifest["cells"]] for side in whole]
    assert counts[0] == counts[1]
    assert not open_differences(join(whole[1], whole[0]))
    judge, asked_for = Partner.open_cells, []

    def stopping(self, played, progress):
        open_ = judge(self, played, progress)
        asked_for.append(open_)
        if len(asked_for) == 1:
            raise KeyboardInterrupt
        return open_

    monkeypatch.setattr(Partner, "open_cells", stopping)
    simulate(*asked, "--out", "cut", code=1)
    simulate("run", "--resume", "cut")
    for side, name in zip(whole, ("", store.SHIPPED), strict=True):
        assert side.shards == store.open_run(here / "cut" / name).shards
    pages = [(here / name / render.DATA).read_bytes() for name in ("whole", "cut")]
    assert pages[0] == pages[1]


@pytest.mark.long
def test_a_comparison_may_end_when_both_sides_are_settled(simulate, here, bare):
    """As it was typed it says it again, and goes on; both sides are read in the games of both."""
    change = ("--set", "cards.heroes.ranger.health=1")
    asked = (*ALONE[:5], *ALONE[7:], "--until", "settled")
    simulate("compare", *asked, *change, "--out", "out")
    sides = [store.open_run(here / "out" / name) for name in (store.BEFORE, store.AFTER)]
    assert all(side.manifest["until"] == "settled" for side in sides)
    counts = [[cell["games"] for cell in side.manifest["cells"]] for side in sides]
    assert counts[0] == counts[1]
    page = (here / "out" / render.PAGE).read_text("utf-8")
    (typed,) = re.findall("simulate (compare .*) --out out", page)
    assert "--until settled --resolution 0.02" in typed
    simulate(*shlex.split(typed), "--jobs", "1", "--out", "again")
    again = [store.open_run(here / "again" / name) for name in (store.BEFORE, store.AFTER)]
    assert [side.shards for side in again] == [side.shards for side in sides]
