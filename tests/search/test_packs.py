"""What a pack says of itself that a search wrote, and one that was made of it."""

from pathlib import Path

from analysis.rates.variants import VariantChange
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import ON_TARGET, Band
from simulate.experiment import RunRequest, load
from simulate.pack.reading import load_folder
from simulate.search.aim.goals import Goal, GoalChange
from simulate.search.aim.sums import WON
from simulate.search.confirmation.confirm import Confirmed
from simulate.search.confirmation.fresh import fresh_seed, luck_of
from simulate.search.confirmation.packs import EVIDENCE, write_pack

LIMIT, START = "rules.capital_limit", "rules.capital_start"


def confirmed(path, before, after):
    goal = Goal({"players": 3}, WON, 0, "", (0, 1), Band(0.4, 0.5))
    rates = Rate(900, 2_000, 0.45, 0.43, 0.47), Rate(800, 2_000, 0.4, 0.38, 0.42)
    place = GoalChange(goal, *rates, Estimate(0.05, 0.03, 0.07, 0.01), ON_TARGET)
    return Confirmed("x", (VariantChange(path, before, after),), (place,), (), (), (), (1, 1.0))


def test_a_pack_of_a_pack_tells_of_both(tmp_path):
    first = write_pack(
        load(RunRequest("defenders/steps"), []), confirmed(LIMIT, 6, 7), tmp_path, 1, str
    )
    assert "Before that" not in (first / EVIDENCE).read_text("utf-8")
    asked = RunRequest("defenders/steps", pack=str(first), sets=("rules.region_limit=4",))
    second = write_pack(load(asked, []), confirmed(START, 0, 1), tmp_path / "again", 1, str)
    text = (second / EVIDENCE).read_text("utf-8")
    now, before = text.split("## Before that")
    assert f"(`{START}`)" in now and "4, set in the command (`rules.region_limit`)" in now
    assert "## Tiny Epic Defenders: what this pack changes" in before and f"(`{LIMIT}`)" in before
    values = load_folder(Path(second)).rule_values()
    assert (values["capital_limit"], values["capital_start"]) == (7, 1)


def test_fresh_luck_is_of_the_pack_and_of_the_seed():
    """Another pack, another rule or another seed has other luck; the same ask has the same."""
    asked = [{}, {"seed": "2"}, {"sets": (f"{LIMIT}=7",)}, {"sets": ("players=2",)}]
    one, other, changed, setting = (
        fresh_seed(load(RunRequest("defenders/steps", **words), [])) for words in asked
    )
    assert len({one, other, changed}) == 3 and setting == one
    assert one not in (1, 2) and 0 <= one < 10**9


def test_a_pack_names_every_seed_by_which_it_was_chosen(tmp_path):
    shipped = load(RunRequest("defenders/steps"), [])
    first = write_pack(shipped, confirmed(LIMIT, 6, 7), tmp_path, 1, str)
    asked = load(RunRequest("defenders/steps", pack=str(first), seed="5"), [])
    second = write_pack(asked, confirmed(START, 0, 1), tmp_path / "again", 1, str)
    again = luck_of(load(RunRequest("defenders/steps", pack=str(second)), []))
    assert luck_of(shipped).chose == frozenset()
    assert luck_of(asked).chose == {1, fresh_seed(shipped)}
    assert again.chose == {1, 5, fresh_seed(shipped), fresh_seed(asked)}
    assert again.seed in again.chose and again.fresh not in again.chose
