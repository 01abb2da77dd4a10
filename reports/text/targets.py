"""Targets in words: one band of all settings, or which setting should lie in which."""

from collections.abc import Callable, Sequence
from typing import Any

from analysis.data.design import Design
from analysis.stats.verdicts import Band
from reports.text import words
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.experiment.expected.bands import SettingBand, any_of

OURS = "our wish"  # of a target that came with the toolkit
MOST_NAMED = 6


def held(design: Design, metric: str = WIN_RATE) -> list[SettingBand]:
    """The targets by which some setting is judged, in the order of their file."""
    of = (band for cell in design.base for band in design.held(cell.number, metric))
    judging = {id(band) for band in of}
    return [band for band in design.wanted if id(band) in judging]


def of_rates(design: Design) -> str:
    """30.0-60.0%; or "easy horde 75.0-95.0%, medium horde 55.0-75.0%" where they differ."""
    return said(held(design), as_rate)


def of_shares(design: Design) -> str:
    """How far a share of wins may lie from the fair one, in words."""
    near = {band for number, band in design.near.items() if number in _numbers(design)}
    if len(near) < 2:
        return words.over_band(design.fair)
    return said(held(design, OVER_FAIR_SHARE), words.over_band)


def _numbers(design: Design) -> set[int]:
    return {cell.number for cell in design.base}


def said(bands: Sequence[SettingBand], ends: Callable[[Band], str]) -> str:
    """Each target with what it is of; a single one of all settings by its ends alone."""
    each = [(who(band), _as_typed(band, ends(Band(band.low, band.high)))) for band in bands]
    if len({band for _, band in each}) == 1 and not all(of for of, _ in each):
        return each[0][1]
    return words.listing([f"{of or 'else'} {band}" for of, band in each], MOST_NAMED)


def _as_typed(band: SettingBand, ends: str) -> str:
    """The ends of a band; behind the share that was typed, where that is not what they say."""
    share = band.said.rpartition("=")[2].rpartition(":")[2].strip()
    absolute = band.metric == OVER_FAIR_SHARE and share and not share.startswith(("-", "+"))
    return f"{share} ({ends})" if absolute else ends


def as_rate(band: Band) -> str:
    """A band of a win rate in words."""
    return words.band(band.low, band.high)


def who(band: SettingBand) -> str:
    """The settings of a target: "easy horde", "2 to 4 dummy resources"; empty for all."""
    return ", ".join(_levels(name, level) for name, level in band.levels.items())


def _levels(name: str, level: Any) -> str:
    several = any_of(level)
    if len(several) == 1:
        return words.level(name, several[0])
    first, last = several[0], several[-1]
    if isinstance(first, int) and list(several) == [*range(first, last + 1)]:
        said, noun = f"{first} to {last}", words.factor(name)
        return f"{said} {noun}" if words.counts(name) else f"{noun} {said}"
    return words.level(name, words.listing([str(one) for one in several]).replace(" and ", " or "))


def whose(design: Design) -> str:
    """That targets came with the toolkit, and are no printed fact; empty where the user's are."""
    ours = [bool(band.wish) for band in held(design)]
    return OURS if ours and all(ours) else f"in part {OURS}" if any(ours) else ""


def wishes(design: Design, metric: str = WIN_RATE) -> list[str]:
    """That targets are a wish, and why each was wished for; empty where the user set them."""
    ours = [band for band in held(design, metric) if band.wish]
    if not ours:
        return []
    text = "No game prints how often it should be won. The target is our wish, a choice of the "
    text += "toolkit: "
    reasons: dict[str, list[str]] = {}
    for band in ours:
        reasons.setdefault(band.wish.rstrip("."), []).append(who(band) or "every setting")
    text += "; ".join(f"{words.listing(of)}: {why}" for why, of in reasons.items())
    return [f"{text}. Say yours: `--target`."]


def typed(design: Design, cells: Sequence[int]) -> tuple[str, ...]:
    """The target of some settings, as `--target` takes it; one for each that differs."""
    shared = design.shared(cells)
    if shared is not None:
        return (ends_typed(shared),)
    judging = {id(band) for number in cells for band in design.held(number)}
    return tuple(band.typed_as() for band in design.wanted if id(band) in judging)


def ends_typed(band: Band) -> str:
    """A band as it is typed."""
    return f"{band.low:g}{'-' if band.low >= 0 else ','}{band.high:g}"
