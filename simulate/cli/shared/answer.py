"""`--json`: what a command did and found, as one JSON document on stdout.

`answer_parts` has its shape.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simulate.cli.shared.say import show_json
from simulate.core.errors import InputError, RunError

SCHEMA = "simulate.answer/1"
COMPLETE, PLANNED, VALID = "complete", "planned", "valid"
REFUSED, FAILED, INTERRUPTED = "refused", "failed", "interrupted"

Data = dict[str, Any]


def answer(command: str, work: Callable[[], Data]) -> Data:
    """Print what `work` returns, and return it; where it fails, that."""
    with failures_told(command):
        parts = work()
    _print(command, parts)
    return parts


@contextmanager
def failures_told(command: str) -> Iterator[None]:
    """Where something fails, that is printed, and the error goes on its way."""
    try:
        yield
    except InputError as error:
        problems = [{"where": p.where, "what": p.what} for p in error.problems]
        _print(command, {"status": REFUSED, "problems": problems})
        raise
    except RunError as error:
        problems = [{"where": "", "what": str(error)}]
        _print(command, {"status": FAILED, "problems": problems})
        raise
    except KeyboardInterrupt as error:
        kept = getattr(error, "path", None)  # of a run that was cut short
        paths = {"run": str(kept)} if kept else {}
        _print(command, {"status": INTERRUPTED, "paths": paths})
        raise


def of_report(page: Path) -> Data:
    """What was found, as the report beside a page says it, and where both lie."""
    from reports.page.render import data_of, read

    file = data_of(page)
    report = read(file)
    said = {key: report[key] for key in ("alerts", "findings", "lines", "facts")}
    said |= {key: report[key] for key in ("again", "shipped") if key in report}
    return {"paths": {"report": str(page), "data": str(file)}, **said}


def _print(command: str, parts: Data) -> None:
    empty: Data = {"paths": {}, "notes": [], "problems": [], "alerts": [], "findings": []}
    frame: Data = {"schema": SCHEMA, "command": command, "status": COMPLETE}
    show_json(frame | empty | {"lines": [], "facts": []} | parts, indent=1)


def schema() -> Data:
    """The JSON Schema of an answer."""
    from simulate.cli.shared.answer_parts import Answer

    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return head | Answer.model_json_schema()
