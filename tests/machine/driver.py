"""`python -m tests.machine.driver OUT key=value ...`: a run of the fake game as a process.

OUT may be empty, for the next folder in `runs`.
Ends as the command line does: 0 finished, 1 failed, 2 refused, 130, 143 or 129 interrupted.
"""

import json
import sys
from pathlib import Path


def main(out, *settings):
    from simulate.core import signals

    with signals.ends_in_order(lambda text: print(text, file=sys.stderr)):
        try:
            return _play(out, *settings)
        except KeyboardInterrupt:  # also while it is loaded
            return signals.exit_code()


def _play(out, *settings):
    from simulate.core.errors import InputError, RunError
    from simulate.run import execute, is_whole
    from simulate.store.folders import JOURNAL
    from tests.machine import fake

    wanted = {k: json.loads(v) for k, v in (s.split("=", 1) for s in settings)}
    jobs = wanted.pop("jobs", 1)
    options = {key: wanted.pop(key, False) for key in ("quiet", "resume")}
    try:
        place = Path(out) if out else None
        if options["resume"] and is_whole(Path(out)) and not (Path(out) / JOURNAL).exists():
            print(out)  # as the command line does, of a run that was killed after its end
            return 0
        path = execute(fake.plan(**wanted), place, jobs, **options, table=fake.__name__)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except RunError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
