"""Of what reports tell as standing, how much stands with a stronger player on fresh luck?

python -m benchmarks.standing RUN FRESH [RUN FRESH ...]

RUN is a run of the shipped game by its usual player; FRESH the same settings with the stronger
player in every seat, on a seed that is not that of `configs/GAME/measured/opinions.toml`.  Asked is
whatever is off target or has an effect.  It stands where the whole interval of the fresh number
lies where it was said to lie, and does not where the whole of it lies elsewhere; else it is untold.
"""

import argparse
from collections import Counter
from pathlib import Path

from analysis.conclusions.facts import facts
from analysis.conclusions.players.policy_robustness import opinion, panel
from analysis.conclusions.robustness import CANNOT, NO, YES, players
from analysis.stats.intervals import wilson
from analysis.study import study
from simulate.store import open_run
from training.measure.opinions import TOLD_OF

FRESH = {YES: "stand", NO: "do not", CANNOT: "untold"}


def told(run: Path, fresh: Path) -> Counter[tuple[str, str]]:
    """How many findings a run says something of that a fresh run says something of."""
    found, again = study(open_run(run)), players(open_run(fresh))
    of_run = facts(found)
    known, said = panel(found, None, of_run), Counter[tuple[str, str]]()
    for fact in of_run:
        if fact.metric not in TOLD_OF:
            continue
        about = fact.metric, fact.where
        heard = opinion(found, about, fact.verdict, None, of_run, known)
        number = again.facts.get(heard.surplus.key) if heard.surplus is not None else None
        if heard.surplus is None or number is None or number.low is None or number.high is None:
            continue
        said[heard.said or "not heard", heard.surplus.held.verdict(number.low, number.high)] += 1
    return said


def lines(said: Counter[tuple[str, str]]) -> list[str]:
    """A line for each standing, with the share that stands of those that are told."""
    table = []
    for standing in (YES, CANNOT, NO, "not heard"):
        counts = [said[standing, one] for one in FRESH]
        stood, fell, _ = counts
        shown = ", ".join(f"{n} {word}" for n, word in zip(counts, FRESH.values(), strict=True))
        low, high = wilson(stood, stood + fell)
        share = f"; of the told {100 * low:.0f}-{100 * high:.0f}% stand" if stood + fell else ""
        table.append(f"{standing}: {shown}{share}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN FRESH")
    runs = parser.parse_args().runs
    pairs = list(zip(runs[::2], runs[1::2], strict=True))
    all_ = Counter[tuple[str, str]]()
    for run, fresh in pairs:
        said = told(run, fresh)
        all_ += said
        print(f"{run} against {fresh}", *lines(said), sep="\n  ")
    print("Together", *lines(all_), sep="\n  ")


if __name__ == "__main__":
    main()
