"""Check that each target applies to a played setting, and that targets do not conflict."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simulate.core.errors import InputError
from simulate.core.game.facts import WIN_RATE, Facts
from simulate.core.text.locate import Loc
from simulate.experiment import Experiment
from simulate.experiment.context import VARIANT
from simulate.experiment.expected.bands import SettingBand, ends, of_setting, stands
from simulate.experiment.expected.expect import NOBODY, NOBODY_HERE, NOWHERE, Expect, fits
from simulate.experiment.expected.shares import OfLevels, understood
from simulate.experiment.model import BANDS

Wrong = tuple[Loc, str]


def is_of(expect: Expect, cell: OfLevels, facts: Facts) -> bool:
    """Whether an expectation is of a cell: of its levels, and of what its games are judged by."""
    judged = expect.judged is None or facts.metric(cell.setting) == expect.judged
    return judged and fits(expect, cell.levels, cell.setting)


def understand(experiment: Experiment, cells: Sequence[OfLevels]) -> Experiment:
    """The experiment with bands of which nobody said the metric as what they are of here.

    Raises InputError where that is not clear.
    """
    facts, whole = experiment.pack.facts, [e for e in experiment.expects if e.band is not None]
    bands = [*experiment.bands, *(each.band for each in whole if each.band)]
    read = [*understood(bands, cells, facts)]
    unclear = [(band.loc, what) for band, what in read if what]
    if unclear:
        raise InputError([*dict.fromkeys(experiment.origins.problem(*each) for each in unclear)])
    of = {id(old): new for old, (new, _) in zip(bands, read, strict=True)}
    told = [new for new, _ in read[len(experiment.bands) :]]
    new_of = {id(e): replace(e, metric=b.metric, low=b.low, high=b.high, unsaid=b.unsaid)
              for e, b in zip(whole, told, strict=True)}  # fmt: skip
    return replace(
        experiment,
        bands=tuple(of[id(band)] for band in experiment.bands),
        expects=tuple(new_of.get(id(each), each) for each in experiment.expects),
    )


def check_targets(experiment: Experiment, cells: Sequence[OfLevels]) -> None:
    """Raises InputError where something could never be missed, or never be met."""
    wrong = [
        *_expected_nowhere(experiment, cells),
        *_bands_nowhere(experiment, cells),
        *_contradictions(experiment, cells),
    ]
    problems = dict.fromkeys(experiment.origins.problem(*each) for each in wrong)
    if problems:
        raise InputError([*problems])


def _expected_nowhere(experiment: Experiment, cells: Sequence[OfLevels]) -> Iterator[Wrong]:
    """An expectation that is of no cell could never be missed."""
    for expect in experiment.expects:
        if any(is_of(expect, cell, experiment.pack.facts) for cell in cells):
            continue
        if any(fits(expect, cell.levels, cell.setting) for cell in cells):
            what = NOBODY_HERE[expect.judged == WIN_RATE]
            yield expect.loc, f'`metric` = "{expect.metric}" {what}'
        else:
            yield (*expect.loc, "where") if expect.where else expect.loc, NOWHERE


def _bands_nowhere(experiment: Experiment, cells: Sequence[OfLevels]) -> Iterator[Wrong]:
    """A band is of some cell, unless the file has it and `--set` left its settings."""
    typed, facts = experiment.origins.options, experiment.pack.facts
    is_set = any(loc[0] == "set" for loc in typed)
    for band in experiment.bands:
        judged = [cell for cell in cells if facts.metric(cell.setting) == band.metric]
        if is_set and not band.typed:
            continue
        if not judged:
            yield band.loc, NOBODY[band.metric == WIN_RATE]
        elif not any(stands(band.levels, cell.levels, cell.setting) for cell in judged):
            yield (*band.loc, "where"), NOWHERE


def _contradictions(experiment: Experiment, cells: Sequence[OfLevels]) -> Iterator[Wrong]:
    """Of two bands of one cell, neither of which names more, both must hold."""
    said = set()
    for cell in cells:
        for metric in BANDS:
            held = of_setting(experiment.bands, metric, cell.levels, cell.setting)
            places = tuple(band.loc for band in held)
            if held and ends(held) is None and places not in said:
                said.add(places)
                yield held[-1].loc, _contradiction(cell, held)


def _contradiction(cell: OfLevels, held: Sequence[SettingBand]) -> str:
    """No result could lie in all of them."""
    where = ", ".join(f"{name} {level}" for name, level in cell.levels.items() if name != VARIANT)
    said = " and in ".join(f"{band.low:g} to {band.high:g}" for band in held)
    return f"two targets contradict each other: {where or 'the only setting'} is to lie in {said}"
