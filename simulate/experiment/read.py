"""Merge defaults, file and options into one checked experiment, or report all problems.

The border between what a person wrote and all that follows: behind it every level is known to be
legal.  Called by each command that plays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from simulate.core.errors import InputError, Problem, command
from simulate.core.options import ALL, DEFAULT_MAX_GAMES, FEWEST_LOOKED_AT, KEYS, SETTLED
from simulate.core.text.locate import Loc
from simulate.core.text.validate import check
from simulate.experiment.axes import read_axes
from simulate.experiment.context import LINEUP, STRATEGY, VARIANT, Axis, Context, Variant
from simulate.experiment.expected.bands import SettingBand
from simulate.experiment.expected.expect import Expect, bands_among, read_targets
from simulate.experiment.find import (
    ExperimentPlace,
    find_pack,
    find_place,
    is_shipped,
    know_own,
    names_itself,
    own_file,
    read_place,
    stand_in,
    unused_pack,
)
from simulate.experiment.model import MOST_KEPT, ExperimentFile, TargetTable
from simulate.experiment.older import renewed
from simulate.experiment.parts import read_lineups, read_variants
from simulate.experiment.question import asked_in, laid_over, places, question_for, sets, unsaid
from simulate.experiment.request import (
    APART,
    AS_BAND,
    Change,
    RunRequest,
    as_option,
    read_band,
    read_changes,
    read_value,
)
from simulate.pack import PARTS, Pack, catalogue
from simulate.pack import load as load_pack
from simulate.pack.text.document import Origins

PLAIN = ("game", "seed", "target", "fixed")  # what a setting of its own keeps of an experiment
# What it leaves out of the question of a pack: one game, or some of each strategy, are played.
HOW_MUCH = ("games", "until", "confirm_with", "target")
# What an option that says how much is played takes out of a file.
REPLACES = {"games": "until", "until": "games"}
TARGET = "target"
NO_GAME = "none"  # stands for the game while the file that names it cannot be read


@dataclass(frozen=True)
class Experiment:
    """A checked experiment.

    axes: in the order of crossing; lineups: strategies by the name of the line-up;
    games: in every cell, with `until` the most; keys: what else options stand for, where it is
    not as usual; bands: what settings are judged by; typed: what is played and the options that
    make it again, with the command `verb`; taken: what was set once for the folder and stands here,
    and the sentence that says so; asks_second: whether another player is asked as well;
    asks_shipped: whether the shipped game is played beside a changed one.
    unsaid: options that need not be typed, as the question of the pack says them; None where it has
    none.
    """

    game: str
    name: str
    question: str
    seed: int
    games: int
    axes: tuple[Axis, ...]
    lineups: Mapping[str, tuple[str, ...]]
    variants: Mapping[str, Variant]
    bands: tuple[SettingBand, ...]
    pack: Pack
    origins: Origins
    typed: tuple[str, ...]
    expects: tuple[Expect, ...] = ()
    keys: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    verb: str = "run"
    taken: Mapping[str, str] = field(default_factory=dict)
    usual: str = ""
    asks_second: bool = True
    asks_shipped: bool = True
    unsaid: tuple[str, ...] | None = None

    @property
    def target(self) -> SettingBand | None:
        """The band of every setting, if there is one."""
        return next((band for band in self.bands if not band.levels), None)

    def as_data(self) -> dict[str, Any]:
        """The experiment as a file could say it, with every option in its place.

        Manifests keep the older names of bands: `target` of all settings, and `expect`.
        """
        data: dict[str, Any] = {"game": self.game, "question": self.question, "seed": self.seed}
        data |= {"games": self.games, **self.keys}
        plain = [axis for axis in self.axes if axis.kind in ("factor", "parameter")]
        data["factors"] = {axis.name: list(axis.levels) for axis in plain if axis.crossed}
        data["fixed"] = {axis.name: axis.levels[0] for axis in plain if not axis.crossed}
        picked = {axis.name: axis.levels for axis in self.axes}
        data["lineup"] = [
            {"name": name, "strategies": list(self.lineups[name])}
            for name in picked.get(LINEUP, ())
        ]
        data["variant"] = [
            {"name": name, "set": dict(variant.changes), "blank": list(variant.blanks)}
            for name in picked.get(VARIANT, ())
            if (variant := self.variants[name]).changes or variant.blanks
        ]
        if self.target is not None:
            data["target"] = self.target.as_data()
        if self.bands and self.bands != (self.target,):
            data["bands"] = [band.as_data() for band in self.bands]
        if self.expects:
            data["expect"] = [expect.as_data() for expect in self.expects]
        return data


def load(request: RunRequest, problems: Sequence[Problem] = ()) -> Experiment:
    """The experiment that was asked for.  Raises InputError with every problem found.

    problems: what is wrong with the other options of the command, to be told together.
    """
    reader = _ExperimentReader(request, list(problems))
    reader.find()
    file = reader.shape()
    pack = reader.known_pack()
    context = Context(
        pack=pack,
        origins=reader.origins,
        changes=reader.changes,
        problems=reader.problems,
        stands_in=reader.stands_in,
        skip_unchanged=request.skip_unchanged,
    )
    axes = read_axes(context, file)
    lineups = read_lineups(context, file, axes)
    variants = read_variants(context, file, axes)
    targets = _targets(context, request, file, axes)
    bands = bands_among(context, targets)
    _check_kept(context, file)
    told = () if request.plain else targets
    if reader.problems:
        raise InputError(reader.problems, hint=reader.hint)
    place = reader.known_place()
    usual = reader.told_of_usual()
    unused = unused_pack(place, context.pack if request.pack is not None else None)
    return Experiment(
        game=context.pack.game,
        name=place.name,
        question=file.question,
        seed=file.seed,
        games=file.games,
        axes=tuple(axes.values()),
        lineups=lineups,
        variants=variants,
        bands=bands,
        pack=context.pack,
        origins=reader.origins,
        typed=_typed(request, place, file, reader),
        expects=tuple(target for target in told if target.is_expected),
        keys=file.keys,
        notes=(*filter(None, (usual, unused)), *context.notes),
        taken=reader.taken,
        usual=usual,
        asks_second=not request.no_second,
        asks_shipped=not request.no_shipped,
        unsaid=_unsaid(request, file, reader),
    )


def _targets(
    context: Context, request: RunRequest, file: ExperimentFile, axes: Mapping[str, Axis]
) -> tuple[Expect, ...]:
    """Every target that can be told, where changes are looked for of the game without the file's.

    In a setting of its own a game is told by what is of all alone.
    """
    if request.plain:
        return read_targets(context, file, axes, lambda table: table.is_of_all)
    if request.steps:
        return read_targets(context, file, axes, lambda table: not table.is_of_variants)
    return read_targets(context, file, axes)


def _check_kept(context: Context, file: ExperimentFile) -> None:
    """Rows of very many games are not kept; and what looks at single games needs them."""
    keep = file.keys.get("keep", ALL)
    if keep == ALL:
        if file.games > MOST_KEPT:
            what = f"at most {MOST_KEPT:,} games of a cell are stored row by row"
            context.problem(("games",), f'{what}; for more add `--keep counts` (`keep = "counts"`)')
        return
    for key in ("until", "guesses", "confirm_with"):
        if key in file.keys and not isinstance(file.keys[key], float):
            what = f'goes with a row of every game; leave it out, or `keep = "{keep}"`'
            context.problem((key,), f"`{key}` {what}")


class _ExperimentReader:
    """Finds the files and checks keys and types; what is wrong is gathered."""

    def __init__(self, request: RunRequest, problems: list[Problem]) -> None:
        self.request = request
        self.problems = problems
        self.hint = ""
        self.pack: Pack | None = None
        self.stands_in = False
        self.place: ExperimentPlace | None = None
        self.origins = Origins()
        self.data: dict[str, Any] = {}
        self.changes: list[Change] = []
        self.taken: dict[str, str] = {}
        self.said_in_file: list[str] = []
        self.asked: dict[str, Any] | None = None

    def find(self) -> None:
        """Pack, file and options; what cannot be found is a problem among others."""
        target = self.request.target
        self._know(target)
        try:
            self.pack = find_pack(self.request.pack)
        except InputError as error:
            self._take(error)
            self.stands_in = True
            self.pack = stand_in(str(self.request.pack))
        try:
            is_found = target is not None and names_itself(target)
            if is_found or self.pack or not self.stands_in:
                self.place = find_place(target, self.pack, self.request.verb)
                self._read(self.place)
        except InputError as error:
            self._take(error)
        self.changes, wrong = read_changes(self.request.sets)
        self.problems += wrong

    def _know(self, target: str | None) -> None:
        """Know a designer's own game before a pack of it is read: all else hangs on it."""
        try:
            if target is not None and own_file(target):
                know_own(target)
        except InputError as error:
            self._take(error)
            raise InputError(self.problems, hint=self.hint) from None

    def _read(self, place: ExperimentPlace) -> None:
        document = read_place(place)
        self.data, moved = renewed(document.data)
        self.origins = Origins(document, moved=moved)
        if self.request.plain:
            self.data = {key: self.data[key] for key in PLAIN if key in self.data}
            self._keep_the_pack()
        folders = asked_in(self.request)
        if (question := question_for(place, folders, self.problems)) is not None:
            left_out = HOW_MUCH if self.request.plain else ()
            asked = {key: value for key, value in question.data.items() if key not in left_out}
            self.asked = asked
            self.data = laid_over(self.data, asked)
            self.origins.laid = dict.fromkeys(places(asked), question)

    def _keep_the_pack(self) -> None:
        """Of what is fixed: the numbers of the pack, not the levels of factors."""
        if isinstance(fixed := self.data.get("fixed"), dict):
            self.data["fixed"] = {
                key: value for key, value in fixed.items() if key.partition(".")[0] in PARTS
            }

    def _take(self, error: InputError) -> None:
        self.problems += [each for each in error.problems if each not in self.problems]
        self.hint = self.hint or error.hint

    def shape(self) -> ExperimentFile:
        """The file with the options in it; what is wrong is left out of the later checks."""
        self._put_usual()
        self._put_options()
        unread = self.origins.document is None
        whole = {"game": NO_GAME, **self.data} if unread else self.data
        _, problems = check(ExperimentFile, whole, self.origins.problem)
        self.problems += problems
        if "until" in self.data:
            self.data.setdefault("games", DEFAULT_MAX_GAMES)
        elif self._stops_when_settled():
            self.data["until"] = SETTLED
        if self.data.get("until") != SETTLED and "resolution" not in self.request.top_level():
            self.data.pop("resolution", None)  # which is of a run that waits for verdicts
        usable = {key: value for key, value in self.data.items() if _fits(key, value)}
        return ExperimentFile.model_validate({"game": NO_GAME, **usable})

    def _stops_when_settled(self) -> bool:
        """Whether nobody said how much is played, so that it ends when all is settled."""
        request = self.request
        said = request.games is not None or "games" in self.taken
        is_run = request.verb == "run" and not request.plain
        few = _is_few(self.data.get("games"))
        return is_run and not (said or few or "keep" in self.data)

    def _put_usual(self) -> None:
        """What is set once for the folder: before what is shipped, behind a file of one's own."""
        usual = self.request.usual
        for key, text in usual.texts.items():
            if self._is_said(key):
                continue
            self.taken[key] = text
            if key == STRATEGY:
                self.changes.append(Change(key, read_value(text), usual.place(key)))
            elif key == TARGET:
                self._put_band(text, usual.place(key))
            else:
                self.data[key] = read_value(text)
                self.origins.options[(key,)] = usual.place(key)

    def _is_said(self, key: str) -> bool:
        """Whether somebody has said it: in the command, or in a file that is not a shipped one."""
        request, data = self.request, self.data
        typed = {**request.top_level(), **({TARGET: request.band} if request.band else {})}
        typed |= {change.key.partition(".")[0]: change.typed for change in self.changes}
        if key in typed or (key == "games" and "until" in {**data, **typed}):
            return True
        if key == STRATEGY and (LINEUP in data or STRATEGY in _named(data.get("factors"))):
            return True  # this is what the experiment compares
        if {(key,), ("fixed", key)} & {*self.origins.laid}:
            return True
        if self.place is not None and is_shipped(self.place):
            return False
        is_said = key in data or (key == STRATEGY and key in _named(data.get("fixed")))
        self.said_in_file += [key] * is_said
        return is_said

    def told_of_usual(self) -> str:
        """The note that says what was taken; empty where nothing was."""
        usual = self.request.usual
        all_taken = {"jobs": usual.jobs, "out": usual.root, **self.taken}
        taken = ", ".join(f"{key} {text}" for key, text in all_taken.items() if text)
        not_taken = ", ".join(self.said_in_file)
        but = f"; not {not_taken}, which the experiment sets" if not_taken else ""
        return f"note: from {usual.shown}: {taken or 'nothing'}{but}" if taken or but else ""

    def _put_options(self) -> None:
        typed = self.request.top_level()
        # How much is typed stands in place of what the file says.
        for way, other in REPLACES.items():
            if way in typed and other not in typed:
                self.data.pop(other, None)
        if self.request.steps:
            self.data.pop("variant", None)
            self.data["steps"] = list(self.request.steps)
            self.data["blanks"] = []
            for number, pattern in enumerate(self.request.steps):
                alone: Loc = ("steps",) if len(self.request.steps) == 1 else ("steps", number)
                self.origins.options[alone] = pattern
        if self.request.band is not None:
            self._put_band(self.request.band, f"--target {self.request.band}")
        for key, text in typed.items():
            self.data[key] = read_value(text)
            self.origins.options[(key,)] = as_option(key, text)
        for number, change in enumerate(self.changes):
            self.origins.options[("set", number)] = change.typed

    def _put_band(self, text: str, typed: str) -> None:
        """The targets that were typed, as the file would say them."""
        parts = [part.strip() for part in text.split(APART)]
        for part in parts:
            said = typed if len(parts) == 1 else typed.replace(text, part)
            try:
                table = read_band(part)
            except ValueError as unclear:
                self.problems.append(Problem(said, f"{part} {unclear}"))
                continue
            if table is None:
                self.problems.append(Problem(said, AS_BAND))
            elif isinstance(tables := self.data.setdefault(TARGET, []), list):
                self.origins.bands[TARGET, self._put_target(tables, table, said)] = part

    def _put_target(self, tables: list[Any], table: dict[str, Any], said: str) -> int:
        """In place of what the file says of every setting; else behind all that it says.

        Returns its place among them.
        """
        held = [n for n, t in enumerate(tables) if "where" not in table and _is_of_all(t)]
        free = [n for n in held if (TARGET, n) not in self.origins.options]
        at = free[0] if free else len(tables)
        table |= {"check": True} if self.request.check else {}
        self.data[TARGET] = [*tables[:at], table, *tables[at + 1 :]]
        self.origins.options[TARGET, at] = said
        return at

    def known_place(self) -> ExperimentPlace:
        if self.place is None:
            raise InputError(self.problems, hint=self.hint)
        return self.place

    def known_pack(self) -> Pack:
        """The pack to check against, or one that stands in for it; without a game there is none."""
        game = self._known_game()
        expected = self.pack.game if self.pack is not None else self.known_place().game or game
        if game != expected:
            what = f"this experiment is for `{game}`; the game to play is `{expected}`"
            self.problems.append(self.origins.problem(("game",), what))
            raise InputError(self.problems, hint=self.hint)
        if self.pack is None:
            self.pack = load_pack(game)
        return self.pack

    def _known_game(self) -> str:
        """The game that the file names; an experiment that was not read ends here."""
        game = self.data.get("game", "")
        if self.origins.document is not None and game in catalogue.names():
            return str(game)
        if isinstance(game, str) and game:
            what = catalogue.unknown_game(game, self._of_own(game))
            self.problems.append(self.origins.problem(("game",), what))
        raise InputError(self.problems, hint=self.hint)

    def _of_own(self, game: str) -> str:
        """What is typed where the game of an experiment is a designer's own."""
        request, file = self.request, f"{game}.py"
        if request.pack is not None or request.target is None:
            return file
        return command(request.verb, request.target, "--pack", file)


def _typed(
    request: RunRequest, place: ExperimentPlace, file: ExperimentFile, reader: _ExperimentReader
) -> tuple[str, ...]:
    """Arguments of `simulate run` that make this experiment again, whatever was default."""
    taken = reader.taken
    words = [place.typed]
    if request.pack is not None:
        words += ["--pack", request.pack]
    said = {"games": file.games, "seed": file.seed, **file.keys}
    for option in KEYS:
        words += [option.typed, str(said[option.name])] if option.name in said else []
    usual = [f"{STRATEGY}={taken[STRATEGY]}"] if STRATEGY in taken else []
    # A question that is asked of another pack than its own is said in full.
    of_others = {} if request.pack is not None else reader.asked or {}
    typed = {text.partition("=")[0] for text in request.sets}
    asked = [text for text in sets(of_others) if text.partition("=")[0] not in typed]
    for text in (*asked, *request.sets, *usual):
        words += ["--set", text]
    band = request.band or taken.get(TARGET)
    for part in (band or "").split(APART):
        words += ["--target", part.strip()] if part else []
    words += ["--skip-unchanged"] if request.skip_unchanged else []
    words += ["--no-second"] if request.no_second else []
    words += ["--no-shipped"] if request.no_shipped else []
    return tuple(words)


def _unsaid(
    request: RunRequest, file: ExperimentFile, reader: _ExperimentReader
) -> tuple[str, ...] | None:
    """The options that the question of the pack says, whatever was typed."""
    if reader.asked is None or request.pack is None:
        return None
    typed, said = request.top_level(), {"games": file.games, "seed": file.seed, **file.keys}
    own = [as_option(name, str(value)) for name, value in said.items() if name not in typed]
    asked = {key: value for key, value in reader.asked.items() if key != TARGET or not request.band}
    return tuple(unsaid(asked, own))


def _is_few(games: Any) -> bool:
    """Whether so many games, as far as that is a number, are played at once."""
    return isinstance(games, int) and games <= FEWEST_LOOKED_AT


def _named(table: Any) -> set[str]:
    """The factors that a table of a file that may be wrong names, in whatever seat."""
    return {name.partition(".")[0] for name in table} if isinstance(table, dict) else set()


def _is_of_all(table: Any) -> bool:
    """Whether a table of a file that may be wrong is the band of every setting."""
    try:
        return TargetTable.model_validate(table).is_of_all
    except ValidationError:
        return False


def _fits(key: str, value: Any) -> bool:
    """Whether a top-level key could stand in an experiment by itself."""
    try:
        ExperimentFile.model_validate({"game": NO_GAME, key: value})
    except ValidationError:
        return False
    return True
