"""The shape of what `--json` prints, part by part; keys that are not named here may be there.

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
    shipped: Any = Field(description="As it is shipped.")
    value: Any = Field(description="As it is here.")
    source: str = Field(default="", description="Where the shipped value is from.")


class Checked(ReportPart):
    """What `simulate check` looked at."""

    kind: Literal["pack", "experiment", "game"] = Field(description="What was looked at.")
    game: str = Field(description="Whose it is.")
    cells: dict[str, int] = Field(description="How many cells each experiment has.")
    values: dict[str, int] = Field(description="How many values come from where.")
    differences: list[PackDifference] = Field(description="What differs from the shipped game.")
    code: list[str] = Field(description="Strategies that are Python, run by --allow-code.")
    games: int = Field(default=0, description="Of a game file: games played at random.")
    moves: int = Field(default=0, description="Of a game file: moves played in them.")


class Tells(ReportPart):
    """What so many games would tell of one kind of number, 4 times in 5."""

    kind: Literal["levels", "shares", "changes", "steps", "expected"] = Field(
        description="Levels, shares, changes, steps of a number, or expectations."
    )
    asked: int = Field(description="How many verdicts of the kind there are.")
    outside: float = Field(
        description="So far beyond an edge of the target, or apart, a number is settled."
    )
    inside: float | None = Field(
        description="So far from the middle it is found inside; none if it never is."
    )
    next: float | None = Field(description="The next distance worth asking for.")
    games: int | None = Field(description="Games in a cell that settle that.")


class DryRun(ReportPart):
    """What a run would be, or the first round of a search: `--dry-run`."""

    cells: int = Field(description="Cells of the run.")
    games: int = Field(description="Games of the run, or of the first round.")
    seconds: float = Field(description="About so long it takes.")
    bytes: float = Field(description="About so much it writes.")
    tells: list[Tells] = Field(description="What so many games would tell.")
    players: dict[str, float | None] = Field(
        description="Games a second by who plays; none where that was not measured."
    )
    beside: list[str] = Field(
        default=[], description="What is played beside it, or once something is found."
    )


class GameSpan(ReportPart):
    """Games of a cell, the first and the last with them."""

    cell: int = Field(description="The cell, from 0.")
    first: int = Field(description="The first game, from 0.")
    last: int = Field(description="The last game, which is one of them.")


class Again(ReportPart):
    """Games that failed, or were lost with their process, and are played again."""

    why: str = Field(description="What went wrong.")
    at: str = Field(description="When it was.")
    games: list[GameSpan] = Field(description="Which games.")


class ProgressPart(ReportPart):
    """How far a run is, or one that is played beside it."""

    run: str = Field(description="The folder.")
    state: Literal["being played", "cut short", "partial", "complete"] = Field(
        description="How it stands."
    )
    games: int = Field(description="Finished.")
    wanted: int | None = Field(description="None where that hangs on what is found.")
    exact: bool = Field(description="Whether just so many are wanted, not about.")
    speed: float | None = Field(description="Games a second.")
    seconds_left: float | None = Field(
        description="About so long it still takes; none where nobody can say."
    )
    seconds_since_last: float | None = Field(description="Since games were finished.")
    found: str = Field(description="What is found so far, in short.")
    widest: float = Field(description="Half the width of the widest interval.")
    stopped: str = Field(description="Why it was cut short.")
    began: list[str] = Field(description="When processes began to play it.")
    failed: list[Again] = Field(description="What was played again.")


class Listed(ReportPart):
    """A run of a folder."""

    run: str = Field(description="Its folder.")
    state: str = Field(description="How it stands: complete, partial, cut short, being played.")
    games: int = Field(description="Games that are finished.")
    title: str = Field(description="The game.")
    experiment: str = Field(description="What is played.")
    seed: int = Field(description="Its seed.")
    verdict: str = Field(default="", description="The verdict beside the title of its report.")
    answer: str = Field(default="", description="The first sentence of that.")


class Verified(ReportPart):
    """Files of a run that were compared with their checksums."""

    whole: int = Field(description="How many files are as they were written.")


class Answer(ReportPart):
    """What a command did and found."""

    schema_: Literal["simulate.answer/1"] = Field(
        alias="schema", description="Name and version of this form."
    )
    command: Literal[
        "run", "ladder", "compare", "check", "sensitivity", "advise", "tune", "runs"
    ] = Field(description="The command that answers.")
    status: Literal["complete", "planned", "valid", "refused", "failed", "interrupted"] = Field(
        description="How it ended; planned: of --dry-run."
    )
    paths: dict[str, str] = Field(description="Folder of the run, page, report.json.")
    notes: list[str] = Field(description="What should be known and is no problem.")
    problems: list[ProblemPart] = Field(description="Why it was refused, or failed.")
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
        description="Of `--dry-run`: every part of the experiment as it would be played, each with "
        "`value` and `from`: default, experiment file, simulate.toml, environment, option.",
    )
    progress: list[ProgressPart] | None = Field(default=None, description="Of `runs RUN`.")
    files: Verified | None = Field(default=None, description="Of `runs RUN --verify`.")
    runs: list[Listed] | None = Field(default=None, description="Of `runs`.")
