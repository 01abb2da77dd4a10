"""Is a plan found that breaks a game, where somebody put one in?

python -m benchmarks.broken [NAME ...] [--share S] [--into FOLDER]

Somebody who had not read the search changed numbers of a title, or wrote a game of one's own
(tests/own/broken), so that one way to play wins far more than the default player, which does not
play so.  What that gains is played first; then `simulate exploit` looks for a plan.  In games
without a plant it should find none; a plan that it finds there is played on, for it may be true.

--share 0.1 plays a tenth of the games that `simulate exploit` takes by default, some ten minutes of
two cores; --sound: the same, in games without a plant.  What was played stays in FOLDER, so a
stopped command goes on where it was.  docs/notebook/broken.md tells of each game what was found
with the most games.
"""

import argparse
import datetime
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.results import NOTEBOOK, is_shared, write_page
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import Plan, build
from simulate.pack import Pack
from simulate.run import default_jobs
from simulate.search.exploits.exploit import Exploit, ExploitSearch, asked
from training.duel import play, seated

OWN = "tests/own/broken"
USUAL, FOUND = "balanced", "exploit"
GAMES, PLAYED_ON, SEED = 400, 2_000, 4_242


@dataclass(frozen=True)
class PlantedPlan:
    """A game, and what is set in it; plan: what pays there, as `training.duel` takes a player,
    empty where nothing is known to; why: it pays, in words.
    """

    name: str
    game: str
    sets: Mapping[str, object] = field(default_factory=dict)
    plan: str = ""
    why: str = ""


EPIC = {"players": 3, "horde": "epic"}
COAST = {"cards.regions.coast_a.abilities.embark.points": 0}
ENCHANT, ABSORB = (
    "cards.regions.forest_a.abilities.enchant",
    "cards.regions.ruins_a.abilities.absorb",
)
PLANTS = (
    PlantedPlan(
        "one meeple",
        "kingdoms",
        {
            "players": 3,
            "rules.start_meeples": 1,
            "rules.last_meeple_bonus": 2,
            "rules.meeple_points": 0,
        },
        "balanced:expand=-3",
        "who never expands collects two resources more each time",
    ),
    PlantedPlan(
        "short game",
        "kingdoms",
        {"players": 3, "rules.end_meeples": 3},
        "balanced:hold=0.8",
        "three meeples end the game before the Capital City can be taken back",
    ),
    PlantedPlan(
        "slow flags",
        "tactics",
        {
            "mode": "competitive",
            "players": 2,
            "rules.control_rounds": 5,
            "rules.flag_points": 12,
            "rules.capture_points": 0,
            "rules.survivor_points": 0,
        },
        "balanced:control=4,approach=4",
        "captures bring nothing, and a flag is worth its long wait",
    ),
    PlantedPlan(
        "rich villages",
        "tactics",
        {
            "mode": "competitive",
            "players": 2,
            "rules.village_points": 6,
            "rules.flag_points": 3,
            "rules.capture_points": 1,
            "rules.survivor_points": 0,
        },
        "balanced:village=8",
        "points for villages at the end are thought of too late",
    ),
    PlantedPlan(
        "enchanted forest",
        "defenders",
        {**EPIC, f"{ENCHANT}.points": 1, f"{ENCHANT}.effects.0.amount": 2},
        "balanced:side_forest=1",
        "a side of the Forest that players do not choose calms any region cheaply",
    ),
    PlantedPlan(
        "healing ruins",
        "defenders",
        {
            **EPIC,
            f"{ABSORB}.points": 1,
            f"{ABSORB}.effects.0.amount": 2,
            f"{ABSORB}.effects.1.amount": 2,
        },
        "balanced:side_ruins=1",
        "a side of the Ruins that players do not choose calms and heals for one point",
    ),
    PlantedPlan(
        "coast and ruins",
        "defenders",
        {**EPIC, **COAST, f"{ABSORB}.points": 1},
        "balanced:side_coast=1,side_ruins=1",
        "two sides that players do not choose, each worth half of it",
    ),
    PlantedPlan(
        "orchard",
        f"{OWN}/orchard.py",
        {"players": 2},
        "balanced:move-rot-until-4=1",
        "three seeds are a tree, and no feature tells of seeds",
    ),
    PlantedPlan(
        "caravan",
        f"{OWN}/caravan.py",
        {"players": 3},
        "balanced:new=5",
        "one of each kind pays more than the designer's weights say",
    ),
    PlantedPlan(
        "firebreak",
        f"{OWN}/firebreak.py",
        {"players": 2},
        "balanced:move-dig-until-2=1",
        "to dig in the first round saves more than to put out",
    ),
)
SOUND = (
    PlantedPlan("kingdoms for three", "kingdoms", {"players": 3}),
    PlantedPlan("kingdoms for four", "kingdoms", {"players": 4}),
    PlantedPlan("higher tower", "kingdoms", {"players": 3, "rules.tower_points.level_6": 9}),
    PlantedPlan("bigger capital", "kingdoms", {"players": 4, "rules.capital_points": 3}),
    PlantedPlan("ultra kingdoms", "ultra_kingdoms", {"players": 4}),
    PlantedPlan("ultra tower", "ultra_kingdoms", {"players": 3, "rules.tower_cost.level_6": 7}),
    PlantedPlan("defenders", "defenders", {"players": 3, "horde": "hard"}),
    PlantedPlan("two defenders", "defenders", {"players": 2, "horde": "medium"}),
    PlantedPlan("weaker dragon", "defenders", {**EPIC, "cards.foes.dragon.health": 9}),
    PlantedPlan("patient capital", "defenders", {**EPIC, "rules.capital_limit": 7}),
    PlantedPlan("dungeons", "dungeons", {"heroes": 3}),
    PlantedPlan("strong boss", "dungeons", {"heroes": 3, "rules.boss_health": 9}),
    PlantedPlan("tactics", "tactics", {"mode": "competitive", "players": 2}),
    PlantedPlan(
        "cheaper flags",
        "tactics",
        {"mode": "competitive", "players": 2, "rules.flag_points": 4},
    ),
    PlantedPlan("reed boats", "docs/examples/reed_boats.py", {"players": 3}),
    PlantedPlan("drowned mine", "docs/examples/drowned_mine.py", {"players": 2, "level": "wet"}),
    PlantedPlan("silk and salt", "docs/examples/silk_and_salt.py"),
    PlantedPlan("harbour", "tests/own/games/harbour.py", {"players": 3}),
    PlantedPlan("dominoes", "tests/own/games/dominoes.py", {"players": 2}),
    PlantedPlan("lamps", "tests/own/games/lamps.py", {"players": 2, "wind": "wild"}),
    PlantedPlan("kingdoms for two", "kingdoms", {"players": 2}),
    PlantedPlan("kingdoms for five", "kingdoms", {"players": 5}),
    PlantedPlan("poor kingdoms", "kingdoms", {"players": 3, "rules.start_resources": 5}),
    PlantedPlan("small stores", "kingdoms", {"players": 4, "rules.resource_limit": 8}),
    PlantedPlan("fewer shields", "kingdoms", {"players": 2, "rules.shields": 4}),
    PlantedPlan("ultra for two", "ultra_kingdoms", {"players": 2}),
    PlantedPlan("ultra for three", "ultra_kingdoms", {"players": 3}),
    PlantedPlan("rich ultra", "ultra_kingdoms", {"players": 4, "rules.start_resources": 7}),
    PlantedPlan("four defenders", "defenders", {"players": 4, "horde": "medium"}),
    PlantedPlan("one defender", "defenders", {"players": 1, "horde": "easy"}),
    PlantedPlan("strong regions", "defenders", {**EPIC, "rules.region_limit": 5}),
    PlantedPlan(
        "threatened capital",
        "defenders",
        {"players": 2, "horde": "hard", "rules.capital_start": 1},
    ),
    PlantedPlan("two heroes", "dungeons", {"heroes": 2}),
    PlantedPlan("narrow dungeon", "dungeons", {"heroes": 4, "rules.grid_reach": 2}),
    PlantedPlan("tactics for four", "tactics", {"mode": "competitive", "players": 4}),
    PlantedPlan(
        "slow start",
        "tactics",
        {"mode": "competitive", "players": 2, "rules.first_turn_fewer": 1},
    ),
    PlantedPlan(
        "tireless units",
        "tactics",
        {"mode": "competitive", "players": 3, "rules.tireless_units": 3},
    ),
    PlantedPlan("harbour for two", "tests/own/games/harbour.py", {"players": 2}),
    PlantedPlan("lone mine", "docs/examples/drowned_mine.py", {"players": 1, "level": "damp"}),
    PlantedPlan("mild lamps", "tests/own/games/lamps.py", {"players": 2, "wind": "mild"}),
)


@dataclass(frozen=True)
class PlanSought:
    """What was found in a game: what its plant gains, and what `exploit` told.

    gains: value and half-width of 95%, points; of no plant the plan of an alarm, played on; games,
    seconds: of the search.
    """

    name: str
    gain: tuple[float, float] | None
    found: tuple[float, float, float] | None
    breaks: bool
    plan: str
    games: int
    seconds: float
    on: str


def plan_of(one: PlantedPlan) -> Plan:
    """The one setting that is played."""
    sets = [f"{name}={value}" for name, value in one.sets.items()]
    return build(load(RunRequest(one.game, seed="1", sets=(*sets, f"strategy={USUAL}"))))


def gain(plan: Plan, known: Pack, player: str, games: int) -> tuple[float, float]:
    """What a player of the pack gains over the default one in points, and half of its interval."""
    setting = plan.cells[0].setting
    won = play(known, setting, player, USUAL, SEED, 0, games)
    base: Any = 1 / plan.facts.seats(setting)
    if is_shared(plan.facts):
        base = play(known, setting, USUAL, USUAL, SEED, 0, games)
    more = 100 * (won - base)
    return float(more.mean()), float(1.96 * more.std(ddof=1) / np.sqrt(games))


def seek(one: PlantedPlan, share: float) -> PlanSought:
    """What the plan of a game gains, and whether a search finds one."""
    plan = plan_of(one)
    pack = plan.pack_for(plan.cells[0])
    true = gain(plan, seated(pack, [one.plan, USUAL]), one.plan, GAMES) if one.plan else None
    question = asked(plan, None, None, default_jobs(), True)
    start = time.perf_counter()
    found = ExploitSearch(replace(question, budget=round(share * question.budget)), None, str).run()
    seconds = time.perf_counter() - start
    if found.best and not one.plan:
        true = gain(plan, _with_found(pack, found), FOUND, PLAYED_ON)
    return _told(one, found, true, seconds)


def _with_found(pack: Pack, found: Exploit) -> Pack:
    player = found.proven[0].ploy.strategy(pack)
    return replace(pack, strategies={**pack.strategies, FOUND: player}, _resolved={})


def _told(
    one: PlantedPlan, found: Exploit, true: tuple[float, float] | None, seconds: float
) -> PlanSought:
    first = found.proven[0] if found.proven else None
    plan = first.ploy.said(found.question.plan.game) if first else ""
    ends = (first.gain.value, first.gain.low, first.gain.high) if first else None
    told = tuple(round(100 * end, 1) for end in ends) if ends else None
    today = datetime.date.today().isoformat()
    return PlanSought(
        one.name, true, told, found.best is not None, plan, found.games, seconds, today
    )


def kept(one: PlantedPlan, share: float, into: Path) -> PlanSought:
    """The same, of an earlier call if it was kept."""
    file = into / f"{_slug(one)}-{share:g}.json"
    if not file.exists():
        file.write_text(json.dumps(asdict(seek(one, share))), "utf-8")
    return _read(file)


def _read(file: Path) -> PlanSought:
    return PlanSought(**json.loads(file.read_text("utf-8")))


def _slug(one: PlantedPlan) -> str:
    return one.name.replace(" ", "-")


def played(every: Sequence[PlantedPlan], into: Path) -> list[PlanSought]:
    """What is kept of games, of each what was found with the most."""
    of_each = ([*map(_read, into.glob(f"{_slug(one)}-[0-9]*.json"))] for one in every)
    return [max(found, key=lambda one: one.games) for found in of_each if found]


def page(plants: Sequence[PlanSought], sound: Sequence[PlanSought]) -> Iterator[str]:
    """docs/notebook/broken.md."""
    many = sum(one.breaks for one in plants)
    alarms = [one for one in sound if one.breaks]
    false = sum(not _is_true(one) for one in alarms)
    yield "# Plans that somebody planted, and `exploit`\n"
    yield (
        f"`python -m benchmarks.broken` on {max(one.on for one in plants)}. Somebody who had not "
        "read the search changed numbers of a title, or wrote a game of one's own "
        "(`tests/own/broken`), so that one way to play wins far more than `balanced`, which does "
        "not play so. Then `exploit` looked for a plan, with part of the games that it takes by "
        "default.\n"
    )
    yield f"Found: {many} of {len(plants)}. A gain is in points of games won, beside `balanced`.\n"
    yield "| Planted | It pays, because | Its gain | Found | What it gains | Games |"
    yield "|---|---|---|---|---|---|"
    why = {one.name: one.why for one in PLANTS}
    yield from (_row(one, why[one.name]) for one in plants)
    if left := ", ".join(name for name in why if name not in {one.name for one in plants}):
        yield f"\nNot searched yet: {left}."
    yield (
        f"\nOf {len(sound)} games without a plant ({sum(one.games for one in sound):,} games in "
        f"all) so many are said to be broken: {len(alarms)}; so many of them falsely, as the plan, "
        f"played on in {PLAYED_ON:,} games, does not surely gain anything: {false}.\n"
    )
    if alarms:
        yield "| Said to be broken | The plan | It seems to gain | Played on |"
        yield "|---|---|---|---|"
        for one in alarms:
            yield f"| {one.name} | {one.plan} | {_span(one)} | {_half(one)} |"


def _is_true(one: PlanSought) -> bool:
    return one.gain is not None and one.gain[0] > one.gain[1]


def _row(one: PlanSought, why: str) -> str:
    found = one.plan if one.breaks else f"no; nearest: {one.plan}"
    cells = (one.name, why, _half(one), found, _span(one), f"{one.games:,}")
    return f"| {' | '.join(cells)} |"


def _half(one: PlanSought) -> str:
    return f"{one.gain[0]:.1f} ± {one.gain[1]:.1f}" if one.gain else ""


def _span(one: PlanSought) -> str:
    return "{:.1f} ({:.1f} to {:.1f})".format(*one.found) if one.found else ""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", nargs="*", help="of a plant or of a game without; all by default")
    parser.add_argument("--share", type=float, default=1.0, help="of the games of a search")
    parser.add_argument("--sound", type=float, help="of those without a plant; a tenth of --share")
    parser.add_argument("--into", type=Path, default=Path("runs") / "broken")
    asked_for = parser.parse_args()
    asked_for.into.mkdir(parents=True, exist_ok=True)
    shares = (asked_for.share, asked_for.sound or 0.1 * asked_for.share)
    for one in (*PLANTS, *SOUND):
        if not asked_for.name or one.name in asked_for.name:
            print(kept(one, shares[not one.plan], asked_for.into), flush=True)
    plants, sound = (played(part, asked_for.into) for part in (PLANTS, SOUND))
    if plants and sound:
        write_page(page(plants, sound), NOTEBOOK / "broken.md")


if __name__ == "__main__":
    main()
