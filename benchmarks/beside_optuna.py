"""The search of `simulate tune` beside Optuna's, on a made-up game of which the answer is known.

python -m venv ELSEWHERE; ELSEWHERE/bin/pip install optuna
PYTHONPATH=ELSEWHERE/lib/python3.11/site-packages python -m benchmarks.beside_optuna [--seeds N]

Optuna is no part of the project and is looked for where PYTHONPATH says.  Both get the same games
for their search, and the same number of sets to play once more; a set lands where its true chances
lie in the band of both settings.
"""

import argparse
import time
from collections.abc import Callable, Mapping

from analysis.stats.verdicts import Band
from simulate.search.goals import outside
from simulate.search.search_space import Bound
from simulate.search.tune import MOST_CONFIRMED, MOST_EDITS, Tuning
from tests.search.invented import Invented

SIZES = tuple(size for steps in range(1, 7) for size in (-steps, steps))
IDLE = 20  # numbers that do nothing, beside three that do
EACH = 500  # games of a set in a setting, for Optuna
PRICE = 0.005  # of an edit, for Optuna: as if everything lay so far off

Edits = Mapping[str, int]


def game(seed: int) -> Invented:
    """Two settings that are off either way: two edits of the right numbers bring both in."""
    worth = {"rules.first": (0.5, 0.05), "rules.second": (0.05, 0.4), "rules.both": (0.3, 0.3)}
    worth |= {f"rules.idle_{n}": (0.0, 0.0) for n in range(IDLE)}
    return Invented((1.0, -0.8), worth, Band(0.44, 0.56), seed)


def by_tune(invented: Invented, budget: int) -> list[Edits]:
    numbers = [Bound(path, 5, SIZES) for path in invented.worth]
    best = Tuning(invented, numbers, budget=budget).search()
    return [{step.path: step.size for step in sought.candidate.steps} for sought in best]


def by_every_number(invented: Invented, budget: int) -> list[Edits]:
    """TPE over how far each number goes."""

    def edits(trial) -> Edits:  # type: ignore[no-untyped-def]
        sizes = {path: trial.suggest_int(path, -6, 6) for path in invented.worth}
        return {path: size for path, size in sizes.items() if size}

    return _by_optuna(invented, budget, edits)


def by_few_edits(invented: Invented, budget: int) -> list[Edits]:
    """TPE over which numbers are edited, at most as many as `tune` takes, and how far each goes."""

    def edits(trial) -> Edits:  # type: ignore[no-untyped-def]
        names = ["", *invented.worth]
        picked = [
            (trial.suggest_categorical(f"which_{n}", names), trial.suggest_int(f"far_{n}", -6, 6))
            for n in range(MOST_EDITS)
        ]
        return {path: size for path, size in picked if path and size}

    return _by_optuna(invented, budget, edits)


def _by_optuna(invented: Invented, budget: int, edits: Callable[..., Edits]) -> list[Edits]:
    """The sets that come out best, of as many as the games allow."""
    import optuna  # type: ignore[import-not-found]

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    found: list[tuple[float, Edits]] = []

    def off(trial) -> float:  # type: ignore[no-untyped-def]
        mine = edits(trial)
        places = invented.places(mine, EACH)
        distance = sum(outside(place.rate, place.goal.band) for place in places) / len(places)
        found.append((distance + PRICE * len(mine), mine))
        return found[-1][0]

    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=invented.seed))
    study.optimize(off, n_trials=budget // (EACH * len(invented.start)))
    return [mine for _, mine in sorted(found, key=lambda pair: pair[0])[:MOST_CONFIRMED]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    given = parser.parse_args()
    print("| Games | Search | Landed | Edits of what landed | s of processor time each |")
    print("|---|---|---|---|---|")
    for budget in (40_000, 100_000, 300_000):
        for search in (by_tune, by_every_number, by_few_edits):
            began, sizes = time.process_time(), []
            for seed in range(given.seeds):
                invented = game(seed)
                landed = [len(mine) for mine in search(invented, budget) if invented.lands(mine)]
                sizes += [min(landed)] if landed else []
            each = (time.process_time() - began) / given.seeds
            mean = f"{sum(sizes) / len(sizes):.1f}" if sizes else "–"
            name = search.__name__.replace("_", " ")
            print(f"| {budget:,} | {name} | {len(sizes)} of {given.seeds} | {mean} | {each:.1f} |",
                  flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
