"""What to try next: one sentence for a finding, never more than the run can bear out."""

from collections.abc import Mapping
from typing import Any

from analysis import verdicts
from analysis.contrasts import Contrast
from analysis.difficulty import Difficulty
from analysis.study import Study
from analysis.variants import Worth
from reports import words

Rows = tuple[tuple[str, str], ...]


def for_cell(found: Difficulty, study: Study) -> tuple[str, Rows]:
    """The level of the tuned factor that is on target there, or where the target lies.

    With the rows that its numbers stand in.
    """
    factor = study.design.tuned
    if factor is None or study.design.band is None or factor.name not in found.cell.levels:
        return _steps(study), ()
    others = {k: v for k, v in found.cell.levels.items() if k != factor.name}
    where = f"With {words.setting(others)}" if others else "There"
    near = [d for d in study.cells if others.items() <= d.cell.levels.items()]
    good = [d for d in near if d.verdict == verdicts.ON_TARGET]
    if good:
        key = words.setting(good[0].cell.levels)
        level = words.level(factor.name, good[0].cell.levels[factor.name])
        rate = good[0].rate
        told = words.share_range(rate.value, rate.low, rate.high)
        return f"{where}, {level} is on target: {told}.", (("difficulty", key),)
    curve = next((c for c in study.curves if others == dict(c.context.levels)), None)
    if curve is not None and curve.between:
        first, second = curve.between
        text = f"{where} the target lies between {first} and {second} {factor.name}."
        return f"{text} {_steps(study)}", ()
    direction = "harder" if found.verdict == verdicts.ABOVE else "easier"
    text = (
        f"{where} no {factor.name} that was played reaches the target: the game itself would "
        f"have to become {direction}."
    )
    return f"{text} {_steps(study)}", ()


def _steps(study: Study) -> str:
    game = study.design.manifest.get("game", "")
    return f"`simulate run {game}/steps` shows what one step of each number is worth."


def for_contrast(found: Contrast, study: Study, held: bool) -> str:
    """A value of the card to step, where the pack has one."""
    known = study.design.names.get(found.value)
    if known is None:
        return ""
    name, path = known
    card = _at(study.design.manifest, path)
    step = _step(card, down=found.effect.value > 0) if held else None
    if step:
        key, value = step
        return f"Try {name} one step {_way(found)}, such as `--set {path}.{key}={value}`."
    return f"Try one step of its numbers at a time (`--set {path}. …`), on the same seed."


def _way(found: Contrast) -> str:
    return "weaker" if found.effect.value > 0 else "stronger"


def _at(manifest: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    here: Any = manifest.get("pack", {})
    for part in path.split("."):
        here = here.get(part, {}) if isinstance(here, Mapping) else {}
    return here if isinstance(here, Mapping) else {}


def _step(card: Mapping[str, Any], down: bool) -> tuple[str, int] | None:
    """The card's first plain number, one less or one more."""
    for key, value in card.items():
        if isinstance(value, int) and not isinstance(value, bool) and value > 1:
            return key, value - 1 if down else value + 1
    return None


def for_worth(found: Worth, study: Study) -> str:
    """What the size of a change is good for."""
    if found.blanks:
        if found.paired.effect.value < 0:
            return "The players lean on it: change it with care, or make others worth as much."
        return "It hinders more than it helps: see whether that is meant."
    if found.changes:
        return "A strong lever: use it where a setting must move far, not for fine tuning."
    return ""
