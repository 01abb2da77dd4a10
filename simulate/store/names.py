"""File names in a run folder, and the metadata of each file of rows."""

from dataclasses import dataclass

from simulate.core.options import ALL as ALL
from simulate.core.options import COUNTS as COUNTS

KINDS = ("games", "seats")
LEVELS = (ALL, COUNTS)  # what is kept of the games; the second is also a kind of files, with sums
CELLS = "cells.parquet"
TURNS = "turns.parquet"
SPEEDS = "speeds.json"  # of a ladder; measured, so it is no part of what a seed makes
CARD_PACKS = "card_packs.json"  # what other guesses make of findings about a card
ABLATIONS = "ablations.json"  # what the cards of an own game bring
FEEL = "feel.json"  # waits, obvious decisions and kingmaking in games that were followed
PLANS = "plans.json"  # whether a plan breaks the game
CAUSES = "causes.json"  # why a card wins or loses, first of all
PEOPLE = "people.json"  # what people's games say
FILES = (CELLS, TURNS)  # every file of a run that is checked, besides its shards
MANIFEST = "manifest.json"
# Folders of what is played beside a run.
GUESSES, PLAYERS, SHIPPED = BESIDE = ("guesses", "players", "shipped")
# In the folder of a search: games of its trials, games that are watched once more, what was found
# played on fresh luck, packs that are ready to run.  Of a comparison: its two runs.
OUTCOMES, WATCHED, CONFIRMED, PACKS = OF_SEARCH = ("outcomes", "watched", "confirmed", "packs")
BEFORE, AFTER = OF_COMPARISON = ("before", "after")
LOG = "log.txt"
MOST_REPLICATE = 2**63 - 1
Span = tuple[int, int]


@dataclass(frozen=True)
class Shard:
    """One Parquet file of a run; `file` is its path inside the run folder.

    first, last: the least and the greatest `replicate` in it.
    """

    kind: str
    cell: int
    file: str
    rows: int
    sha256: str
    first: int = 0
    last: int = MOST_REPLICATE


def cell_folder(kind: str, cell: int) -> str:
    """Path of a cell's shards inside its run folder.

    No `cell=0`: readers that take such a name for a column (Hive's partitions) would read the
    column `cell` twice, with two types.
    """
    return f"{kind}/cell-{cell}"


def shard_name(kind: str, cell: int, block: int) -> str:
    """Path of a shard inside its run folder, made of cell and block number alone."""
    return f"{cell_folder(kind, cell)}/{kind}-{block:05d}.parquet"


def packed_name(kind: str, number: int) -> str:
    """Path of a file of several cells inside its run folder."""
    return f"{kind}/{kind}-{number:05d}.parquet"
