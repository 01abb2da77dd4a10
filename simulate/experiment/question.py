"""The question of a pack, `game.toml`: what its designer asks of the game each day.

It is written as an experiment is, and laid over the game's usual one, unless another is named: what
it says stands in the place of what that says.  Who types something else has said it last.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from simulate.core.errors import InputError, Problem
from simulate.core.files.budget import SETTINGS
from simulate.core.game.game_files import ENDING
from simulate.core.options import BAND, PACK, SETS
from simulate.core.text.locate import Loc
from simulate.core.text.validate import check, written
from simulate.experiment.context import LEVELS, LINEUP, STRATEGY, flatten
from simulate.experiment.find import ExperimentPlace, is_pack, own_file
from simulate.experiment.model import ExperimentFile, QuestionFile
from simulate.experiment.request import RunRequest
from simulate.pack import catalogue
from simulate.pack.reading import QUESTION
from simulate.pack.text.document import Document, read

HERE = "."
USUAL = ("default", "steps")  # the experiments that a game is played by where none is named
INSTEAD = {"games": "until", "until": "games"}  # how much is played is said in one of two ways
ELSEWHERE = "belongs in an experiment file, experiments/NAME.toml, for `simulate run`"


def asked_in(request: RunRequest) -> list[str]:
    """The folders that may hold the question: of the pack, else of a designer's own file."""
    folder = request.pack if request.question is None else request.question
    if folder == "":
        return []
    file = own_file(request.target or "") or own_file(request.pack or "")
    beside = [str(Path(file).parent)] if file else []
    return [folder, *beside] if folder and not own_file(folder) else beside


def question_for(
    place: ExperimentPlace, folders: Iterable[str], problems: list[Problem]
) -> Document | None:
    """What is asked where an experiment is the usual one: in the first folder with a question.

    Of one that is wrong in itself what is not is taken, so that all is told at once; why goes to
    `problems`.
    """
    folder = next((each for each in folders if Path(each, QUESTION).exists()), None)
    if folder is None or not place.game or place.name not in USUAL:
        return None
    file = Path(folder, QUESTION)
    try:
        shown = QUESTION if folder == HERE else f"{folder.rstrip('/')}/{QUESTION}"
        document = read(file, shown, SETTINGS)
    except InputError as error:
        problems += error.problems
        return None
    if _is_of_neighbour(document, place.game, folder):
        return None
    problems += (wrong := _wrong(document, place.game))
    return replace(document, data=_sound(document, place.game)) if wrong else document


def _is_of_neighbour(document: Document, game: str, folder: str) -> bool:
    """Whether the game of an own file is asked nothing, but another of the same folder is."""
    named = document.data.get("game")
    if game in catalogue.GAMES or not isinstance(named, str) or named == game:
        return False
    return named in catalogue.GAMES or Path(folder, f"{named}{ENDING}").is_file()


def _sound(document: Document, game: str) -> dict[str, Any]:
    """The keys that can be taken; none where another game is meant."""
    data = {"game": game, **document.data}
    if data["game"] != game:
        return {"game": game}
    each = {key: {"game": game, key: value} for key, value in data.items()}
    return {
        key: data[key]
        for key, one in each.items()
        if not check(QuestionFile, one, document.problem)[1]
    }


def _wrong(document: Document, game: str) -> list[Problem]:
    others = [key for key in ExperimentFile.model_fields if key not in QuestionFile.model_fields]
    found = [key for key in others if key in document.data]
    wrong = [document.problem((key,), f"`{key}` {ELSEWHERE}", "key") for key in found]
    rest = {key: value for key, value in document.data.items() if key not in found}
    _, problems = check(QuestionFile, rest, document.problem)
    named = rest.get("game")
    if isinstance(named, str) and named != game:
        whose = "this pack belongs to" if game in catalogue.GAMES else "beside this file stands"
        what = f"{whose} the game `{game}` (found `{named}`)"
        wrong.append(document.problem(("game",), what))
    return [*wrong, *problems]


def laid_over(data: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """An experiment with what a question says in the place of its own."""
    plain = {key: value for key, value in asked.items() if key not in LEVELS}
    laid = {**data, **plain}
    for way, other in INSTEAD.items():
        if way in asked and other not in asked:
            laid.pop(other, None)
    named = {name for part in LEVELS for name in asked.get(part, {})}
    for part in LEVELS:
        own = data.get(part, {})
        kept = own
        if isinstance(own, Mapping):
            kept = {name: value for name, value in own.items() if not _is_named(name, named)}
            kept |= asked.get(part, {})
        laid[part] = kept
    if STRATEGY in named:
        laid.pop(LINEUP, None)
    return laid


def _is_named(name: str, named: Iterable[str]) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in named)


def places(asked: Mapping[str, Any]) -> list[Loc]:
    """Where an experiment says what a question has said."""
    keys: list[Loc] = [(key,) for key in asked if key not in LEVELS]
    return [*keys, *((part, name) for part in LEVELS for name in asked.get(part, {}))]


def sets(asked: Mapping[str, Any]) -> Iterator[str]:
    """Each level of a question, as `--set` has it."""
    for part in LEVELS:
        for name, value, _ in flatten(asked.get(part, {}), ()):
            levels = value if part == "factors" and isinstance(value, list) else [value]
            yield f"{name}={','.join(map(_typed, levels))}"


def _typed(level: Any) -> str:
    return level if isinstance(level, str) else written(level)


def unsaid(asked: Mapping[str, Any], by_itself: Iterable[str]) -> list[str]:
    """The options that need not be typed, as the pack says the same; `--target` means all of them.

    by_itself: those that stand for keys of which nothing was typed.
    """
    said = [shlex.join([SETS.typed, text]) for text in sets(asked)]
    return [*by_itself, *said, *([BAND.typed] if "target" in asked else [])]


def in_short(
    verb: str, target: str, options: Iterable[Sequence[str]], unsaid: Sequence[str] | None
) -> str:
    """A command without what the pack says itself; whole where no pack with a question is asked."""
    options = [*options]
    pack = next((option[1] for option in options if option[0] == PACK.typed), None)
    words = [target]
    if unsaid is not None and pack is not None and target in catalogue.names():
        words = [] if pack == HERE else [_as_target(pack)]
        said = {PACK.typed, *unsaid}
        options = [o for o in options if o[0] not in said and shlex.join(o) not in said]
    return shlex.join(["simulate", verb, *words, *chain.from_iterable(options)])


def _as_target(pack: str) -> str:
    """The folder of a pack, which stands where a game does, and may be called like one."""
    return f"./{pack}" if pack.partition("/")[0] in catalogue.names() else pack


def is_of_this_folder(target: str | None) -> bool:
    """Whether the pack in the current folder is meant: it is there, and nothing else is named."""
    if target is not None:
        is_game = target.partition("/")[0] in catalogue.names()
        if is_game or target.endswith(".toml") or Path(target).exists():
            return False
    return is_pack(HERE)
