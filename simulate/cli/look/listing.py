"""`simulate list`: games, experiments, cards, parameters and their sources."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import Any

from simulate.cli.shared.say import show, show_json
from simulate.cli.shared.table import columns
from simulate.core.errors import InputError, Problem, nearest
from simulate.core.game.facts import Factor, Facts
from simulate.core.game.game_files import INSTALLED
from simulate.core.text.validate import literal, written
from simulate.experiment.find import find_pack, game_named
from simulate.experiment.levels import DEALT
from simulate.pack import Pack, catalogue, configs, load, sources
from simulate.pack.cards import each_card, values
from simulate.pack.text.document import read

Row = dict[str, Any]
SCHEMA, GAMES = "schema", "games"
OF_ALL = (SCHEMA, GAMES)  # which ask no pack
WIDEST = 110


def list_command(what: str, game: str | None, folder: str | None, as_json: bool) -> None:
    """Print one kind of thing of one game, or of every game; or a JSON Schema."""
    if what == SCHEMA:
        from simulate.cli.change.packs import EXPERIMENT, schema_command

        schema_command(game or EXPERIMENT)
        return
    problems: list[Problem] = []
    hint = ""
    known = [GAMES, *KINDS, SCHEMA]
    if what not in known:
        told = f"{nearest(what, known)} ({', '.join(known)})"
        problems.append(Problem(what, f"cannot be listed{told}"))
    named, pack = None, None
    try:
        named = None if game is None else game_named(game)
    except InputError as error:
        problems += error.problems
    try:
        pack = find_pack(folder)
    except InputError as error:
        problems, hint = [*error.problems, *problems], error.hint
    if pack is not None and named not in (None, pack.game):
        problems.append(Problem(f"--pack {folder}", f"this pack belongs to `{pack.game}`"))
    if problems:
        raise InputError(problems, hint)
    names = [pack.game] if pack else [named] if named else [*catalogue.names()]
    if what == GAMES:  # which asks no pack
        rows = [row for name in names for row in _games(catalogue.facts(name))]
        rows += [] if pack or named else _installed([row["game"] for row in rows])
    else:
        packs = [pack] if pack else map(load, names)
        rows = [row for each in packs for row in KINDS[what](each)]
    if as_json:
        show_json(rows, indent=2)
    else:
        show(*_lines(what, rows))


def _lines(what: str, rows: list[Row]) -> list[str]:
    if what == "cards":
        return _card_lines(rows)
    if not rows:
        return ["there are none"]
    header = list(rows[0])
    lines = columns([header, *([_text(row[name]) for name in header] for row in rows)])
    return lines if max(map(len, lines)) <= WIDEST else _blocks(header, rows)


def _blocks(header: list[str], rows: list[Row]) -> list[str]:
    """A few short lines for each row, where a table would not fit a terminal."""
    first, *rest = header
    lines: list[str] = []
    for row in rows:
        filled = [[f"  {name}", _text(row[name])] for name in rest if row[name] not in ("", [])]
        lines += ["", _text(row[first]), *columns(filled)]
    return lines[1:]


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_text(entry) for entry in value)
    return value if isinstance(value, str) else literal(value)


def _games(facts: Facts) -> Iterator[Row]:
    yield {
        "game": catalogue.typed(facts.name),
        "title": facts.title,
        "kind": "co-operative" if facts.cooperative else "competitive",
        "experiments": list(configs.experiments(configs.game_folder(facts.name))),
    }


def _installed(known: Collection[str]) -> Iterator[Row]:
    """What packages name, as far as they say it: none of it is imported."""
    from simulate.own.file.of_others import installed, whose

    for entry in installed():
        if (typed := f"{INSTALLED}:{entry.name}") not in known:
            kind = f"{whose(entry)}; not loaded until it is named"
            yield {"game": typed, "title": "", "kind": kind, "experiments": []}


def _experiments(pack: Pack) -> Iterator[Row]:
    files = configs.experiments(configs.game_folder(pack.game))
    files |= configs.experiments(pack.folder)
    for name, path in files.items():
        data = read(path).data
        varied = [*data.get("factors", {}), *(key for key in ("lineup", "variant") if key in data)]
        yield {
            "experiment": f"{catalogue.typed(pack.game)}/{name}",
            "varies": varied,
            "question": data.get("question", ""),
        }


def _strategies(pack: Pack) -> Iterator[Row]:
    for name, strategy in pack.strategies.items():
        yield {
            "strategy": name,
            "choice": strategy.choice,
            "like": strategy.like,
            "plan": strategy.plan,
            "source": strategy.source,
        }


def _factors(pack: Pack) -> Iterator[Row]:
    for factor in pack.facts.factors:
        yield {
            "factor": factor.name + (" (.SEAT)" if factor.per_seat else ""),
            "usual": factor.default,
            "levels": _levels(factor, pack),
            "meaning": factor.meaning,
        }


def _levels(factor: Factor, pack: Pack) -> str:
    if factor.kind == "strategy":
        return ", ".join(pack.strategies)
    if factor.kind == "party":
        return f"{DEALT}, or {factor.names} joined by +"
    if factor.kind == "card":
        words = [str(level) for level in factor.levels] or [DEALT]
        return f"{', '.join(words)}, or one of the {factor.names}"
    meanings = factor.level_meanings
    if factor.kind == "number":
        named = (f"{level} ({meanings[str(level)]})" for level in factor.levels)
        return ", ".join(["0 to 1", *named])
    return ", ".join(
        f"{_text(level)} ({meanings[str(level)]})" if str(level) in meanings else _text(level)
        for level in factor.levels
    )


def _parameters(pack: Pack) -> Iterator[Row]:
    ranges = pack.ranges()
    for rule in pack.rules.values():
        yield {
            "parameter": rule.path,
            "value": rule.value,
            "allowed": rule.allowed(),
            "unit": rule.unit,
            "source": rule.source,
            "range": ranges[rule.path].text() if rule.path in ranges else "",
            "meaning": rule.note,
        }


def _cards(pack: Pack) -> Iterator[Row]:
    ranges = pack.ranges()
    for section, name, card in each_card(pack.sections):
        for path, value in values(card):
            full = f"cards.{section}.{name}.{path}"
            yield {
                "card": f"{section}.{name}",
                "name": card.get("name", ""),
                "path": full,
                "value": value,
                "source": pack.source_of(full),
                "range": ranges[full].text() if full in ranges else "",
            }


def _card_lines(rows: list[Row]) -> list[str]:
    """Values under the card they belong to."""
    lines: list[str] = []
    cards = dict.fromkeys(row["card"] for row in rows)
    for card in cards:
        of_card = [row for row in rows if row["card"] == card]
        name = f"  {of_card[0]['name']}" if of_card[0]["name"] else ""
        lines += ["", f"cards.{card}{name}"]
        start = len(f"cards.{card}.")
        lines += columns(
            [[f"  {row['path'][start:]}", literal(row["value"]), _whence(row)] for row in of_card]
        )
    return lines[1:]


def _whence(row: Row) -> str:
    """Where a value comes from, and what it could be."""
    return f"{row['source']}; {row['range']}" if row["range"] else row["source"]


def _fitted(pack: Pack) -> Iterator[Row]:
    for path, fit in pack.fits().items():
        yield {
            "value": path,
            "now": written(pack.value(path)),
            "before": fit.before,
            "fitted to": f"{fit.metric} {fit.what}".strip(),
            "player": fit.player,
            "on": fit.on,
            "reason": fit.why,
        }


def _guesses(pack: Pack) -> Iterator[Row]:
    """What nobody has read on the game and what it could be, open numbers first."""
    ranges = pack.ranges()
    for path, span in ranges.items():
        yield {
            "value": path,
            "now": written(pack.value(path)),
            "low": span.low,
            "high": span.high,
            "why": span.why,
            "read it off": span.read_off,
        }


def _sources(pack: Pack) -> Iterator[Row]:
    """Where cited values were found, and how many rest on each; 0: only a guess names it."""
    known = configs.cited_sources(pack.game)
    paths = (path for path in pack.paths() if not path.startswith("strategies."))
    cited = (sources.cited_names(pack.source_of(path), known) for path in paths)
    values = Counter(name for names in cited for name in names)
    for name, entry in known.items():
        yield {
            "source": name,
            "what": entry["what"],
            "address": entry["address"],
            "sure": entry["sure"],
            "values": values[name],
        }


def _effects(pack: Pack) -> Iterator[Row]:
    vocabulary = catalogue.effects(pack.game)
    for name, spec in vocabulary.items():
        takes = spec.choices(vocabulary.says)
        (amount,) = takes.pop("amount", [""])
        yield {
            "effect": name,
            "meaning": spec.meaning,
            "when": list(spec.when),
            "takes": [f"{key}: {' or '.join(allowed)}" for key, allowed in takes.items()],
            "amount": amount,
            "unit": spec.unit,
            "unique": spec.unique,
        }


def _features(pack: Pack) -> Iterator[Row]:
    for name, meaning in catalogue.features(pack.game).items():
        yield {"feature": name, "meaning": meaning}


KINDS: dict[str, Callable[[Pack], Iterator[Row]]] = {
    "experiments": _experiments,
    "strategies": _strategies,
    "factors": _factors,
    "parameters": _parameters,
    "cards": _cards,
    "fitted": _fitted,
    "guesses": _guesses,
    "sources": _sources,
    "effects": _effects,
    "features": _features,
}
