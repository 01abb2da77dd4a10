"""The progress of a run, read from its folder alone."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simulate import store
from simulate.core.errors import InputError
from simulate.experiment.stored_plan import PlanFromManifest
from simulate.run import journal
from simulate.run.interim import Looks
from simulate.run.precision import Rounds
from simulate.run.runner import is_whole
from simulate.store.folders import JOURNAL, RUN, begun_by, is_played

PLAYED, CUT_SHORT, PARTIAL, COMPLETE = "being played", "cut short", "partial", "complete"
WINDOW = 60.0  # seconds, over which the speed is told


@dataclass(frozen=True)
class Status:
    """How far a run is.

    games: finished; wanted: games that it will have, None where that hangs on what is found, and
    about so many where not `exact`.  speed: games a second; left: seconds to its end.  quiet:
    seconds since the last block.  found: what is found so far, in short; width: the half-width of
    the widest interval.  failed: what was lost or failed, and is played again.  began: when
    processes began to play it.  verb: the command that began it.
    """

    state: str
    plan: PlanFromManifest
    games: int
    wanted: int | None
    exact: bool
    found: str
    width: float
    speed: float | None = None
    left: float | None = None
    quiet: float | None = None
    stopped: str = ""
    jobs: int | None = None
    began: tuple[str, ...] = ()
    failed: tuple[dict[str, Any], ...] = field(default=())
    verb: str = RUN

    @property
    def experiment(self) -> str:
        """What is played; of a search what is asked, as its report says it."""
        return self.plan.name if self.verb == RUN else self.verb


def status(folder: Path) -> Status:
    """How far the run in a folder is.  Raises InputError where there is none."""
    whole = (folder / store.MANIFEST).is_file()
    if whole and (is_whole(folder) or not (folder / JOURNAL).is_file()):
        return _stored(folder)
    if begun_by(folder) != RUN:
        return _of_search(folder)
    header, *lines = journal.read(folder)
    plan = PlanFromManifest(header["run"], str(folder / JOURNAL))
    rounds = Looks(plan) if plan.until else Rounds(plan)
    played = {block: done for line in lines for block, done in journal.blocks_of(line)}
    for done in played.values():
        rounds.score.add(done)
    games = sum(rounds.score.games.values())
    now = is_played(folder)
    left = None if isinstance(rounds, Looks) else rounds.games_left()
    session = _session(lines)
    speed = _speed(session) if now else None
    begins = [line for line in lines if line.get("event") == "begins"]
    ends = [line for line in session if line.get("event") == "ends"]
    return Status(
        state=PLAYED if now else PARTIAL if whole else CUT_SHORT,
        plan=plan,
        games=games,
        wanted=None if left is None else games + left,
        exact=rounds.exact,
        found=rounds.score.so_far(),
        width=rounds.score.widest(),
        speed=speed,
        left=left / speed if speed and left is not None else None,
        quiet=max(time.time() - (folder / JOURNAL).stat().st_mtime, 0.0) if now else None,
        stopped=str(ends[-1]["why"]) if ends else "",
        jobs=begins[-1]["jobs"] if begins else None,
        began=tuple(str(line["at"]) for line in begins),
        failed=tuple(line for line in lines if line.get("event") == "failed"),
    )


def _of_search(folder: Path) -> Status:
    """Of a search or of a comparison that is not finished; how long it takes nobody knows."""
    header, *lines = journal.read(folder, of_search=True)
    now, session = is_played(folder), _session(lines)
    begins = [line for line in lines if line.get("event") == "begins"]
    ends = [line for line in session if line.get("event") == "ends"]
    best = [line["what"] for line in lines if line.get("event") == "best"]
    return Status(
        state=PLAYED if now else CUT_SHORT,
        plan=PlanFromManifest(header["run"], str(folder / JOURNAL)),
        games=games_kept(folder),
        wanted=None,
        exact=False,
        found=best[-1] if best else "",
        width=0.0,
        quiet=max(time.time() - (folder / JOURNAL).stat().st_mtime, 0.0) if now else None,
        stopped=str(ends[-1]["why"]) if ends else "",
        jobs=begins[-1]["jobs"] if begins else None,
        began=tuple(str(line["at"]) for line in begins),
        verb=header["search"]["verb"],
    )


def games_kept(folder: Path) -> int:
    """Finished games of all that is played for a search or a comparison, in folders of its own."""
    return sum(_games(part) for part in parts(folder) if part.name != store.WATCHED)


def parts(folder: Path) -> list[Path]:
    """Folders in which games are played for a search or a comparison."""
    names = (store.WATCHED, store.CONFIRMED, *store.OF_COMPARISON)
    return [*sorted((folder / store.OUTCOMES).glob("*")), *(folder / name for name in names)]


def _games(folder: Path) -> int:
    """Finished games of a part; none where it cannot be read, for it is played again then."""
    try:
        if not (folder / JOURNAL).is_file():
            return _stored(folder).games
        lines = journal.read(folder)
    except InputError:
        return 0
    return sum(block.count for block in {b for line in lines for b, _ in journal.blocks_of(line)})


def _stored(folder: Path) -> Status:
    """Of a run that nobody goes on with."""
    run = store.open_run(folder)
    plan = PlanFromManifest(run.manifest, str(folder / store.MANIFEST))
    games = sum(cell["games"] for cell in run.manifest["cells"])
    whole = run.manifest["status"] == COMPLETE
    stopped = run.manifest["stopped"]
    state = COMPLETE if whole else PARTIAL
    return Status(
        state=state,
        plan=plan,
        games=games,
        wanted=games if whole else None,
        exact=True,
        found="",
        width=0.0,
        stopped=stopped,
    )


def _session(lines: Sequence[journal.Data]) -> list[journal.Data]:
    """What was written since the last process began to play; its seconds count from there."""
    at = max((i for i, line in enumerate(lines) if line.get("event") == "begins"), default=0)
    return [*lines[at:]]


def _speed(session: Sequence[journal.Data]) -> float | None:
    """Games a second of late, by a clock that does not jump."""
    blocks = [(line["seconds"], line["block"][3]) for line in session if "block" in line]
    if not blocks:
        return None
    last = blocks[-1][0]
    since = max(last - WINDOW, session[0].get("seconds", 0.0))
    games = sum(games for seconds, games in blocks if seconds > since)
    return games / (last - since) if last > since else None
