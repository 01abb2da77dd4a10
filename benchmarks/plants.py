"""Is a change that is planted in a game the first thing that its run tells?

python -m benchmarks.plants [SCENE ...] [--part P] [--into FOLDER]

Changes one number at a time, 33 in all five titles, where players win together and where they
compete, on cards and in rules, and plays `simulate run` of each with `quick`.  Looks at which place
the findings of the run name what was changed, and what they say of it.  Which cards and numbers is
a rule, so that nobody chooses them (`plants`); the rules are those by which a title is won.

--part 0.5 plays half of the games.  A plant that was played stays in FOLDER, so a stopped command
goes on where it was; docs/plants.md is written once all are there.
"""

import argparse
import csv
import datetime
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import gcd
from pathlib import Path
from typing import Any

import simulate
from analysis.stats.verdicts import SHOWN
from benchmarks.results import write_page
from reports.page.render import build
from reports.text import words
from simulate import pack
from simulate.pack import Pack
from simulate.pack.labels import label
from simulate.pack.steps import matches, numbers
from training.measure.expert import version

MOST_TURNS = 1_000
# Of adventures, and of a region that is in every game.
UNREAD = ("cards.units.*.solo", "cards.regions.capital")
SEED = 1
PAGE = Path("docs") / "plants.md"
ALL = Path("benchmarks") / "plants.csv"
HEAD = """\
# Planted changes

One number is changed, 33 in all five titles, and `simulate run` plays the changed game with `quick`
and the shipped one beside it. Which cards and numbers is a rule (`plants` in
`benchmarks/plants.py`), so that nobody chose them: all kinds of cards that a run tells of, in turn,
raised to the double and lowered by half. Written by `python -m benchmarks.plants`.

- *Place*: of the change among the findings of the run; 1 is the first.
- *Shown*: the run shows that it makes a difference. A change that is named without one may make
  none, or a smaller one than so many games can tell.
"""
COLUMNS = ("Title", "Games a run", "Changes", "Told first", "Of these shown")
EACH_COLUMNS = ("Where", "Change", "Place", "What the run says", "Verdict", "Date")


@dataclass(frozen=True)
class Scene:
    """Who plays a title, how many games, and how many cards of which kinds, and which rules, are
    changed.
    """

    name: str
    game: str
    games: int
    who: Mapping[str, Any]
    cards: int
    kinds: tuple[str, ...]
    rules: tuple[str, ...] = ()


SCENES = (
    Scene(
        "defenders",
        "defenders",
        3_000,
        {"players": 3, "horde": "medium", "sides": "random", "layout": "random"},
        6,
        ("heroes", "foes", "dire_enemies", "regions"),
        ("rules.fight_damage", "rules.enemies_per_deck"),
    ),
    Scene(
        "dungeons",
        "dungeons",
        1_000,
        {"heroes": 3},
        5,
        ("heroes", "bosses", "minions"),
        ("rules.boss_health",),
    ),
    Scene(
        "kingdoms",
        "kingdoms",
        4_000,
        {"players": 4},
        5,
        ("factions",),
        ("rules.magic_points", "rules.capital_points"),
    ),
    Scene(
        "ultra_kingdoms",
        "ultra_kingdoms",
        4_000,
        {"players": 4},
        4,
        ("factions",),
        ("rules.magic_points",),
    ),
    Scene(
        "tactics",
        "tactics",
        1_200,
        {"mode": "competitive", "players": 2},
        4,
        ("units",),
        ("rules.flag_points",),
    ),
    Scene("tactics together", "tactics", 1_200, {"mode": "coop", "players": 2}, 2, ("units",)),
)


@dataclass(frozen=True)
class Plant:
    """One number, and what it is changed to."""

    path: str
    before: int
    after: int


@dataclass(frozen=True)
class Found:
    """What the run of a planted change told.

    what: the change in words; place: among the findings of the run, 0 where it is in none; text,
    verdict: of that finding, else of the first one.
    """

    plant: Plant
    what: str
    games: int
    place: int
    text: str
    verdict: str
    on: str


def plants(scene: Scene) -> list[Plant]:
    """The changes of a scene by rule.

    Kind after kind in turn, a card of each: those of the pack in strides of about a third of them,
    so that all are met before one comes again; of a card's numbers the next one at each turn.  In
    turn one number is raised and one lowered; where bounds allow nothing the next one is taken.
    """
    base, found = pack.load(scene.game), list[Plant]()
    queues = [_cards(base, kind) for kind in scene.kinds]
    for turn in range(MOST_TURNS):
        queue = queues[turn % len(queues)]
        paths = queue[turn // len(queues) * _stride(len(queue)) % len(queue)]
        known = {plant.path for plant in found}
        fresh = [path for path in _from(paths, len(found)) if path not in known]
        plant = next((p for path in fresh if (p := _plant(base, path, len(found)))), None)
        found += [plant] if plant else []
        if len(found) == scene.cards:
            break
    rules = (_plant(base, path, 0) or _plant(base, path, 1) for path in scene.rules)
    return [*found, *filter(None, rules)]


def _cards(base: Pack, kind: str) -> list[list[str]]:
    """The numbers of every card of a kind that has some, but for what no game here reads."""
    cards: dict[str, list[str]] = {}
    for path in numbers(base, [f"cards.{kind}"]):
        if not matches(path, UNREAD):
            cards.setdefault(path.split(".")[2], []).append(path)
    return list(cards.values())


def _stride(cards: int) -> int:
    """About a third of the cards, and without a divisor in common with them: it meets them all."""
    return next(n for n in range(cards // 3 + 1, 2 * cards) if gcd(n, cards) == 1)


def _from(paths: Sequence[str], first: int) -> list[str]:
    start = first % len(paths)
    return [*paths[start:], *paths[:start]]


def _plant(base: Pack, path: str, turn: int) -> Plant | None:
    """Raised to the double or lowered by half, by 1 at least, or by as much as bounds allow."""
    before = base.value(path)
    most, way = (abs(before), 1) if turn % 2 == 0 else (round(abs(before) / 2), -1)
    for size in range(max(1, most), 0, -1):
        after = before + way * size
        if base.try_resolve({path: after})[0] is not None:
            return Plant(path, before, after)
    return None


def play(scene: Scene, part: float, into: Path) -> Iterator[Found]:
    """Every plant of a scene, those that were played before as they were found."""
    games = round(scene.games * part)
    kept = into / f"{scene.name.replace(' ', '-')}-{games}-{version(scene.game)}.jsonl"
    known = {one.plant: one for one in _kept(kept)}
    folder = into / f"{scene.name.replace(' ', '-')}-planted"
    who = {**scene.who, "strategy": "quick", "seed": SEED, "games": games, "jobs": 1}
    for plant in plants(scene):
        if plant not in known:
            shutil.rmtree(folder, ignore_errors=True)
            simulate.play(
                scene.game, out=folder, set={plant.path: plant.after}, no_second=True, **who
            )
            known[plant] = look(plant, scene, folder, games)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(known[plant])) + "\n")
        yield known[plant]


def _kept(file: Path) -> Iterator[Found]:
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        kept = json.loads(line)
        yield Found(plant=Plant(**kept.pop("plant")), **kept)


def look(plant: Plant, scene: Scene, folder: Path, games: int) -> Found:
    """At which place the run of a planted change tells of it, and what."""
    base = pack.load(scene.game)
    change = f"{plant.before} → {plant.after}"
    named = label(base, ".".join(plant.path.split(".")[:3]))
    said = build(folder)["findings"]
    places = [n for n, f in enumerate(said) if f["text"].startswith(named) and change in f["text"]]
    told = said[places[0] if places else 0]
    return Found(
        plant,
        f"{label(base, plant.path)} {change}",
        games,
        places[0] + 1 if places else 0,
        told["text"],
        told["verdict"],
        datetime.date.today().isoformat(),
    )


def page(scenes: Mapping[str, Sequence[Found]]) -> Iterator[str]:
    """docs/plants.md."""
    yield from HEAD.splitlines()
    every = [one for found in scenes.values() for one in found]
    yield f"\nTold first: {sum(one.place == 1 for one in every)} of {len(every)}.\n"
    yield from _heads(COLUMNS)
    for name, found in scenes.items():
        first = [one for one in found if one.place == 1]
        shown = sum(one.verdict in SHOWN for one in first)
        yield _cells(words.sentence(words.unslug(name)), f"{found[0].games:,}", len(found),
                     len(first), shown)  # fmt: skip
    yield ""
    yield from _heads(EACH_COLUMNS[1:5])
    for name, found in scenes.items():
        for one in found:
            what, place, text, verdict = list(_told(name, one))[1:5]
            yield _cells(what, place, text.removeprefix(f"{what}: "), verdict)


def write_all(scenes: Mapping[str, Sequence[Found]]) -> None:
    """Every plant with what is told of it, as a table for other programs."""
    with ALL.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(EACH_COLUMNS)
        rows.writerows(_told(name, one) for name, found in scenes.items() for one in found)


def _told(name: str, one: Found) -> Iterator[str]:
    text = one.text.partition(". ")[0].removesuffix(".")
    yield from (name, one.what, str(one.place or "none"), text)
    yield from (words.verdict(one.verdict).word, one.on)


def _heads(columns: Sequence[str]) -> Iterator[str]:
    yield _cells(*columns)
    yield _cells(*["---"] * len(columns))


def _cells(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scene", nargs="*", help="all by default")
    parser.add_argument("--part", type=float, default=1.0, help="of the games that are meant")
    parser.add_argument("--into", type=Path, default=Path("runs") / "plants")
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    scenes: dict[str, list[Found]] = {}
    for scene in (one for one in SCENES if not asked.scene or one.name in asked.scene):
        for found in play(scene, asked.part, asked.into):
            scenes.setdefault(scene.name, []).append(found)
            print(*_told(scene.name, found), sep=" | ", flush=True)
    if len(scenes) == len(SCENES):
        write_page(page(scenes), PAGE)
        write_all(scenes)


if __name__ == "__main__":
    main()
