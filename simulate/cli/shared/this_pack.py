"""The pack in the current folder, used where none is named, and its runs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulate.cli.shared.say import tell
from simulate.core.errors import InputError

KNOW = ("pack", "resume", "again")  # options that say what is played


def with_pack(given: Mapping[str, Any], target: str | None) -> dict[str, Any]:
    """The options, with this folder as the pack if no target is named."""
    from simulate.experiment.question import HERE, is_of_this_folder

    is_said = any(given.get(name) for name in KNOW) or "pack" not in given
    return {**given} if is_said or not is_of_this_folder(target) else {**given, "pack": HERE}


def last_run() -> str | None:
    """The last finished run of the pack in this folder; None if there is none."""
    from simulate.experiment.question import is_of_this_folder

    played = _finished() if is_of_this_folder(None) else []
    if not played:
        return None
    run, _ = played[-1]
    tell(f"The last run: {run}")
    return str(run)


def last_two() -> tuple[str, str] | None:
    """The last finished run of the pack in this folder and the one before it; None if there are no
    two that can be compared.
    """
    from simulate.experiment.question import is_of_this_folder

    if not is_of_this_folder(None):
        return None
    played = [(str(run), manifest) for run, manifest in _finished()]
    if not played:
        return None
    last, of_last = played[-1]
    same = ("game", "experiment_name", "keep")
    for run, manifest in reversed(played[:-1]):
        if all(manifest.get(key) == of_last.get(key) for key in same):
            tell(f"The last run beside the one before: {run}, {last}")
            return run, last
    return None


def settling(game: str) -> list[str]:
    """Guesses that would settle most verdicts of the last run of a game here, most first.

    Empty where there is none, or its report names none.
    """
    from analysis.conclusions.guesses.value_of_information import SETTLES
    from reports.page.render import DATA, read

    played = [run for run, manifest in _finished() if manifest["game"] == game]
    try:
        told = read(played[-1] / DATA)["facts"] if played else []
        return [str(fact["where"]["number"]) for fact in told if fact["metric"] == SETTLES]
    except (InputError, OSError, LookupError, TypeError, ValueError):
        return []  # no report of ours: then guesses are asked as ever


def _finished() -> list[tuple[Path, Mapping[str, Any]]]:
    """The runs in the folder in which runs are numbered here, in the order they were played.

    A ladder is none of them: it says who plays how well, not how the game is.
    """
    from simulate import store
    from simulate.cli.shared.user_config import root
    from simulate.run.ladder import VERB as LADDER
    from simulate.store.folders import RUNS

    found = []
    for file in (root() or RUNS).glob(f"*/{store.MANIFEST}"):
        try:
            run = store.open_run(file.parent)
            is_ladder = run.manifest.get("experiment_name") == LADDER
            if run.manifest["status"] == "complete" and not is_ladder:
                found.append((file.stat().st_mtime_ns, file.parent, run.manifest))
        except (InputError, OSError):
            continue  # half-written or somebody else's: `simulate runs` says what is wrong with it
    return [(folder, manifest) for _, folder, manifest in sorted(found, key=lambda f: f[:2])]
