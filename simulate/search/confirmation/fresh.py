"""Seeds that a search has not used, for its confirmation."""

import re
from dataclasses import dataclass
from hashlib import blake2b

from simulate.core.files import disk
from simulate.experiment import Experiment
from simulate.pack.reading import EVIDENCE
from simulate.search.candidate import together

SEEDS = 10**9
CHOSEN = re.compile(r"^Chosen on seed (\d{1,20}), .*: seed (\d{1,20}),", re.MULTILINE)


@dataclass(frozen=True)
class Luck:
    """The seed of a search, and that of what is played once more.

    chose: the seeds by which the pack was chosen, as its evidence says.
    """

    seed: int
    fresh: int
    chose: frozenset[int]


def luck_of(experiment: Experiment) -> Luck:
    """The seeds of a search in an experiment."""
    return Luck(experiment.seed, fresh_seed(experiment), _chose(experiment))


def fresh_seed(experiment: Experiment) -> int:
    """A hash of the pack that is searched from, its players aside, and of the seed.

    So another pack has other fresh luck: never that by which an earlier search chose it.
    """
    return seed_of(experiment.pack.resolve(together(experiment)).played_hash, experiment.seed)


def seed_of(played: str, seed: int) -> int:
    """The same of a pack by the hash of what is played of it."""
    digest = blake2b(f"{played} {seed}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % SEEDS


def _chose(experiment: Experiment) -> frozenset[int]:
    file = experiment.pack.folder / EVIDENCE
    found = CHOSEN.findall(disk.text(file)) if file.exists() else []
    return frozenset(int(seed) for pair in found for seed in pair)
