"""Consistency checks between the parts of a manifest."""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any

from simulate.core.errors import nearest
from simulate.core.game.facts import ROLES
from simulate.core.game.game_files import game_of, is_game_file
from simulate.store.names import ALL, COUNTS, FILES, KINDS

LONGEST_PATH = 1_000  # letters of the path of a game file
PLAYING = ("run", "ladder", "exploit")  # commands of which a folder keeps what was typed


def misfits(manifest: Mapping[str, Any]) -> Iterator[str]:
    """What the parts of a manifest of the right shape have against each other."""
    yield from misfits_of_plan(manifest)
    games = {cell["number"]: cell["games"] for cell in manifest["cells"]}
    for kind in KINDS:
        declared = [column["name"] for column in manifest["columns"][kind]]
        for name in ("cell", "replicate"):
            if manifest["shards"] and name not in declared:
                yield f"`columns.{kind}` lacks `{name}`"
    for i, entry in enumerate(manifest.get("files", [])):
        if entry["file"] != FILES[min(i, 1)] or i >= len(FILES):
            yield f"`files.{i}.file` must be {' or '.join(FILES)}, each once, in this order"
    wrong = [*_misnamed(manifest["shards"], games)]
    yield from wrong or _miscounted(manifest["shards"], games, manifest.get("keep", ALL))


def misfits_of_plan(plan: Mapping[str, Any]) -> Iterator[str]:
    """The same of what is known before the first game: the first line of a journal has it, too."""
    from simulate.core.text.validate import not_one_of

    if not plan["cells"]:
        yield "`cells` is empty"
    yield from _misnamed_own(plan)
    factors = [factor["name"] for factor in plan["factors"]]
    crossed = [factor["name"] for factor in plan["factors"] if factor["crossed"]]
    yield from _twice("factors", factors)
    command = plan.get("command", "")
    if command and not _is_run(command):
        yield f"`command` is not a command that plays a run ({command[:60]!r})"
    for i, cell in enumerate(plan["cells"]):
        for name in cell["levels"]:
            if name not in factors:
                yield f"`cells.{i}.levels.{name}` is a level of no factor{nearest(name, factors)}"
        for name in crossed:
            if name not in cell["levels"]:
                yield f"`cells.{i}.levels.{name}` is missing"
    numbers: set[int] = set()
    for i, cell in enumerate(plan["cells"]):
        if cell["number"] in numbers:
            yield f"`cells.{i}.number` is {cell['number']} a second time"
        numbers.add(cell["number"])
    for kind in KINDS:
        columns = plan["columns"][kind]
        yield from _twice(f"columns.{kind}", [column["name"] for column in columns])
        for i, column in enumerate(columns):
            if column["role"] not in ROLES:
                yield not_one_of(f"columns.{kind}.{i}.role", column["role"], [*ROLES])


def _misnamed_own(plan: Mapping[str, Any]) -> Iterator[str]:
    """A designer's own game bears the name of its file, which commands that are told name."""
    if not (own := plan.get("own")):
        return
    file, game = own["file"], plan["game"]
    if len(file) > LONGEST_PATH or not file.isprintable() or not is_game_file(file):
        yield f"`own.file` is not a path of a game file ({file[:60]!r})"
    elif game_of(file) != game:
        yield f"`own.file` is {file!r}, `game` {game[:60]!r}: a game has the name of its file"


def _twice(where: str, names: Sequence[str]) -> Iterator[str]:
    """The first name that is listed more than once."""
    for name in [name for name in dict.fromkeys(names) if names.count(name) > 1][:1]:
        yield f"`{where}` has `{name}` twice"


def _is_run(command: str) -> bool:
    """Whether a line that a report asks to type plays a run and does nothing beside it."""
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    head, verb = (*words[:2], "", "")[:2]
    return head == "simulate" and verb in PLAYING and shlex.join(words) == command


def _misnamed(shards: Sequence[Mapping[str, Any]], cells: Iterable[int]) -> Iterator[str]:
    """Files that no run has written under such a name, or that are listed twice."""
    from simulate.core.text.validate import literal

    seen: set[tuple[str, int]] = set()
    for i, shard in enumerate(shards):
        kind, cell, file = shard["kind"], shard["cell"], shard["file"]
        if cell not in cells:
            yield f"`shards.{i}.cell` is {cell}, and there is no such cell"
        elif kind not in (*KINDS, COUNTS):
            yield f"`shards.{i}.kind` must be {', '.join(KINDS)} or {COUNTS}"
        elif not re.fullmatch(rf"{kind}/(cell[-=]{cell}/)?{kind}-[0-9]{{5,9}}\.parquet", file):
            yield f"`shards.{i}.file` is {literal(file)}; no file of this cell has this name"
        elif (file, cell) in seen:
            yield f"`shards.{i}.file` lists {file} a second time"
        elif shard["last"] < shard["first"]:
            yield f"`shards.{i}.last` is before its `first`"
        seen.add((file, cell))


def _miscounted(
    shards: Sequence[Mapping[str, Any]], cells: Mapping[int, int], keep: str
) -> Iterator[str]:
    """Cells whose files do not hold each of its games once, with as many seats at each."""
    by_cell: dict[int, list[Mapping[str, Any]]] = {cell: [] for cell in cells}
    for shard in sorted(shards, key=itemgetter("kind", "first")):
        by_cell[shard["cell"]].append(shard)
    for cell, games in cells.items():
        counted = [(s["first"], s["last"]) for s in by_cell[cell] if s["kind"] == COUNTS]
        of_rows = [s for s in by_cell[cell] if s["kind"] != COUNTS]
        spans = [(s["first"], s["last"]) for s in of_rows if s["kind"] == "games"]
        if keep != ALL:
            if sum(last - first + 1 for first, last in counted) != games:
                yield f"cell {cell} has {games:,} games, and its files count another number"
            games = sum(last - first + 1 for first, last in spans)
        elif counted:
            yield f"cell {cell} has files of sums, and the manifest says that rows are kept"
        seats = [(s["first"], s["last"]) for s in of_rows if s["kind"] == "seats"]
        if any(before[1] >= after[0] for before, after in pairwise(spans)):
            yield f"several files hold the same games of cell {cell}"
        elif sum(last - first + 1 for first, last in spans) != games:
            yield f"cell {cell} has {games:,} games, and its files hold another number"
        elif seats != spans:
            yield f"the files of cell {cell} with seats are of other games than those with games"
        each = {(s["kind"], *divmod(s["rows"], s["last"] - s["first"] + 1)) for s in of_rows}
        a_game = {rows for kind, rows, left in each if kind == "games" and not left}
        a_table = {rows for kind, rows, left in each if kind == "seats" and not left}
        if of_rows and not (len(each) == len(KINDS) and a_game == {1} and len(a_table - {0}) == 1):
            yield f"the files of cell {cell} have numbers of rows that do not fit its games"
