"""The command of a run, and the same with something else in it: what a report tells to type."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from analysis.data.provenance import changed
from simulate.core.text.validate import written
from simulate.experiment.question import in_short
from simulate.experiment.request import read_value

SET, SKIP = "--set", "--skip-unchanged"
ALLOW_CODE = "--allow-code"
FLAGS = (ALLOW_CODE, SKIP, "--no-second", "--no-shipped")
CARRIED = ("--pack", ALLOW_CODE)  # what any command about the same game needs
OF_THE_FILE = ("variant", "lineup")  # factors that an experiment file makes for itself
PACK = ("rules", "cards", "strategies")
SHIPPED = "the shipped game"
IN_THE_FILE = "the game as in the file"  # of a designer's own game

Manifest = Mapping[str, Any]


@dataclass(frozen=True)
class Command:
    """`simulate VERB EXPERIMENT` with its options, each with its words, in the order typed.

    unsaid: what the question of the pack says of them, if it has one.
    """

    target: str
    options: tuple[tuple[str, ...], ...] = ()
    verb: str = "run"
    unsaid: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return in_short(self.verb, self.target, self.options, self.unsaid)

    def with_set(self, key: str, value: Any) -> "Command":
        """One value for `key`, in the place of what was set there: no key is set twice."""
        return self._with(lambda option: _key(option) == key, (SET, f"{key}={typed(value)}"))

    def with_option(self, name: str, value: Any) -> "Command":
        """One value for an option, in the place of what was typed of it.

        So many games are so many: nothing stops them before.
        """
        whole = self.without("--until").without("--resolution") if name == "--games" else self
        return whole._with(lambda option: option[0] == name, (name, str(value)))

    def _with(self, is_it: Callable[[tuple[str, ...]], bool], own: tuple[str, ...]) -> "Command":
        options = list(self.options)
        if before := [number for number, option in enumerate(options) if is_it(option)]:
            options[before[0]] = own
        else:
            options.append(own)
        return replace(self, options=tuple(options))

    def without(self, name: str) -> "Command":
        """The same without an option."""
        return replace(self, options=tuple(o for o in self.options if o[0] != name))

    def sets(self) -> Iterator[tuple[str, str]]:
        """(key, value as typed) of every `--set`."""
        for option in self.options:
            if key := _key(option):
                yield key, option[1].partition("=")[2].strip()


def file_of(manifest: Manifest) -> str:
    """The file of a designer's own game, as it was typed; empty of a game of the toolkit."""
    return str((manifest.get("own") or {}).get("file", ""))


def target_of(manifest: Manifest) -> str:
    """What is typed to mean the game of a run: the file of an own one, else its name."""
    return file_of(manifest) or str(manifest.get("game", ""))


def unchanged(manifest: Manifest) -> str:
    """The game that nothing is changed of."""
    return IN_THE_FILE if file_of(manifest) else SHIPPED


def command_of(manifest: Manifest) -> Command:
    """The command that made a run."""
    words = shlex.split(str(manifest.get("command", "")))[2:] or [target_of(manifest)]
    options, rest = [], words[1:]
    while rest:
        taken = 1 if rest[0] in FLAGS else 2
        options.append(tuple(rest[:taken]))
        rest = rest[taken:]
    return Command(words[0], tuple(options), unsaid=_unsaid(manifest))


def _unsaid(manifest: Manifest) -> tuple[str, ...] | None:
    said = manifest.get("unsaid")
    return None if said is None else tuple(said)


def experiment(manifest: Manifest, name: str, levels: Mapping[str, Any] | None = None) -> str:
    """Another experiment of the same game, played with what this run was played with.

    levels: the setting that is spoken of.  Carried are the pack, everything that stood at one
    level or value, and what was typed of factors; games and seed are the experiment's own.
    Empty of a designer's own game, which comes with no other experiment.
    """
    if file_of(manifest):
        return ""
    command = _carried(manifest, Command(f"{manifest.get('game', '')}/{name}"), levels)
    if basis(manifest) != SHIPPED or any(_of_pack(key) for key, _ in command.sets()):
        # A list of changes is made for the game as shipped: some of it may be so already.
        command = replace(command, options=(*command.options, (SKIP,)))
    return str(command)


def search(
    manifest: Manifest,
    verb: str,
    levels: Mapping[str, Any] | None = None,
    *,
    pattern: str = "",
    bands: Iterable[str] = (),
    seats: bool = False,
) -> str:
    """The search for changes (`sensitivity`, `advise`, `tune`) in the game that a run played.

    levels: the setting that is spoken of; pattern: the numbers to try, else all; bands: the targets
    as they are typed; seats: they are to be made even.
    """
    options = ((pattern,),) if pattern else ()
    options = (*options, *(("--target", band) for band in bands))
    options = (*options, ("--seats",)) if seats else options
    command = Command(target_of(manifest), options, verb, _unsaid(manifest))
    return str(_carried(manifest, command, levels))


def _carried(manifest: Manifest, command: Command, levels: Mapping[str, Any] | None) -> Command:
    """The command with all that a run was played with, in the setting that is spoken of."""
    typed_command = command_of(manifest)
    carried = tuple(option for option in typed_command.options if option[0] in CARRIED)
    command = replace(command, options=(*command.options, *carried))
    settings = manifest.get("experiment") or {}
    for key, value in (settings.get("fixed") or {}).items():
        command = command.with_set(key, value)
    for key, value in typed_command.sets():
        if key in (settings.get("factors") or {}) and not _of_pack(key):
            command = command.with_set(key, Typed(value))
    for key, value in (levels or {}).items():
        if key not in OF_THE_FILE:
            command = command.with_set(key, value)
    return command


def basis(manifest: Manifest) -> str:
    """What changes are held against: the game as it came, or what the designer made of it."""
    changes = [c for c in changed(manifest) if not c.path.startswith("strategies.")]
    if not changes:
        return unchanged(manifest)
    differences = manifest.get("pack", {}).get("differences")
    return "your pack" if differences else "the game with your --set"


class Typed(str):
    """The text of a `--set`, as it was typed."""


def typed(value: Any) -> str:
    """A value as `--set` takes it: a bare word where that is read back as the same."""
    if isinstance(value, Typed) or (isinstance(value, str) and read_value(value) == value):
        return str(value)
    return written(value)


def _of_pack(key: str) -> bool:
    """Whether a key is a path into the pack."""
    return key.partition(".")[0] in PACK and "." in key


def _key(option: tuple[str, ...]) -> str:
    return option[1].partition("=")[0].strip() if option[0] == SET else ""
