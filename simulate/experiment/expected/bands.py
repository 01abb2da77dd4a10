"""The target band of a setting: that of the most specific [[target]] that applies.

Asked of cells that are planned, and of those that a manifest has.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.core.text.locate import Loc
from simulate.core.text.validate import written


@dataclass(frozen=True)
class SettingBand:
    """A target band of the settings that match `levels`; a list matches any of its values.

    why: what the designer calls it; wish: why whoever shipped the experiment wished for it.
    typed: it was an option, which goes before what a file says.  loc: where it was written.
    said: as it was typed.  unsaid: nobody said of which metric it is.
    """

    metric: str
    low: float
    high: float
    levels: Mapping[str, Any]
    why: str = ""
    wish: str = ""
    typed: bool = False
    loc: Loc = ()
    said: str = ""
    unsaid: bool = False

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "SettingBand":
        """As a manifest says it; older ones have a single band, of every setting."""
        named = {name: data[name] for name in ("why", "wish", "typed", "said") if name in data}
        return cls(data["metric"], data["low"], data["high"], data.get("where", {}), **named)

    def as_data(self) -> dict[str, Any]:
        """As a file says it: a band of every setting has no `where`."""
        where = {name: _plain(level) for name, level in self.levels.items()}
        more = {"where": where, "why": self.why, "wish": self.wish, "typed": self.typed}
        more |= {"said": self.said}
        ends = {"metric": self.metric, "low": self.low, "high": self.high}
        return ends | {key: value for key, value in more.items() if value}

    def typed_as(self) -> str:
        """As `--target` takes it: as it was typed, else `horde=easy:0.75-0.95`, or its ends."""
        if self.said:
            return self.said
        between = "-" if self.low >= 0 else ","
        where = ",".join(f"{name}={_word(level)}" for name, level in self.levels.items())
        return f"{where}{':' if where else ''}{self.low:g}{between}{self.high:g}"


def _word(level: Any) -> str:
    return level if isinstance(level, str) else written(_plain(level))


def _plain(level: Any) -> Any:
    return list(level) if isinstance(level, tuple) else level


def of_setting(
    bands: Sequence[SettingBand],
    metric: str,
    levels: Mapping[str, Any],
    setting: Mapping[str, Any],
) -> list[SettingBand]:
    """The bands that a setting should lie in, all at once; mostly there is one.

    levels: of all that is crossed; setting: of every factor, by seat where it belongs to a seat.
    What was typed goes before what a file says, and what names more before what names less of it.
    """
    fitting = [b for b in bands if b.metric == metric and stands(b.levels, levels, setting)]
    first = [band for band in fitting if band.typed] or fitting
    return [b for b in first if not any(_is_within(other, b) for other in first)]


def _is_within(one: SettingBand, other: SettingBand) -> bool:
    """Whether one is of fewer settings than another, as it names what that does and more."""
    same = all(one.levels.get(name) == level for name, level in other.levels.items())
    return same and len(one.levels) > len(other.levels)


def ends(bands: Sequence[SettingBand]) -> tuple[float, float] | None:
    """The intersection of bands; None if it is empty."""
    low, high = max(band.low for band in bands), min(band.high for band in bands)
    return (low, high) if low < high else None


def stands(
    wanted: Mapping[str, Any], levels: Mapping[str, Any], setting: Mapping[str, Any]
) -> bool:
    """Whether a cell has all levels that are named."""
    return all(
        any(value in _found(name, levels, setting, value) for value in any_of(level))
        for name, level in wanted.items()
    )


def any_of(level: Any) -> Sequence[Any]:
    """The values that match: those of a list, or the single one."""
    return level if isinstance(level, list | tuple) else (level,)


def _found(
    name: str, levels: Mapping[str, Any], setting: Mapping[str, Any], otherwise: Any
) -> Iterator[Any]:
    """The level of a factor or number in a cell; of all seats where they are alike."""
    stem, dot, seat = name.partition(".")
    own = setting.get(name, setting.get(stem) if dot else None)
    if name in levels:
        yield levels[name]
    elif isinstance(own, list) and seat.isdecimal():
        yield from own[int(seat) - 1 : int(seat)]
    elif isinstance(own, list):
        yield from own[:1] if all(level == own[0] for level in own) else ()
    else:
        # What no factor names and nothing crosses was held against its one value when read.
        yield otherwise if own is None else own
