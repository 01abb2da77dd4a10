"""What does one more cost?"""

from analysis.estimators.pairs import Paired
from analysis.rates.steps import FactorStep, Slope
from analysis.study import Study
from reports import words
from reports.parts import Col, Data, Section, dots, effect, rounded, table

TITLE = "What does one more cost?"
UNORDERED = "What does another setting change?"


def section(study: Study) -> Section | None:
    """Paired differences between neighbouring levels, on average and setting by setting."""
    if not study.steps:
        return None
    section = Section("steps", TITLE if study.slopes else UNORDERED)
    section.words = [
        "Settings are compared game by game on the same luck (the same deal and the same "
        "shuffles), so the differences are surer than two separate rates would be.",
    ]
    section.charts = [_chart(study)]
    section.tables = [t for t in (_slopes(study), _averages(study), _each(study)) if t]
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


def _slopes(study: Study) -> Data | None:
    if not study.slopes:
        return None
    columns = [
        Col("what", "One more"),
        Col("range", "Levels"),
        Col("effect", "Points for each", "points"),
        Col("games", "Games a setting", "count"),
    ]
    rows = [
        {
            "what": more(s),
            "range": f"{s.first} to {s.last}",
            "effect": effect(s.each.effect),
            "games": s.each.games,
        }
        for s in study.slopes
    ]
    return table("slopes", "What one more costs on average", columns, rows)


def _averages(study: Study) -> Data:
    columns = [
        Col("step", "Step"),
        Col("effect", "Points, averaged over the other factors", "points"),
        Col("q", "q", "q", "share of false alarms among all steps called so"),
    ]
    rows = [
        {
            "step": move(s),
            "effect": effect(s.average.effect),
            "q": rounded(s.q),
        }
        for s in study.steps
    ]
    caption = "Every step, averaged over the other factors (q: within this table)"
    return table("steps", caption, columns, rows)


def _each(study: Study) -> Data | None:
    rows = [
        _row(step, words.setting(context.levels), paired)
        for step in study.steps
        for context, paired in step.contexts
        if len(step.contexts) > 1
    ]
    if not rows:
        return None
    columns = [
        Col("step", "Step"),
        Col("at", "At"),
        Col("effect", "Points", "points"),
        Col("saving", "Games saved by shared luck", "times",
            "how many times more games the same certainty would take without it"),
    ]  # fmt: skip
    caption = "Every step in every setting"
    return table("steps-each", caption, columns, rows, folded=True)


def _row(step: FactorStep, at: str, paired: Paired) -> Data:
    return {
        "step": move(step),
        "at": at,
        "effect": effect(paired.effect),
        "saving": round(paired.saving, 2),
    }
