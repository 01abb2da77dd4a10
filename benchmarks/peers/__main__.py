"""Other simulators of games beside this one: speed, and lines for a balance table.

python -m benchmarks.peers [NAME]... [--out FILE]

Each is installed into an environment of its own, below the cache folder, and plays random players;
what is measured is processor time.  Writes docs/peers.md.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.results import by_seat
from simulate import pack
from simulate.pack import catalogue

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "peers.md"
MEASURE = "# measure"
PATIENCE = 1_200  # seconds for an installation or a measurement, before it is given up


@dataclass(frozen=True)
class Peer:
    """Another simulator: what it plays here, how many of it, and how it differs from ours."""

    name: str
    package: str
    game: str
    games: int
    differs: str


PEERS = (
    Peer(
        "Catanatron", "catanatron", "Catan, 4 players", 60,
        "One game, in Python. Strong players for it; its command plays and counts wins.",
    ),
    Peer(
        "OpenSpiel", "open_spiel", "backgammon, 2 players", 1_500,
        "Some hundred games in C++, made for research on learning; no tabletop games with cards "
        "such as these, no report. What is slow here is the loop in Python that calls it.",
    ),
    Peer(
        "pgx", "pgx", "backgammon, 2 players", 512,
        "Some twenty games that run on accelerators by the thousand; here on a processor, for "
        "which it is not made. A game's rules are array code, changed by programmers.",
    ),
    Peer(
        "PokerKit", "pokerkit", "limit hold'em, a hand of 4", 1_500,
        "Poker in all its forms, each rule checked; speed is not its aim. A hand is far shorter "
        "than a game here.",
    ),
    Peer(
        "Axelrod", "axelrod", "prisoner's dilemma, 200 turns", 20,
        "Two moves to choose from and no luck of its own; a library of strategies and tournaments. "
        "A match is no board game.",
    ),
)  # fmt: skip
OURS = (  # setting of each game that is played here
    ("defenders", {"players": 3, "horde": "medium"}, 20_000),
    ("kingdoms", {"players": 4}, 10_000),
    ("ultra_kingdoms", {"players": 4}, 10_000),
    ("dungeons", {"heroes": 3}, 4_000),
    ("tactics", {"mode": "competitive", "players": 2}, 4_000),
)


def cache() -> Path:
    """Where the environments lie; they are used again."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "tiny-epic-balance-peers"


def environment(peer: Peer) -> Path:
    """The interpreter of an environment that has the peer.  Raises CalledProcessError."""
    folder = cache() / f"{peer.package}-{platform.python_version()}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = folder / "installed"
    if not done.exists():
        venv.create(folder, with_pip=True, clear=True)
        words = [python, "-m", "pip", "install", "--quiet", peer.package]
        subprocess.run(words, check=True, timeout=PATIENCE, capture_output=True)
        done.touch()
    return python


def measured(peer: Peer) -> dict[str, Any]:
    """games, decisions, seconds, version, lines of a peer; or `failed`, why it has none."""
    script = HERE / f"of_{peer.package}.py"
    try:
        python = environment(peer)
        words = [python, str(script), str(peer.games)]
        ended = subprocess.run(words, check=True, timeout=PATIENCE, capture_output=True, text=True)
        asked = f"from importlib.metadata import version; print(version({peer.package!r}))"
        version = subprocess.run([python, "-c", asked], check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        said = error.stderr if isinstance(error.stderr, str) else (error.stderr or b"").decode()
        return {"failed": (said.strip().splitlines() or ["no word"])[-1][:200]}
    except subprocess.TimeoutExpired:
        return {"failed": f"took more than {PATIENCE} seconds"}
    told = json.loads(ended.stdout.strip().splitlines()[-1])
    return {**told, "version": version.stdout.strip(), "lines": lines(script)}


def lines(script: Path) -> int:
    """Lines that somebody writes for the table: code, less what measures and what is blank."""
    text = script.read_text("utf-8").partition('"""\n')[2]
    code = (line.strip() for line in text.splitlines())
    return sum(bool(line) and not line.startswith("#") and MEASURE not in line for line in code)


def ours(game: str, setting: dict[str, Any], strategy: str, games: int) -> dict[str, Any]:
    """games, decisions and seconds of a game of ours with one player in every seat."""
    table, facts = catalogue.table(game), catalogue.facts(game)
    chosen = {**setting, "strategy": strategy}
    full = {f.name: f.default for f in facts.factors} | facts.usual(chosen) | chosen
    prepared = table.prepare(pack.load(game), by_seat(facts, {**full, "skill": 1.0, "seed": 1}))
    table.play_block(prepared, 1, 0, 20)  # compiles
    began = time.process_time()
    rows, _ = table.play_block(prepared, 1, 0, games)
    seconds = time.process_time() - began
    return {"games": games, "decisions": int(rows["decisions"].sum()), "seconds": seconds}


def rows(peers: tuple[Peer, ...]) -> Iterator[list[str]]:
    """Rows of the table: ours, then theirs."""
    for game, setting, games in OURS:
        title = catalogue.facts(game).title
        said = ", ".join(f"{key} {value}" for key, value in setting.items())
        told = ours(game, setting, "random", games)
        yield [title, said, *_speeds(told), "0 (one command)"]
    for peer in peers:
        print(f"{peer.name} ...", file=sys.stderr)
        told = measured(peer)
        if "failed" in told:
            yield [peer.name, peer.game, f"could not be measured: {told['failed']}", "", ""]
        else:
            name = f"{peer.name} {told['version']}"
            yield [name, peer.game, *_speeds(told), str(told["lines"])]


def _speeds(told: dict[str, Any]) -> list[str]:
    return [f"{told[key] / told['seconds']:,.0f}" for key in ("games", "decisions")]


def page(peers: tuple[Peer, ...]) -> str:
    head = ["Simulator", "Game", "Games a second", "Decisions a second", "Lines for a table"]
    found = [head, ["---"] * len(head), *rows(peers)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in found)
    differs = "\n".join(f"- **{peer.name}**: {peer.differs}" for peer in peers)
    return TEXT.format(
        day=date.today(), python=platform.python_version(), table=table, differs=differs
    )


TEXT = """\
# How fast is it?

Games and decisions in a second of one core, with **random** players, so that what is compared is
the rules and not how much a player thinks. Measured by `python -m benchmarks.peers` on {day},
Python {python}, in processor time, compiling not counted; every simulator in an environment of its
own. The machine was used by others at the same time, so believe a factor of two and no more.

{table}

*Lines for a table*: lines of code that a user writes to learn how often each seat, side or strategy
wins, with an interval; the scripts are `benchmarks/peers/of_*.py`. Here it is `simulate run`.

## These are different games

A decision in Tactics is a choice among a hundred moves that were worked out; one in the prisoner's
dilemma is yes or no. So rows cannot be set against each other as if one were better:

{differs}
- **This toolkit**: five games with all their rules, compiled; every number is data, so a designer
  changes it without programming. It has no learning players and no network games.

How fast the players are that a report is made with: [players of all games](notebook/ladders.md).
`simulate doctor --bench` measures on your machine.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="some of the peers; all, if none is named")
    parser.add_argument("--out", type=Path, default=PAGE)
    given = parser.parse_args()
    unknown = set(given.names) - {peer.package for peer in PEERS}
    if unknown:
        parser.error(f"no such peer: {', '.join(sorted(unknown))}")
    chosen = tuple(p for p in PEERS if not given.names or p.package in given.names)
    given.out.write_text(page(chosen), "utf-8")
    print(given.out)


if __name__ == "__main__":
    main()
