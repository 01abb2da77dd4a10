"""The card that a finding is about, and the games in which it took part."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from analysis.conclusions.facts import EFFECT, of_contrast
from analysis.data.deal import option_family, paths_of
from analysis.data.design import Design
from analysis.data.provenance import sourced
from analysis.study import Study
from simulate.core.game.facts import OVER_FAIR_SHARE
from simulate.pack.sources import DESIGNER, GUESSES, kind
from simulate.pack.text.nouns import slug

Where = Mapping[str, Any]


@dataclass(frozen=True)
class AboutCard:
    """The card of a fact: its paths (two sides may be one card), and where rows name it.

    table: `games` or `seats`; value: what stands in the columns, true where one says yes or no.
    section: of the cards.
    """

    paths: tuple[str, ...]
    table: str
    columns: tuple[str, ...]
    value: Any

    @property
    def section(self) -> str:
        """The section of the cards in which it stands."""
        return self.paths[0].split(".")[1]

    def is_held(self) -> pl.Expr:
        """Whether a row names it."""
        held = [pl.col(name).cast(pl.String) == str(self.value) for name in self.columns]
        if self.value is True:
            held = [pl.col(name) for name in self.columns]
        return pl.any_horizontal(held).fill_null(value=False)


def about_card(study: Study, metric: str, where: Where) -> AboutCard | None:
    """The card that a fact is about, if any."""
    if metric == OVER_FAIR_SHARE:
        return next(_held(study.design, where), None)
    return _dealt(study, where) if metric == EFFECT else None


def _held(design: Design, where: Where) -> Iterator[AboutCard]:
    """What seats have: an option, or what was dealt to them."""
    names: dict[str, list[dict[str, Any]]] = {}
    for column in design.columns("seats", "option", "dealt"):
        is_option = column["role"] == "option"
        noun = option_family(design, column) if is_option else column.get("family") or ""
        names.setdefault(slug(noun or column["name"]), []).append(column)
    for key, columns in names.items():
        value = str(where.get(key, ""))
        if paths := paths_of(design, columns[0], value) if value else ():
            yield AboutCard(paths, "seats", tuple(c["name"] for c in columns), value)


def _dealt(study: Study, where: Where) -> AboutCard | None:
    """What was dealt to a table whose players win or lose together."""
    design = study.rated
    told = (c for c in study.dealing.contrasts if of_contrast(study, c) == where)
    for contrast in told:
        for asked in study.questions:
            if (asked.family, asked.label, asked.value) != (
                contrast.family,
                contrast.label,
                contrast.value,
            ) or asked.offered:
                continue
            columns = design.columns(asked.table, "option", "dealt")
            column = next(c for c in columns if c["name"] == asked.column)
            value = True if column["dtype"] == "bool" else asked.value
            known = AboutCard(asked.paths, asked.table, (asked.column,), value)
            return known if asked.paths else None
    return None


@dataclass(frozen=True)
class CardSources:
    """Where the values of a card are from, as it is played; names aside.

    guessed: paths of those that are guesses; decided: how many a person decided; known: how many
    say where they are from.
    """

    guessed: list[str]
    decided: int
    known: int


def card_sources(manifest: Mapping[str, Any], paths: tuple[str, ...]) -> CardSources:
    """Where the values of a card, or of several, are from."""
    below = tuple(f"{path}." for path in paths)
    all_ = [(path, kind(source)) for path, _, _, source in sourced(manifest)
            if path.startswith(below) and source]  # fmt: skip
    guessed = [path for path, kind_ in all_ if kind_ in GUESSES]
    return CardSources(guessed, sum(kind_ == DESIGNER for _, kind_ in all_), len(all_))


def covered(values: list[str], drawn: set[str]) -> int:
    """How many of some values were drawn, by themselves or as a part of what was."""
    whole = tuple(f"{path}." for path in drawn)
    return sum(value in drawn or value.startswith(whole) for value in values)
