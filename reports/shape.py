"""The shape of report.json, for whoever reads it without us.

Keys that are not named here may be there.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from reports.words import VERDICTS

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
    packs: Count | None = Field(default=None, description="How many packs were played.")
    stands: float | None = Field(default=None, description="In about how many it stands.")
    decides: str = Field(default="", description="The guess with which it stands and falls.")
    won: float | None = Field(default=None, description="Won of its own games as it is.")
    won_low: float | None = Field(
        default=None,
        description="What 8 of 10 packs come to, lower end: all, or those in which "
        "the guess that decides is another.",
    )
    won_high: float | None = Field(default=None, description="The same, upper end.")


class FindingPart(ReportPart):
    """A sentence with numbers, and where these stand: table and first column of the row."""

    kind: str = Field(description="What the finding is about: level, seat, option, change, ...")
    verdict: Given = Field(description="As of facts.")
    text: str = Field(description="The sentence with its numbers.")
    section: str = Field(description="The section that has more of it.")
    rows: list[list[str]] = Field(description="Rows where the numbers stand: table, first column.")
    doubts: list[str] = Field(
        default=[],
        description="Chance, players, guesses: a line each, where they were asked; of a finding "
        "of several numbers one line, that they are not told; of one about a card a line on it.",
    )
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
    """One question and its answer: words, charts and tables."""

    id: str = Field(description="Its name, as findings use it.")
    title: str = Field(description="The question.")
    words: list[str] = Field(description="Paragraphs.")
    charts: list[dict[str, Any]] = Field(
        description="Charts as numbers, from which the page draws them."
    )
    tables: list[TablePart] = Field(description="Its tables.")
    notes: list[str] = Field(description="Lines below, in small print.")
    place: Literal["front", "more", "guesses"] = Field(
        description="Where it stands: in front, folded on the page, or on the page of guesses."
    )
    drawn_first: bool = Field(
        default=False, description="Whether its charts come before its words."
    )
    names: list[str] = Field(
        description="Of things of which the page gathers all that its tables say."
    )
    story: StoryPart | None = Field(description="The closest game, told move by move.")


class ExpectationPart(ReportPart):
    """What a designer expects of a number, and what was found."""

    model_config = ConfigDict(strict=True, extra="forbid")

    name: str = Field(description="Given in the experiment, or empty.")
    metric: Literal["win_rate", "share", "over_fair_share", "length", "end", "effect"] = Field(
        description="What is expected of: as in `[[target]]`."
    )
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
        default="", description="On how many findings a player of another kind agrees."
    )
    findings: list[FindingPart] = Field(description="The most important first.")
    one_player_so_far: list[FindingPart] = Field(
        default=[],
        description="What nobody knows yet whether another player finds; `try` says what tells.",
    )
    shipped: str = Field(
        default="", description="What the change of a changed game did, against the shipped one."
    )
    as_shipped: list[FindingPart] = Field(
        default=[], description="What is so in the shipped game as well, and steps back."
    )
    only_this_player: list[FindingPart] = Field(
        default=[], description="What another player does not find, and so no findings."
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
