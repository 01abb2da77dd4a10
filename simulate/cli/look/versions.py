"""The runs of a folder as versions of a game, and a page of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from reports.tables.versions import CHOSE, COMPARED, CONFIRMED, RUN, Version
from simulate.core.errors import InputError
from simulate.core.files import disk
from simulate.core.text.validate import literal

MARK = '<meta name="generator" content="simulate runs">'  # by which a page is known as ours
MOST_CHANGES = 6
NONE = "nothing"  # where a version of an own file has no such value
STRANGE = "its report.json is not in the format that this program writes"


def versions(runs: Iterable[Path]) -> list[Version]:
    """Every run and what was found by it, the oldest first; each with what it changed."""
    found = [pair for run in runs for pair in _each(run)]
    found.sort(key=lambda pair: (pair[0].when, pair[0].folder))
    before: dict[str, Mapping[str, Any]] = {}
    told = []
    for version, said in found:
        if version.kind == RUN and said:
            version = replace(version, changed=_changes(before.get(version.title), said))
            before[version.title] = said
        told.append(version)
    return told


def _each(run: Path) -> Iterator[tuple[Version, Mapping[str, Any]]]:
    """A run; of a search also the run that confirmed what it chose."""
    from simulate import store

    yield _read(run)
    confirmed = run / store.CONFIRMED
    if (confirmed / store.MANIFEST).is_file():
        version, said = _read(confirmed)
        yield replace(version, kind=CONFIRMED if not version.problem else version.kind), said


def _read(folder: Path) -> tuple[Version, Mapping[str, Any]]:
    """A run as its report says it, and all that its manifest says was played."""
    from pydantic import ValidationError

    from reports.tables.shape import ReportDocument

    version = Version(str(folder))
    try:
        disk.check_folder(folder)
        when = _when(folder)
        played = f"{datetime.fromtimestamp(when):%Y-%m-%d %H:%M}" if when else ""
        version = replace(version, when=when, played=played, size=_size(folder))
        said, band = _manifest(folder)
        report = disk.json_of(folder / "report.json", 64_000_000)
        ReportDocument.model_validate(report)
    except InputError as error:
        return replace(version, problem=error.problems[0].what), {}
    except FileNotFoundError:
        return replace(version, problem="it has no report yet"), {}
    except (OSError, ValueError, ValidationError):
        return replace(version, problem=STRANGE), {}
    header = report["header"]
    return replace(
        version,
        kind=_kind(folder),
        title=str(header["title"]),
        experiment=str(header["experiment"]),
        games=int(header["games"]),
        headline=_headline(report),
        verdict=str(header["badge"]["text"]),
        band=band,
        facts=report["facts"],
        named=_named(report),
    ), said


def _named(report: Mapping[str, Any]) -> frozenset[str]:
    """What its findings are about: the rows of their numbers, and the cards."""
    from reports.text.words import slug

    found = report["findings"]
    rows = [name for finding in found for row in finding["rows"] for name in row[1:2]]
    cards = [str(p) for f in found for p in (f.get("card") or {}).get("paths", ())]
    return frozenset(map(slug, (*rows, *(path.rpartition(".")[2] for path in cards))))


def _headline(report: Mapping[str, Any]) -> str:
    """The answer; of a report of before there were any what was found first."""
    first = next((str(finding["text"]) for finding in report["findings"]), "")
    return str(report["header"].get("answer") or first or report["header"]["question"])


def _kind(folder: Path) -> str:
    from simulate.store import AFTER, MANIFEST, OUTCOMES

    if (folder / MANIFEST).is_file():
        return RUN
    return COMPARED if (folder / AFTER).is_dir() else CHOSE if (folder / OUTCOMES).is_dir() else RUN


def _manifest(folder: Path) -> tuple[dict[str, Any], tuple[float, float] | None]:
    """What was played, by name, and the band of all settings; of a search nothing."""
    from analysis.data.provenance import changed, printed_value, sourced
    from simulate import store

    if not (folder / store.MANIFEST).is_file():
        return {}, None
    manifest = store.open_run(folder).manifest
    asked = manifest.get("experiment") or {}
    said = {k: v for part in ("fixed", "factors") for k, v in (asked.get(part) or {}).items()}
    said |= {"seed": manifest["seed"], "experiment": manifest.get("experiment_name", "")}
    of_pack = {c.path: (c.shipped, c.value) for c in changed(manifest)}
    if "own" in manifest:  # a file whose own numbers go from version to version
        pack = manifest["pack"]
        of_pack = {path: (NONE, printed_value(pack, path)) for path, *_ in sourced(manifest)}
    target = manifest.get("target") or {}
    band = (target["low"], target["high"]) if {"low", "high"} <= {*target} else None
    text = (manifest.get("own") or {}).get("text")
    return {"said": said, "values": of_pack, "text": text}, band


def _changes(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> list[str]:
    """What is not as it was (first: as shipped): values of the game, then what was asked."""
    values = dict(after["values"])
    earlier = before["values"] if before else {}
    if after.get("text") and not before:
        earlier = values
    moved = []
    for path in dict.fromkeys((*values, *earlier)):
        shipped = (values.get(path) or earlier[path])[0]
        moved.append((path, earlier.get(path, (0, shipped))[1], values.get(path, (0, shipped))[1]))
    said = (before["said"], after["said"]) if before else ({}, {})
    others = [(name, *(side.get(name) for side in said)) for name in dict.fromkeys(chain(*said))]
    told = [f"{n} {_side(was)} -> {_side(now)}" for n, was, now in [*moved, *others] if was != now]
    if before and not told and before.get("text") != after.get("text"):
        told = ["the Python of the file"]
    more = len(told) - MOST_CHANGES
    return [*told[:MOST_CHANGES], *([f"and {more} more"] if more > 0 else [])]


def _side(value: Any) -> str:
    return value if value == NONE else "as usual" if value is None else literal(value)


def _when(folder: Path) -> float:
    """When the last game of a run was written; 0 where that cannot be told."""
    names = ("manifest.json", "report.json", "journal.jsonl")
    return next((f.stat().st_mtime for name in names if (f := folder / name).is_file()), 0.0)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def write_index(folder: Path, found: Sequence[Version]) -> Path | None:
    """Write the page of a folder; None if it cannot be written, or is not ours."""
    from reports.page import render
    from reports.tables.versions import page

    place = folder / render.INDEX
    try:
        if place.is_symlink() or (place.exists() and MARK not in disk.text(place)):
            return None
        text = render.index(page(folder, found))
        disk.write_all(folder, [(render.INDEX, text)])
    except (OSError, ValueError):
        return None
    return place
