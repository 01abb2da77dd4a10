"""Locations of the shipped TOML folders."""

import tomllib
from pathlib import Path
from typing import Any

from simulate.core.files import disk

PACKAGE = Path(__file__).resolve().parents[1]
MEASURED = "measured"  # the folder of what commands write, beside what a designer edits
OWN: dict[str, Path] = {}  # of a designer's own games that this process knows: where the pack lies


def folder() -> Path:
    """`configs/` of a checkout, else the copy that the wheel carries.

    Beside an installed package there may be a `configs` folder of somebody else's: only
    one that stands beside our own pyproject.toml is ours.
    """
    root = PACKAGE.parent
    if (root / "configs").is_dir() and (root / "pyproject.toml").is_file():
        return root / "configs"
    return PACKAGE / "_configs"


def game_folder(game: str) -> Path:
    """Folder of a game's own pack: rules.toml, cards.toml, strategies.toml, experiments/."""
    return OWN.get(game, folder() / game)


def experiments(directory: Path) -> dict[str, Path]:
    """Name to file of the experiments in a game's folder, `default` first."""
    files = tables(directory / "experiments")
    return {path.stem: path for path in sorted(files, key=lambda path: path.stem != "default")}


def tables(directory: Path) -> list[Path]:
    """The files of TOML in a folder; hidden ones are an editor's, such as `.#cards.toml`."""
    return sorted(path for path in directory.glob("*.toml") if not path.name.startswith("."))


def cited_sources(game: str) -> dict[str, dict[str, Any]]:
    """Where values of a shipped game were found, by the short name that `cited: ` begins with.

    Each entry: what, address, sure, games.
    """
    known = tomllib.loads(disk.text(folder() / "sources.toml"))
    return {name: entry for name, entry in known.items() if game in entry["games"]}


def gaps(game: str) -> list[dict[str, Any]]:
    """Measured gaps of the players of a shipped game to better ones, if any.

    Each entry: setting, strategy, better, points with low and high, games, on, version, source,
    cards (the `played_hash` of the pack that it was measured on).
    """
    entries: list[dict[str, Any]] = _measured(game, "gaps").get("gap", [])
    return entries


def seats(game: str) -> list[dict[str, Any]]:
    """What each seat of a shipped game won with better players in all of them, if measured.

    Each entry: setting, strategy, seat from 0, share with low and high, games, on, version, source,
    cards (as of `gaps`).
    """
    entries: list[dict[str, Any]] = _measured(game, "seats").get("seat", [])
    return entries


def costs(game: str) -> list[dict[str, Any]]:
    """Processor time that games of a shipped game take with one player in all seats, if measured.

    Each entry: setting, strategy, loops (the unit of `training.measure.costs`; a thousand games).
    """
    entries: list[dict[str, Any]] = _measured(game, "costs").get("cost", [])
    return entries


def opinions(game: str) -> list[dict[str, Any]]:
    """What other players found of experiments of a shipped game, if it was measured.

    Each entry: strategy, cells (the setting of each), games of each, cards, on, version, source,
    and facts: metric, where, value, low, high.
    """
    entries: list[dict[str, Any]] = _measured(game, "opinions").get("opinion", [])
    return entries


def places(game: str) -> list[str]:
    """Patterns of the whole numbers of a shipped game that say where something lies, if any do."""
    return list(_measured(game, "places").get("places", []))


def first(game: str) -> list[str]:
    """Patterns of what the owner of a shipped game is asked first, besides what `read_off` says."""
    return list(_measured(game, "first").get("first", []))


def telling(game: str) -> dict[str, float]:
    """Guessed numbers of a shipped game -> points that one step was shown to move the balance by.

    Measured by `python -m training.measure.telling`; empty where that was not done.
    """
    points: dict[str, float] = _measured(game, "telling").get("points", {})
    return points


def _measured(game: str, name: str) -> dict[str, Any]:
    """What commands found out about a shipped game and reports tell; empty where nobody did."""
    file = game_folder(game) / MEASURED / f"{name}.toml"
    return tomllib.loads(disk.text(file)) if file.is_file() else {}
