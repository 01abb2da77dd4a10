"""Does a player find what a better player finds?

python -m benchmarks.agreement GAME [FACTOR=LEVEL ...] [--player NAME] [--better NAME]
    [--games N] [--better-games N] [--jobs N]

Plays the default experiment (or the settings of it that are named) twice, everybody `--player`
and everybody `--better`, and puts beside each other what reports judge: where players compete the
share of every option, dealt thing and seat in each setting, where they win together what
everything brings that is dealt or held.  Told are how far both lie apart, with what chance adds
taken out, and which verdicts flip: they differ, and the difference lies outside its own 95%
interval.  Prints it, and writes it to configs/GAME/measured/agreements.toml, which reports tell.
Runs are kept in runs/agreement/ and are not played again.
"""

import argparse
import datetime
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.stats.interim import ONE_LOOK
from analysis.stats.intervals import Estimate
from analysis.study import Study, study
from benchmarks.expert import version
from benchmarks.results import write_agreements
from simulate import store
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.pack import catalogue
from simulate.run import execute

SEED = 46_000_001


@dataclass(frozen=True)
class Judged:
    """What a report says of one thing in one setting."""

    setting: tuple[tuple[str, Any], ...]
    kind: str
    label: str
    number: Estimate
    verdict: str


@dataclass(frozen=True)
class Pair:
    """The same thing, as two players find it."""

    one: Judged
    other: Judged

    @property
    def apart(self) -> float:
        return self.one.number.value - self.other.number.value

    @property
    def variance(self) -> float:
        return self.one.number.se**2 + self.other.number.se**2

    @property
    def flips(self) -> bool:
        """Whether the verdicts differ, and not by chance."""
        return (
            self.one.verdict != self.other.verdict
            and self.apart**2 > ONE_LOOK.reach**2 * self.variance
        )

    def as_data(self) -> dict[str, Any]:
        """What it is of, and what each player finds, 0.02 for two points."""
        ends = {"one": self.one.number.value, "other": self.other.number.value}
        rounded = {name: round(value, 4) for name, value in ends.items()}
        return {"kind": self.one.kind, "what": self.one.label, **rounded}


def judged(found: Study) -> Iterator[Judged]:
    """Everything of a run that has a verdict about a thing of the game."""
    crossed = catalogue.facts(found.design.manifest["game"]).crossed
    for kind in found.contest.kinds:
        for share in kind.shares:
            setting = tuple((name, share.cell.setting[name]) for name in crossed)
            yield Judged(setting, kind.noun, share.label, share.over, share.verdict)
    for each in found.dealing.contrasts if found.compares else ():
        yield Judged((), each.family, each.label, each.effect, each.verdict)


def pairs(one: Study, other: Study) -> list[Pair]:
    """What both could tell of."""
    known = {(j.setting, j.kind, j.label): j for j in judged(other)}
    return [
        Pair(each, known[key])
        for each in judged(one)
        if (key := (each.setting, each.kind, each.label)) in known
    ]


def typical(found: Sequence[Pair]) -> float:
    """The mean absolute difference that is left once chance is taken out, 0..1.

    Of differences that are spread normally: what they vary by more than chance lets them.
    """
    beyond = sum(pair.apart**2 - pair.variance for pair in found) / len(found)
    return math.sqrt(max(0.0, beyond) * 2 / math.pi)


def played(asked: argparse.Namespace, name: str, games: int) -> Study:
    """What is found where everybody plays by one strategy."""
    where = dict(text.split("=", 1) for text in asked.where)
    levels = "-".join(where.values()) or "all"
    made = f"{asked.game}-{levels}-{name}-{games}-{version(asked.game)}"
    folder = Path("runs") / "agreement" / made
    if not (folder / store.MANIFEST).exists():
        sets = tuple(f"{factor}={level}" for factor, level in {**where, "strategy": name}.items())
        request = RunRequest(asked.game, games=str(games), seed=str(SEED), sets=sets)
        execute(build(load(request)), folder, asked.jobs, quiet=True, ours=True)
    return study(store.open_run(folder))


def entries(asked: argparse.Namespace, found: Sequence[Pair]) -> Iterator[dict[str, Any]]:
    """One a setting; one for all where things are judged over all settings."""
    for setting in dict.fromkeys(pair.one.setting for pair in found):
        inside = [pair for pair in found if pair.one.setting == setting]
        yield {
            "setting": dict(setting),
            "strategy": asked.player,
            "better": asked.better,
            "things": len(inside),
            "apart": round(typical(inside), 4),
            "flips": [pair.as_data() for pair in inside if pair.flips],
            "games": asked.games,
            "better_games": asked.better_games,
            "on": datetime.date.today().isoformat(),
            "version": version(asked.game),
            "source": f"python -m benchmarks.agreement {asked.game}",
        }


def options(does: str | None) -> argparse.ArgumentParser:
    """Of whatever is told of the games of a better player."""
    parser = argparse.ArgumentParser(description=does)
    parser.add_argument("game")
    parser.add_argument("where", nargs="*", metavar="FACTOR=LEVEL")
    parser.add_argument("--player", default="balanced")
    parser.add_argument("--better", default="expert")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--better-games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    return parser


def main() -> None:
    asked = options(__doc__).parse_args()
    one = played(asked, asked.player, asked.games)
    other = played(asked, asked.better, asked.better_games)
    found = [*entries(asked, pairs(one, other))]
    for entry in found:
        print(
            f"{entry['setting'] or 'all settings'}: {entry['things']} things, "
            f"{100 * entry['apart']:.1f} points apart, {len(entry['flips'])} verdicts flip",
            *(
                f"  {f['kind']}: {f['what']} {100 * f['one']:+.1f} {100 * f['other']:+.1f}"
                for f in entry["flips"]
            ),
            sep="\n",
            flush=True,
        )
    write_agreements(asked.game, found)


if __name__ == "__main__":
    main()
