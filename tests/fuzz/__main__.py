"""`python -m tests.fuzz`: every case, and a table of what came of them.

    python -m tests.fuzz                  the 10,000 cases of `make verify`
    python -m tests.fuzz --share 0.1      a tenth of each kind
    python -m tests.fuzz --only packs     kinds whose name holds a word

A kind that finds a fault stops there; the fault is told below the table, and the exit code is 1.
"""

import argparse
import sys
import time
import traceback
from collections import Counter

from tests.fuzz.kinds import KINDS
from tests.fuzz.tally import COLUMNS, Tally


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    faults, whole = [], Counter[str]()
    print(f"| {'kind':40} | {' | '.join(COLUMNS)} | CPU s |\n|---{'|---:' * (len(COLUMNS) + 1)}|")
    for kind in KINDS:
        if options.only not in kind.title:
            continue
        began, counted = time.process_time(), Tally()
        try:
            counted = kind.run(max(1, int(kind.cases * options.share)))
        except Exception:
            faults.append(f"{kind.title}\n{traceback.format_exc()}")
        whole.update(counted.counts)
        told(kind.title, counted, time.process_time() - began)
    told("all", Tally(whole), time.process_time())
    print(*faults, sep="\n")
    return 1 if faults else 0


def told(title: str, counted: Tally, seconds: float) -> None:
    numbers = " | ".join(f"{number:,}" for number in counted.row())
    print(f"| {title:40} | {numbers} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
