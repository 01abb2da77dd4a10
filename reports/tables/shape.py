"""The shape of report.json, for whoever reads it without us.

Keys that are not named here may be there.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from reports.text.words import VERDICTS

GIVEN = sorted({"", *VERDICTS})  # verdicts of facts and findings


def _known(verdict: str) -> str:
    if verdict not in GIVEN:
        raise ValueError(f"{verdict!r} is no verdict")
    return verdict


Given = Annotated[str, AfterValidator(_known), WithJsonSchema({"enum": GIVEN})]
Count = Annotated[int, Field(ge=0)]


class ReportPart(BaseModel):
    """A part of a report; a number is a number and no text."""

    model_config = ConfigDict(strict=True)


class FactPart(ReportPart):
    """One number of a run with its place."""

    model_config = ConfigDict(strict=True, extra="forbid")

    metric: Annotated[str, Field(pattern=r"^[a-z0-9_]+$")] = Field(
        description="What it is: win_rate, win_share, over_fair_share, win_rate_effect, ..."
    )
    where: dict[str, str | int | float | bool] = Field(
        description="Levels and things that it is of, by name; empty for the whole run."
    )
    value: float = Field(description="Shares, and differences of shares, are 0 to 1.")
    low: float | None = Field(description="Lower end of the 95% interval, if it has one.")
    high: float | None = Field(description="Upper end of the 95% interval, if it has one.")
    verdict: Given = Field(description="What may be said of it; empty where nothing is judged.")
    games: Count | None = Field(description="Games that it rests on, if they are counted apart.")
    differs: bool | None = Field(
        default=None,
        description="Of a share: it is not the fair share for certain, whatever the verdict.",
    )


class GuessesPart(ReportPart):
    """In how many packs with other guesses a finding stands."""

    packs: Count = Field(description="How many packs were drawn.")
    games: Count = Field(description="Games of each that the finding is of.")
    stands: Count | None = Field(default=None, description="In about how many it stands.")
    low: Count | None = Field(default=None, description="Lower end of that, 95%.")
    high: Count | None = Field(default=None, description="Upper end of that, 95%.")
    decides: str = Field(default="", description="The guess that decides most, if one stands out.")


class CardDoubtPart(ReportPart):
    """A finding about a card in packs in which only that card's guesses are drawn."""

    paths: list[str] = Field(description="The card; of two sides both.")
    guesses: Count = Field(description="How many of its values are guesses.")
    decided: Count = Field(default=0, description="How many of its values a person decided.")
    drawn: Count = Field(description="How many of these were drawn.")
    player: str = Field(default="", description="Who played the packs.")
    games: Count | None = Field(default=None, description="The card's own games in each pack.")
    packs: Count | None = Field(default=None, description="How many packs changed something.")
    stands: float | None = Field(default=None, description="In what share of them it stands.")
    low: float | None = Field(default=None, description="Of all that could be drawn, 95%.")
    high: float | None = Field(default=None, description="Upper end of that.")
    hangs: bool = Field(default=False, description="Whether it hangs on these guesses.")
    too_few: bool = Field(default=False, description="Whether packs were too few to say.")
    decides: str = Field(default="", description="The guess with which it stands and falls.")
    otherwise: list[Any] = Field(default=[], description="What else that guess was.")
    value: float | None = Field(default=None, description="The finding's number as it is.")
    value_low: float | None = Field(
        default=None,
        description="What 8 of 10 packs come to, lower end: all, or those in which "
        "the guess that decides is another.",
    )
    value_high: float | None = Field(default=None, description="The same, upper end.")


class FindingNumberPart(ReportPart):
    """A number with its 95% interval, in parts of 1."""

    value: float = Field(description="The number.")
    low: float = Field(description="Lower end of its interval.")
    high: float = Field(description="Upper end of its interval.")
    unit: Literal["rate", "points"] = Field(description="A share of games, or a difference.")


class FindingBandPart(ReportPart):
    """What a number should lie in, in parts of 1."""

    low: float = Field(description="At least this.")
    high: float = Field(description="At most this.")


class FindingPart(ReportPart):
    """A sentence with numbers, and where these stand: table and first column of the row."""

    kind: str = Field(description="What the finding is about: level, seat, option, change, ...")
    verdict: Given = Field(description="As of facts.")
    text: str = Field(description="The sentence with its numbers.")
    section: str = Field(description="The section that has more of it.")
    rows: list[list[str]] = Field(description="Rows where the numbers stand: table, first column.")
    doubts: list[str] = Field(
        default=[],
        description="What it rests on: chance, players, guesses, card, a line each, where known.",
    )
    line: str = Field(default="", description="The finding in at most 16 words.")
    standing: str = Field(
        default="",
        description="How far it goes: stands, hangs on a guess, hangs on who plays, differs, "
        "inside the band, needs more games; empty where nothing is judged.",
    )
    asked: Literal["", "target", "change", "experiment"] = Field(
        default="", description="Who wanted to know it; empty where it came out by itself."
    )
    answer: bool = Field(default=False, description="Whether it answers the question of the run.")
    number: FindingNumberPart | None = Field(default=None, description="The number that it is of.")
    band: FindingBandPart | None = Field(default=None, description="What that should lie in.")
    guesses: GuessesPart | None = Field(
        default=None, description="What packs with other guesses say of it, where they were asked."
    )
    card: CardDoubtPart | None = Field(
        default=None, description="How far it rests on guesses on its card, if it is about one."
    )
    try_: str = Field(alias="try", description="What to try, with its command.")
    try_rows: list[list[str]] = Field(
        description="Rows that the advice is about: table, first column."
    )


class AlertPart(ReportPart):
    """What must be known before anything else: red where the numbers cannot be trusted."""

    level: Literal["red", "amber"] = Field(
        description="Red: do not trust the numbers; amber: read it first."
    )
    text: str = Field(description="What must be known.")


class LinePart(ReportPart):
    """One line: what is on target, what shows no effect, what needs more games."""

    kind: str = Field(description="Its tone: calm, good, open, ...")
    label: str = Field(description="Its heading in a word or two.")
    text: str = Field(description="The line itself.")
    rows: list[list[str]] = Field(description="Rows that it is about: table, first column.")


class BadgePart(ReportPart):
    """The verdict of the whole run in a few words."""

    tone: str = Field(description="Its colour: good, bad, open, calm, ...")
    mark: str = Field(description="A sign that says the same without colour.")
    text: str = Field(description="The verdict.")


class HeaderPart(ReportPart):
    """What was played."""

    title: str = Field(description="The game's title.")
    game: str = Field(description="The game's name in commands.")
    file: str = Field(default="", description="Of a designer's own game its file, as typed.")
    experiment: str = Field(description="The experiment's name.")
    question: str = Field(description="What was asked.")
    games: Count = Field(description="All games that were played.")
    settings: Count = Field(description="How many settings were compared.")
    seed: int | str | None = Field(description="The number from which all luck follows.")
    source_hash: str = Field(description="Of the sources that played it.")
    facts: list[list[str]] = Field(description="What was crossed, in short: name, levels.")
    badge: BadgePart = Field(description="In a few words what came of it.")
    answer: str = Field(default="", description="The answer to the question, in one sentence.")


class ReportColumn(ReportPart):
    """A column of a table: its key in the rows, its heading and what its cells hold."""

    key: str = Field(description="Its name in the rows.")
    label: str = Field(description="Its heading.")
    kind: str = Field(description="What its cells hold: text, rate, points, verdict, code, ...")
    help: str = Field(
        default="", description="What the heading means, said where it is pointed at."
    )


class TablePart(ReportPart):
    """A table as the page shows it; a cell is text, a number, or value, low and high."""

    id: str = Field(description="Its name, as findings use it.")
    caption: str = Field(description="What the table says.")
    look: str = Field(description="How the page lays it out.")
    folded: bool = Field(description="Whether the page shows it closed at first.")
    still: int = Field(description="How many rows at the end show nothing, which the page folds.")
    columns: list[ReportColumn] = Field(description="Its columns, from the left.")
    rows: list[dict[str, Any]] = Field(description="Its rows: column -> cell.")


class StoryPart(ReportPart):
    """A game as a story."""

    title: str = Field(description="Which game it is.")
    lines: list[str] = Field(description="The game, a line each.")


class SectionPart(ReportPart):
    """A part of an answer: charts, words and tables."""

    id: str = Field(description="Its name, as findings use it.")
    title: str = Field(description="The question.")
    words: list[str] = Field(description="Paragraphs.")
    charts: list[dict[str, Any]] = Field(
        description="Charts as numbers, from which the page draws them."
    )
    tables: list[TablePart] = Field(description="Its tables.")
    notes: list[str] = Field(description="Lines below, in small print.")
    place: Literal["page", "data", "guesses"] = Field(
        description="Where it stands: on the page, on none, or on the page of guesses."
    )
    question: str = Field(
        description="The question of the page that it is a part of; empty where it is one itself."
    )
    story: StoryPart | None = Field(description="The closest game, told move by move.")


class ExpectationPart(ReportPart):
    """What a designer expects of a number, and what was found."""

    model_config = ConfigDict(strict=True, extra="forbid")

    name: str = Field(description="Given in the experiment, or empty.")
    metric: Literal[
        "win_rate", "share", "over_fair_share", "matchup", "length", "end", "effect", "brings"
    ] = Field(description="What is expected of: as in `[[target]]`.")
    where: dict[str, str | int | float | bool] = Field(description="As in facts.")
    expected_low: float | None = Field(description="At least this; none where nothing is said.")
    expected_high: float | None = Field(description="At most this; none where nothing is said.")
    value: float | None = Field(description="What was found; none where no game tells it.")
    low: float | None = Field(description="Lower end of the 95% interval.")
    high: float | None = Field(description="Upper end of the 95% interval.")
    verdict: Literal["met", "missed", "not enough games"] = Field(description="Whether it was met.")
    games: Count = Field(description="Games of the setting.")
    more_games: Count | None = Field(
        description="To add before a verdict is likely; 0: there is one; none: nobody can say."
    )


class AfreshPart(ReportPart):
    """What became of the findings of an earlier run on fresh luck."""

    text: str = Field(description="All of it in a sentence.")
    run: str = Field(description="The earlier run.")
    held: Count = Field(description="Findings whose whole interval lies in what they say.")
    gone: Count = Field(description="Findings whose whole interval lies outside.")
    open: Count = Field(description="Findings of which it does not tell.")
    by_luck: float = Field(description="How many would not hold by luck alone.")
    by_luck_low: Count = Field(description="Lower end of that, 95%.")
    by_luck_high: Count = Field(description="Upper end of that, 95%.")
    not_asked: Count = Field(description="Findings of several numbers, or that settled nothing.")


class ReportDocument(ReportPart):
    """report.json: everything that the page of a run or of a comparison says."""

    report_format: int = Field(description="Version of this form.")
    header: HeaderPart = Field(description="Game, question, seed, and how many games.")
    alerts: list[AlertPart] = Field(description="What must be known first.")
    again: AfreshPart | None = Field(
        default=None, description="Of `run --again`: how many findings of the earlier run held."
    )
    opinion: str = Field(
        default="", description="How many findings stand, and what the others hang on."
    )
    picture: dict[str, Any] | None = Field(
        default=None, description="The chart that answers the question, as those of sections."
    )
    findings: list[FindingPart] = Field(
        description="The answer first, then what was asked, what stands, and what hangs."
    )
    shipped: str = Field(
        default="", description="What the change of a changed game did, against the shipped one."
    )
    lines: list[LinePart] = Field(
        description="What is on target, shows no effect or needs more games."
    )
    sections: list[SectionPart] = Field(description="The page, question by question.")
    expectations: list[ExpectationPart] = Field(
        default=[],
        description="Each [[target]] told by itself, in each setting.",
    )
    worse: list[str] = Field(
        default=[], description="With `compare --check`: what is worse after the change."
    )
    facts: list[FactPart] = Field(description="Every number of the report, one by one.")


def schema() -> dict[str, Any]:
    """The JSON Schema of report.json."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return head | ReportDocument.model_json_schema()
