"""Is a fault that is planted in a game the one that is told?

python -m benchmarks.plants [GAME ...] [--games N] [--into FOLDER]

Changes one number of one card, twenty cards a game, and plays each on the luck of the game as it
is, with `quick`.  Looks whether the run of the changed game tells of the card, whether the
comparison names it, and whether either of them tells of a card that nobody touched.  Which cards
and which numbers is a rule, so that nobody chooses: see `plants`.

A plant that was played stays in FOLDER, so a stopped command goes on where it was; docs/plants.md
is written once all are there.
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
from analysis.conclusions.one_answer import compare
from analysis.data.joined import join
from analysis.shares.effects import Shift
from analysis.shares.own import Own
from analysis.stats.verdicts import BIG, MARGIN, STRONG, WEAK
from analysis.study import Study, study
from benchmarks.expert import version
from benchmarks.results import write_page
from reports import findings, words
from reports.comparison.findings import findings as comparison_findings
from reports.findings.finding import Finding
from simulate import pack
from simulate.pack import Pack, catalogue
from simulate.pack.steps import matches, numbers
from simulate.store import open_run

EACH = 20  # plants a game
MOST_TURNS = 1_000
# Of adventures, and of a region that is in every game.
UNREAD = ("cards.units.*.solo", "cards.regions.capital")
SEED = 1
PAGE = Path("docs") / "plants.md"
ALL = Path("benchmarks") / "plants.csv"
OFF = (BIG, STRONG, WEAK)
NAMES = ("dealt", "share option")  # kinds of findings that name a card
BLAMES = ("own", "brings", "share")
HEAD = """\
# Planted faults

One number of one card is changed, twenty cards a game, and both games are played by `quick` on the
same luck. Which cards and numbers is a rule (`plants` in `benchmarks/plants.py`), so that nobody
chose them: all kinds of cards that a run tells of, in turn, up and down. Written by
`python -m benchmarks.plants`.

- *In its own games*: what the change does in the games in which the card takes part, in points, by
  the comparison.
- *Stands*: what the run of the changed game says of the card, against the others of its kind or
  over the fair share.
- *Due*: the change is beyond two points for certain, and where the card then stands is beyond two
  points on that side. A run knows of no change: one that mends a card that was off is no fault of
  the game that is played.
- *In the run*: where the findings of that run name the card, and which cards they name before it.
A run names at most seven things, those first that stand farthest off for certain, whoever made them
so. The games as they are have bosses and factions farther off than most plants take a card, and of
others so few games do not tell. So a run finds what is off most; what a change does, the
comparison tells. A run *blames another* where it names a card that stood less than two points off,
or on the other side, in the run of the game as it is.

Below stand those that were due; all of them, and what each run and comparison blames besides, in
`benchmarks/plants.csv`.
"""
COLUMNS = (
    "Game", "Games a run", "Plants", "Beyond two points", "Due in the run",
    "Of these among the first two that the run names", "Too few games for it to tell",
    "Others stand farther off", "Named first by the comparison", "Runs that blame another",
    "Comparisons that do",
)  # fmt: skip
EACH_COLUMNS = (
    "Card, its number", "In its own games", "Stands", "In the run", "Blamed besides",
    "Comparison",
)  # fmt: skip
SHOWN = 4  # of these, on the page


@dataclass(frozen=True)
class Asked:
    """Who plays a game, how many games, and the kinds of cards that its runs tell of."""

    games: int
    kinds: tuple[str, ...]
    who: Mapping[str, Any]


ASKED = {
    "defenders": Asked(
        3_000,
        ("heroes", "foes", "dire_enemies", "regions"),
        {"players": 3, "horde": "medium", "sides": "random", "layout": "random"},
    ),
    "dungeons": Asked(2_000, ("heroes", "bosses", "minions"), {"heroes": 3}),
    "kingdoms": Asked(4_000, ("factions",), {"players": 4}),
    "ultra_kingdoms": Asked(4_000, ("factions",), {"players": 4}),
    "tactics": Asked(1_200, ("units",), {"mode": "competitive", "players": 2}),
}


@dataclass(frozen=True)
class Plant:
    """One number of one card, and what it is changed to."""

    card: str
    path: str
    before: int
    after: int


@dataclass(frozen=True)
class Found:
    """What was told of a plant.

    own, low, high, verdict: what the change does in the card's own games, in points, by the
    comparison.  stands, standing: what the run of the changed game says of the card, against the
    others of its kind or the fair share, and its verdict.  place: of the card among the findings
    of that run, 0 where it is in none.  ahead: what is named before it; fresh: what is named and
    stood less than two points off, or on the other side, in the run of the game as it is.  named:
    the place of the card among the findings of the comparison.  blamed: what else that tells of.
    """

    plant: Plant
    label: str
    games: int
    own: float
    low: float
    high: float
    verdict: str
    stands: float
    standing: str
    place: int
    ahead: tuple[str, ...]
    fresh: tuple[str, ...]
    named: int
    blamed: tuple[str, ...]
    on: str


def plants(game: str) -> list[Plant]:
    """Twenty plants by rule.

    Kind after kind in turn, a card of each: those of the pack in strides of about a third of them,
    so that all are met before one comes again; of a card's numbers the next one at each turn.  In
    turn one number is raised and one lowered by half of it (1 at least), or by as much of that as
    its bounds allow; where they allow nothing the card's next number is taken.
    """
    base, found = pack.load(game), list[Plant]()
    queues = [_cards(base, kind) for kind in ASKED[game].kinds]
    for turn in range(MOST_TURNS):
        queue = queues[turn % len(queues)]
        paths = queue[turn // len(queues) * _stride(len(queue)) % len(queue)]
        known = {plant.path for plant in found}
        fresh = [path for path in _from(paths, len(found)) if path not in known]
        plant = next((p for path in fresh if (p := _plant(base, path, len(found)))), None)
        found += [plant] if plant else []
        if len(found) == EACH:
            break
    return found


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
    before = base.value(path)
    for size in range(max(1, round(abs(before) / 2)), 0, -1):
        after = before + (size if turn % 2 == 0 else -size)
        if base.try_resolve({path: after})[0] is not None:
            return Plant(".".join(path.split(".")[:3]), path, before, after)
    return None


def play(game: str, games: int, into: Path) -> Iterator[Found]:
    """Every plant of a game, those that were played before as they were found."""
    kept = into / f"{game}-{games}-{version(game)}.jsonl"
    known = {one.plant: one for one in _kept(kept)}
    base, changed = (into / f"{game}-{name}" for name in ("as_it_is", "planted"))
    who = {**ASKED[game].who, "strategy": "quick", "seed": SEED, "games": games, "jobs": 1}
    for folder in (base, changed):
        shutil.rmtree(folder, ignore_errors=True)
    usual: dict[str, float] = {}
    for plant in plants(game):
        if plant not in known:
            if not usual:
                simulate.play(game, out=base, **who)
                usual = _standing(study(open_run(base)))
            simulate.play(game, out=changed, set={plant.path: plant.after}, **who)
            known[plant] = look(plant, base, changed, usual)
            shutil.rmtree(changed)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(known[plant])) + "\n")
        yield known[plant]


def _kept(file: Path) -> Iterator[Found]:
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        kept = json.loads(line)
        plant = Plant(**kept.pop("plant"))
        lists = {key: tuple(value) for key, value in kept.items() if isinstance(value, list)}
        yield Found(plant=plant, **kept | lists)


def look(plant: Plant, base: Path, changed: Path, usual: Mapping[str, float]) -> Found:
    """What is told of a plant: by the run of the changed game, and by the comparison.

    usual: where every card stands in the run of the game as it is.
    """
    before, after = (open_run(folder) for folder in (base, changed))
    told_of = study(after)
    told = _things(findings.findings(told_of))
    both = compare(join(before, after))
    said = comparison_findings(both)
    row = next(row for row in (*both.own, *both.options) if _is_changed(row))
    label = row.label if isinstance(row, Own) else row.option
    name = label.partition(": side")[0]
    place = next((told[thing] for thing in told if thing.startswith(name)), 0)
    here = _standing(told_of)
    stands = next(here[thing] for thing in here if thing.startswith(name))
    return Found(
        plant,
        label,
        row.games,
        *(_points(x) for x in (row.effect.value, row.effect.low, row.effect.high)),
        row.verdict,
        _points(stands),
        _verdict(told_of, name),
        place,
        tuple(thing for thing in told if place and told[thing] < place),
        tuple(t for t in told if not t.startswith(name) and here[t] * _way(usual[t]) <= 0),
        next((n for n, f in enumerate(said, 1) if f.text.startswith(f"{label}, changed: ")), 0),
        tuple(f.text for f in said if f.kind in BLAMES and not f.text.startswith("Seat ")),
        datetime.date.today().isoformat(),
    )


def _is_changed(row: Own | Shift) -> bool:
    return row.changed if isinstance(row, Own) else row.named


def _points(share: float) -> float:
    return round(100 * share, 1)


def _things(found: Sequence[Finding]) -> dict[str, int]:
    """Cards that the findings of a run name as strong or weak, each with its place among them."""
    return {
        finding.rows[0][1]: place
        for place, finding in enumerate(found, 1)
        if finding.kind.startswith(NAMES)
    }


def _standing(told: Study) -> dict[str, float]:
    """What a run says of every card: against the others of its kind, or over the fair share."""
    kind = told.contest.kind("option")
    return {
        **{contrast.label: contrast.effect.value for contrast in told.dealing.contrasts},
        **{over.label: over.effect.value for over in (kind.overs if kind else ())},
    }


def _verdict(told: Study, name: str) -> str:
    kind = told.contest.kind("option")
    every = [*told.dealing.contrasts, *(kind.overs if kind else ())]
    return next(one.verdict for one in every if one.label.startswith(name))


def _way(standing: float) -> int:
    """On which side a card stood before by more than two points; 0 on neither."""
    return int(standing > MARGIN) - int(standing < -MARGIN)


def is_due(found: Found) -> bool:
    """Whether the run should tell of a card.

    What the change does is beyond two points for certain, and where the card then stands is beyond
    them on that side: what mends a card that was off is no fault, and a run knows of no other.
    """
    stands = found.stands if found.own > 0 else -found.stands
    return found.verdict == BIG and stands > 100 * MARGIN


def is_told(found: Found) -> bool:
    """Whether the card is among the first two that the findings of the run name."""
    return found.place > 0 and len(found.ahead) < 2


def page(games: Mapping[str, Sequence[Found]], played: int | None) -> Iterator[str]:
    """docs/plants.md."""
    yield from HEAD.splitlines()
    yield ""
    yield from _heads(COLUMNS)
    for game, found in games.items():
        due = [one for one in found if is_due(one)]
        yield _cells(
            catalogue.facts(game).title,
            f"{played or ASKED[game].games:,}",
            len(found),
            sum(one.verdict == BIG for one in found),
            len(due),
            sum(is_told(one) for one in due),
            sum(not is_told(one) and one.standing not in OFF for one in due),
            sum(not is_told(one) and one.standing in OFF for one in due),
            sum(one.named == 1 for one in found),
            sum(bool(one.fresh) for one in found),
            sum(bool(one.blamed) for one in found),
        )
    for game, found in games.items():
        yield from ("", f"## {catalogue.facts(game).title}", "")
        who = ", ".join(f"{name} = {level}" for name, level in ASKED[game].who.items())
        yield f"{who}; seed {SEED}; {found[0].on}."
        yield ""
        yield from _heads(EACH_COLUMNS[:SHOWN])
        for one in filter(is_due, found):
            yield _cells(*list(_told(one))[:SHOWN])


def write_all(games: Mapping[str, Sequence[Found]]) -> None:
    """Every plant with all that is told of it, as a table for other programs."""
    with ALL.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("Game", *EACH_COLUMNS))
        rows.writerows((game, *_told(one)) for game, found in games.items() for one in found)


def _told(one: Found) -> Iterator[str]:
    number = one.plant.path.removeprefix(f"{one.plant.card}.")
    yield f"{one.label}, `{number}` {one.plant.before} → {one.plant.after}"
    yield f"{one.own:+.1f} ({one.low:+.1f} to {one.high:+.1f}), {words.verdict(one.verdict).word}"
    yield f"{one.stands:+.1f}, {words.verdict(one.standing).word}"
    place = f"finding {one.place}" if one.place else "no finding"
    after = f", after {', '.join(one.ahead)}" if one.ahead else ""
    missed = " **(missed)**" if is_due(one) and not is_told(one) else ""
    yield f"{place}{after}{missed}"
    yield ", ".join(one.fresh) or "-"
    yield f"finding {one.named}" + (f"; blames {'; '.join(one.blamed)}" if one.blamed else "")


def _heads(columns: Sequence[str]) -> Iterator[str]:
    yield _cells(*columns)
    yield _cells(*["---"] * len(columns))


def _cells(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help="all by default")
    parser.add_argument("--games", type=int, help="of each run; by default a few thousand")
    parser.add_argument("--into", type=Path, default=Path("runs") / "plants")
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    games: dict[str, list[Found]] = {}
    for game in asked.game or ASKED:
        for found in play(game, asked.games or ASKED[game].games, asked.into):
            games.setdefault(game, []).append(found)
            print(game, *_told(found), sep=" | ", flush=True)
    write_page(page(games, asked.games), PAGE)
    write_all(games)


if __name__ == "__main__":
    main()
