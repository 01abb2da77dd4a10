"""The schema of the `--json` document, part by part; it may hold further keys.

The schema is made of it.  Read only where the schema is: commands print without it.
"""

from typing import Any, Literal

from pydantic import Field

from reports.tables.shape import (
    AfreshPart,
    AlertPart,
    FactPart,
    FindingPart,
    LinePart,
    ReportPart,
)


class ProblemPart(ReportPart):
    """What is wrong, and where."""

    where: str = Field(description="The option, file or key that is wrong.")
    what: str = Field(description="What is wrong, and what is allowed.")


class PackDifference(ReportPart):
    """A value that is not as it is shipped."""

    path: str = Field(description="The value's full name.")
    shipped: Any = Field(description="The shipped value.")
    value: Any = Field(description="The value here.")
    source: str = Field(default="", description="Where the shipped value is from.")


class Checked(ReportPart):
    """What `simulate check` looked at."""

    kind: Literal["pack", "experiment", "game"] = Field(description="What was looked at.")
    game: str = Field(description="The game.")
    cells: dict[str, int] = Field(description="How many cells each experiment has.")
    values: dict[str, int] = Field(description="Number of values by kind of source.")
    differences: list[PackDifference] = Field(description="Differences from the shipped game.")
    code: list[str] = Field(description="Strategies in Python, run only with --allow-code.")
    games: int = Field(default=0, description="For a game file: random games played.")
    moves: int = Field(default=0, description="For a game file: moves played in them.")


class Tells(ReportPart):
    """What so many games would tell of one kind of number, 4 times in 5."""

    kind: Literal["levels", "shares", "changes", "steps", "expected"] = Field(
        description="Levels, shares, changes, steps of a number, or expectations."
    )
    asked: int = Field(description="Number of verdicts of this kind.")
    outside: float = Field(
        description="Detectable distance beyond an edge of the target, or detectable difference."
    )
    inside: float | None = Field(
        description="Distance from the middle within which it is found on target; null if never."
    )
    next: float | None = Field(description="The next smaller detectable distance.")
    games: int | None = Field(description="Games in a cell that this takes.")


class DryRun(ReportPart):
    """What a run would be, or the first round of a search: `--dry-run`."""

    cells: int = Field(description="Cells of the run.")
    games: int = Field(description="Games of the run, or of the first round.")
    seconds: float = Field(description="Expected duration.")
    bytes: float = Field(description="Expected size on disk.")
    tells: list[Tells] = Field(description="What this number of games would show.")
    players: dict[str, float | None] = Field(
        description="Games per second by strategy; null where not measured."
    )
    beside: list[str] = Field(
        default=[], description="Side runs, and runs that follow if something is found."
    )


class GameSpan(ReportPart):
    """Games of a cell, the first and the last with them."""

    cell: int = Field(description="The cell, from 0.")
    first: int = Field(description="The first game, from 0.")
    last: int = Field(description="The last game, inclusive.")


class Again(ReportPart):
    """Games that failed, or were lost with their process, and are played again."""

    why: str = Field(description="What went wrong.")
    at: str = Field(description="When it was.")
    games: list[GameSpan] = Field(description="Which games.")


class ProgressPart(ReportPart):
    """How far a run is, or one that is played beside it."""

    run: str = Field(description="The folder.")
    state: Literal["being played", "cut short", "partial", "complete"] = Field(
        description="Its state."
    )
    games: int = Field(description="Finished.")
    wanted: int | None = Field(description="Games in all; null where that depends on the findings.")
    exact: bool = Field(description="Whether the number is exact, not an estimate.")
    speed: float | None = Field(description="Games per second.")
    seconds_left: float | None = Field(description="Expected time left; null where unknown.")
    seconds_since_last: float | None = Field(description="Time since games were last finished.")
    found: str = Field(description="Findings so far, in short.")
    widest: float = Field(description="Half the width of the widest interval.")
    stopped: str = Field(description="Why it was interrupted.")
    began: list[str] = Field(description="When processes started to play it.")
    failed: list[Again] = Field(description="What was played again.")


class Listed(ReportPart):
    """A run of a folder."""

    run: str = Field(description="Its folder.")
    state: str = Field(description="Its state: complete, partial, cut short, being played.")
    games: int = Field(description="Finished games.")
    title: str = Field(description="The game.")
    experiment: str = Field(description="What is played.")
    seed: int = Field(description="Its seed.")
    verdict: str = Field(default="", description="The verdict beside the title of its report.")
    answer: str = Field(default="", description="Its first sentence.")


class Verified(ReportPart):
    """Files of a run that were compared with their checksums."""

    whole: int = Field(description="Number of files that match their checksum.")


class Answer(ReportPart):
    """What a command did and found."""

    schema_: Literal["simulate.answer/1"] = Field(
        alias="schema", description="Name and version of this format."
    )
    command: Literal[
        "run",
        "ladder",
        "compare",
        "check",
        "sensitivity",
        "worth",
        "why",
        "exploit",
        "advise",
        "tune",
        "runs",
    ] = Field(description="The command.")
    status: Literal["complete", "planned", "valid", "refused", "failed", "interrupted"] = Field(
        description="How it ended; `planned` with --dry-run."
    )
    paths: dict[str, str] = Field(description="Folder of the run, page, report.json.")
    notes: list[str] = Field(description="Notes that are not problems.")
    problems: list[ProblemPart] = Field(description="Why the command was refused or failed.")
    alerts: list[AlertPart] = Field(description="As in report.json.")
    findings: list[FindingPart] = Field(description="As in report.json.")
    lines: list[LinePart] = Field(description="As in report.json.")
    facts: list[FactPart] = Field(description="As in report.json.")
    checked: Checked | None = Field(default=None, description="Of `check`.")
    again: AfreshPart | None = Field(default=None, description="As in report.json.")
    shipped: str = Field(default="", description="As in report.json.")
    expected: DryRun | None = Field(default=None, description="Of `--dry-run`.")
    experiment: dict[str, Any] | None = Field(
        default=None,
        description="With `--dry-run`: every part of the experiment as it would be played, with "
        "`value` and `from`: default, experiment file, simulate.toml, environment, option.",
    )
    progress: list[ProgressPart] | None = Field(default=None, description="Of `runs RUN`.")
    files: Verified | None = Field(default=None, description="Of `runs RUN --verify`.")
    runs: list[Listed] | None = Field(default=None, description="Of `runs`.")
