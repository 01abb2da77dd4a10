"""The question that a run asks, in one sentence: levels that somebody compares are the question."""

from collections.abc import Mapping
from typing import Any

from analysis.data.design import CrossedFactor, Design, Name
from reports.text import words
from reports.text.command import OF_THE_FILE, command_of
from simulate.experiment.request import read_value

OTHERS = ("strategy", "skill", *OF_THE_FILE)  # typed, and told elsewhere


def question(design: Design) -> str:
    """What the run asks: in the words of its experiment, unless other levels were typed."""
    stated = str(design.manifest.get("question", ""))
    typed = dict(command_of(design.manifest).sets())
    own = not design.manifest.get("experiment_name") or any(
        f.name in typed for f in design.in_question
    )
    if design.in_question and (own or not stated):
        return of_levels(design)
    pack = design.manifest.get("pack", {})
    narrowed: dict[str, Any] = {
        Name.of(k, pack): _read(v) for k, v in typed.items() if _narrows(design, k)
    }
    return f"{stated} Here: {words.setting(narrowed)}." if stated and narrowed else stated


def _read(text: str) -> Any:
    """A value as it was typed; a list is told as it would stand in a file."""
    value = read_value(text)
    return value if isinstance(value, bool | int | float | str) else words.value(value)


def _narrows(design: Design, key: str) -> bool:
    """Whether what was typed of a factor or a number stands at one level in all that is played.

    Who plays is told beside the question, by the name of the strategy.
    """
    if key.partition(".")[0] in OTHERS:
        return False
    levels = {str(cell.levels.get(key)) for cell in design.cells if key in cell.levels}
    return len(levels) < 2


def of_levels(design: Design) -> str:
    """What does Cleric HEAL amount 1 or 2 do?"""
    return f"What does {words.listing([levels(f) for f in design.in_question])} do?"


def levels(factor: CrossedFactor) -> str:
    """Cleric HEAL amount 1 or 2; random or fixed layout; playing with or without exploration."""
    noun = words.factor(factor.name).replace(":", "")
    texts = [words.value(level).replace("_", " ") for level in factor.levels]
    one_of = f"{', '.join(texts[:-1])} or {texts[-1]}"
    if "." in factor.name:
        return f"{noun} {one_of}"
    if all(isinstance(level, bool) for level in factor.levels):
        return f"playing with or without {noun}"
    numbers = all(isinstance(level, int | float) for level in factor.levels)
    return f"{noun} {one_of}" if numbers else f"{one_of} {noun}"


def instead(factor: CrossedFactor, level: Any) -> str:
    """with Cleric HEAL amount 2 instead of 1; without exploration instead of with exploration"""
    text = f"{one(factor, level)} instead of {bare(factor, factor.base)}"
    return text if is_switch(factor, level) else f"with {text}"


def with_level(factor: CrossedFactor, level: Any) -> str:
    """with 2; without exploration"""
    text = bare(factor, level)
    return text if is_switch(factor, level) else f"with {text}"


def is_switch(factor: CrossedFactor, level: Any) -> bool:
    """Whether a level is told as "with exploration"."""
    return isinstance(level, bool) and "." not in factor.name


def one(factor: CrossedFactor, level: Any) -> str:
    """A level with its factor, without the colon that a list needs."""
    return words.level(factor.name, level).replace(":", "")


def bare(factor: CrossedFactor, level: Any) -> str:
    """A level without its factor; a switch with it."""
    if is_switch(factor, level):
        return words.level(factor.name, level)
    return words.value(level).replace("_", " ")


def setting(levels: Mapping[str, Any]) -> str:
    """Where a change was played; "everywhere" is said of a run that has one setting."""
    return words.setting(levels) if levels else "everywhere"
