"""The toolkit from a notebook or a script: `play`, `ladder`, `compare`, and the searches.

The same as the commands, checked by the same code: what is wrong is one `Error` that says all of
it, nothing is printed unless it is asked for, and what was found comes as tables.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, TypeVar

from simulate import options
from simulate.core.amounts import plural
from simulate.core.errors import InputError, Problem, RunError
from simulate.options import Option

if TYPE_CHECKING:
    import polars as pl

    from analysis.data.joined import Joined
    from simulate import store

Call = TypeVar("Call", bound=Callable[..., Any])
_BY_NAME = inspect.Parameter.KEYWORD_ONLY
LEVEL = "_level"  # stands behind the name of a factor of which the table has a column, too
CHANGES = ("advice", "tornado")  # tables of a search that have a row for each change
OPTION = re.compile(r"^--([a-z-]+) (.*)$")


class Error(Exception):
    """What is wrong with a call, every problem of it, or why the machine failed.

    problems: where and what, one for each; none where the machine failed.
    """

    __module__ = "simulate"  # where it is found, and what a traceback calls it

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        self.problems = tuple(problems)
        super().__init__(message)


@dataclass(frozen=True)
class Report:
    """What was found; printed, it is what the command prints.

    path: the page; data: all that it says, as in `report.json`.
    """

    path: Path
    data: Mapping[str, Any] = field(repr=False)

    @property
    def findings(self) -> list[str]:
        """The findings as sentences, the most important first."""
        return [f"{finding['text']} {finding['try']}".strip() for finding in self.data["findings"]]

    def __str__(self) -> str:
        from reports.render import summary_of

        return str(summary_of(self.data))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What a notebook shows of it."""
        printer.text(f"{self}\n\n{self.path}")


@dataclass(frozen=True)
class Run:
    """A finished run: its tables, what they say, and its report."""

    path: Path
    notes: tuple[str, ...] = ()

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What was played, with what (docs/run-folder.md)."""
        return self._stored.manifest

    def games(self) -> "pl.DataFrame":
        """One row a game, with what the factors that vary stand at in it."""
        return self._with_levels("games")

    def seats(self) -> "pl.DataFrame":
        """One row a seat that a person plays, with what the factors that vary stand at."""
        return self._with_levels("seats")

    def cells(self) -> "pl.DataFrame":
        """One row a cell: what every factor stands at, changes and games played."""
        return self._stored.cells()

    def turns(self) -> "pl.DataFrame | None":
        """Some of the games turn by turn, a row a seat; None where the run kept none."""
        return self._stored.turns()

    def speeds(self) -> "pl.DataFrame | None":
        """Of `ladder`: one row a strategy: games, decisions, seconds of processor time of one core.

        None of other runs.
        """
        import polars as pl

        with told():
            speeds = self._stored.speeds()
        return pl.DataFrame([asdict(speed) for speed in speeds]) if speeds else None

    def facts(self) -> "pl.DataFrame":
        """One row a number of the report: metric, where, value, low, high, verdict, games.

        A column for every factor and every kind of thing that facts are of, null elsewhere.
        """
        return _frame(self._report["facts"], _keys(self.manifest))

    def report(self) -> Report:
        """Write the report into the folder of the run; what it says."""
        from reports.render import PAGE, write

        with told():
            write(self.path, self._report)
        return Report(self.path / PAGE, self._report)

    @cached_property
    def _stored(self) -> "store.StoredRun":
        from simulate import store

        run = store.open_run(self.path)
        run.verify()
        return run

    @cached_property
    def _report(self) -> dict[str, Any]:
        from reports.render import build

        return build(self.path)

    def _with_levels(self, table: str) -> "pl.DataFrame":
        from simulate.store import cells

        rows = getattr(self._stored, table)().sort(self._keys(table)).collect()
        crossed = cells.crossed(self.manifest)
        named = {name: f"{name}{LEVEL}" if name in rows.columns else name for name in crossed}
        levels = self.cells().select("cell", *crossed).rename(named)
        joined: pl.DataFrame = rows.join(levels, on="cell", how="left", maintain_order="left")
        return joined.select("cell", *named.values(), *rows.columns[1:])

    def _keys(self, table: str) -> list[str]:
        """What names a row, in the order of rows."""
        keys = [c["name"] for c in self.manifest["columns"][table] if c["role"] == "key"]
        return [name for name in ("cell", "replicate", "seat") if name in keys]

    def __repr__(self) -> str:
        games = sum(cell["games"] for cell in self.manifest["cells"])
        where = f"{str(self.path)!r}"
        return f"<run of {self.manifest['title']}: {plural(games, 'game')} in {where}>"


@dataclass(frozen=True)
class Comparison:
    """Two runs of one game beside each other, setting by setting on the same luck."""

    before: Run
    after: Run
    _joined: "Joined" = field(repr=False)

    @property
    def findings(self) -> list[str]:
        """What the change did, as sentences, the most important first."""
        return [
            f"{finding['text']} {finding['try']}".strip() for finding in self._report["findings"]
        ]

    def facts(self) -> "pl.DataFrame":
        """One row a number of the comparison, in the form of the facts of a run."""
        return _frame(self._report["facts"], _keys(self.after.manifest))

    def report(self, out: Path | str | None = None) -> Report:
        """Write the report into a folder, without `out` the next runs/compare-NUMBER."""
        from simulate.cli.comparing import out_problems, write

        with told():
            if problems := out_problems(_text(out)):
                raise InputError(problems)
            page = write(self._report, _text(out))
        return Report(page, self._report)

    @cached_property
    def _report(self) -> dict[str, Any]:
        from reports.render import build_comparison
        from simulate.core.errors import command

        names = str(self.before.path), str(self.after.path)
        return build_comparison(self._joined, names, command("compare", *names))

    def __str__(self) -> str:
        from reports.render import summary_of

        return str(summary_of(self._report))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


@dataclass(frozen=True)
class Search:
    """What a search found: changes, what each does in each setting, and packs that have them.

    path: the page of the report; everything lies beside it.
    """

    path: Path
    data: Mapping[str, Any] = field(repr=False)

    @property
    def findings(self) -> list[str]:
        """The findings as sentences, what is advised first."""
        return self.report().findings

    def changes(self) -> "pl.DataFrame":
        """One row a change, and a setting where they were told apart, what is advised first.

        A number with an interval has columns `NAME`, `NAME_low` and `NAME_high`; `command` plays
        the change, `pack` is the folder of one that has it.
        """
        return self._table(*CHANGES)

    def front(self) -> "pl.DataFrame":
        """Of `tune`: how far off the game is with no edit, with one, with two."""
        return self._table("front")

    def _table(self, *names: str) -> "pl.DataFrame":
        """The first of these tables that the report has; an empty one where it has none."""
        import polars as pl

        tables = {t["id"]: t["rows"] for s in self.data["sections"] for t in s["tables"]}
        rows: list[dict[str, Any]] = next((tables[name] for name in names if name in tables), [])
        return pl.DataFrame([dict(_flat(row)) for row in rows], infer_schema_length=None)

    def facts(self) -> "pl.DataFrame":
        """One row a number of the search, in the form of the facts of a run."""
        return _frame(self.data["facts"], [])

    def report(self) -> Report:
        """The report as it was written."""
        return Report(self.path, self.data)

    @property
    def packs(self) -> list[Path]:
        """Packs that are ready to run, the one that is advised first."""
        folder = self.path.parent / "packs"
        packs = folder.iterdir() if folder.is_dir() else ()
        return sorted(packs, key=lambda pack: int(pack.name))

    def __str__(self) -> str:
        return str(self.report())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(f"{self}\n\n{self.path}")


def _flat(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Cells of a table's row; a number with its interval as three."""
    for name, cell in row.items():
        if isinstance(cell, Mapping):
            yield name, cell["value"]
            yield f"{name}_low", cell["low"]
            yield f"{name}_high", cell["high"]
        else:
            yield name, cell


def _takes(*listed: Option) -> Callable[[Call], Call]:
    """A call that has every option of its command: in its signature, and in its words."""

    def taking(call: Call) -> Call:
        signature = inspect.signature(call)
        own = list(signature.parameters.values())
        named = {parameter.name for parameter in own} | {options.SETS.name}
        others = [option for option in listed if option.name not in named]
        own[-1:-1] = [_parameter(option) for option in others]
        call.__signature__ = signature.replace(parameters=own)  # type: ignore[attr-defined]
        said = "\n".join(map(_said, others))
        call.__doc__ = f"{(call.__doc__ or '').rstrip()}\n{said}\n    " if said else call.__doc__
        return call

    return taking


def _said(option: Option) -> str:
    text = f"{option.name}: {option.help.replace('--', '')}"
    return fill(text, 96, initial_indent=" " * 4, subsequent_indent=" " * 8)


def _parameter(option: Option) -> inspect.Parameter:
    usual, kind = (None, Any) if option.value else (False, bool)
    return inspect.Parameter(option.name, _BY_NAME, default=usual, annotation=kind)


class _Call:
    """What was said in a call: options of its command, and levels of factors and numbers."""

    def __init__(
        self,
        listed: Sequence[Option],
        said: Mapping[str, Any],
        values: Mapping[str, Any] | None,
    ) -> None:
        options = {option.name: option for option in listed}
        factors = {name: value for name, value in said.items() if name not in options}
        sets, self.places = _sets(factors, values or {})
        self.given: dict[str, Any] = {
            name: _text(value) if options[name].value else bool(value)
            for name, value in said.items()
            if name in options
        }
        self.given["sets"] = sets
        if isinstance(band := said.get("band"), tuple):
            self.given["band"] = ("," if band[0] < 0 else "-").join(map(str, band))
        self.places[f"--target {self.given.get('band')}"] = f"band={band!r}"


@_takes(*options.PLAY)
def play(
    target: str | None = None,
    *,
    set: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    band: tuple[float, float] | str | None = None,
    pack: Path | str | None = None,
    out: Path | str | None = None,
    jobs: int | None = None,
    allow_code: bool = False,
    quiet: bool = True,
    **factors: Any,
) -> Run:
    """Play an experiment, as `simulate run` does.

    Raises Error with everything that is wrong, before anything is written.

    target: a game, GAME/NAME or the path of an experiment file; may be left out with a pack.
    factors: who plays what, by name (`players=3`); a list of levels is compared.
    set: the same for names with dots, such as numbers of the pack; `games`, `seed`, `pack`,
        `jobs`: as the options of the command.
    band: what should come out, as the option `--target`: (0.40, 0.55) or "40-55%".
    out: a new or an empty folder; without it the next runs/EXPERIMENT-NUMBER.
    allow_code: run Python strategies of the pack; read them first.
    quiet: False tells on stderr how far the run is.
    """
    said = factors | {"games": games, "seed": seed, "band": band, "pack": pack, "out": out,
                      "jobs": jobs, "allow_code": allow_code}  # fmt: skip
    return _played(_Call(options.PLAY, said, set), target, "run", quiet)


@_takes(*options.LADDER)
def ladder(
    target: str | None = None,
    *,
    set: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    pack: Path | str | None = None,
    out: Path | str | None = None,
    jobs: int | None = None,
    allow_code: bool = False,
    quiet: bool = True,
    **factors: Any,
) -> Run:
    """How well each strategy plays one setting, and how fast, as `simulate ladder` finds it.

    `strategy=["quick", "balanced"]` names the strategies, other factors the setting; games: of a
    strategy, or of two that meet.  The other arguments are those of `play`.
    """
    said = factors | {"games": games, "seed": seed, "pack": pack, "out": out, "jobs": jobs,
                      "allow_code": allow_code}  # fmt: skip
    return _played(_Call(options.LADDER, said, set), target, "ladder", quiet)


def _played(call: _Call, target: str | None, verb: str, quiet: bool) -> Run:
    """Check what was asked for, and play it."""
    from simulate.cli.play import RunOptions, cluster_of, prepared
    from simulate.experiment import RunRequest
    from simulate.run.play import play as play_out

    request, wanted = RunRequest.of(call.given, target), RunOptions.of(call.given, verb=verb)
    with told(call.places):
        plan, workers = prepared(request, wanted)
        folder = None if wanted.out is None else Path(wanted.out)
        cluster = cluster_of(wanted.cluster)
        path = play_out(plan, folder, workers, quiet=quiet, ours=False, cluster=cluster)
    return Run(path, tuple(note.removeprefix("note: ") for note in plan.notes))


def open_run(path: Path | str) -> Run:
    """A run that was finished before, every file of it compared with its checksum.

    Raises Error where it is no run, or not as it was written.
    """
    run = Run(Path(path))
    with told():
        _ = run._stored
    return run


def compare(before: "Run | Path | str", after: "Run | Path | str") -> Comparison:
    """Two runs of one game beside each other, as `simulate compare` does.

    Raises Error where they are of two games or have no setting in common.
    """
    from simulate.cli.comparing import joined

    first, second = (each if isinstance(each, Run) else open_run(each) for each in (before, after))
    with told():
        names = str(first.path), str(second.path)
        return Comparison(first, second, joined(names, [first._stored, second._stored]))


@_takes(*options.SENSITIVITY)
def sensitivity(
    target: str | None = None,
    *patterns: str,
    set: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    pack: Path | str | None = None,
    out: Path | str | None = None,
    jobs: int | None = None,
    allow_code: bool = False,
    quiet: bool = True,
    **factors: Any,
) -> Search:
    """Which number moves the balance most, as `simulate sensitivity` asks.

    patterns: numbers of the pack, such as `"cards.foes"`; all if none is named.  The other
    arguments are those of `play`, and the options of the command.
    """
    said = factors | {"games": games, "seed": seed, "pack": pack, "out": out, "jobs": jobs,
                      "allow_code": allow_code, "quiet": quiet}  # fmt: skip
    return _searched(_Call(options.SENSITIVITY, said, set), "sensitivity", target, patterns)


@_takes(*options.ADVISE)
def advise(
    target: str | None = None,
    *patterns: str,
    band: tuple[float, float] | str | None = None,
    set: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    pack: Path | str | None = None,
    out: Path | str | None = None,
    jobs: int | None = None,
    allow_code: bool = False,
    quiet: bool = True,
    **factors: Any,
) -> Search:
    """The smallest changes that bring the game into a band, as `simulate advise` finds them.

    games: of each setting on the fresh luck at the end.
    """
    said = factors | {"games": games, "seed": seed, "band": band, "pack": pack, "out": out,
                      "jobs": jobs, "allow_code": allow_code, "quiet": quiet}  # fmt: skip
    return _searched(_Call(options.ADVISE, said, set), "advise", target, patterns)


@_takes(*options.TUNE)
def tune(
    target: str | None = None,
    *patterns: str,
    band: tuple[float, float] | str | None = None,
    set: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    pack: Path | str | None = None,
    out: Path | str | None = None,
    jobs: int | None = None,
    allow_code: bool = False,
    quiet: bool = True,
    **factors: Any,
) -> Search:
    """Few edits of several numbers at once, as `simulate tune` finds them.

    patterns: numbers that may change, with bounds as in `"rules.capital_limit=4..8"`.
    """
    said = factors | {"games": games, "seed": seed, "band": band, "pack": pack, "out": out,
                      "jobs": jobs, "allow_code": allow_code, "quiet": quiet}  # fmt: skip
    return _searched(_Call(options.TUNE, said, set), "tune", target, patterns)


def _searched(call: _Call, verb: str, target: str | None, patterns: Sequence[str]) -> Search:
    """Check a search, play it, and read what it wrote."""
    from reports.render import DATA, read
    from simulate.cli import searching

    request = searching.asked(call.given, target, patterns, "run")
    wanted = searching.SearchOptions.of(call.given)
    with told(call.places):
        _, search = getattr(searching, verb)(request, wanted)
        page = search()
    return Search(page, read(page.with_name(DATA)))


def _keys(manifest: Mapping[str, Any]) -> list[str]:
    """What a fact of a run may be of."""
    from analysis.conclusions.facts import keys
    from analysis.data.design import Design

    return keys(Design(manifest))


def _frame(facts: Sequence[Mapping[str, Any]], known: Iterable[str]) -> "pl.DataFrame":
    """Facts as a table: `where` in words, and each of its keys in a column of its own.

    known: keys that have a column even where no fact has them.
    """
    import polars as pl

    from simulate.store import cells

    keys = dict.fromkeys([*known, *(key for f in facts for key in f["where"])])
    words = [", ".join(f"{key} {value}" for key, value in f["where"].items()) for f in facts]
    kinds = {"value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "games": pl.Int64}
    return pl.DataFrame(
        [
            pl.Series("metric", [fact["metric"] for fact in facts], dtype=pl.String),
            pl.Series("where", words, dtype=pl.String),
            *(cells.series(key, [fact["where"].get(key) for fact in facts]) for key in keys),
            *(
                pl.Series(name, [fact[name] for fact in facts], dtype=kinds.get(name, pl.String))
                for name in ("value", "low", "high", "verdict", "games")
            ),
        ]
    )


def _sets(
    factors: Mapping[str, Any], values: Mapping[str, Any]
) -> tuple[list[str], dict[str, str]]:
    """Every setting as `--set` takes it, and what each was called in the call."""
    sets, places = [], {}
    for said, given in (("{name}={value!r}", factors), ("set={{{name!r}: {value!r}}}", values)):
        for name, value in given.items():
            if value is not None:
                sets.append(f"{name}={_text(value)}")
                places[f"--set {sets[-1]}"] = said.format(name=name, value=value)
    return sets, places


def _text(value: Any) -> str | None:
    """A value as it would be typed; levels that are compared stand between commas."""
    if value is None:
        return None
    parts = _levels(value)
    if parts is None:
        return _level(value)
    texts = [_level(part) for part in parts]
    return ",".join(texts) if len(texts) > 1 else f"[{','.join(texts)}]"


def _levels(value: Any) -> list[Any] | None:
    """The entries of anything that holds several: a list, a range, an array, a column."""
    if isinstance(value, str | bytes | Mapping | Path) or not isinstance(value, Iterable):
        return None
    return list(value)


def _level(value: Any) -> str:
    from simulate.core.validate import written
    from simulate.experiment.request import read_value

    value = value.item() if hasattr(value, "item") else value  # a number of NumPy
    if isinstance(value, Path) or (isinstance(value, str) and read_value(value) == value):
        return str(value)
    return written(value)


@contextmanager
def told(places: Mapping[str, str] | None = None) -> Iterator[None]:
    """What goes wrong inside as one `Error`; places: options, and what the call has for them."""
    from simulate.cli.say import message

    try:
        yield
    except InputError as error:
        problems = [
            replace(problem, where=_place(problem.where, places or {}))
            for problem in error.problems
        ]
        text = message(InputError(problems, error.hint)).removeprefix("error: ")
        raise Error(text, problems) from None
    except RunError as error:
        raise Error(str(error)) from None


def _place(where: str, places: Mapping[str, str]) -> str:
    """`--set players=9` was `players=9` in the call, `--games 0` was `games=0`."""
    for typed in sorted(places, key=len, reverse=True):
        where = where.replace(typed, places[typed])
    return OPTION.sub(lambda match: f"{match[1].replace('-', '_')}={match[2]}", where)
