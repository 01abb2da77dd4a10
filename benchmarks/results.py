"""What a strategy reached, won games or its share of the win, and the page that tells it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from simulate.core.game.facts import Facts
from simulate.core.text.validate import written
from simulate.pack import configs, load

NOTEBOOK = Path("docs") / "notebook"  # where pages that are measured go
GAPS = """\
# How far players stand below a better one, in points of games won or of the share of the win.
# Measured, and written by the command that its source names; reports tell it beside levels.
"""


def is_shared(facts: Facts) -> bool:
    """Whether all players of a game win or lose together."""
    return not any(column.role == "score_part" for column in facts.seats_columns)


def lineup(facts: Facts, setting: Mapping[str, Any], strategy: str, rivals: str) -> list[str]:
    """Strategies by place: all alike where they win together, else one among rivals."""
    seats = facts.seats(setting)
    if is_shared(facts):
        return [strategy] * seats
    return [strategy] + [rivals] * (seats - 1)


def won_by(strategy: str, games: Mapping[str, Any], seats: Mapping[str, Any]) -> np.ndarray:
    """By game: whether it was won, or the mean share of the win of those who play a strategy."""
    if seats.get("win_share") is None:
        return np.asarray(games["won"], float)
    codes, labels = seats["strategy"]
    mine = np.asarray(codes) == list(labels).index(strategy)
    return np.asarray(seats["win_share"], float)[mine].reshape(len(games["replicate"]), -1).mean(1)


def by_seat(facts: Facts, setting: Mapping[str, Any]) -> dict[str, Any]:
    """The setting with a list, a level for each seat, where a factor has one for each."""
    seats = facts.seats(setting)
    each = {factor.name for factor in facts.factors if factor.per_seat}
    return {
        name: [level] * seats if name in each and not isinstance(level, list) else level
        for name, level in setting.items()
    }


def write_page(lines: Iterable[str], out: Path) -> None:
    """Print a page line by line as it is played, and write it once it is whole."""
    text = []
    for line in lines:
        print(line, flush=True)
        text.append(line)
    out.write_text("\n".join(text) + "\n")


SEATS = """\
# What each seat wins where a better player sits in all of them.
# Measured, and written by the command that its source names; reports tell it of seats off target.
"""


def write_gaps(game: str, found: list[dict[str, Any]]) -> None:
    """Put gaps into configs/GAME/measured/gaps.toml; those of other measurements stay there."""
    sources = {entry["source"] for entry in found}
    kept = [entry for entry in configs.gaps(game) if entry["source"] not in sources]
    write_entries(game, "gap", GAPS, [*_on_todays_cards(game, found), *kept])


def write_seats(game: str, found: list[dict[str, Any]]) -> None:
    """Put seats into configs/GAME/measured/seats.toml; those of other settings stay there."""
    settings = [entry["setting"] for entry in found]
    kept = [entry for entry in configs.seats(game) if entry["setting"] not in settings]
    write_entries(game, "seat", SEATS, [*_on_todays_cards(game, found), *kept])


OPINIONS = """\
# What a player finds with all seats its own, in experiments of the shipped game.
# Measured, and written by the command that its source names; runs of just this count it.
"""


def write_opinions(game: str, found: list[dict[str, Any]]) -> None:
    """Put them into configs/GAME/measured/opinions.toml; those of others stay there."""
    new = [(entry["strategy"], entry["cells"]) for entry in found]
    kept = [one for one in configs.opinions(game) if (one["strategy"], one["cells"]) not in new]
    write_entries(game, "opinion", OPINIONS, [*_on_todays_cards(game, found), *kept])


def _on_todays_cards(game: str, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Entries with a hash of the shipped cards, so that reports say once these are others."""
    return [entry | {"cards": load(game).played_hash} for entry in found]


def write_entries(game: str, name: str, head: str, entries: list[dict[str, Any]]) -> None:
    """Write configs/GAME/measured/NAMEs.toml."""
    text = [head]
    for entry in entries:
        text += [f"[[{name}]]", *(f"{key} = {written(value)}" for key, value in entry.items()), ""]
    file = configs.game_folder(game) / configs.MEASURED / f"{name}s.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(text[:-1]) + "\n", "utf-8")
