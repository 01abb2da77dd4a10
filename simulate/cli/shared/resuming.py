"""`--resume` of a search or comparison: recover the command from its folder."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simulate.cli.shared.answer import of_report
from simulate.cli.shared.say import tell
from simulate.core.errors import InputError, Problem, command
from simulate.experiment import Experiment
from simulate.experiment.context import STRATEGY
from simulate.experiment.find import own_file
from simulate.experiment.read import TARGET


def finished(folder: Path, noun: str) -> Path | None:
    """The page of a finished search, after a message; None if games are left to play.

    Raises InputError where somebody else has written what it found.
    """
    from reports.page.render import DATA, PAGE, summary
    from simulate.search import checkpoint

    if not checkpoint.is_finished(folder, DATA):
        return None
    try:
        summary(folder)
        of_report(folder / PAGE)
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        what = "is not in the format that this program writes"
        raise InputError([Problem(str(folder / DATA), what)]) from error
    if not (folder / PAGE).is_file():
        what = f"this {noun} is finished, but its page was removed"
        raise InputError([Problem(str(folder / PAGE), what)])
    tell(f"This {noun} is finished: there is nothing left to play.")
    return folder / PAGE


def refuse_more(is_more: bool, allowed: str) -> None:
    """Raise InputError where more is given beside `--resume` than goes with it."""
    if is_more:
        what = f"the folder stores what is played; give it alone, or with {allowed}"
        raise InputError([Problem("--resume", what)])


def as_typed(asked: Mapping[str, Any], experiment: Experiment) -> dict[str, Any]:
    """The request for the journal, with settings of the folder as if they had been typed.

    Whoever goes on may do so from another folder, or have set other things for it by then.
    """
    taken = dict(experiment.taken)
    strategy = [f"{STRATEGY}={taken.pop(STRATEGY)}"] if STRATEGY in taken else []
    band = {"band": taken.pop(TARGET)} if TARGET in taken else {}
    return {**asked, **taken, **band, "sets": [*asked["sets"], *strategy]}


def begun(verb: str, folder: Path) -> Mapping[str, Any]:
    """What was typed to begin it.  Raises InputError where another command did."""
    from simulate.search import checkpoint

    asked = checkpoint.begun(folder)
    if asked["verb"] != verb:
        goes_on = command(asked["verb"], "--resume", folder)
        what = f"this was started by `simulate {asked['verb']}`; continue it with `{goes_on}`"
        raise InputError([Problem(str(folder), what)])
    return asked


@contextmanager
def own_game(folder: Path, asked: Mapping[str, Any], allow_code: bool) -> Iterator[None]:
    """A designer's own game as it was when the search began, whatever its file says by now.

    Raises InputError where its Python may not run, or is of another file than the one that was
    typed.
    """
    from simulate.own.file.reading import kept as as_kept
    from simulate.search import checkpoint

    files = {own_file(text) for text in (asked.get("target"), asked.get("pack")) if text} - {""}
    if not files:
        yield
        return
    plan = checkpoint.plan_of(folder, allow_code)
    source = plan.own
    if source is None or files != {source.file}:
        raise InputError([Problem(plan.file, f"damaged: no text of {', '.join(sorted(files))}")])
    _ = plan.game  # raises where it is not allowed to run
    with as_kept(source):
        yield
