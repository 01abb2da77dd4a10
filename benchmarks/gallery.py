"""What a designer asks, and what comes out: every question of the toolkit, put to each game.

python -m benchmarks.gallery [GAME ...] [--out FOLDER] [--jobs N]

Types the commands that stand on the pages in an empty folder for each game, and writes
docs/gallery/GAME.md with what they say, the figures, and the processor time that each took.  Every
pack that a search writes is played once more on luck that nobody has seen.
"""

import argparse
import hashlib
import json
import resource
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.stats.intervals import Rate
from analysis.stats.verdicts import ABOVE, BELOW, MORE, ON_TARGET, Band, of_rate
from benchmarks.expert import version
from benchmarks.results import is_shared, write_page
from reports import figures, words
from reports.sections.expected import EXPECTATIONS
from simulate.pack import catalogue

GALLERY = Path("docs") / "gallery"
SEED = 4711  # of the games that packs are held against
GUARD = "guard.toml"
ADVISE, TUNE = ("advise-1", "advise-2", "advise-3"), ("tune-1", "tune-2")


@dataclass(frozen=True)
class Trip:
    """What is asked of a game.

    asked: options of its default experiment; who: the settings of all that follows, `calls` the
    same as arguments of a call.  advised: numbers and band of the advice, and of the two that go
    on from there.  tuned, tuned_who, tuned_bands: the same of several numbers together, and of
    what goes on from there.  held: games a setting of each pack that is played once more; guessed:
    options of the run with other guesses.  expected: the `where` of what is expected, and its
    band.  figures: charts of the default experiment.
    """

    game: str
    asked: str
    who: str
    calls: str
    advised: tuple[tuple[str, str], ...]
    tuned: str
    tuned_who: str
    tuned_bands: tuple[str, ...]
    held: int
    guessed: str
    expected: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """One command: the heading above it (or none), what is said, how much of the answer is shown.

    held: the search whose pack is held again; figures: charts of it.  script: what is run in place
    of a command, which is then its name.
    """

    command: str
    heading: str = ""
    says: str = ""
    findings: int = 0
    held: str = ""
    figures: tuple[str, ...] = ()
    code: int = 0
    script: str = ""


QUICK = "--set strategy=quick"
DEFENDERS = "rules cards.foes.*.health cards.heroes.*.health"
DUNGEONS = "rules.boss_health rules.rest_health rules.die_change_focus cards.torch"
CARDS = "cards.factions."
UNITS = "cards.units."
TRIPS = (
    Trip(
        "defenders",
        "--games 2000 --confirm-with guardian",
        "--set players=3 --set horde=medium --set strategy=guardian",
        'players=3, horde="medium", strategy="guardian"',
        ((DEFENDERS, "40-55%"), (DEFENDERS, "52-65%"), (DEFENDERS, "35-50%")),
        "rules.capital_limit=4..9 rules.group_points=2..5 cards.heroes.*.health",
        "--set players=2,3 --set horde=medium --set strategy=guardian",
        ("35-50%", "48-62%"),
        4_000,
        "--games 3200 --guesses 16 --confirm-with balanced",
        'metric = "win_rate"\nlow = 0.38\nhigh = 0.57',
        ("chart-difficulty",),
    ),
    Trip(
        "kingdoms",
        f"{QUICK} --games 10000 --confirm-with balanced",
        f"--set players=3 {QUICK}",
        'players=3, strategy="quick"',
        (
            (f"{CARDS}elves", "-0.05,0.05"),
            (f"{CARDS}humans {CARDS}centaurs", "-0.04,0.04"),
            (f"{CARDS}humans {CARDS}centaurs", "-0.03,0.03"),
        ),
        f"{CARDS}humans {CARDS}elves {CARDS}centaurs",
        f"--set players=3 {QUICK}",
        ("-0.06,0.06",),
        20_000,
        "--games 3200 --guesses 16",
        'metric = "share"\nwhere = { faction = "elves" }\nlow = 0.25\nhigh = 0.4',
        ("chart-shares",),
    ),
    Trip(
        "ultra_kingdoms",
        f"{QUICK} --games 10000 --confirm-with balanced",
        f"--set players=3 {QUICK}",
        'players=3, strategy="quick"',
        (
            (f"{CARDS}orcs", "-0.06,0.06"),
            (f"{CARDS}elves", "-0.06,0.06"),
            (f"{CARDS}elves {CARDS}constructs", "-0.05,0.05"),
        ),
        f"{CARDS}orcs {CARDS}elves {CARDS}constructs",
        f"--set players=3 {QUICK}",
        ("-0.07,0.07",),
        20_000,
        "--games 3200 --guesses 16",
        'metric = "share"\nwhere = { faction = "orcs" }\nlow = 0.22\nhigh = 0.385',
        ("chart-shares",),
    ),
    Trip(
        "dungeons",
        "--games 120",
        f"--set heroes=3 {QUICK}",
        'heroes=3, strategy="quick"',
        ((DUNGEONS, "54-68%"), (DUNGEONS, "64-80%"), (DUNGEONS, "48-64%")),
        DUNGEONS,
        f"--set heroes=2,3 {QUICK}",
        ("20-40%", "28-48%"),
        4_000,
        "--games 1600 --guesses 16",
        'metric = "win_rate"\nlow = 0.52\nhigh = 0.7',
        ("chart-dealt-boss",),
    ),
    Trip(
        "tactics",
        f"{QUICK} --games 10000 --confirm-with balanced",
        f"--set players=2 --set mode=competitive {QUICK}",
        'players=2, mode="competitive", strategy="quick"',
        (
            (f"{UNITS}stoneback", "-0.08,0.08"),
            (f"{UNITS}corvin", "-0.06,0.06"),
            (f"{UNITS}howl", "-0.06,0.06"),
        ),
        f"{UNITS}corvin.health {UNITS}stoneback.health {UNITS}howl.health",
        f"--set players=2 --set mode=competitive {QUICK}",
        ("-0.08,0.08",),
        8_000,
        "--games 1600 --guesses 16",
        'metric = "share"\nwhere = { unit = "stoneback" }\nlow = 0.41\nhigh = 0.59',
        ("chart-shares",),
    ),
)
GAMES = {True: 6_000, False: 20_000}  # of each setting, with each change that is confirmed
BUDGETS = {True: 40_000, False: 100_000}  # of several numbers
SCRIPT = """\
import simulate

who = dict({calls}, games=2_000)
before = simulate.play("{game}", **who)
after = simulate.play("{game}", pack="{pack}", **who)
print(simulate.compare(before, after).findings[0])
print(after.facts().select("metric", "where", "value", "low", "high").head(5))
"""


def steps(trip: Trip, here: Path) -> Iterator[Step]:
    """The commands of a game's page, in the order in which a designer types them.

    here: the folder in which each is typed before the next is asked for.
    """
    asked = f"simulate run {trip.game} {trip.asked} --out default"
    yield Step(asked, "Is the game as it should be?", findings=4, figures=trip.figures)
    yield from _advised(trip, here)
    yield from _tuned(trip, here)
    expected = f"simulate run {GUARD} {trip.who} --games {trip.held}"
    yield Step(
        f"{expected} --check --out expected-1",
        "Is what I expect still so?",
        f"`{GUARD}` is an experiment that says what should be so. The game as it is misses it, "
        "which `--check` tells by its exit code (3):",
        code=3,
    )
    yield Step(
        f"{expected} --pack {ADVISE[0]}/packs/1 --check --out expected-2",
        says="The pack of the first advice meets it (0):",
    )
    yield Step(
        f"simulate run {trip.game} {trip.who} {trip.guessed} --out guesses",
        "What if the guesses are wrong?",
        "Under each finding stands what chance, better players and other guesses make of it:",
        findings=3,
    )
    yield Step("simulate figures guesses --out figures", "Charts for a slide")
    script = SCRIPT.format(game=trip.game, calls=trip.calls, pack=f"{ADVISE[0]}/packs/1")
    yield Step("a script --out notebook", "The same from a notebook", script=script)


def guard(trip: Trip) -> str:
    """The file of what is expected."""
    return f'game = "{trip.game}"\n\n[[expect]]\n{trip.expected}\n'


def _advised(trip: Trip, here: Path) -> Iterator[Step]:
    """An advice, and the designer's second and third step, each from the pack of the last."""
    says = ("", "A second step, from that pack:", "And a third:")
    of, games = trip.game, GAMES[is_shared(catalogue.facts(trip.game))]
    for number, (out, (numbers, band)) in enumerate(zip(ADVISE, trip.advised, strict=True)):
        yield Step(
            f"simulate advise {of} {numbers} {trip.who} --target {band} --games {games} "
            f"--out {out}",
            "" if number else "What should I change?",
            says[number],
            2,
            figures=() if number else ("chart-advice",),
        )
        if (here / out / "packs" / "1").exists():
            yield _held(trip, out, trip.who, band)
            of = f"--pack {out}/packs/1"


def _tuned(trip: Trip, here: Path) -> Iterator[Step]:
    """Several numbers at once, and on from there."""
    shared = is_shared(catalogue.facts(trip.game))
    of, budget, games = trip.game, BUDGETS[shared], GAMES[shared]
    for number, (out, band) in enumerate(zip(TUNE, trip.tuned_bands, strict=False)):
        yield Step(
            f"simulate tune {of} {trip.tuned} {trip.tuned_who} --target {band} "
            f"--budget {budget} --games {games} --out {out}",
            "" if number else "Which few edits together?",
            "A step further, from that pack:" if number else "",
            2,
            figures=() if number else ("chart-front",),
        )
        if (here / out / "packs" / "1").exists():
            yield _held(trip, out, trip.tuned_who, band)
            of = f"--pack {out}/packs/1"


def _held(trip: Trip, out: str, who: str, band: str) -> Step:
    """The pack that a search advises, played on luck that nobody has seen."""
    return Step(
        f"simulate run {trip.game} --pack {out}/packs/1 {who} --target {band} "
        f"--games {trip.held} --seed {SEED} --out {out}-held",
        held=out,
    )


@dataclass(frozen=True)
class Typed:
    """A command that was typed: its report, exit code and seconds of processor time."""

    step: Step
    report: dict[str, Any]
    seconds: float
    folder: Path
    printed: str = ""

    def facts(self, metric: str) -> list[dict[str, Any]]:
        return [fact for fact in self.report.get("facts", ()) if fact["metric"] == metric]


def typed(step: Step, here: Path, jobs: int | None) -> Typed:
    """Type a command in a folder; what was typed there before is not typed again."""
    kept = here / "typed.json"
    known: dict[str, float] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    words = shlex.split(step.command)[1:]
    folder = here / words[words.index("--out") + 1]
    told = folder / "printed.txt"
    key = step.script or step.command
    if key not in known:
        shutil.rmtree(folder, ignore_errors=True)
        known[key], printed = _type(step, words, here, jobs)
        if step.script:
            folder.mkdir()
            told.write_text(printed, "utf-8")
        kept.write_text(json.dumps(known), "utf-8")
        print(f"{known[key]:.0f} s: {step.command}", file=sys.stderr, flush=True)
    data = folder / "report.json"
    report = json.loads(data.read_text("utf-8")) if data.exists() else {}
    printed = told.read_text("utf-8") if step.script else ""
    return Typed(step, report, known[key], folder, printed)


def _type(step: Step, words: Sequence[str], here: Path, jobs: int | None) -> tuple[float, str]:
    """Seconds of processor time, with the processes that are started, and what is printed."""
    more = ["--jobs", str(jobs)] if jobs and words[0] != "figures" else []
    told = ["-c", step.script] if step.script else ["-m", "simulate.cli", *words, *more]
    before = _seconds()
    ended = subprocess.run([sys.executable, *told], cwd=here, capture_output=True, text=True)
    if ended.returncode != step.code:
        raise SystemExit(f"{step.command}\nended with {ended.returncode}:\n{ended.stderr}")
    return _seconds() - before, ended.stdout


def _seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def page(trip: Trip, here: Path, jobs: int | None) -> Iterator[str]:
    """The page of a game, as it is typed."""
    title = catalogue.facts(trip.game).title
    yield f"# {title}: what a designer asks, and what comes out"
    yield ""
    yield f"Written by `python -m benchmarks.gallery {trip.game}`. The commands were typed in turn"
    yield "in one empty folder. Who plays is what `--set strategy=` says, else `balanced`."
    yield "Intervals are 95%. What commands mean: [the command line](../command-line.md)."
    yield "Targets and numbers were chosen so that there is something to find: the page shows how"
    yield "questions follow each other and answers hold on other luck, not how often they land."
    here.mkdir(parents=True, exist_ok=True)
    (here / GUARD).write_text(guard(trip), "utf-8")
    known: dict[str, Typed] = {}
    total = 0.0
    for step in steps(trip, here):
        done = typed(step, here, jobs)
        known[done.folder.name] = done
        total += done.seconds
        yield from _told(trip, done, known)
    yield ""
    made_of = version(trip.game)
    yield f"All of it took {total / 60:.0f} minutes of processor time. Version `{made_of}`."


def _told(trip: Trip, done: Typed, known: dict[str, Typed]) -> Iterator[str]:
    """A command with what came of it."""
    step = done.step
    if step.heading:
        yield ""
        yield f"## {step.heading}"
    if step.says:
        yield ""
        yield step.says
    if step.code:
        yield ""
        guard = (done.folder.parent / GUARD).read_text("utf-8").rstrip()
        yield f'```toml title="{GUARD}"\n{guard}\n```'
    yield ""
    yield f"```python\n{step.script}```" if step.script else f"```\n{step.command}\n```"
    yield ""
    if step.script:
        yield f"```\n{done.printed.rstrip()}\n```\n\n*{done.seconds:.0f} s of processor time*"
        return
    for row in _expected(done.report) if GUARD in step.command else ():
        yield f"- {row['what']}: expected {row['wanted']}, found {row['found']}: {row['verdict']}."
    for finding in done.report.get("findings", ())[: step.findings]:
        yield from _finding(finding)
    if step.held:
        yield f"- {_compared(trip, known[step.held], done)}"
    if done.report:
        games = done.report["header"]["games"]
        yield ""
        yield f"*{games:,} games, {done.seconds:.0f} s of processor time*"
    else:
        drawn = len(list(done.folder.glob("*.svg")))
        yield f"*{drawn} charts, {done.seconds:.0f} s of processor time*"
    for figure in step.figures:
        yield from _drawn(trip, done, figure)


def _finding(finding: dict[str, Any]) -> Iterator[str]:
    yield f"- {finding['text']} {finding['try']}".rstrip()
    yield from (f"  - {doubt}" for doubt in finding.get("doubts", ()))


def _drawn(trip: Trip, done: Typed, figure: str) -> Iterator[str]:
    """A chart of a report, put beside the page, where the report has it."""
    place = done.folder.parent / f"{done.folder.name}-figures"
    if not place.exists():
        place.mkdir()
        figures.write(done.report, place)
    name = f"{trip.game}-{figure.removeprefix('chart-')}.svg"
    if (place / f"{figure}.svg").exists():
        shutil.copy(place / f"{figure}.svg", GALLERY / name)
        yield ""
        yield f"![{figure.removeprefix('chart-')} of {trip.game}]({name})"


def _compared(trip: Trip, search: Typed, held: Typed) -> str:
    """What the search said of the pack that it advises, beside what the pack does."""
    rows = _of_first(search)
    band = _band(held.step.command)
    if is_shared(catalogue.facts(trip.game)):
        names = [f"{row['setting']} " if len(rows) > 1 else "" for row in rows]
        each = [fact for fact in held.facts("win_rate") if fact["where"] or len(rows) == 1]
        said = [n + _rate(row["after"], row["verdict"]) for n, row in zip(names, rows, strict=True)]
        found = [n + _rate(f, _verdict(f, band)) for n, f in zip(names, each, strict=True)]
        return f"Said: {'; '.join(said)}. Found: {'; '.join(found)}."
    shares = {row["what"]: row for row in _table(held.report, "shares")}
    near = {name: Band(r["fair"] + band.low, r["fair"] + band.high) for name, r in shares.items()}
    verdicts = {
        (name := row["setting"]): _verdict(shares[name]["share"], near[name]) for row in rows
    }
    if len(rows) == 1:
        ((name, verdict),) = verdicts.items()
        said = _rate(rows[0]["after"], rows[0]["verdict"])
        return f"Said: {name} {said}. Found: {_rate(shares[name]['share'], verdict)}."
    off = [name for name, verdict in verdicts.items() if verdict in (ABOVE, BELOW)]
    return (
        f"Said: {_counted([row['verdict'] for row in rows])}. "
        f"Found: {_counted([*verdicts.values()])}{': ' if off else ''}{words.listing(off)}."
    )


def _of_first(search: Typed) -> list[dict[str, Any]]:
    """What the search tells of the pack that it advises, setting by setting or share by share."""
    pack = f"{search.folder.name}/packs/1"
    return [row for row in _table(search.report, "advice") if row["pack"] == pack]


def _expected(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What was expected and what was found, a row each."""
    return _table(report, EXPECTATIONS)


def _table(report: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """The rows of a table of a report."""
    tables = {t["id"]: t["rows"] for s in report["sections"] for t in s["tables"]}
    rows: list[dict[str, Any]] = tables[name]
    return rows


def _band(command: str) -> Band:
    """The target of a command, as typed: 40-55% or -0.06,0.06."""
    typed = shlex.split(command)
    target = typed[typed.index("--target") + 1]
    if target.endswith("%"):
        low, high = (float(end) / 100 for end in target.removesuffix("%").split("-"))
    else:
        low, high = map(float, target.split(","))
    return Band(low, high)


def _verdict(told: Mapping[str, Any], band: Band) -> str:
    """The verdict of the number alone: reports give none where a card was fitted."""
    return of_rate(Rate(0, 0, told["value"], told["low"], told["high"]), band)


def _counted(verdicts: Sequence[str]) -> str:
    """How many shares lie in the band, and how many outside."""
    on = sum(verdict == ON_TARGET for verdict in verdicts)
    off = sum(verdict not in (ON_TARGET, MORE) for verdict in verdicts)
    return f"{on} of {words.plural(len(verdicts), 'share')} in the band for certain, {off} outside"


def _rate(told: Mapping[str, Any], verdict: str) -> str:
    return f"{words.share_range(told['value'], told['low'], told['high'])}, {verdict}"


def _folder(trip: Trip) -> str:
    """Another one where other questions are asked: packs then come from other advice."""
    asked = hashlib.sha256(repr(trip).encode()).hexdigest()[:8]
    return f"{trip.game}-{version(trip.game)}-{asked}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="games; default: all five")
    parser.add_argument("--out", type=Path, default=Path("runs/gallery"))
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    GALLERY.mkdir(exist_ok=True)
    for trip in TRIPS:
        if not given.games or trip.game in given.games:
            write_page(
                page(trip, given.out / _folder(trip), given.jobs),
                GALLERY / f"{trip.game}.md",
            )


if __name__ == "__main__":
    main()
