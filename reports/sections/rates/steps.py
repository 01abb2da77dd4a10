"""What does one more cost?"""

from analysis.rates.steps import FactorStep, Slope
from analysis.study import Study
from reports.tables.parts import Col, Data, Section, dots, effect, listed, q_of
from reports.text import words

TITLE = "What does one more cost?"
UNORDERED = "What does another setting change?"


def section(study: Study) -> Section | None:
    """Paired differences between neighbouring levels, on average and setting by setting."""
    if not study.steps:
        return None
    section = Section("steps", TITLE if study.slopes else UNORDERED)
    section.charts = [_chart(study)]
    section.tables = [t for t in (_slopes(study), _averages(study), _each(study)) if t["rows"]]
    return section


def move(step: FactorStep) -> str:
    """Which way the step goes: "from 2 to 3 players"."""
    return words.move(step.factor.name, step.base, step.level)


def more(slope: Slope) -> str:
    """What one more is called: "each further player", "one more of capital limit"."""
    name = slope.factor.name
    if not slope.whole:
        return f"all of {words.factor(name)}"
    if slope.factor.unit and "." not in name:
        return f"each further {slope.factor.unit}"
    return f"one more of {words.factor(name)}"


def _chart(study: Study) -> Data:
    rows = []
    for name in dict.fromkeys(s.factor.name for s in study.steps):
        rows.append({"heading": words.sentence(words.factor(name))})
        for step in study.steps:
            if step.factor.name == name:
                difference = effect(step.average.effect)
                label = words.unslug(f"{step.base} → {step.level}")
                rows.append({"label": label, "tone": "good"} | difference)
    biggest = max(study.steps, key=lambda s: abs(s.average.effect.value))
    desc = f"The largest step is {move(biggest)}: {words.signed(biggest.average.effect.value)}."
    title = "Points that a step adds to the win rate, averaged over the other factors"
    return dots("chart-steps", title, desc, rows, unit="points")


def _slopes(study: Study) -> Data:
    columns = [
        Col("what", "One more", get=more),
        Col("range", "Levels", get=lambda s: f"{s.first} to {s.last}"),
        Col("effect", "Points for each", "points", get=lambda s: s.each.effect),
        Col("games", "Games a setting", "count", get=lambda s: s.each.games),
    ]
    return listed("slopes", "What one more costs on average", columns, study.slopes)


def _averages(study: Study) -> Data:
    columns = [
        Col("step", "Step", get=move),
        Col("effect", "Points, averaged over the other factors", "points",
            get=lambda s: s.average.effect),
        q_of("steps called so"),
    ]  # fmt: skip
    caption = "Every step, averaged over the other factors (q: within this table)"
    return listed("steps", caption, columns, study.steps)


def _each(study: Study) -> Data:
    found = [
        (step, context, paired)
        for step in study.steps
        for context, paired in step.contexts
        if len(step.contexts) > 1
    ]
    columns = [
        Col("step", "Step", get=lambda one: move(one[0])),
        Col("at", "At", get=lambda one: words.setting(one[1].levels)),
        Col("effect", "Points", "points", get=lambda one: one[2].effect),
        Col("saving", "Games saved by shared luck", "times",
            "how many times more games the same certainty would take without it",
            get=lambda one: one[2].saving),
    ]  # fmt: skip
    return listed("steps-each", "Every step in every setting", columns, found, folded=0)
