"""Reading a pack from its three files, or from the manifest of a run.

Both ways end in the same checks, so a run that somebody sent is trusted as little as a pack.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from simulate.core.errors import InputError, Problem, command, nearest
from simulate.core.files.disk import check_folder, is_half_done
from simulate.core.game.cardmodel import GuessRange
from simulate.core.game.game_files import is_game_file
from simulate.core.text.locate import Loc
from simulate.core.text.validate import Reporter
from simulate.pack import alternatives, catalogue, configs
from simulate.pack import cards as card_file
from simulate.pack.edit.decided import as_decided
from simulate.pack.pack import Pack, default_strategy, rule_troubles
from simulate.pack.rules import Rule, read_rules, unknown_rule
from simulate.pack.sources import DESIGNER, fit_of, nowhere
from simulate.pack.strategies import Strategy, read_code, read_strategies
from simulate.pack.text.document import Document, around, nearest_file, parsed, read
from simulate.pack.text.formats import DECIDED, format_of

RULES = "rules.toml"
FILES = (RULES, "cards.toml", "strategies.toml")  # of every pack
EVIDENCE = "EVIDENCE.md"
QUESTION = "game.toml"  # what is asked of the pack each day
SCHEMA = "experiment.schema.json"
OF_FILES = ("rules.schema.json", "cards.schema.json")
BESIDE = ("README.md", QUESTION, SCHEMA, *OF_FILES, EVIDENCE)  # what commands write there, too


def files(game: str) -> tuple[str, ...]:
    """The files of a game's pack; its cards may lie in more than one."""
    return tuple(dict.fromkeys((*FILES, *catalogue.facts(game).card_files)))


def from_manifest(game: str, stored: Mapping[str, Any], file: str = "manifest.json") -> Pack:
    """The pack of a finished run, from the `pack` entry of its manifest, which `file` names.

    A run folder may be a stranger's, so all that a pack's files are checked for is checked here
    too; what the rules allow is what the shipped ones do.  Raises InputError that names every
    key of it that no pack could have.
    """
    problems: list[Problem] = []

    def report(section: str) -> Reporter:
        def told(loc: Loc, what: str, _: str = "value") -> Problem:
            way = ".".join(["pack", section, *map(str, loc)])
            return Problem(file, f"damaged: `{way}`: {what}")

        return told

    rules = _stored_rules(stored["rules"], load(game).rules, report("rules"), problems)
    model = catalogue.cards_model(game)
    cards, wrong = card_file.read_cards(model, stored["cards"], report("cards"))
    problems += wrong
    strategies, wrong = read_strategies(
        stored["strategies"],
        catalogue.features(game),
        catalogue.stages(game),
        catalogue.foresight(game),
        default_strategy(game),
        report("strategies"),
    )
    problems += wrong
    if not problems:
        troubles = rule_troubles(game, rules, cards)
        problems += [report("rules")((path,), what, "value") for path, what in troubles]
    missing = {each.file for each in strategies.values() if each.file} - stored["code"].keys()
    gone = "this code is missing"
    problems += [report("code")((name,), gone, "value") for name in sorted(missing)]
    if problems or cards is None:
        raise InputError(problems)
    shown = str(Path(file).parent)
    folder = configs.game_folder(game)
    return Pack(
        game=game,
        folder=folder,
        shown=shown,
        rules=rules,
        sections=stored["cards"],
        cards=cards,
        strategies=strategies,
        code=stored["code"],
        alternatives=stored.get("alternatives", {}),
    )


def _stored_rules(
    stored: Mapping[str, Any],
    shipped: Mapping[str, Rule],
    report: Reporter,
    problems: list[Problem],
) -> dict[str, Rule]:
    """Parameters with the values of a run; what each may be is not asked of the run."""
    rules = {}
    for path, entry in stored.items():
        known = shipped.get(path.removeprefix("rules.")) if path.startswith("rules.") else None
        what = known.refusal(entry["value"]) if known else unknown_rule(path, shipped)
        if known is None or what:
            problems.append(report((path, "value"), what, "value"))
        else:
            written = {key: entry[key] for key in ("value", "source", "note")}
            written["label"] = entry.get("label", known.label)
            span = GuessRange(**entry["range"]) if entry.get("range") else None
            rules[path.removeprefix("rules.")] = replace(known, **written, range=span)
    missing = [rule.path for rule in shipped.values() if rule.path not in stored]
    problems += [report((path,), "this parameter is missing", "key") for path in missing]
    return rules


def load(game: str) -> Pack:
    """The shipped pack of a game; of a designer's own game the one that its file declares."""
    catalogue.facts(game)
    return _shipped(game, configs.game_folder(game), catalogue.cards_model(game))


@cache
def _shipped(game: str, folder: Path, model: type[BaseModel]) -> Pack:
    """The pack that lies there; model: another one once an own game's file was changed."""
    return _load(game, folder, "", None)


def load_folder(path: Path, shown: str = "", texts: Mapping[str, str] = {}) -> Pack:
    """A designer's pack.  Raises InputError with every problem of its three files.

    texts: what stands in files of these names instead, such as what is about to be written.
    """
    shown = shown or str(path)
    game = game_of(path, shown)
    return _load(game, path, shown, load(game), texts)


def own_files(pack: Pack) -> list[Path]:
    """The files of a designer's pack, named from its folder: what a copy of it needs.

    Runs and whatever else lies there are no part of it, and no link is followed out of it.
    """
    names = [*files(pack.game), *pack.code, *BESIDE]
    places = [pack.folder / name for name in names]
    places += configs.experiments(pack.folder).values()
    inside = pack.folder.resolve()
    own = [place for place in places if place.is_file() and inside in place.resolve().parents]
    return [place.relative_to(pack.folder) for place in own]


def game_of(path: Path, shown: str) -> str:
    """The game that a folder says it belongs to, in the first line of its rules.toml."""
    if not path.is_dir():
        what = (
            "this is a file, not a folder"
            if path.exists()
            else (f"there is no such folder{nearest_file(path)}")
        )
        raise InputError([Problem(shown, what)], hint="`simulate new GAME DIR` makes a pack")
    if not any((path / name).is_file() for name in FILES):
        what = f"this folder is no pack: it holds none of {', '.join(FILES)}"
        raise InputError([Problem(shown, what)], hint="`simulate new GAME DIR` makes a pack")
    check_folder(path, shown)
    if is_half_done(path):
        what = "a command that changes this pack was interrupted before all its files were written"
        ends = f"`{command('check', shown, '--upgrade')}` writes the rest"
        raise InputError([Problem(shown, what)], hint=ends)
    document = _read(path, shown, "rules.toml", FILES)
    if path.resolve().parent == configs.folder().resolve() and path.name in catalogue.names():
        return path.name  # a shipped folder is known by its name
    format_of(document)
    game = document.data.get("game")
    if isinstance(game, str):
        catalogue.seek(game, path)
    if game in catalogue.names():
        return str(game)
    if game is None:
        what = (
            f'`game` is missing; the first line must say, such as game = "{catalogue.names()[0]}"'
        )
        raise InputError([document.problem(("game",), what, "key")])
    raise InputError([document.problem(("game",), _unknown(str(game), document.data, shown))])


def _unknown(game: str, rules: Mapping[str, Any], shown: str) -> str:
    """Sentence for the game of a pack that no game is called by."""
    named = designer_file(rules)
    places = (Path(shown), around(Path(shown)))
    beside = (str(place / Path(named or f"{game}.py").name) for place in places)
    file = next((each for each in beside if Path(each).is_file()), named)
    played = command("run", file or f"{game}.py", "--pack", shown)
    if not file:
        return catalogue.unknown_game(game, played)
    checked = command("check", file, "--pack", shown)
    what = f"a pack of your own game holds its numbers; only {file} can play them"
    return f"{what}: `{played}`, or `{checked}`"


def designer_file(rules: Mapping[str, Any]) -> str:
    """The designer's own file that rules.toml names as the source of its numbers; or nothing.

    In a pack of the toolkit's games such a source is just what a person says.
    """
    if rules.get("game") in catalogue.GAMES:
        return ""
    sources = (entry.get("source") for entry in rules.values() if isinstance(entry, Mapping))
    named = (each.removeprefix(f"{DESIGNER}: ") for each in sources if isinstance(each, str))
    return next((file for file in named if is_game_file(file)), "")


def _inside(shown: str, name: str) -> str:
    return f"{shown.rstrip('/')}/{name}"


def _read(folder: Path, shown: str, name: str, known: tuple[str, ...]) -> Document:
    """A file of the pack; where it is missing, the nearest that no pack has may be meant."""
    path = folder / name
    if path.exists():
        return read(path, _inside(shown, name))
    others = [entry.name for entry in folder.iterdir() if entry.name not in known]
    what = f"this file of the pack is missing{nearest(name, others)}"
    raise InputError(
        [Problem(_inside(shown, name), what)],
        hint="`simulate new GAME DIR` makes a whole pack, to copy a file from",
    )


def _load(
    game: str, folder: Path, shown: str, shipped: Pack | None, texts: Mapping[str, str] = {}
) -> Pack:
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    hint = ""
    for name in files(game):
        try:
            where = shown or str(folder)
            if name in texts:
                documents[name] = parsed(texts[name], folder / name, _inside(where, name))
            else:
                documents[name] = _read(folder, where, name, files(game))
        except InputError as error:
            problems += error.problems
            hint = hint or error.hint
    loader = _Loader(game, folder, problems)
    rules = loader.rules(documents.get("rules.toml"), shipped)
    sections = loader.sections([documents.get(name) for name in catalogue.facts(game).card_files])
    cards = loader.cards(sections, shipped is None)
    loader.fits_name_settings(documents.get("rules.toml"), rules, sections)
    loader.rules_hang_together(documents.get("rules.toml"), rules, cards)
    strategies = loader.strategies(documents.get("strategies.toml"))
    if problems or cards is None or sections is None:
        raise InputError(problems, hint)
    code = loader.code(strategies, documents["strategies.toml"])
    if problems:
        raise InputError(problems)
    pack = Pack(
        game=game,
        folder=folder,
        shown=shown,
        rules=rules,
        sections=sections.data,
        cards=cards,
        strategies=strategies,
        code=code,
        alternatives=alternatives.values_of(sections.said),
    )
    if shipped is None:
        return pack
    return as_decided(pack, shipped, older=format_of(documents[RULES]) < DECIDED)


class _Sections:
    """All sections of the cards together, each known by the file that it stands in."""

    def __init__(self, documents: list[Document]) -> None:
        self.documents = documents
        whole = {key: part for each in documents for key, part in each.data.items()}
        self.data, self.said = alternatives.taken_out(whole)

    def problem(self, loc: Loc, what: str, on: str = "value") -> Problem:
        """A problem in the file that has the section, else in the first."""
        holding = [each for each in self.documents if loc and loc[0] in each.data]
        return (holding or self.documents)[0].problem(loc, what, on)

    def twice(self) -> list[Problem]:
        """Sections that stand in two files."""
        files: dict[str, str] = {}
        problems = []
        for document in self.documents:
            for key in document.data:
                if key in files:
                    what = f"`{key}` stands in {files[key]} already"
                    problems.append(document.problem((key,), what, "key"))
                files.setdefault(key, document.shown)
        return problems


class _Loader:
    """Reads file by file; what is wrong is added to `problems`."""

    def __init__(self, game: str, folder: Path, problems: list[Problem]) -> None:
        self.game = game
        self.folder = folder
        self.problems = problems

    def rules(self, document: Document | None, shipped: Pack | None) -> dict[str, Rule]:
        if document is None:
            return {}
        rules, problems = read_rules(document, shipped.rules if shipped else None, self.game)
        self.problems += problems
        return {} if problems else rules

    def fits_name_settings(
        self, document: Document | None, rules: Mapping[str, Rule], sections: _Sections | None
    ) -> None:
        """What was fitted, and where: in settings that the game has, else it is nowhere the fit."""
        facts = catalogue.facts(self.game)
        for name, rule in rules.items():
            fit = fit_of(rule.source)
            if document and fit and (what := nowhere(fit.what, facts)):
                self.problems.append(document.problem((*name.split("."), "source"), what))
        if self.problems or sections is None:
            return
        for section, card, key, fit in card_file.sources_of_fits(sections.data):
            if what := nowhere(fit.what, facts):
                self.problems.append(sections.problem((section, card, "source", key), what))

    def rules_hang_together(
        self, document: Document | None, rules: Mapping[str, Rule], cards: BaseModel | None
    ) -> None:
        """Parameters beside each other and beside the cards, if each by itself is right."""
        if document is None or not rules:
            return
        for path, what in rule_troubles(self.game, rules, cards):
            loc = (*path.removeprefix("rules.").split("."), "value")
            self.problems.append(document.problem(loc, what))

    def sections(self, documents: list[Document | None]) -> _Sections | None:
        """The cards' files as one, or None where one cannot be read."""
        whole = [document for document in documents if document is not None]
        if len(whole) < len(documents):
            return None
        sections = _Sections(whole)
        self.problems += sections.twice()
        return sections

    def cards(self, sections: _Sections | None, shipped: bool) -> BaseModel | None:
        """The cards as the game's model, or None; shipped: each range must hold its value."""
        if sections is None:
            return None
        model = catalogue.cards_model(self.game)
        cards, problems = card_file.read_cards(model, sections.data, sections.problem)
        if not problems:
            problems = card_file.range_problems(model, sections.data, sections.problem, shipped)
            problems += alternatives.problems(model, sections.data, sections.said, sections.problem)
        self.problems += problems
        return cards

    def strategies(self, document: Document | None) -> dict[str, Strategy]:
        if document is None:
            return {}
        strategies, problems = read_strategies(
            document.data,
            catalogue.features(self.game),
            catalogue.stages(self.game),
            catalogue.foresight(self.game),
            default_strategy(self.game),
            document.problem,
        )
        self.problems += problems
        return strategies

    def code(self, strategies: Mapping[str, Strategy], document: Document) -> dict[str, str]:
        code, problems = read_code(strategies, self.folder, document.problem)
        self.problems += problems
        return code
