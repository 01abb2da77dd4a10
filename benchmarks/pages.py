"""What pages that play weigh, and how fast they are here: python -m benchmarks.pages [GAME ...]

In the usual and the slowest setting of its default experiment a title's first games are played by
the command and by browsers, each begun anew for them, which must leave the same rows.  Left out are
players of whom a thousand games take more than 30 loops (`training.measure.costs`).  Where a
machine has other work nothing is measured, but with `--busy`, and then the page says so.
"""

import argparse
import base64
import datetime
import gzip
import hashlib
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.browsing import BROWSERS, found, program, version
from benchmarks.results import NOTEBOOK, write_page
from simulate.engine.game_engine import GameEngine, Match
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import Plan, PlannedCell, build
from simulate.pack import catalogue, configs
from simulate.portable import text_of
from simulate.portable.emit import emit
from simulate.portable.engines import engine_of
from simulate.portable.image import Image, image_of
from simulate.portable.linked import link
from simulate.portable.numbers import LaidGame
from simulate.portable.offered import GAMES
from training.measure.costs import loop

PAGE = Path(__file__).with_suffix(".html").read_bytes()
PLAYERS, OTHERS = {"defenders": ("balanced",)}, ("quick", "brisk")
MOST_LOOPS, MOST_LOAD = 30.0, 1.0
WORKERS = sorted({1, min(os.cpu_count() or 1, 8)})  # `turn.js` begins no more
HEAD = """\
# What pages that play weigh, and how fast they are

Made by `{command}` on {date}; {cores} cores, load {load:.1f} when it began.{state}

- Games are the first {games:,} of a run, in the usual and the slowest setting of the default experiment. Left out are players of whom a thousand take more than {most:.0f} loops.
- **By gzip** is near what a page holds before base64, which adds a third. **Laid down** is the memory that a game begins with.
- **Made in** is the processor time that the module takes, with the game's own code compiled.
- Seconds in a browser are by the clock, in one that had begun three seconds before. **Opened** is what the first press of the button waits for before any game: unpacked, compiled, in each worker.
- A loop is that of `training.measure.costs`, a piece of plain Python, timed before and after each row: the row is divided by the mean of both. **Of native** is the speed as a part of that of the command's own code on one core, in loops.
- Every row was made by games whose rows are those of the command, byte for byte, or it says so.
"""  # noqa: E501 - a paragraph of a page is one line
PROVISIONAL = " **Provisional: the machine had other work, so times are too long; sizes stand.**"
SIZES = ("Module, KB", "by gzip", "Laid down, KB", "by gzip", "Made in, s", "Native, loops")
TIMES = ("Workers", "Opened, s", "First time, s", "Second, s", "Second, loops", "Of native")


@dataclass(frozen=True)
class Played:
    """The first games of a setting by one player; native: loops that the command takes for them."""

    game: str
    setting: str
    player: str
    image: Image
    native: float

    @property
    def name(self) -> str:
        return f"{catalogue.facts(self.game).title} | {self.setting} | {self.player}"

    @property
    def mark(self) -> str:
        """Of all rows that the command leaves."""
        return hashlib.sha256(self.image.games.played + self.image.seats.played).hexdigest()

    def held(self, workers: int) -> dict[str, Any]:
        """What the page asks for."""
        return {
            "player": text_of("player.js"),
            "module": packed(module(self.game)[0]),
            "parts": packed(self.image.held()),
            "image": self.image.data(),
            "games": len(self.image.games.played) // self.image.games.each,
            "workers": workers,
        }


def packed(held: bytes) -> str:
    """Bytes as a report holds them."""
    return base64.b64encode(zlib.compress(held, 9)).decode()


@cache
def module(game: str) -> tuple[bytes, float]:
    """A title's module, made of compiled code, and seconds of processor time that it took."""
    began = time.process_time()
    made = emit(link(engine_of(game)))
    return made, time.process_time() - began


def in_loops(act: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of a loop, the mean of before and after, and what was done between."""
    before, done = loop(), act()
    return (before + loop()) / 2, done


def settings(plan: Plan, player: str) -> Iterator[tuple[str, PlannedCell]]:
    """The usual and the slowest setting, as far as a thousand games take few loops."""
    known = [each for each in configs.costs(plan.game) if each["strategy"] == player]
    usual = {f.name: f.default for f in plan.facts.factors if f.name in plan.facts.crossed}
    cells = [({name: cell.setting[name] for name in usual}, cell) for cell in plan.cells]
    costs = [next(e["loops"] for e in known if e["setting"] == at) for at, _ in cells]
    for (at, cell), cost in zip(cells, costs, strict=True):
        if cost <= MOST_LOOPS and (at == usual or cost == max(costs)):
            yield ", ".join(f"{name} {level}" for name, level in at.items()), cell


def played(game: str, player: str, games: int) -> Iterator[Played]:
    """By the command, in those settings."""
    plan = build(load(RunRequest(game, sets=(f"strategy={player}",))))
    engine = engine_of(game)
    for setting, cell in settings(plan, player):
        match = LaidGame(plan.pack_for(cell), cell.setting).match
        image = image_of(engine, match, plan.seed, games)  # which plays them, so all is warm
        yield Played(game, setting, player, image, native(engine, match, plan.seed, games))


def native(engine: GameEngine, match: Match, seed: int, games: int) -> float:
    """Loops of processor time that the command's own code takes."""

    def seconds() -> float:
        began = time.process_time()
        engine.play_block(match, seed, 0, games)
        return time.process_time() - began

    each, spent = in_loops(seconds)
    return spent / each


def size(of: Played) -> str:
    """A row of what a page holds."""
    made, seconds = module(of.game)
    held = (made, gzip.compress(made), of.image.held(), gzip.compress(of.image.held()))
    kilobytes = " | ".join(f"{len(each) / 1000:.0f}" for each in held)
    return f"| {of.name} | {kilobytes} | {seconds:.1f} | {of.native:.2f} |"


def speed(of: Played, browser: str, workers: int) -> str:
    """A row of what a browser takes."""
    name = f"| {of.name} | {workers} |"
    try:
        each, told = in_loops(lambda: found(browser, PAGE, of.held(workers)))
    except RuntimeError as error:
        return f"{name} it failed: {error} |||||"
    if told["rows"] != of.mark:
        return f"{name} it played other games than the command |||||"
    seconds = " | ".join(f"{told[what]:.2f}" for what in ("open", "first", "second"))
    loops = told["second"] / each
    return f"{name} {seconds} | {loops:.2f} | {of.native / loops:.2f} |"


def heads(names: tuple[str, ...]) -> str:
    """The head of a table."""
    names = ("Title", "Setting", "Player", *names)
    return f"| {' | '.join(names)} |\n|{'---|' * len(names)}"


def lines(asked: argparse.Namespace, load: float) -> Iterator[str]:
    """The whole page, measured as it goes."""
    command = " ".join(("python -m benchmarks.pages", *sys.argv[1:]))
    state = PROVISIONAL if load > MOST_LOAD else ""
    told = {"cores": os.cpu_count(), "games": asked.games, "most": MOST_LOOPS, "load": load}
    yield HEAD.format(command=command, date=datetime.date.today(), state=state, **told)
    yield f"## What a page holds\n\n{heads(SIZES)}"
    all_played = []
    for game in asked.games_of or catalogue.names():
        for player in PLAYERS.get(game, OTHERS):
            for each in played(game, player, asked.games):
                all_played.append(each)
                yield size(each)
    for browser in asked.browsers:
        yield f"\n## In {browser}\n"
        if program(browser) is None:
            yield "Left out: it is not on this machine."
            continue
        yield f"{version(browser)}, headless.\n\n{heads(TIMES)}"
        for each in all_played:
            yield from (speed(each, browser, workers) for workers in WORKERS)


def main() -> None:
    """Measure, if the machine has nothing else to do, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games_of", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--browsers", nargs="*", choices=BROWSERS, default=[*BROWSERS])
    parser.add_argument("--busy", action="store_true", help="measure though there is other work")
    parser.add_argument("--out", type=Path, default=NOTEBOOK / "pages.md")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    if load > MOST_LOAD and not asked.busy:
        sys.exit(f"the load is {load:.1f}, more than {MOST_LOAD}: wait, or measure with --busy")
    write_page(lines(asked, load), asked.out)


if __name__ == "__main__":
    main()
