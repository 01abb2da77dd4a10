"""Ask of the game that a run played: its settings, its pack and its seed, as if typed."""

import shlex
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from simulate.core.errors import Problem
from simulate.core.options import PACK, SETS
from simulate.experiment import RunRequest
from simulate.store import MANIFEST


def run_of(request: RunRequest) -> Path | None:
    """The folder of a run that is the target, or None."""
    run = None if request.target is None else Path(request.target)
    return run if run is not None and (run / MANIFEST).is_file() else None


def unchanged_run(request: RunRequest) -> Path | None:
    """The same where nothing else was typed that would change its game."""
    return None if request.sets or request.pack else run_of(request)


def asked_of(request: RunRequest, verb: str, names: str, problems: list[Problem]) -> RunRequest:
    """A request of a search that names no numbers: of the game where its target is a run.

    names: what `--of` does.  Raises InputError where the manifest cannot be read.
    """
    if request.steps:
        what = f"only a game, an experiment or a run is allowed here; --of {names}"
        problems.append(Problem(request.steps[0], what))
    return as_of_game(replace(request, steps=(), verb=verb))


def as_of_game(request: RunRequest) -> RunRequest:
    """The request of the game where its target is the folder of a run, else as it is.

    What was typed beside the run comes last, and so stands.  Raises InputError where the manifest
    cannot be read.
    """
    if (run := run_of(request)) is None:
        return request
    from reports.text.command import search
    from simulate.store.manifest import read_manifest

    game, *options = shlex.split(search(read_manifest(run), request.verb))[2:]
    typed = [*pairwise(options)]
    sets = [value for option, value in typed if option == SETS.typed]
    own = {text.partition("=")[0] for text in request.sets}
    sets = [text for text in sets if text.partition("=")[0] not in own]
    pack = next((value for option, value in typed if option == PACK.typed), None)
    return replace(request, target=game, sets=(*sets, *request.sets), pack=request.pack or pack)
