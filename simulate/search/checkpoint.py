"""The journal of a search, from which it continues after it was killed.

The folder of a search has a journal, whose first line says what was asked.  The games of each
trial lie in a folder of `outcomes` as those of an unfinished run do, with a journal of their own,
and are looked through as those are.  A search that goes on asks the same of the same trials in
the same order, and what lies there is not played again.  When all is written the journals and the
blocks go.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate import store
from simulate.core.errors import InputError, RunError
from simulate.core.files import disk
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.run import journal
from simulate.run.journal import MOST_GAMES, Journal, check_same
from simulate.run.pace import most_games
from simulate.run.runner import Interrupted, header_of, reason
from simulate.run.status import games_kept, parts
from simulate.run.workers.blocks import Block, Done, GameFailed
from simulate.store.folders import JOURNAL, SCRATCH, OutFolder, goes_on, kind
from simulate.store.rows.damage import rows_of_block
from simulate.store.rows.tables import types

if TYPE_CHECKING:
    from simulate.experiment.plan import Plan, Playable

Columns = Mapping[str, tuple[str, ...]]
PARTS = (*store.OF_SEARCH, *store.OF_COMPARISON)


class TrialCheckpoint:
    """Blocks of a plan whose rows are kept in a folder, those of an earlier process with them.

    columns: what is kept of every game, names by table.
    """

    def __init__(self, folder: Path, plan: "Playable", columns: Columns) -> None:
        self.folder = folder
        of_plan = {"games": plan.facts.games_columns, "seats": plan.facts.seats_columns}
        known = {k: {c.name: c.dtype for c in (store.CELL, *of_plan[k])} for k in store.KINDS}
        self._declared = {k: {n: types()[known[k][n]] for n in columns[k]} for k in store.KINDS}
        header, most = {"run": header_of(plan), "beside": {}, "turns": False}, most_games(plan)
        slow = {} if most is None else {MOST_GAMES: most}
        self._journal = _again(folder, header) or _begun(folder, header | slow)

    @property
    def most_games(self) -> int | None:
        """Games that are kept together, where players are slow."""
        most: int | None = self._journal.header.get(MOST_GAMES)
        return most

    def known(self, block: Block) -> Done | None:
        """A block that lies here as it was written, with its rows."""
        done = self._journal.done.get(block)
        if done is None or [shard.kind for shard in done.shards] != [*store.KINDS]:
            return None
        games, seats = (
            rows_of_block(self.folder, shard, block.count, self._declared[shard.kind])
            for shard in done.shards
        )
        return None if games is None or seats is None else replace(done, rows=(games, seats))

    def add(self, block: Block, done: Done) -> None:
        """Write the rows of a block, then that it is written."""
        assert done.rows is not None
        span, shards = (block.first, block.first + block.count - 1), []
        for name, rows in zip(store.KINDS, done.rows, strict=True):
            data = store.encode(rows)
            shard = store.shard_of(name, block.cell, block.number, data, rows.height, span)
            (self.folder / shard.file).parent.mkdir(parents=True, exist_ok=True)
            store.write_shard(self.folder, shard, data)
            shards.append(shard)
        self._journal.add(block, Done(block.cell, block.count, {}, tuple(shards)))

    def close(self) -> None:
        self._journal.close()


def _again(folder: Path, header: Mapping[str, Any]) -> Journal | None:
    """The journal of a trial that an earlier process has begun.

    Raises InputError where it was one of other changes.
    """
    if not (folder / JOURNAL).exists():
        return None
    place, begun = OutFolder.unfinished(folder), Journal.again(folder)
    try:
        check_same(folder, begun.header, header["run"])
        place.clear()
    except BaseException:
        begun.close()
        raise
    return begun


def _begun(folder: Path, header: dict[str, Any]) -> Journal:
    """The journal of a trial of which nothing is played yet."""
    disk.remove(folder)  # of a search that was killed when all was written, or a moment before
    OutFolder(folder, "").take()
    return Journal.begin(folder, header)


@dataclass
class SearchCheckpoint:
    """The folder of a search that this process has, and what was played for it.

    best: what it has found so far, in words.
    """

    place: OutFolder
    journal: Journal
    best: str = ""
    _trials: list[TrialCheckpoint] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        return self.place.folder

    def trial(self, plan: "Playable", columns: Columns) -> TrialCheckpoint:
        """Where the games of the next trial are kept."""
        number = sum(each.folder.parent.name == store.OUTCOMES for each in self._trials) + 1
        return self._kept(self.folder / store.OUTCOMES / f"{number}", plan, columns)

    def watched(self, plan: "Playable", columns: Columns) -> TrialCheckpoint:
        """Where games are kept that were watched once more."""
        return self._kept(self.folder / store.WATCHED, plan, columns)

    def _kept(self, folder: Path, plan: "Playable", columns: Columns) -> TrialCheckpoint:
        self._trials.append(TrialCheckpoint(folder, plan, columns))
        return self._trials[-1]

    def tell_best(self, text: str) -> None:
        """Say, and write down, what was found so far."""
        if text != self.best:
            self.best = text
            self.journal.tell("best", what=text)

    def close(self) -> None:
        """Let others go on with it."""
        for each in self._trials:
            each.close()
        self.journal.close()

    def finish(self) -> None:
        """All is written: what it was made of goes."""
        self.journal.tell("written")
        for each in self._trials:
            each.close()
        sweep(self.folder)
        self.place.release()
        self.journal.remove()


def sweep(folder: Path) -> None:
    """Take away the journals and the blocks of the trials of a search of which all is written."""
    for trial in (folder / store.OUTCOMES).glob("*"):
        if not trial.is_symlink():
            for name in (*store.KINDS, SCRATCH, JOURNAL):
                disk.remove(trial / name)
    disk.remove(folder / store.WATCHED)


@contextmanager
def checkpointed(
    asked: Mapping[str, Any],
    plan: "Plan",
    out: Path | None,
    again: Path | None,
    say: Callable[[str], None],
) -> Iterator[SearchCheckpoint]:
    """The folder of a search, new or gone on with; cut short inside, it says what is kept.

    asked: what was typed, as the journal has it; plan: what it begins with; again: the folder of a
    search that was cut short, where it goes on.  Raises InputError where that was another one.
    """
    kept = _opened(plan, again) if again is not None else _taken(asked, plan, out)
    try:
        yield kept
        kept.finish()
    except BaseException as error:
        _cut_short(kept, error, again is not None, say)
        raise


def _opened(plan: "Plan", folder: Path) -> SearchCheckpoint:
    begun = Journal.again(folder, of_search=True)
    try:
        check_same(folder, begun.header, header_of(plan))
        place = OutFolder.unfinished(folder, PARTS)
        place.clear()
    except BaseException:
        begun.close()
        raise
    best = [event["what"] for event in begun.events if event["event"] == "best"]
    return SearchCheckpoint(place, begun, best[-1] if best else "")


def _taken(asked: Mapping[str, Any], plan: "Plan", out: Path | None) -> SearchCheckpoint:
    header = {"search": dict(asked), "run": header_of(plan)}
    place = OutFolder(out, str(asked["verb"]))
    try:
        place.take()
        return SearchCheckpoint(place, Journal.begin(place.folder, header))
    except BaseException as error:
        place.discard(JOURNAL)
        if isinstance(error, OSError):
            why = reason(error)
            raise RunError(f"{why[0].upper()}{why[1:]}; nothing was played") from error
        raise


def _cut_short(
    kept: SearchCheckpoint, error: BaseException, again: bool, say: Callable[[str], None]
) -> None:
    """Keep what is finished and say so; leave nothing where nothing is.

    Raises Interrupted or RunError in the place of what cut it short.
    """
    folder, games = kept.folder, games_kept(kept.folder)
    stopped = _why(error)
    kept.journal.tell("ends", why=stopped)
    kept.close()
    if not games and not again:
        kept.place.discard(JOURNAL, f"{store.CONFIRMED}.toml", *PARTS)
        left = "no block of games was finished, so nothing is kept"
    else:
        with suppress(OSError):
            kept.place.release()
        left = f"{games:,} finished games of this {kind(folder)} are kept in {folder}"
        left += f"; `{goes_on(folder)}` goes on with it"
    message = f"{stopped[0].upper()}{stopped[1:]}; {left}."
    if isinstance(error, KeyboardInterrupt):
        say(message)
        raise Interrupted(message, folder if games or again else None) from None
    if not isinstance(error, InputError):
        raise RunError(message) from error


def _why(error: BaseException) -> str:
    """Why a search was cut short."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    if isinstance(error, RunError) and not isinstance(error, GameFailed):
        return str(error).rstrip(".")
    return reason(error)


def begun(folder: Path) -> dict[str, Any]:
    """What was typed to begin a search.

    Raises InputError where there is none to go on with, or a part of it was forged.
    """
    asked: dict[str, Any] = journal.read(folder, of_search=True)[0]["search"]
    written = {}
    for part in parts(folder):  # before anything is written or played
        if os.path.lexists(part / JOURNAL):
            blocks = (b for line in journal.read(part) for b in journal.blocks_of(line))
            written[part] = [shard for _, done in blocks for shard in done.shards]
    store.check_decodable(folder, written)
    return asked


def plan_of(folder: Path, allow_code: bool) -> PlanFromManifest:
    """What a search began with, as its journal has it."""
    header = journal.read(folder, of_search=True)[0]
    return PlanFromManifest(header["run"], str(folder / JOURNAL), allow_code)


def is_finished(folder: Path, found: str) -> bool:
    """Whether a search is complete; its journal is removed then.

    found: the file in which every finished one says what it has found.
    """
    if not (folder / JOURNAL).exists():
        made = any((folder / part).is_dir() for part in (store.OUTCOMES, store.AFTER))
        if made and (folder / found).is_file():
            disk.check_folder(folder)
            return True
    if not any(line.get("event") == "written" for line in journal.read(folder, of_search=True)):
        return False
    held = Journal.again(folder, of_search=True)
    sweep(folder)
    disk.remove(folder / SCRATCH)
    held.remove()
    return True
