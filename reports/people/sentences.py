"""What is said of people's games in sentences, the same on every surface.

That nothing shows a difference is never said without what so many games would have noticed.  A
skill is where players of the simulation win as often, and never what people are.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analysis.conclusions.ledger import SHARES, tally
from analysis.people.answer import (
    AgreementAnswer,
    BothAnswer,
    PeopleAnswer,
    SideBySide,
    SkillAnswer,
    ThreeEstimates,
)
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate
from reports.text import words
from simulate.pack.text.nouns import one_of

MOST_NAMED = 3  # options of a verdict in one sentence
LEAST_P = 0.01
# How often something happens, in parts of all, from the rarest.
TIMES = {
    0.05: "one time in twenty",
    0.1: "one time in ten",
    0.2: "one time in five",
    0.25: "one time in four",
    0.33: "one time in three",
    0.5: "every other time",
    0.67: "two times in three",
    0.75: "three times in four",
    0.9: "nine times in ten",
}
RARE, EVEN, OFTEN = 0.035, 0.5, 0.96
ALIKE = "these games are all of one kind, and what all differ by is taken for skill"
ALONE = "nothing in the file can be held against simulated games"
OF_OPTIONS = {verdicts.ABOVE: verdicts.STRONG, verdicts.BELOW: verdicts.WEAK}
RESTS_ON = {
    "results": "what was won",
    "scores": "scores",
    "rounds": "lengths",
    "newcomers": "what newcomers won",
}


@dataclass(frozen=True)
class OptionNames:
    """What the options of a game are called.

    kind: in the plural ("heroes"), empty where the game has none; names: id -> printed name.
    alike: levels that all settings of a file have, which need not be told.
    """

    kind: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    alike: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of_answer(cls, kind: str, names: Mapping[str, str], answer: PeopleAnswer) -> "OptionNames":
        """What is told apart in an answer."""
        told = [one.levels for one in answer.agreement.compared if one.levels]
        first = told[0] if len(told) > 1 else {}
        alike = {k: v for k, v in first.items() if all(one.get(k) == v for one in told)}
        return cls(kind, names, alike)

    @property
    def one(self) -> str:
        """What one of them is: "hero"."""
        return one_of(self.kind) if self.kind else "option"

    def name(self, option: str) -> str:
        """What is printed on it."""
        return self.names.get(option) or words.unslug(option)

    def of(self, compared: SideBySide) -> str:
        """An option by its name, a setting in words."""
        if compared.of == "setting":
            levels = (compared.levels or {}).items()
            told = {name: level for name, level in levels if name not in self.alike}
            return words.sentence(words.setting(told))
        return self.name(compared.option)


def yours(answer: PeopleAnswer) -> str:
    """ "your 42 games": what most sentences are about."""
    return f"your {words.plural(answer.games, 'game')}"


def counted(people: Rate) -> str:
    """4 of 17"""
    return f"{words.number(wins(people))} of {people.games:,}"


def wins(people: Rate) -> float:
    """Games won; a tie is a part of one."""
    return people.value * people.games


def agreement(answer: PeopleAnswer, names: OptionNames) -> str:
    """Whether people and simulation agree; where nothing shows that they do not, how blind."""
    told, subject = answer.agreement, yours(answer)
    if told.farthest is None:
        why = ALIKE if told.compared else ALONE
        return f"Whether {subject} and the simulation agree cannot be told: {why}."
    far = f"{names.of(told.farthest)}, {_lies(told.farthest)}"
    if told.differs:
        differ = f"{words.sentence(subject)} and the simulation differ"
        return f"{differ} ({_p(told.p)}), most at {far}."
    shown = f"Nothing shows that {subject} and the simulation differ"
    return f"{shown} ({_p(told.p)}); farthest: {far}. So many games {power(told, names)}."


def agreement_in_short(answer: PeopleAnswer, names: OptionNames) -> str:
    """The same in a line."""
    told = answer.agreement
    if told.farthest is None:
        return f"Agreement cannot be told: {ALIKE if told.compared else ALONE}"
    if told.differs:
        return f"Differs from the simulation: {names.of(told.farthest)}, {_lies(told.farthest)}"
    games = words.plural(answer.games, "game")
    size, but = words.number(100 * told.size), "but" if told.noticed < EVEN else "and"
    return f"No difference shown, {but} {games} would notice {size} points {times(told.noticed)}"


def power(told: AgreementAnswer, names: OptionNames) -> str:
    """What so many games would notice: "would notice a hero that is off by 33 points one time in
    five".
    """
    what = names.one if told.farthest and told.farthest.of == "option" else "setting"
    size = f"{words.number(100 * told.size)} points"
    return f"would notice {_a(what)} that is off by {size} {times(told.noticed)}"


def times(share: float) -> str:
    """How often, in words: "one time in five"."""
    if share < RARE:
        return "hardly ever"
    if share > OFTEN:
        return "almost always"
    return TIMES[min(TIMES, key=lambda known: abs(known - share))]


def skill(answer: PeopleAnswer, is_together: bool) -> str:
    """On which skill of simulated players these games look like theirs, or why nobody can tell."""
    told = answer.skill
    beginners = f"newcomers: like skill {span(told.newcomers)}" if told.newcomers else ""
    if told.skill is None:
        why = told.why_not or "the file does not tell enough"
        said = f"How well you play cannot be told: {why}"
        return f"{said}; {beginners}." if beginners else f"{said}."
    level = f", near level `{told.near}`" if told.near else ""
    players = f"players of skill {span(told.skill)}{level}"
    if is_together and {*told.by} <= {"results"}:
        said = f"{words.sentence(yours(answer))} are won as often as by {players}"
    else:
        basis = words.listing([RESTS_ON.get(one, one) for one in told.by]) or "all that is known"
        said = f"By {basis}, {yours(answer)} look like those of {players}"
    return f"{said}; {beginners}." if beginners else f"{said}."


def skill_in_short(told: SkillAnswer) -> str:
    """The same in a line."""
    if told.skill is None:
        return f"How well you play cannot be told: {told.why_not or 'too little to go by'}"
    level = f", near `{told.near}`" if told.near else ""
    return f"Your games look like those of players of skill {span(told.skill)}{level}"


def span(place: Estimate) -> str:
    """0.6 (0.4-0.8), a place on the scale of skill."""
    return f"{place.value:.1f} ({place.low:.1f}-{place.high:.1f})"


def together(both: BothAnswer, names: OptionNames) -> str:
    """What people and simulation say at once: what is surely off, what inside, and its worth."""
    band = words.band(*both.band)
    counts = tally((one.verdict for one in both.estimates), SHARES)
    named = _off(both)
    off = [f"{names.name(o.option)} {_is(o)} ({words.percent(o.both.value)})" for o in named]
    more = counts.off - len(off)
    off += [f"{more} more {'is' if more == 1 else 'are'} off"] if more else []
    parts = [words.listing(off)] if off else []
    inside = [o for o in sure(both) if o.verdict == verdicts.ON_TARGET]
    if inside:
        listed = words.listing([names.name(one.option) for one in inside], MOST_NAMED + 1)
        parts.append(f"{listed} {'lies' if len(inside) == 1 else 'lie'} inside {band}")
    every = f"{len(counts):,} {names.kind or 'options'}"
    if not parts:
        parts = [f"none of {every} is surely inside or outside {band}"]
    elif is_open := counts.of(verdicts.MORE):
        parts.append(f"{is_open} of {every} {'is' if is_open == 1 else 'are'} open")
    return f"Both together: {'; '.join(parts)}.{_worth(both)}"


def together_in_short(both: BothAnswer, names: OptionNames) -> str:
    """The same in a line."""
    off = [f"{names.name(one.option)} {_is(one)}" for one in _off(both)]
    if off:
        return f"By people and simulation together {words.listing(off)}"
    return f"By people and simulation together no {names.one} is surely off"


def verdict_of(one: ThreeEstimates) -> str:
    """Its verdict; an option that is won with too often is too strong, and no game too easy."""
    return OF_OPTIONS.get(one.verdict, one.verdict)


def sure(both: BothAnswer) -> list[ThreeEstimates]:
    """The options with a verdict, the surest of those that are off first."""
    told = [one for one in both.estimates if one.verdict != verdicts.MORE]
    return sorted(told, key=lambda one: -one.off)


def _off(both: BothAnswer) -> list[ThreeEstimates]:
    """The surest of those that are off."""
    return [one for one in sure(both) if one.verdict in verdicts.OFF][:MOST_NAMED]


def _is(one: ThreeEstimates) -> str:
    return f"is {words.verdict(verdict_of(one)).word}"


def _worth(both: BothAnswer) -> str:
    if both.worth is None:
        return ""
    games = round(float(f"{both.worth:.2g}"))
    if games < 1:
        return " The simulation was worth less than one of your games."
    return f" The simulation was worth some {games:,} of your games."


def _lies(compared: SideBySide) -> str:
    return f"won {counted(compared.people)} where {words.percent(compared.simulated)} is simulated"


def _p(p: float) -> str:
    return f"p {p:.2f}" if p >= LEAST_P else f"p below {LEAST_P}"


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
