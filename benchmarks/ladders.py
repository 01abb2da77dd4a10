"""How strong and how fast is every player?  python -m benchmarks.ladders [GAME ...] [--games N]

Plays `simulate ladder` on the cards that are kept for measuring (benchmarks/cards) in the settings
that goals are stated in, `--expert N` once more with `balanced` against `expert`, and writes
docs/notebook/ladders.md.  Runs lie in runs/ladders and are played anew each time.
"""

import argparse
import datetime
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from benchmarks.measuring import target
from benchmarks.results import NOTEBOOK, write_page
from simulate.cli import main as simulate
from simulate.pack import catalogue
from simulate.run.ladder import RUNGS

RUNS = Path("runs") / "ladders"
SETTINGS: Mapping[str, tuple[dict[str, Any], ...]] = {
    "defenders": ({"players": 3, "horde": "medium"},),
    "kingdoms": ({"players": 2}, {"players": 4}),
    "ultra_kingdoms": ({"players": 2}, {"players": 4}),
    "dungeons": ({"heroes": 3},),
    "tactics": ({"mode": "competitive", "players": 2},),
}
# Where a game has players between the usual rungs.
RUNGS_OF: Mapping[str, tuple[str, ...]] = {
    "kingdoms": (*RUNGS, "brisk"),
    "ultra_kingdoms": (*RUNGS, "brisk"),
    "dungeons": (*RUNGS, "nimble", "brisk", "steady"),
    "tactics": (*RUNGS, "brisk"),
}
HEADS = (
    *("Strategy", "Strength", "Games a second"),
    *("Decisions a second", "Decisions a game", "A million games take"),
)
MEASURED = "| {strategy} | {strength} | {speed:,.0f} | {decisions:,} | {length:.0f} | {million} |"


def ladder(game: str, setting: Mapping[str, Any], games: int, *rungs: str) -> dict[str, Any]:
    """The report of a ladder."""
    levels = "-".join(map(str, setting.values()))
    folder = RUNS / "-".join([game, levels, *rungs])
    if folder.exists():
        shutil.rmtree(folder)
    words = ["ladder", target(game), "--games", str(games), "--out", str(folder)]
    for name, level in setting.items():
        words += ["--set", f"{name}={level}"]
    words += ["--set", f"strategy={','.join(rungs)}"] if rungs else []
    with redirect_stdout(StringIO()):
        assert simulate([*words, "--quiet"]) == 0
    return json.loads((folder / "report.json").read_text("utf-8"))


def table(report: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Rows of a table of the ladder."""
    tables = {each["id"]: each for each in report["sections"][0]["tables"]}
    return tables[name]["rows"] if name in tables else []


def told(report: dict[str, Any]) -> Iterator[str]:
    """Strength and price of every rung, and who beats whom, or by how much each wins more."""
    matrix = table(report, "ladder-matrix")
    if not matrix:
        yield from (f"- {finding['text']}" for finding in report["findings"])
        yield ""
    yield f"| {' | '.join(HEADS)} |"
    yield f"|{'---|' * len(HEADS)}"
    for row in table(report, "ladder-speed"):
        yield MEASURED.format_map(row | {"strength": _rate(row["strength"])})
    if matrix:
        names = [row["row"] for row in matrix]
        yield ""
        yield f"| Row ahead of column | {' | '.join(names)} |"
        yield f"|---|{'---|' * len(names)}"
        for at, row in enumerate(matrix[:-1]):
            cells = (_rate(row[f"m{n}"]) if n > at else "" for n in range(len(names)))
            yield f"| {row['row']} | {' | '.join(cells)} |"
    yield ""


def _rate(found: Mapping[str, float]) -> str:
    return f"{100 * found['value']:.1f}% ({100 * found['low']:.1f}-{100 * found['high']:.1f})"


def lines(asked: argparse.Namespace) -> Iterator[str]:
    """The whole page, played as it goes."""
    yield "# How strong and how fast every player is\n"
    more = f" --expert {asked.expert}" if asked.expert else ""
    yield (
        f"Made by `python -m benchmarks.ladders --games {asked.games}{more}` on "
        f"{datetime.date.today()}, on the "
        "cards kept for measuring (`benchmarks/cards`), seed 1. Strength is the games won, or how "
        "often one finishes ahead of another; in brackets 95% intervals. Speed is in processor "
        "time of one core. Every table is `simulate ladder` in that setting.\n"
    )
    for game in asked.games_of or catalogue.names():
        yield f"## {catalogue.facts(game).title}\n"
        for setting in SETTINGS[game]:
            yield f"### {', '.join(f'{name} {level}' for name, level in setting.items())}\n"
            yield from told(ladder(game, setting, asked.games, *RUNGS_OF.get(game, ())))
            if asked.expert:
                yield f"`expert` beside `balanced`, {asked.expert} games:\n"
                yield from told(ladder(game, setting, asked.expert, "balanced", "expert"))


def main() -> None:
    """Read the options, play, write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--expert", type=int, default=0, metavar="N")
    parser.add_argument("--out", type=Path, default=NOTEBOOK / "ladders.md")
    asked = parser.parse_args()
    write_page(lines(asked), asked.out)


if __name__ == "__main__":
    main()
