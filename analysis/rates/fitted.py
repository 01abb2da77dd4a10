"""Which verdicts rest on values that were fitted to give them?

To find such a value on target is no finding: it is the fit.  Only what is not fitted, or was
changed since, is judged.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from analysis.data.design import Cell, Design
from analysis.data.provenance import cards_of, entry_at, printed_value, ranges
from simulate.core.game.facts import OVER_FAIR_SHARE, WIN_RATE
from simulate.core.text.validate import written
from simulate.pack.sources import fit_of, holds


@dataclass(frozen=True)
class Fitted:
    """One fitted value: what it was fitted to, by which player, when, and what it was before.

    could: what else it could be, "3 to 6: why", or empty.
    """

    path: str
    name: str
    value: str
    metric: str
    what: str
    player: str
    on: str
    before: str
    why: str
    could: str = ""


def fitted(manifest: Mapping[str, Any]) -> list[Fitted]:
    """Every fitted value of a run's pack, rules first."""
    pack = manifest.get("pack", {})
    could = ranges(manifest)
    values = [
        (path, path.removeprefix("rules."), rule.get("value"), str(rule.get("source", "")))
        for path, rule in pack.get("rules", {}).items()
    ]
    for path, name, card in cards_of(pack):
        source = card.get("source")
        for key, text in source.items() if isinstance(source, Mapping) else ():
            values.append((f"{path}.{key}", name, entry_at(card, key), str(text)))
    return [
        Fitted(path, name, written(value), **asdict(fit), could=could.get(path, ""))
        for path, name, value, source in values
        if (fit := fit_of(source)) is not None
    ]


class Fits:
    """What of a run is the fit, setting by setting."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.all = fitted(design.manifest)
        entries = design.manifest.get("pack", {}).get("differences") or []
        self.moved = {str(entry.get("path", "")) for entry in entries}
        self.strategies = design.manifest.get("pack", {}).get("strategies", {})

    def level(self, cell: Cell) -> bool:
        """Whether how hard a setting is was fitted, and no rule and no card was changed since.

        The fit is that of the setting and of the player that were looked at; all else is a finding.
        """
        fits = [f for f in self.all if f.metric == WIN_RATE]
        changed = any(path.startswith(("rules.", "cards.")) for path in self._changed(cell))
        return not changed and self._is_as_fitted(fits, cell)

    def option(self, section: str, value: str, cells: Iterable[Cell]) -> bool:
        """Whether an option was fitted to its share, and stands as shipped in one of the cells.

        The fit is that of who played it, and in which settings: what others make of the option, or
        at another table, is a finding.
        """
        card = self.design.card_in(section, value)
        fits = [f for f in self.all if f.metric == OVER_FAIR_SHARE and _card(f.path) == card]
        return any(
            self._is_as_fitted(fits, cell)
            and not any(path == card or path.startswith(f"{card}.") for path in self._changed(cell))
            for cell in cells
        )

    def _is_as_fitted(self, fits: Sequence[Fitted], cell: Cell) -> bool:
        """Whether values were fitted in the setting of a cell, by those who sit there."""
        holding = [f for f in fits if holds(f.what, cell.setting)]
        seated = {name for name in cell.setting.get("strategy", ()) if name in self.strategies}
        return bool(holding) and seated <= {f.player.split()[0] for f in holding}

    def _changed(self, cell: Cell) -> Iterable[str]:
        """Paths of what is not as shipped in a cell."""
        blanks = (f"cards.{blank.removeprefix('cards.')}" for blank in cell.blanks)
        changes = (
            path
            for path, value in cell.changes.items()
            if value != printed_value(self.design.manifest.get("pack", {}), path)
        )
        return [*self.moved, *changes, *blanks]


def _card(path: str) -> str:
    """cards.heroes.cleric of a value on it; of a rule the rule."""
    return ".".join(path.split(".")[:3]) if path.startswith("cards.") else path
