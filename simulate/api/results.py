"""Results of a call: a run, a report, a comparison of two runs, a search.

Each reads what lies in its folder when it is asked; tables are polars frames.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.api.arguments import text_of
from simulate.api.errors import as_error
from simulate.core.errors import InputError
from simulate.core.text.amounts import plural

if TYPE_CHECKING:
    import polars as pl

    from analysis.data.joined import Joined
    from analysis.study import Study
    from simulate import store

LEVEL = "_level"  # stands behind the name of a factor of which the table has a column, too
CHANGES = ("advice", "tornado", "why", "plans")  # tables of a search with a row for each change


@dataclass(frozen=True)
class Report:
    """What was found; printed, it is what the command prints.

    Attributes
    ----------
    path : Path
        The page, ``report.html``.
    data : mapping
        All that it says, as in ``report.json`` (``simulate list schema report``).
    findings : list of str
        The findings as sentences, the most important first.

    Examples
    --------
    >>> import simulate
    >>> run = simulate.play("defenders", players=2, strategy="quick", games=20, jobs=1)
    >>> report = run.report()
    >>> report.path.is_file(), report.findings[0] in str(report)
    (True, True)
    """

    path: Path
    data: Mapping[str, Any] = field(repr=False)

    @property
    def findings(self) -> list[str]:
        """The findings as sentences, the most important first."""
        return [f"{finding['text']} {finding['try']}".strip() for finding in self.data["findings"]]

    def __str__(self) -> str:
        from reports.page.render import summary_of

        return str(summary_of(self.data))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What a notebook shows of it."""
        printer.text(f"{self}\n\n{self.path}")


@dataclass(frozen=True)
class Run:
    """A finished run: its tables, what they say, and its report.

    Attributes
    ----------
    path : Path
        The folder of the run (docs/run-folder.md).
    notes : tuple of str
        What the command would have told before it played.
    manifest : mapping
        What was played, with what.

    Examples
    --------
    >>> import simulate
    >>> run = simulate.play("defenders", players=[2, 3], horde="easy", strategy="quick",
    ...                     games=20, jobs=1)
    >>> run.games().height, run.seats().height, run.cells()["players"].to_list()
    (40, 100, [2, 3])
    >>> run.games().columns[:4]
    ['cell', 'players', 'replicate', 'won']
    >>> run.facts().filter(metric="win_rate")["where"].to_list()
    ['', 'players 2', 'players 3']
    """

    path: Path
    notes: tuple[str, ...] = ()

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What was played, with what (docs/run-folder.md)."""
        return self._stored.manifest

    def games(self) -> "pl.DataFrame":
        """One row for each game, with the levels of the factors that vary.

        Returns
        -------
        polars.DataFrame
            ``cell``, a column for each factor that varies, ``replicate``, and the columns of the
            game (docs/run-folder.md), by cell and replicate.  A factor that the game has a column
            of its own of ends in ``_level``.
        """
        return self._with_levels("games")

    def seats(self) -> "pl.DataFrame":
        """One row for each seat of a player, with the levels of the factors that vary.

        Returns
        -------
        polars.DataFrame
            As of `games`, by cell, replicate and ``seat`` (from 0); ``win_share`` is 0..1.
        """
        return self._with_levels("seats")

    def cells(self) -> "pl.DataFrame":
        """One row for each cell: levels of all factors, changes and games played.

        Returns
        -------
        polars.DataFrame
            ``cell``, a column for each factor, ``changes``, ``blanks`` and ``games``.
        """
        return self._stored.cells()

    def turns(self) -> "pl.DataFrame | None":
        """Some of the games turn by turn, a row a seat.

        Returns
        -------
        polars.DataFrame or None
            None where the run is too small to have kept any.
        """
        return self._stored.turns()

    def people(self) -> "pl.DataFrame | None":
        """What people's games found, where the run has a sheet of them (``playtests``).

        Returns
        -------
        polars.DataFrame or None
            One row for each setting and each option that was met: ``of`` ("setting", "option"),
            ``name``, ``won``, ``games``, ``simulated`` (0..1, at the same skill) and ``z``, how
            many standard errors lie between.

        Raises
        ------
        Error
            Where the file of it is not as it was written.
        """
        import polars as pl

        from analysis.conclusions import kept_people

        with as_error():
            kept = kept_people.read(self.path)
        if kept is None:
            return None
        return pl.DataFrame(
            {"of": one.of, "name": kept.name(one), "won": one.people.won,
             "games": one.people.games, "simulated": one.simulated, "z": one.z}
            for one in kept.answer.agreement.compared
        )  # fmt: skip

    def speeds(self) -> "pl.DataFrame | None":
        """How fast each strategy of a `ladder` plays.

        Returns
        -------
        polars.DataFrame or None
            One row a strategy: games, decisions, and ``seconds`` of processor time of one core.
            None of other runs.

        Raises
        ------
        Error
            Where the table of speeds is not as it was written.
        """
        import polars as pl

        with as_error():
            speeds = self._stored.speeds()
        return pl.DataFrame([asdict(speed) for speed in speeds]) if speeds else None

    def facts(self) -> "pl.DataFrame":
        """One row a number of the report.

        Returns
        -------
        polars.DataFrame
            ``metric``, ``where`` in words, a column for every factor and every kind of thing that
            facts are of (null elsewhere), ``value``, ``low``, ``high``, ``verdict``, ``games``.
            Shares and their differences are 0..1: 0.02 is two points; ``low`` and ``high`` are the
            95% interval (docs/python.md).
        """
        return _frame(self._report["facts"], _keys(self.manifest))

    def report(self) -> Report:
        """Write the report into the folder of the run.

        Returns
        -------
        Report
            What it says, and where its page is.

        Raises
        ------
        Error
            Where the folder takes no file.
        """
        from reports.page.render import PAGE, write
        from reports.run.what_if import turned

        with as_error():
            write(self.path, self._report, turned(self.path, self._studied[0]))
        return Report(self.path / PAGE, self._report)

    @cached_property
    def _stored(self) -> "store.StoredRun":
        from simulate import store

        return store.verify(self.path)

    @cached_property
    def _studied(self) -> "tuple[Study, dict[str, Any]]":
        from reports.page.render import studied

        return studied(self.path)

    @property
    def _report(self) -> dict[str, Any]:
        return self._studied[1]

    def _with_levels(self, table: str) -> "pl.DataFrame":
        from simulate.store.rows import cells

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
    """Two runs of one game beside each other, setting by setting on the same luck.

    Attributes
    ----------
    before, after : Run
        The change is `after` less `before`.
    findings : list of str
        What the change did, as sentences, the most important first.

    Examples
    --------
    >>> import simulate
    >>> few = {"players": 2, "horde": "easy", "strategy": "quick", "games": 20, "jobs": 1}
    >>> change = simulate.compare(
    ...     simulate.play("defenders", **few),
    ...     simulate.play("defenders", **few, set={"rules.capital_start": 2}),
    ... )
    >>> change.report().path.is_file()
    True
    """

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
        """One row a number of the comparison.

        Returns
        -------
        polars.DataFrame
            In the form of `Run.facts`.
        """
        return _frame(self._report["facts"], _keys(self.after.manifest))

    def report(self, out: Path | str | None = None) -> Report:
        """Write the report of the comparison.

        Parameters
        ----------
        out : Path or str, optional
            A new or an empty folder; without it the next ``runs/compare-NUMBER``.

        Returns
        -------
        Report
            What it says, and where its page is.

        Raises
        ------
        Error
            Where the folder is not empty or takes no file.
        """
        from simulate.cli.play.comparing import out_problems, write

        with as_error():
            if problems := out_problems(text_of(out)):
                raise InputError(problems)
            page = write(self._report, text_of(out))
        return Report(page, self._report)

    @cached_property
    def _report(self) -> dict[str, Any]:
        from reports.page.render import build_comparison
        from simulate.core.errors import command

        names = str(self.before.path), str(self.after.path)
        return build_comparison(self._joined, names, command("compare", *names))

    def __str__(self) -> str:
        from reports.page.render import summary_of

        return str(summary_of(self._report))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


@dataclass(frozen=True)
class Search:
    """What a search found: changes, what each does in each setting, and packs that have them.

    Attributes
    ----------
    path : Path
        The page of the report; everything lies beside it.
    data : mapping
        All that it says, as in ``report.json``.
    findings : list of str
        The findings as sentences, what is advised first.
    packs : list of Path
        Packs that are ready to run, the one that is advised first.

    Examples
    --------
    >>> import simulate
    >>> search = simulate.sensitivity("defenders", "rules.capital_limit", players=2, horde="easy",
    ...                               strategy="quick", games=20, jobs=1)
    >>> search.changes()["name"][0], search.packs
    ('Threat that brings down the Capital City 6 -> 5', [])
    """

    path: Path
    data: Mapping[str, Any] = field(repr=False)

    @property
    def findings(self) -> list[str]:
        """The findings as sentences, what is advised first."""
        return self.report().findings

    def changes(self) -> "pl.DataFrame":
        """One row for each change, and each setting where told apart; advised ones first.

        Returns
        -------
        polars.DataFrame
            A number with an interval has columns ``NAME``, ``NAME_low`` and ``NAME_high``, rates
            and differences 0..1; ``command`` plays the change, ``pack`` is the folder of one that
            has it.
        """
        return self._table(*CHANGES)

    def front(self) -> "pl.DataFrame":
        """Of `tune`: how far off the game is with no edit, with one, with two.

        Returns
        -------
        polars.DataFrame
            One row a number of edits; empty where there was another search.
        """
        return self._table("front")

    def _table(self, *names: str) -> "pl.DataFrame":
        """The first of these tables that the report has; an empty one where it has none."""
        import polars as pl

        tables = {t["id"]: t["rows"] for s in self.data["sections"] for t in s["tables"]}
        rows: list[dict[str, Any]] = next((tables[name] for name in names if name in tables), [])
        return pl.DataFrame([dict(_flat(row)) for row in rows], infer_schema_length=None)

    def facts(self) -> "pl.DataFrame":
        """One row a number of the search.

        Returns
        -------
        polars.DataFrame
            In the form of `Run.facts`.
        """
        return _frame(self.data["facts"], [])

    def report(self) -> Report:
        """The report as it was written.

        Returns
        -------
        Report
            What it says, and where its page is.
        """
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

    from simulate.store.rows import cells

    keys = dict.fromkeys([*known, *(key for f in facts for key in f["where"])])
    words = [", ".join(f"{key} {value}" for key, value in f["where"].items()) for f in facts]
    kinds: dict[str, Any] = dict.fromkeys(("value", "low", "high"), pl.Float64)
    kinds |= {"verdict": pl.String, "games": pl.Int64, "differs": pl.Boolean}
    return pl.DataFrame(
        [
            pl.Series("metric", [fact["metric"] for fact in facts], dtype=pl.String),
            pl.Series("where", words, dtype=pl.String),
            *(cells.series(key, [fact["where"].get(key) for fact in facts]) for key in keys),
            *(
                pl.Series(name, [fact.get(name) for fact in facts], dtype=kinds[name])
                for name in ("value", "low", "high", "verdict", "games", "differs")
            ),
        ]
    )
