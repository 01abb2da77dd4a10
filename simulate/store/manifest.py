"""The manifest of a run: write it with a checksum, read and validate it."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.core.errors import Problem
from simulate.core.files import disk
from simulate.core.text.letters import in_json
from simulate.store.folders import JOURNAL, unfinished
from simulate.store.manifest_consistency import misfits
from simulate.store.names import MANIFEST
from simulate.store.read_errors import CHANGED, damaged, refuse

if TYPE_CHECKING:
    from pydantic import BaseModel

    from simulate.core.text.locate import Loc

FORMAT = 2  # 1 had no checksum of its own
SEAL = "checksum"  # key of the manifest's own checksum
MOST_TOLD = 3
LARGEST = 20_000_000  # bytes; a run of 5,000 settings has a third of it


def written(manifest: Mapping[str, Any]) -> str:
    """The text of a manifest, in this format and with its own checksum."""
    whole = json.loads(json.dumps({**manifest, "format": FORMAT}, allow_nan=False))
    sealed = {"format": FORMAT, **whole, SEAL: seal(whole)}
    return in_json(sealed, indent=1) + "\n"


def seal(manifest: Mapping[str, Any]) -> str:
    """The checksum of a manifest's contents, independent of layout; plain data only."""
    plain = {key: value for key, value in manifest.items() if key != SEAL}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def read_manifest(path: Path) -> dict[str, Any]:
    file = path / MANIFEST
    try:
        manifest = disk.json_of(file, LARGEST)
    except (FileNotFoundError, IsADirectoryError):
        raise refuse(path, _no_run(path)) from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise refuse(file, f"cannot be read: {what}") from None
    number = manifest.get("format") if isinstance(manifest, dict) else None
    if not isinstance(number, int):
        raise refuse(file, "not the manifest of a run: it has no `format` number")
    if number > FORMAT:
        what = f"written in format {number} by a newer version; this version reads up to {FORMAT}"
        raise refuse(file, what)
    wrong = misshapen(manifest) or [*misfits(manifest)]
    if wrong:
        more = f"; {len(wrong) - MOST_TOLD} more" if len(wrong) > MOST_TOLD else ""
        raise damaged(file, "; ".join(wrong[:MOST_TOLD]) + more)
    if number > 1 and manifest.get(SEAL) != seal(manifest):
        raise refuse(file, CHANGED)
    return dict(manifest)


def _no_run(path: Path) -> str:
    """Why a folder without a manifest is none that can be read."""
    if (path / JOURNAL).is_file():
        return unfinished(path)
    return f"no `{MANIFEST}` in this folder: it is not a run, or a run that was not finished"


def misshapen(data: Any, model: "type[BaseModel] | None" = None) -> list[str]:
    """What is not of the shape of a manifest, or of another model, each with its key."""
    from simulate.core.text.validate import check
    from simulate.store.models import Manifest

    return [problem.what for problem in check(model or Manifest, data, _told)[1]]


def _told(loc: "Loc", what: str, _: str) -> Problem:
    """A sentence that names the whole key, also where only the last part of it was told."""
    return Problem(MANIFEST, what.replace(f"`{loc[-1]}`", f"`{'.'.join(map(str, loc))}`", 1))
