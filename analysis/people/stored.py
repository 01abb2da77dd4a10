"""What is said of people's games as plain data, kept beside a run, and read back strictly."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from analysis.people.answer import PeopleAnswer, SideBySide
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate

KINDS = ("option", "setting")
JUDGED = frozenset({verdicts.ON_TARGET, verdicts.MORE, *verdicts.OFF})
LEVELS = (str, int, float, bool)
MOST = 2_000  # options and settings, or notes


def plain(answer: PeopleAnswer) -> dict[str, Any]:
    """An answer as JSON holds it."""
    data: dict[str, Any] = json.loads(json.dumps(asdict(answer), allow_nan=False))
    return data


def read(data: Any) -> PeopleAnswer:
    """The answer that plain data is.

    Raises ValueError where the data is of another form, or a number is none or out of its range:
    the file may come from a stranger.
    """
    from pydantic import TypeAdapter  # takes long to import, and not every run has such a file

    try:
        text = json.dumps(data, allow_nan=False)
    except (TypeError, RecursionError) as error:
        raise ValueError("an answer on people's games holds texts and numbers alone") from error
    answer = TypeAdapter(PeopleAnswer).validate_json(text, strict=True)
    if wrong := next(_faults(answer), ""):
        raise ValueError(wrong)
    return answer


def _faults(answer: PeopleAnswer) -> Iterator[str]:
    """What no answer of this program would hold, a sentence each."""
    agreement, both = answer.agreement, answer.both
    if min(answer.games, answer.groups) < 0:
        yield "games and groups are counted from 0"
    if max(len(agreement.compared), len(answer.notes)) > MOST:
        yield f"more than {MOST:,} things are compared, or noted"
    yield from _outside("p", agreement.p)
    yield from _outside("noticed", agreement.noticed)
    yield from _outside("size", agreement.size)
    for compared in (*agreement.compared, *filter(None, [agreement.farthest])):
        yield from _of_compared(compared)
    for skill in filter(None, (answer.skill.skill, answer.skill.newcomers)):
        yield from _of_number("skill", skill)
    if both is None:
        return
    if len(both.estimates) > MOST:
        yield f"more than {MOST:,} options are told of"
    if both.worth is not None and both.worth < 0:
        yield "`worth` is counted from 0"
    yield from _outside("band", *both.band)
    if both.band[0] > both.band[1]:
        yield "the lower end of `band` lies above the upper"
    for one in both.estimates:
        if one.verdict not in JUDGED:
            yield f"{one.verdict!r} is no verdict on an option"
        yield from _outside("off", one.off, one.above)
        for number in (one.people, one.simulated, one.shrunk, one.both):
            yield from _of_number("share", number)


def _of_compared(compared: SideBySide) -> Iterator[str]:
    if compared.of not in KINDS:
        yield f"`of` is {compared.of!r}, not one of {', '.join(KINDS)}"
    if compared.of == "setting" and not isinstance(compared.levels, Mapping):
        yield "a setting has no `levels`"
    if not all(isinstance(level, LEVELS) for level in (compared.levels or {}).values()):
        yield "a level is no text, number, yes or no"
    yield from _outside("simulated", compared.simulated)
    yield from _of_number("share", compared.people)


def _of_number(name: str, number: Rate | Estimate) -> Iterator[str]:
    """A share or a place on the scale of skill, with its interval."""
    yield from _outside(name, *number.ends)
    if number.low > number.high:
        yield f"the lower end of a {name} lies above the upper"
    if isinstance(number, Rate) and not 0 <= number.won <= number.games:
        yield "more games are won than were played"


def _outside(name: str, *numbers: float) -> Iterator[str]:
    if not all(0 <= number <= 1 for number in numbers):
        yield f"`{name}` is no number from 0 to 1"
