"""Reference pages, made from what the code declares: nothing on them is written by hand.

`pages()` gives every page by its path, as Markdown.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

import typer

from reports.tables.shape import schema as report_schema
from simulate.cli.commands import app
from simulate.cli.helptext import EXIT_CODES
from simulate.cli.shared.answer import schema as answer_schema
from simulate.core.game.cardmodel import GuessRange
from simulate.core.game.facts import ROLES, Column
from simulate.core.text.validate import literal
from simulate.experiment import schema as experiment_schema
from simulate.pack import Pack, catalogue, configs, load
from simulate.pack.cards import each_card, values
from simulate.pack.text.document import read
from simulate.pack.text.keys import cards_schema
from simulate.pack.text.labels import label

FOLDER = "reference"
MADE = "*Made from the code by `make docs`.*"
Row = Sequence[Any]


def pages(games: Iterable[str] | None = None) -> dict[str, str]:
    """Path below `docs/` -> Markdown of every page of the reference; of some games, or of all."""
    made = {"commands": commands(), "schemas": schemas(), "roles": roles()}
    for game in catalogue.names() if games is None else games:
        pack = load(game)
        for kind, page in OF_A_GAME.items():
            made[f"{game}-{kind}"] = page(pack)
    return {f"{FOLDER}/{name}.md": "\n".join(lines) + "\n" for name, lines in made.items()}


def table(head: Row, rows: Iterable[Row]) -> list[str]:
    """A table; nothing where there are no rows."""
    filled = [[_cell(each) for each in row] for row in rows]
    if not filled:
        return []
    lines = [list(map(_cell, head)), ["---"] * len(head), *filled]
    return ["", *(f"| {' | '.join(line)} |" for line in lines), ""]


def _cell(value: Any) -> str:
    """Text that cannot break the table, or be taken for tags."""
    text = value if isinstance(value, str) else literal(value)
    return re.sub(r"\s+", " ", text).replace("|", "\\|").replace("<", "&lt;").strip()


def whence(source: str, range: GuessRange | None) -> str:
    """Where a value comes from, and what a guess could be."""
    return f"{source}; {range.text()}" if range else source


def code(text: str) -> str:
    return f"`{text}`" if text else ""


# Of all games


def commands() -> list[str]:
    """Every command with its arguments, options, examples and exit codes, as `--help` has them."""
    lines = ["# Commands", "", MADE]
    found = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name, command in found.items():
        lines += ["", f"## {name}", "", command.short_help or "", "", "```text"]
        lines += [*_help(command.help).split("\n"), "```"]
        rows = [
            (", ".join(code(o) for o in each.opts if o[0] == "-"), each.metavar or "", each.help)
            for each in command.params
            if each.help
        ]
        lines += table(("Option", "Value", "Meaning"), rows)
    return [*lines, "", "## Exit codes", "", "```text", _help(EXIT_CODES), "```"]


def _help(text: str | None) -> str:
    """Help without the marks that keep its lines."""
    return (text or "").replace("\b\n", "").strip()


def schemas() -> list[str]:
    """Keys of an experiment file, of report.json and of what `--json` prints."""
    lines = ["# Files: experiment, report.json, answers", "", MADE]
    for title, whole in (
        ("An experiment file", experiment_schema()),
        ("report.json", report_schema()),
        ("What `--json` prints", answer_schema()),
    ):
        lines += ["", f"## {title}", *_of_schema(whole, "###")]
    return lines


def _of_schema(whole: Mapping[str, Any], mark: str) -> list[str]:
    lines = _keys(whole)
    for name, part in sorted(whole.get("$defs", {}).items()):
        if "properties" in part:
            said = part.get("description", "").split("\n")[0]
            lines += ["", f"{mark} {name}", "", _cell(said), *_keys(part)]
    return lines


def _keys(part: Mapping[str, Any]) -> list[str]:
    must = part.get("required", ())
    rows = [
        (code(key), _kind(spec), "yes" if key in must else "", spec.get("description", ""))
        for key, spec in part.get("properties", {}).items()
    ]
    return table(("Key", "What it may be", "Must be there", "Meaning"), rows)


def _kind(spec: Mapping[str, Any]) -> str:
    """What a value may be, in a few words."""
    if "$ref" in spec:
        return spec["$ref"].rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in spec:
            return " or ".join(dict.fromkeys(_kind(each) for each in spec[several]))
    if "const" in spec or "enum" in spec:
        return ", ".join(literal(each) for each in spec.get("enum", [spec.get("const")]))
    if spec.get("type") == "array":
        return f"list of {_kind(spec.get('items', {}))}"
    bounds = [f"{word} {spec[key]}" for key, word in BOUNDS.items() if key in spec]
    return " ".join([str(spec.get("type", "anything")), *bounds])


BOUNDS = {
    "minimum": "from",
    "exclusiveMinimum": "above",
    "maximum": "to",
    "exclusiveMaximum": "below",
}


def roles() -> list[str]:
    """What a column may be to the analysis."""
    rows = [(code(role), meaning) for role, meaning in ROLES.items()]
    return ["# Roles of columns", "", MADE, *table(("Role", "What a column of it is"), rows)]


# Of one game


def numbers(pack: Pack) -> list[str]:
    """Every number of the rules: what it is called, what it may be, where it comes from."""
    ranges = pack.ranges()
    rows = [
        (
            f"{label(pack, rule.path)} ({code(rule.path)})",
            rule.value,
            f"{rule.allowed()} {rule.unit}",
            whence(rule.source, ranges.get(rule.path)),
            rule.note,
        )
        for rule in pack.rules.values()
    ]
    head = ("Number", "Value", "May be", "Source", "Note")
    return [f"# {pack.facts.title}: numbers of the rules", "", MADE, *table(head, rows)]


def cards(pack: Pack) -> list[str]:
    """Every value of every card with its source."""
    lines = [f"# {pack.facts.title}: cards", "", MADE]
    ranges, last = pack.ranges(), ""
    for section, name, card in each_card(pack.sections):
        if section != last:
            lines += ["", f"## {section}"]
            last = section
        lines += ["", f"### {_cell(str(card.get('name', name)))} ({section}.{name})"]
        rows = []
        for inner, value in values(card):
            path = f"cards.{section}.{name}.{inner}"
            rows.append((code(inner), value, whence(pack.source_of(path), ranges.get(path))))
        lines += table(("Value", "Is", "Source"), rows)
    return lines


def columns(pack: Pack) -> list[str]:
    """The columns of both tables of a run."""
    facts = pack.facts
    lines = [f"# {facts.title}: columns", "", MADE]
    for kind, found in (("games", facts.games_columns), ("seats", facts.seats_columns)):
        lines += ["", f"## `{kind}`", *_columns(found)]
    rows = [(code(name), meaning) for name, meaning in facts.end_reasons.items()]
    return [*lines, "", "## How a game ends", *table(("Reason", "Meaning"), rows)]


def _columns(found: Iterable[Column]) -> list[str]:
    rows = [(code(c.name), c.dtype, code(c.role), c.unit, c.meaning) for c in found]
    return table(("Column", "Type", "Role", "Unit", "Meaning"), rows)


def words(pack: Pack) -> list[str]:
    """What may vary, what cards are made of, who plays, what is decided and told."""
    facts = pack.facts
    lines = [f"# {facts.title}: settings, effects, players, events", "", MADE]
    factors = [
        (code(f.name), f.default, ", ".join(map(str, f.levels)), f.meaning) for f in facts.factors
    ]
    lines += ["", "## Settings", *table(("Name", "Usual", "May be", "Meaning"), factors)]
    lines += ["", "## Effects of cards", *_effects(pack)]
    lines += ["", "## Players", *_players(pack)]
    lines += ["", "## Decisions", "", "As the event log calls them."]
    decisions = [(code(point.name), point.meaning) for point in facts.decision_points]
    lines += table(("Decision", "Meaning"), decisions)
    lines += ["", "## Events of the event log"]
    return lines + table(("Event", "Meaning"), ((code(k), v) for k, v in facts.events.items()))


def _effects(pack: Pack) -> list[str]:
    vocabulary, borne = catalogue.effects(pack.game), _borne(pack)
    rows = []
    for name, spec in vocabulary.items():
        takes = spec.choices(vocabulary.says)
        said = "; ".join(
            f"{key}{' (optional)' if key in spec.optional else ''}: {' or '.join(map(str, some))}"
            for key, some in takes.items()
        )
        cards = ", ".join(borne.get(name, ())) + (f" (alone: {spec.unique})" if spec.unique else "")
        asks = spec.asks or "none"
        rows.append((code(name), spec.meaning, ", ".join(spec.when), said, spec.unit, asks, cards))
    head = ("Effect", "Meaning", "When", "Takes", "Unit of the amount", "Choice", "On")
    return [*table(head, rows), *_words_of_effects(pack)]


def _borne(pack: Pack) -> dict[str, dict[str, None]]:
    """The cards that have each effect."""
    borne: dict[str, dict[str, None]] = {}
    for _, name, card in each_card(pack.sections):
        does = {value for inner, value in values(card) if inner.endswith(".do")}
        for effect in does:
            borne.setdefault(str(effect), {})[str(card.get("name", name))] = None
    return borne


# Lists of a vocabulary that explain a word of an ability, and the key that it stands under.
EXPLAINED = {"MOMENTS": "when", "WITH": "with", "CONDITIONS": "if", "REACHES": "reach"}
EXPLAINED |= {"AIMS": "aim", "TURNS": "turn"}


def _words_of_effects(pack: Pack) -> list[str]:
    """What the words mean that an ability or an effect takes."""
    vocabulary = import_module(f"simulate.games.{pack.facts.package}.cards.vocabulary")
    lists = {key: getattr(vocabulary, name, ()) for name, key in EXPLAINED.items()}
    for key, said in catalogue.effects(pack.game).says.items():
        lists[key] = getattr(said, "words", ())
    rows = [
        (code(key), code(word), meaning)
        for key, words in lists.items()
        if isinstance(words, Mapping)
        for word, meaning in words.items()
    ]
    return ["", "### Words of effects", *table(("Key", "Word", "Meaning"), rows)]


def _players(pack: Pack) -> list[str]:
    rows = [(code(name), s.choice, s.like or "", s.plan) for name, s in pack.strategies.items()]
    lines = table(("Player", "Chooses by", "Like", "Plan"), rows)
    weights = catalogue.features(pack.game).items()
    lines += ["", "### What a player may weigh"]
    return lines + table(("Weight", "Meaning"), ((code(k), v) for k, v in weights))


def files(pack: Pack) -> list[str]:
    """What the files of a pack may hold, and the experiments that are shipped."""
    lines = [f"# {pack.facts.title}: files of a pack", "", MADE, "", "## Experiments"]
    found = configs.experiments(configs.game_folder(pack.game))
    rows = [(code(f"{pack.game}/{n}"), read(p).data.get("question", "")) for n, p in found.items()]
    lines += table(("Experiment", "Question"), rows)
    listed = {"rules.toml": "every number of the rules", **pack.facts.card_files}
    listed |= {"strategies.toml": "who plays: a plan in words and weights"}
    lines += ["", "## Files", *table(("File", "Holds"), ((code(k), v) for k, v in listed.items()))]
    return [*lines, "", "## What a card may hold", *_of_schema(cards_schema(pack.game), "###")]


OF_A_GAME: dict[str, Callable[[Pack], list[str]]] = {
    "numbers": numbers,
    "cards": cards,
    "columns": columns,
    "words": words,
    "files": files,
}
