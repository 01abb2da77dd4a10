"""Resolve the EXPERIMENT argument to a pack and an experiment file."""

from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote

from simulate.core.errors import InputError, Problem, nearest
from simulate.core.game.game_files import ENDING, is_of_others
from simulate.pack import Pack, catalogue, configs, game_of, load, load_folder, load_unfitted
from simulate.pack.edit import unfitted
from simulate.pack.reading import FILES
from simulate.pack.text.document import Document, read

TARGETS = "EXPERIMENT is a game, GAME/NAME, a pack, an experiment file (.toml) or a game file (.py)"


@dataclass(frozen=True)
class ExperimentPlace:
    """Where an experiment is.

    typed: how `simulate run` is told to find it again; game: "" if only the file says it.
    """

    path: Path
    shown: str
    name: str
    typed: str
    game: str = ""


def is_pack(target: str) -> bool:
    """Whether the target is the folder of a pack."""
    if target.partition("/")[0] in catalogue.names() or not Path(target).is_dir():
        return False
    return any(Path(target, name).is_file() for name in FILES)


def find_pack(text: str | None) -> Pack | None:
    """The pack that `--pack` names: a folder, GAME/unfitted, or a designer's own game; or None."""
    if text is None:
        return None
    if own_file(text):
        return load(know_own(text))
    if unfitted.is_name(text) and not Path(text).exists():
        return load_unfitted(text)
    return load_folder(Path(text), text)


def stand_in(text: str) -> Pack | None:
    """The shipped pack in the place of a designer's that cannot be read.

    None where not even the game is known that it belongs to.
    """
    if own_file(text):
        return None
    try:
        shipped = load(game_of(Path(text), text))
    except InputError:
        return None
    return replace(shipped, folder=Path(text), shown=text, _resolved={})


def find_place(target: str | None, pack: Pack | None, verb: str) -> ExperimentPlace:
    """The experiment file that a target means; a named one is looked for in the pack first.

    verb: the command that asks.
    """
    if target is None:
        if pack is None:
            games = ", ".join(catalogue.names())
            what = f"nothing to run was named (games: {games}); {TARGETS}"
            raise InputError(
                [Problem("EXPERIMENT", what)], hint=f"`simulate {verb} --help` has examples"
            )
        return _named(pack.game, "default", pack)
    if own_file(target):
        return _of_own_file(target, pack)
    game, slash, name = target.partition("/")
    if target.endswith(".toml"):
        return ExperimentPlace(Path(target), target, Path(target).stem, target)
    if game in catalogue.names():
        if pack is not None and pack.game != game:
            raise InputError([Problem(target, _other_game(pack, game))])
        return _named(game, name or "default", pack)
    if pack is not None and not slash and target in _experiments(pack.game, pack):
        return _named(pack.game, target, pack)
    raise InputError([_no_target(target, pack)])


def names_itself(target: str) -> bool:
    """Whether what was typed is found without a pack: a file, a game, or an experiment of one."""
    is_game = target.partition("/")[0] in catalogue.names()
    return is_game or target.endswith(".toml") or bool(own_file(target))


def own_file(text: str) -> str:
    """The file of a designer's own game in what was typed, FILE or FILE/NAME; or nothing."""
    return _of_own(text)[0]


def _of_own(text: str) -> tuple[str, str]:
    """The file of an own game and the experiment that is named behind it, both empty for others."""
    if is_of_others(text):
        file, _, name = text.partition("/")
        return file, name
    if text.endswith(ENDING):
        return text, ""
    file, slash, name = text.rpartition("/")
    is_named = bool(slash) and file.endswith(ENDING) and "." not in name
    return (file, name) if is_named else ("", "")


def _of_own_file(target: str, pack: Pack | None) -> ExperimentPlace:
    """An experiment of a designer's own game: the one that it comes with, or one of its pack."""
    game = know_own(target)
    if pack is not None and pack.game != game:
        raise InputError([Problem(target, _other_game(pack, game))])
    return _named(game, _of_own(target)[1] or "default", pack)


def know_own(text: str) -> str:
    """The name of the game of an own file, known from now on, which holds to the laws of games.

    Raises InputError.
    """
    from simulate.own.check.check import must_hold
    from simulate.own.file.beside import remember
    from simulate.own.file.reading import know

    own = know(own_file(text))
    must_hold(own)
    remember(own_file(text))
    return own.name


def game_named(text: str) -> str:
    """The game that a word names: its name, or the file of a designer's own.  Raises InputError."""
    if own_file(text) == text != "":
        return know_own(text)
    if text not in catalogue.names():
        raise InputError([Problem(text, catalogue.unknown_game(text))])
    return text


def _other_game(pack: Pack, game: str) -> str:
    return f"the pack {pack.shown} belongs to the game `{pack.game}`, not to `{game}`"


def _experiments(game: str, pack: Pack | None) -> dict[str, Path]:
    files = configs.experiments(configs.game_folder(game))
    return files if pack is None else {**files, **configs.experiments(pack.folder)}


def _named(game: str, name: str, pack: Pack | None) -> ExperimentPlace:
    known = _experiments(game, pack)
    word = catalogue.typed(game)
    typed = word if name == "default" else f"{word}/{name}"
    if name not in known:
        what = (
            f"there is no experiment `{name}` of {word}{nearest(name, list(known))} "
            f"(experiments: {', '.join(known)})"
        )
        raise InputError([Problem(typed, what)])
    path = known[name]
    is_own = pack and pack.folder != configs.game_folder(game) and pack.folder in path.parents
    shown = f"{pack.shown.rstrip('/')}/experiments/{path.name}" if is_own and pack else str(path)
    return ExperimentPlace(path=path, shown=shown, name=name, typed=typed, game=game)


def _no_target(target: str, pack: Pack | None) -> Problem:
    path = Path(target)
    if pack is not None and is_pack(target):
        what = f"this is a pack, and --pack {quote(pack.shown)} names another"
        return Problem(target, what)
    if target and path.is_dir():
        return Problem(target, f"this folder is no pack: it holds none of {', '.join(FILES)}")
    if target and path.exists():
        return Problem(target, f"an experiment file ends in .toml; {TARGETS}")
    if Path(target + ENDING).is_file():
        what = f"a game of your own is named by its file: `{target}{ENDING}`"
        return Problem(target, what)
    known = list(catalogue.names())
    for game in catalogue.names():
        known += [f"{game}/{name}" for name in _experiments(game, pack)]
    what = f"there is no game or experiment `{target}`{nearest(target, known)} ({', '.join(known)})"
    return Problem(target, f"{what}; {TARGETS}")


def is_shipped(place: ExperimentPlace) -> bool:
    """Whether an experiment came with the toolkit or a game file."""
    folders = (configs.folder(), *configs.OWN.values())
    return any(folder.resolve() in place.path.resolve().parents for folder in folders)


def unused_pack(place: ExperimentPlace, pack: Pack | None) -> str:
    """A note when an experiment lies in a pack that was not named."""
    folder = place.path.resolve().parent.parent
    shipped = is_shipped(place)
    if pack is None and not place.game and (folder / "rules.toml").is_file() and not shipped:
        shown = Path(place.shown).parent.parent
        return f"note: {place.shown} is in a pack that is not used; add --pack {quote(str(shown))}"
    return ""


def read_place(place: ExperimentPlace) -> Document:
    return read(place.path, place.shown)
