"""Which strategy is how strong?"""

from analysis import ladder, verdicts
from analysis.matchups import Matchups
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, dots, judged, maybe, rate, rounded, table
from reports.sections import matchups

TITLE = "Which strategy plays best?"
MEET = "Which strategy beats which?"
NONE = 0.005  # of a mix that is as good as nothing


def section(study: Study) -> Section | None:
    """Rung by rung where games are won or lost; who beats whom where strategies meet."""
    if study.ladder:
        return _ladder(study)
    met = study.contest.meetings
    return _meetings(met) if met is not None and met.pairs else None


def _ladder(study: Study) -> Section:
    section = Section("ladder", TITLE)
    first, last = study.ladder[0], study.ladder[-1]
    section.words = [
        f"{_rate(first.strategy, first.rate)}; {_rate(last.strategy, last.rate)}. All settings in "
        "which every strategy played are taken together, on the same luck."
    ]
    alike = [
        f"{upper.strategy} and {lower.strategy}"
        for upper, lower in zip(study.ladder, study.ladder[1:], strict=False)
        if upper.verdict == verdicts.NONE
    ]
    if alike:
        section.words.append(f"Not shown to differ: {words.listing(alike)}.")
    rows = [
        {"label": rung.strategy, "tone": "plain"} | _numbers(rate(rung.rate))
        for rung in study.ladder
    ]
    section.charts = [
        dots("chart-ladder", "Games won by strategy", section.words[0], rows, unit="rate")
    ]
    columns = [
        Col("strategy", "Strategy"),
        Col("won", "Games won", "rate"),
        Col("step", "Above the next one", "points"),
        Col("verdict", "Verdict", "verdict"),
        Col("games", "Games", "count"),
    ]
    section.tables = [
        table(
            "ladder",
            "The strategies of this run, from the strongest",
            columns,
            [
                {
                    "strategy": rung.strategy,
                    "won": rate(rung.rate),
                    "step": maybe(rung.step.effect) if rung.step else None,
                    **(judged(rung.verdict, rung.step.effect) if rung.step else {}),
                    "games": rung.rate.games,
                }
                for rung in study.ladder
            ],
        )
    ]
    return section


def _numbers(data: Data) -> Data:
    return {key: data[key] for key in ("value", "low", "high")}


def _rate(strategy: str, share: ladder.Rate) -> str:
    return f"{strategy} wins {words.share_range(share.value, share.low, share.high)} of the games"


def _meetings(met: Matchups) -> Section:
    section = Section("ladder", MEET)
    section.words = [
        "How often the one in the row finishes ahead of the one in the column when both sit at a "
        "table, a tie counting half. All settings are taken together."
    ]
    mix, worse = ladder.mix(met), ladder.dominated(met)
    section.words += [
        f"{one.strategy} is dominated: {one.by} does better against everybody, by "
        f"{words.points(one.least)} or more."
        for one in worse
    ]
    if mix:
        played = [part for part in mix if part.share >= NONE]
        if len(played) == 1:
            section.words.append(
                f"Nobody gains by playing anything but {played[0].strategy}: it is beaten by none."
            )
        else:
            parts = [f"{words.percent(part.share)} {part.strategy}" for part in played]
            section.words.append(
                "No strategy is best against all; a mix that nobody beats is "
                f"{words.listing(parts)}."
            )
    noun = "strategies"
    section.charts = [matchups.strengths(met, noun, "chart-ladder")]
    tables = [
        matchups.ratings(met, noun, "ladder"),
        matchups.matrix(met, noun, "ladder-matrix"),
        _mix(mix) if mix else None,
    ]
    section.tables = [each for each in tables if each]
    section.notes = [
        "A mix is worked out as if every game were between two of the strategies; its ranges come "
        "from tables drawn around the measured one. Dominated is said where it is sure (95%) for "
        "all strategies and opponents at once."
    ]
    return section


def _mix(mix: tuple[ladder.Part, ...]) -> Data:
    columns = [
        Col("strategy", "Strategy"),
        Col("share", "Share of the mix", "share"),
        Col("low", "At least", "share"),
        Col("high", "At most", "share"),
    ]
    rows = [
        {
            "strategy": part.strategy,
            "share": rounded(part.share),
            "low": rounded(part.low),
            "high": rounded(part.high),
        }
        for part in mix
    ]
    return table("ladder-mix", "The mix of strategies that nobody beats", columns, rows)
