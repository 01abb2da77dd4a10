"""`simulate new`, `edit --card`, `check`, `list schema`: a designer's folder of TOML files.

Called by `commands`.  A pack is only read and copied here; what a value may be is checked by
`simulate.pack`, which every other command uses as well.
"""

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from simulate.cli.change import game_file
from simulate.cli.change.question_text import question_text
from simulate.cli.change.upgrading import upgrade
from simulate.cli.shared.answer import VALID, answer
from simulate.cli.shared.say import show, show_json
from simulate.cli.shared.table import columns
from simulate.core.errors import InputError, Problem, RunError, command, nearest
from simulate.core.files import disk
from simulate.core.text.letters import Known
from simulate.core.text.validate import literal, not_one_of
from simulate.experiment import RunRequest, load, schema
from simulate.experiment.find import know_own, own_file
from simulate.experiment.plan import Plan, build
from simulate.pack import (
    SOURCE_KINDS,
    Pack,
    catalogue,
    configs,
    differences,
    files,
    game_of,
    load_folder,
    load_unfitted,
)
from simulate.pack import load as load_pack
from simulate.pack.edit import stub, unfitted
from simulate.pack.reading import QUESTION, RULES, SCHEMA, designer_file
from simulate.pack.text import schemas
from simulate.pack.text.document import read
from simulate.pack.text.formats import FORMAT, format_of, headed
from simulate.store import folders

PACK, EXPERIMENT = "pack", "experiment"
SCHEMA_LINE = f"#:schema ../{SCHEMA}\n"

README = """\
# A changed game of {title}

Everything here is yours to edit. `simulate check {folder}` says whether it fits together and
what differs from the shipped game; `simulate run --pack {folder}` plays it and writes a report.

| File | What it holds |
|---|---|
| `rules.toml` | every number of the rules: change a `value`, within the bounds beside it |
{cards}
| `strategies.toml` | who plays: a plan in words and weights over features |
| `game.toml` | what you ask each day: players, strategy, targets, games |
| `experiments/` | what is compared; `simulate run {game}/NAME --pack {folder}` plays one of them |

Each value names its `source`. For a value of your own write `designer: ` and why; a guess is a
`stand-in: ` and may say in `range` (on cards: `ranges`, `alternatives`) what it could be.

Each day, in this folder: run it as it is, change `value` under one heading in `rules.toml`, run
again, and ask whether it helped:

```
simulate run
simulate run
simulate compare
```

What `game.toml` says need not be typed; an option on the command line overrides it. `simulate
advise` looks for changes that bring the game to the targets there.
"""

README_OWN = """\
# The numbers of {title} as files

What `{file}` declares, to try other numbers without touching it: change a `value` in `rules.toml`,
a number in `cards.toml`, or who plays in `strategies.toml`, and play that instead of what the file
says:

```
{played}
```

A value that stays belongs into the file. Where that has changed, make this folder anew.
"""


def new_command(game: str, folder: str) -> None:
    """Copy the pack of a game into a new or empty folder: GAME, GAME/unfitted or an own file."""
    target = Path(folder)
    problems: list[Problem] = []
    texts: dict[str, str] = {}
    file = game if own_file(game) == game else ""
    try:
        game = know_own(file) if file else game
        texts = _texts(game)
    except InputError as error:
        problems += error.problems
    problems += _folder_problems(target, folder)
    if problems:
        raise InputError(problems)
    try:
        if file:
            held = _copied_own(game, texts, command("run", file, "--pack", folder))
        else:
            held = _copied(game.partition("/")[0], texts, folder, unfitted.is_name(game))
        folders.fill(target, held)
    except OSError as error:
        raise RunError(f"{folder} could not be filled: {error.strerror or error}") from error
    files = [path.relative_to(target) for path in sorted(target.rglob("*")) if path.is_file()]
    show(f"{target}", *(f"  {path}" for path in files))
    if file:
        show(f"next: edit, then `{command('run', file, '--pack', folder)}`")
        return
    checked, played = command("check", folder), command("run", "--pack", folder)
    show(f"next: edit, then `{checked}` and `{played}`; there `simulate run` is enough")
    ask = command("edit", folder)
    show(f"if you own the game: `{ask}` asks you for the numbers that are guesses here")


def not_of_own_game(folder: str) -> None:
    """Refuse to change a designer's own game, or a pack of it.  Raises InputError."""
    what = ""
    if own_file(folder):
        what = "its numbers stand in the file, or in a spreadsheet that it reads: change them there"
    elif (rules := Path(folder, RULES)).is_file() and (file := designer_file(read(rules).data)):
        what = f"is a pack of your own game: change a value in its files, or in {file} for good"
    if what:
        raise InputError([Problem(folder, what)])


def to_be_changed(folder: str) -> None:
    """Refuse what is no pack to change; end first what another command has begun to change there.

    Raises InputError.
    """
    not_of_own_game(folder)
    disk.recover(Path(folder))


def only_with_card(like: str | None) -> None:
    """Refuse an option that says something of a card where none is added."""
    if like is not None:
        raise InputError([Problem(f"--like {like}", "goes with --card KIND")])


def card_name(words: Sequence[str] | None) -> str:
    """The one name of a card to be added."""
    if words is None or len(words) != 1:
        what = 'with --card one name stands behind the folder, such as `DIR "Night Watch"`'
        raise InputError([Problem("NAME", what)])
    return words[0]


def card_command(folder: str, name: str, kind: str, like: str | None) -> None:
    """Add a card to a pack, as a shipped one is, under a name of its own."""
    to_be_changed(folder)
    pack = load_folder(Path(folder), folder)
    file, text, path = stub.with_card(pack, kind, name, like)
    try:
        load_folder(pack.folder, folder, {file: text})
    except InputError as error:
        said = dict.fromkeys(f"no card can be added here: {p.what}" for p in error.problems)
        raise InputError(Problem(f"--card {kind}", what) for what in said) from None
    put(pack.folder / file, text, folder)
    effects, checked = command("list", "effects", pack.game), command("check", folder)
    show(f"{folder}: {path} stands at the end of {file}")
    show(f"next: change it there (what a card can do: `{effects}`), then `{checked}`")


def put(file: Path, text: str, shown: str) -> None:
    """Put a text in the place of a file, whole or not at all.  Raises RunError."""
    try:
        disk.rewrite(file, text)
    except OSError as error:
        raise RunError(f"{shown}/{file.name} could not be written: {error.strerror}") from error


def put_all(folder: Path, texts: Mapping[str, str], shown: str) -> None:
    """Put texts in the places of files of a pack, all of them or none.  Raises RunError."""
    try:
        disk.rewrite_all(folder, texts)
    except OSError as error:
        files = ", ".join(f"{shown.rstrip('/')}/{name}" for name in texts)
        what = f"could not be written: {error.strerror or error}; nothing was changed"
        raise RunError(f"{files} {what}") from error


def _folder_problems(target: Path, shown: str) -> list[Problem]:
    if not shown.strip():
        return [Problem("DIR", "needs the name of a new or empty folder")]
    return [Problem(shown, problem.what) for problem in folders.out_problems(target)]


def _texts(name: str) -> dict[str, str]:
    """The files of a shipped pack by their names."""
    if unfitted.is_name(name):
        load_unfitted(name)  # says what is wrong with it
        return unfitted.texts(name)
    if name not in catalogue.names():
        raise InputError([Problem(name, catalogue.unknown_game(name))])
    source = configs.game_folder(name)
    return {file: disk.text(source / file) for file in files(name)}


def _copied(
    game: str, texts: Mapping[str, str], shown: str, changed: bool
) -> Iterator[tuple[str, str]]:
    """What a copy holds, by its path there; changed: the texts are not the shipped ones."""
    source = configs.game_folder(game)
    yield from _headed(game, texts)
    for path in configs.experiments(source).values():
        text = disk.text(path)
        if changed and any("set" in entry for entry in read(path).data.get("variant", [])):
            show(f"left out: {path.name}, whose variants are made for the shipped values")
            continue
        known = text if text.startswith("#:schema") else SCHEMA_LINE + text
        yield f"experiments/{path.name}", known
    yield from ((path.name, disk.text(path)) for path in source.glob("*.py"))
    yield from _schemas(game).items()
    facts = catalogue.facts(game)
    listed = [f"| `{name}` | {meaning} |" for name, meaning in facts.card_files.items()]
    cards = "\n".join(listed)
    title, folder = facts.title, shlex.quote(shown)
    yield "README.md", README.format(title=title, game=game, folder=folder, cards=cards)
    yield QUESTION, question_text(game)


def _copied_own(game: str, texts: Mapping[str, str], played: str) -> Iterator[tuple[str, str]]:
    """The same of what an own file declares; played: what plays it."""
    own = catalogue.own(game)
    assert own is not None, "its texts were requested before they were read"
    yield from _headed(game, texts)
    for kind, of_kind in schemas.of_game(game).items():
        yield schemas.file_name(kind), _as_text(of_kind)
    title, file = own.facts.title, own.source.file
    yield "README.md", README_OWN.format(title=title, file=file, played=played)


def _headed(game: str, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The files of a pack, each below what editors look for."""
    first = schemas.heads(game)
    for name, text in texts.items():
        yield name, first.get(name, "") + (headed(text, game) if name == RULES else text)


def _schemas(game: str) -> dict[str, str]:
    """The schemas that lie beside a pack, by the names of their files."""
    of_game = schemas.of_game(game).items()
    beside = {schemas.file_name(kind): _as_text(of_kind) for kind, of_kind in of_game}
    return {SCHEMA: _as_text(schema())} | beside


@dataclass(frozen=True)
class _Checked:
    """A pack or an experiment that is sound.

    cells: how many each experiment of it has.  changed: how it was brought to today's format, line
    by line.
    """

    kind: str
    shown: str
    pack: Pack
    cells: dict[str, int]
    notes: list[str]
    changed: Sequence[str] = ()


def check_command(
    path: str,
    pack: str | None,
    as_json: bool = False,
    skip_unchanged: bool = False,
    to_upgrade: bool = False,
    to_solve: bool = False,
) -> None:
    """Check a pack with its experiments, one experiment, or a designer's own game; bring a pack to
    today's format.
    """
    file = path if own_file(path) == path else ""
    if to_solve and not file:
        raise InputError([Problem("--solve", "goes with the file of a game of your own")])
    if file:
        if pack is None or not as_json or to_upgrade:
            game_file.check_command(path, as_json, to_upgrade, to_solve)
        if pack is None:
            return
        path, pack = pack, None

    def checked() -> _Checked:
        if file and as_json:
            game_file.checked(file)
        if to_upgrade:
            return _upgraded(path, pack, skip_unchanged)
        return _checked(path, pack, skip_unchanged)

    if as_json:
        answer("check", lambda: _as_data(checked()))
    else:
        show(*_lines(checked()))


def _upgraded(path: str, pack: str | None, skip: bool) -> _Checked:
    if pack is not None or (Path(path).exists() and not Path(path).is_dir()):
        raise InputError([Problem("--upgrade", "goes with the folder of a pack, without --pack")])
    target = Path(path)

    def check(folder: Path) -> _Checked:
        return checked_pack(path if folder == target else str(folder), folder, skip)

    changed, checked = upgrade(target, path, check, _schemas)
    return replace(checked, changed=changed)


def _checked(path: str, pack: str | None, skip: bool) -> _Checked:
    """What was checked; skip: variants that change nothing are left out, as `run` does then."""
    target = Path(path)
    if unfitted.is_name(path) and not target.exists():
        return _Checked(kind=PACK, shown=path, pack=load_unfitted(path), cells={}, notes=[])
    known = {QUESTION} | {name for game in catalogue.names() for name in files(game)}
    if target.name in known and target.is_file() and target.resolve().parent.name != "experiments":
        path, target = str(target.parent), target.parent
    if target.suffix == ".toml" or (not target.exists() and "." in target.name):
        plan = _planned(RunRequest(path, pack, skip_unchanged=skip, verb="check"))
        return _Checked(
            kind=EXPERIMENT,
            shown=path,
            pack=plan.pack,
            cells={plan.name: len(plan.cells)},
            notes=_notes(plan),
        )
    return checked_pack(path, target, skip)


def _planned(request: RunRequest) -> Plan:
    """What `simulate run` would play, and beside it; InputError where it would refuse."""
    plan = build(load(request))
    if plan.guesses or plan.confirm_with:
        from simulate.run.play import besides

        besides(plan)
    return plan


def _notes(plan: Plan) -> list[str]:
    return [note.removeprefix("note: ") for note in plan.notes]


def checked_pack(path: str, target: Path, skip: bool) -> _Checked:
    """A pack that is sound, with its experiments.  Raises InputError with all that is wrong.

    path: how it is told; skip: variants that change nothing are left out.
    """
    problems: list[Problem] = []
    counted: dict[str, int] = {}
    notes: list[str] = []
    game, pack, hint = game_of(target, path), None, ""
    try:
        pack = load_folder(target, path)
    except InputError as error:
        problems += error.problems
        hint = error.hint
    known = Known()
    for name in configs.experiments(target):
        shown = f"{path.rstrip('/')}/experiments/{name}.toml"
        if what := known.refusal(name):
            problems.append(Problem(shown, f"the experiment `{name}` {what}"))
        try:
            plan = _planned(RunRequest(shown, path, skip_unchanged=skip, verb="check"))
            counted[name] = len(plan.cells)
            notes += [f"experiment {name}: {note}" for note in _notes(plan)]
        except InputError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if (target / QUESTION).exists():
        counted |= _asked(path, skip, problems, notes)
    problems += _stray_files(game, target, path)
    if problems or pack is None:
        raise InputError(problems, hint)
    if (number := format_of(read(target / RULES))) < FORMAT:
        renewed = command("check", path, "--upgrade")
        notes.append(f"of format {number}: `{renewed}` brings it to today's keys, format {FORMAT}")
    return _Checked(kind=PACK, shown=path, pack=pack, cells=counted, notes=notes)


def _asked(path: str, skip: bool, problems: list[Problem], notes: list[str]) -> dict[str, int]:
    """How many cells the question of a pack has; what is wrong with it goes to `problems`."""
    try:
        plan = _planned(RunRequest(None, path, skip_unchanged=skip, verb="check"))
    except InputError as error:
        problems += [problem for problem in error.problems if problem not in problems]
        return {}
    notes += [f"{QUESTION}: {note}" for note in _notes(plan)]
    return {QUESTION: len(plan.cells)}


def _as_data(checked: _Checked) -> dict[str, Any]:
    """What was checked, for `--json`."""
    pack = checked.pack
    changed = differences(pack, load_pack(pack.game))
    summary = {
        "kind": checked.kind,
        "game": pack.game,
        "cells": checked.cells,
        "values": _counted(pack),
        "differences": [asdict(entry) for entry in changed],
        "code": [name for name, strategy in pack.strategies.items() if strategy.file],
    }
    return {
        "status": VALID,
        "notes": [*checked.changed, *checked.notes],
        "checked": summary,
    }


def _lines(checked: _Checked) -> list[str]:
    """What was checked, in words."""
    if checked.kind == PACK:
        lines = _pack_lines(checked.pack, checked.shown, checked.cells)
        return [*checked.changed, *lines, *checked.notes]
    number = sum(checked.cells.values())
    cells = "1 cell" if number == 1 else f"{number:,} cells"
    said = f"{checked.shown}: a valid experiment of {checked.pack.facts.title}, {cells}"
    return [*checked.notes, said, *_code_lines(checked.pack)]


def _stray_files(game: str, target: Path, shown: str) -> list[Problem]:
    """TOML files that nothing reads: a misspelt name would be silently ignored."""
    known = (*files(game), QUESTION)
    return [
        Problem(
            f"{shown.rstrip('/')}/{path.name}",
            f"no file of a pack has this name{nearest(path.name, known)} "
            f"({', '.join(known)}; experiments lie in experiments/)",
        )
        for path in configs.tables(target)
        if path.name not in known
    ]


def _pack_lines(pack: Pack, path: str, experiments: dict[str, int]) -> list[str]:
    listed = ", ".join(f"{name} ({count} cells)" for name, count in experiments.items()) or "none"
    lines = [f"{path}: a valid pack of {pack.facts.title}", f"experiments: {listed}"]
    lines += [f"values: {', '.join(f'{n} {kind}' for kind, n in _counted(pack).items())}"]
    lines += _code_lines(pack)
    changed = differences(pack, load_pack(pack.game))
    if not changed:
        return [*lines, "no value differs from the shipped game"]
    values = "1 value differs" if len(changed) == 1 else f"{len(changed)} values differ"
    rows = [
        [f"  {entry.path}:", f"{_side(entry.shipped)} -> {_side(entry.value)}"] for entry in changed
    ]
    return [*lines, f"{values} from the shipped game (shipped -> yours):", *columns(rows)]


def _counted(pack: Pack) -> dict[str, int]:
    """How many values come from where: rulebook, cited, stand-in, fitted, designer."""
    counted = pack.provenance()
    parts = [counted["rules"], *counted["cards"].values()]
    return {kind: sum(part.get(kind, 0) for part in parts) for kind in SOURCE_KINDS}


def _code_lines(pack: Pack) -> list[str]:
    """Which strategies are programs, and that these run only when they are allowed."""
    files = [
        f"`{name}` ({strategy.file})" for name, strategy in pack.strategies.items() if strategy.file
    ]
    if not files:
        return []
    return [
        f"holds Python code: {', '.join(files)}; it runs only with --allow-code, and can then do "
        "whatever you can: read it first"
    ]


def _side(value: Any) -> str:
    return "(not there)" if value is None else literal(value)


def schema_command(what: str) -> None:
    """Print a JSON Schema: of an experiment, of rules or cards, or of what is read by programs."""
    from reports.tables import shape
    from simulate.cli.shared import answer as answers

    known: dict[str, Callable[[], dict[str, Any]]] = {
        EXPERIMENT: schema,
        "report": shape.schema,
        "answer": answers.schema,
    }
    if own_file(what):
        know_own(what)
    for game in catalogue.names():
        word = catalogue.typed(game)
        known[f"{word}/{schemas.RULES}"] = partial(schemas.rules_schema, game)
        known[f"{word}/{schemas.CARDS}"] = partial(schemas.cards_schema, game)
    if what not in known:
        raise InputError([Problem(what, not_one_of("SCHEMA", what, list(known)))])
    show_json(known[what](), indent=2)


def _as_text(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
