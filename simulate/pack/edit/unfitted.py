"""The pack before fitting: a shipped game with its values before any was fitted.

It is made from what the sources of the shipped pack say, so that it cannot differ from them.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.text.letters import in_toml
from simulate.core.text.locate import Loc, TextSpan
from simulate.core.text.validate import Reporter
from simulate.pack import cards as card_file
from simulate.pack import catalogue, sources
from simulate.pack.pack import Pack, rule_troubles
from simulate.pack.reading import files, load
from simulate.pack.sources import Fit
from simulate.pack.text.document import Document, read

NAME = "unfitted"


def names() -> list[str]:
    """Every pack of this kind, as `--pack` takes it."""
    return [f"{game}/{NAME}" for game in catalogue.names()]


def is_name(text: str) -> bool:
    """Whether the text names such a pack."""
    return text in names()


def load_unfitted(name: str) -> Pack:
    """The pack called GAME/unfitted.

    Raises InputError where nothing of the game was fitted, or the values before are no game.
    """
    pack = load(name.partition("/")[0])
    fits = pack.fits()
    if not fits:
        what = f"nothing in {pack.game} was fitted, so there are no values before fitting"
        raise InputError([Problem(name, what)])
    problems: list[Problem] = []
    rules = dict(pack.rules)
    for path, fit in fits.items():
        key = path.removeprefix("rules.")
        if key in rules and path != key:
            rules[key] = replace(rules[key], value=fit.value_before, source=fit.source_before)
            if what := rules[key].refusal(fit.value_before):
                problems.append(Problem(name, what))
    sections, wrong = _sections_before(pack, fits)
    report = _reporter(name)
    cards, refused = card_file.read_cards(catalogue.cards_model(pack.game), sections, report)
    problems += [Problem(name, what) for what in wrong]
    problems += refused
    if not problems:
        problems += [Problem(name, what) for _, what in rule_troubles(pack.game, rules, cards)]
    if problems or cards is None:
        raise InputError(problems)
    return replace(pack, shown=name, rules=rules, sections=sections, cards=cards, _resolved={})


def _sections_before(pack: Pack, fits: Mapping[str, Fit]) -> tuple[dict[str, Any], list[str]]:
    """The cards with the values before, each a stand-in again."""
    before = {
        path.removeprefix("cards."): fit.value_before
        for path, fit in fits.items()
        if path.startswith("cards.")
    }
    model = catalogue.cards_model(pack.game)
    sections, troubles = card_file.changed(model, dict(pack.sections), before, ())
    for _, _, card in card_file.each_card(sections):
        for key, text in card["source"].items():
            if fit := sources.fit_of(text):
                card["source"][key] = fit.source_before
    return sections, [what for _, what in troubles]


def _reporter(name: str) -> Reporter:
    def report(loc: Loc, what: str, _: str) -> Problem:
        return Problem(f"{name}: {sources.dotted(loc)}", what)

    return report


def texts(name: str) -> dict[str, str]:
    """The files of the pack by their names: the shipped ones, with the values before in them."""
    pack = load(name.partition("/")[0])
    fits = pack.fits()
    written = {}
    for file in files(pack.game):
        document = read(pack.folder / file)
        fits_of_file = {
            place: fit
            for path, fit in fits.items()
            if (place := _place(document, file, path)) is not None
        }
        written[file] = _edited(document, fits_of_file)
    return written


def _place(document: Document, file: str, path: str) -> tuple[Loc, Loc] | None:
    """Where the file has a fitted value and where its source, or None."""
    kind, _, rest = path.partition(".")
    if kind == "rules":
        loc = tuple(rest.split("."))
        return ((*loc, "value"), (*loc, "source")) if file == "rules.toml" else None
    section, name, key = rest.split(".", 2)
    if file == "rules.toml" or name not in document.data.get(section, {}):
        return None
    way = card_file.real_way(document.data[section][name], key)
    return (section, name, *way), (section, name, "source", key)


def _edited(document: Document, fits: Mapping[tuple[Loc, Loc], Fit]) -> str:
    """The text with value and source of each fitted value as they were before."""
    edits: list[tuple[TextSpan, str]] = []
    for (value, source), fit in fits.items():
        text = in_toml(fit.source_before)
        edits += [(document.marks[value].value, fit.before), (document.marks[source].value, text)]
    text = document.text
    for span, new in sorted(edits, key=lambda edit: -edit[0].start):
        text = text[: span.start] + new + text[span.end :]
    return text
