"""Commands as functions: `play`, `ladder`, `compare`, and the searches.

The same code checks and plays as that of the commands.  What several take alike (a play, a search)
is declared once, in the function that does it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulate.api.arguments import TypedArguments, command
from simulate.api.errors import as_error
from simulate.api.results import Comparison, Run, Search


def _played(
    verb: str,
    /,
    target: str | None = None,
    *,
    set: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    band: tuple[float, float] | str | Mapping[str, tuple[float, float] | str] | None = None,
    pack: Path | str | None = None,
    out: Path | str | None = None,
    jobs: int | None = None,
    allow_code: bool = False,
    quiet: bool = True,
    **factors: Any,
) -> Run:
    """Check what was asked for, and play it.

    Parameters
    ----------
    target : str, optional
        A game, ``GAME/NAME`` or the path of an experiment file; may be left out with a pack.
    set : mapping of str, optional
        What has dots in its name, such as numbers of the pack: path -> value, or a list, range or
        array of values that are compared.
    band : (float, float) or str or mapping of str, optional
        What should come out, as the option ``--target``: ``(0.40, 0.55)``, both 0..1, or
        ``"40-55%"``; of single levels ``{"easy": (0.75, 0.92)}``.
    out : Path or str, optional
        A new or an empty folder; without it the next ``runs/EXPERIMENT-NUMBER``.
    jobs : int, optional
        Processes that play, 1 to 1024; without it every core allowed.  What is played is the same.
    allow_code : bool
        Run Python strategies of the pack; read them first.
    quiet : bool
        False tells on stderr how far the run is.
    **factors
        Who plays what, by name (``players=3``); a list of levels is compared.
    """
    from simulate.cli.play.card_packs import try_cards
    from simulate.cli.play.people import keep_people, sheet_read
    from simulate.cli.play.playing import RunOptions, asks, cluster_of, jobs_here, prepared
    from simulate.experiment import RunRequest
    from simulate.run.play import play as play_out

    said = factors | {"games": games, "seed": seed, "band": band, "pack": pack, "out": out,
                      "jobs": jobs, "allow_code": allow_code}  # fmt: skip
    call = TypedArguments(verb, said, set)
    request, wanted = RunRequest.of(call.given, target), RunOptions.of(call.given, verb=verb)
    with as_error(call.places):
        plan, workers = prepared(request, wanted)
        folder = None if wanted.out is None else Path(wanted.out)
        cluster, people = cluster_of(wanted.cluster), sheet_read(plan)
        path = play_out(plan, folder, workers, quiet=quiet, ours=False, cluster=cluster, asks=asks)
        local = jobs_here(workers, wanted.cluster)
        try_cards(plan, path, local, quiet=quiet)
        keep_people(people, plan, path, local, quiet=quiet)
    return Run(path, tuple(note.removeprefix("note: ") for note in plan.notes))


@command("run", _played)
def play() -> None:
    """Play an experiment, as `simulate run` does.

    Returns
    -------
    Run
        The finished run: its folder, tables, facts and report.

    Raises
    ------
    Error
        With everything that is wrong, before anything is written; or why the machine failed.

    Notes
    -----
    The same arguments and `seed` give the same games, bit by bit, on any machine and for any
    `jobs`.  Levels that are compared are played on common random numbers [1]_: game 7 of each
    setting has the same luck.

    References
    ----------
    .. [1] P. Glasserman and D. D. Yao, "Some guidelines and guarantees for common random numbers",
       Management Science 38 (1992) 884-908.

    Examples
    --------
    >>> import simulate
    >>> run = simulate.play("defenders", players=[2, 3], strategy="quick", games=20, jobs=1)
    >>> run
    <run of Tiny Epic Defenders: 160 games in 'runs/default-1'>
    >>> run.manifest["command"]
    'simulate run defenders --games 20 --seed 1 --set players=2,3 --set strategy=quick'
    """


@command("ladder", _played)
def ladder() -> None:
    """How well each strategy plays one setting, and how fast, as `simulate ladder` finds it.

    ``strategy=["quick", "balanced"]`` names the strategies, other factors the setting.

    Returns
    -------
    Run
        The finished run; `Run.speeds` has a row for each strategy.

    Raises
    ------
    Error
        With everything that is wrong, before anything is written; or why the machine failed.

    Notes
    -----
    Where players compete, strength is on the scale of Plackett and Luce [1]_; elsewhere it is the
    rate of games won.

    References
    ----------
    .. [1] R. L. Plackett, "The analysis of permutations", Applied Statistics 24 (1975) 193-202.

    Examples
    --------
    >>> import simulate
    >>> simulate.ladder("defenders", strategy="idle")
    Traceback (most recent call last):
        ...
    simulate.Error: ...a ladder needs two strategies or more...
    """


def open_run(path: Path | str) -> Run:
    """A run that was finished before, every file of it compared with its checksum.

    Parameters
    ----------
    path : Path or str
        The folder of the run.

    Returns
    -------
    Run
        The same as `play` gave.

    Raises
    ------
    Error
        Where it is no run, or not as it was written.

    Examples
    --------
    >>> import simulate
    >>> simulate.open_run("nowhere")
    Traceback (most recent call last):
        ...
    simulate.Error: nowhere: there is no such folder
    """
    run = Run(Path(path))
    with as_error():
        _ = run._stored
    return run


def compare(before: Run | Path | str, after: Run | Path | str) -> Comparison:
    """Two runs of one game beside each other, as `simulate compare` does.

    Parameters
    ----------
    before, after : Run, Path or str
        Runs, or their folders; the change is `after` less `before`.

    Returns
    -------
    Comparison
        Paired differences, setting by setting on the same luck.

    Raises
    ------
    Error
        Where they are of two games or have no setting in common.

    Examples
    --------
    >>> import simulate
    >>> few = {"players": 2, "horde": "easy", "strategy": "quick", "games": 20, "jobs": 1}
    >>> before = simulate.play("defenders", **few)
    >>> after = simulate.play("defenders", **few, set={"rules.capital_start": 2})
    >>> simulate.compare(before, after).facts().filter(metric="win_rate_change").height
    2
    """
    from simulate.cli.play.comparing import joined

    first, second = (each if isinstance(each, Run) else open_run(each) for each in (before, after))
    with as_error():
        names = str(first.path), str(second.path)
        return Comparison(first, second, joined(names, [first._stored, second._stored]))


def _searched(
    verb: str,
    /,
    target: str | None = None,
    *patterns: str,
    band: tuple[float, float] | str | Mapping[str, tuple[float, float] | str] | None = None,
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
    """Check a search, play it, and read what it wrote.

    Parameters
    ----------
    target : str, optional
        A game, ``GAME/NAME`` or the path of an experiment file; may be left out with a pack.
    *patterns : str
        Numbers of the pack that may change, such as ``"cards.foes"``; all if none is named.
        ``"rules.capital_limit=4..8"`` gives bounds, in the unit of the number.
    band : (float, float) or str or mapping of str, optional
        What should come out: ``(0.40, 0.55)``, both 0..1, or ``"40-55%"``; of single levels
        ``{"easy": (0.75, 0.92)}``.
    set : mapping of str, optional
        What has dots in its name, such as numbers of the pack: path -> value.
    out : Path or str, optional
        A new or an empty folder; without it the next ``runs/COMMAND-NUMBER``.
    jobs : int, optional
        Processes that play, 1 to 1024; without it every core allowed.  What is played is the same.
    allow_code : bool
        Run Python strategies of the pack; read them first.
    quiet : bool
        False tells on stderr how far the search is.
    **factors
        Who plays what, by name (``players=3``); a list of levels is crossed.
    """
    from reports.page.render import DATA, read
    from simulate.cli.searches import searching
    from simulate.cli.searches.ready import SearchOptions

    said = factors | {"games": games, "seed": seed, "band": band, "pack": pack, "out": out,
                      "jobs": jobs, "allow_code": allow_code, "quiet": quiet}  # fmt: skip
    call = TypedArguments(verb, said, set)
    request = searching.asked(call.given, target, patterns, "run")
    wanted = SearchOptions.of(call.given)
    with as_error(call.places):
        page = searching.search(verb, request, wanted)
    return Search(page, read(page.with_name(DATA)))


@command("sensitivity", _searched)
def sensitivity() -> None:
    """Which number moves the balance most, as `simulate sensitivity` asks.

    Returns
    -------
    Search
        A change for each number up and down, the one that moves most first.

    Raises
    ------
    Error
        With everything that is wrong, before anything is written; or why the machine failed.

    Notes
    -----
    One number at a time, each step on the luck of the games without it; that many are looked at is
    allowed for in the intervals.

    Examples
    --------
    >>> import simulate
    >>> few = {"players": 2, "horde": "easy", "strategy": "quick", "games": 20, "jobs": 1}
    >>> search = simulate.sensitivity("defenders", "rules.capital_limit", **few)
    >>> search.changes()["name"].to_list()[0]
    'Threat that brings down the Capital City 6 -> 5'
    >>> simulate.sensitivity("defenders", "rules.capitol_limit")
    Traceback (most recent call last):
        ...
    simulate.Error: ...did you mean `rules.capital_limit`?
    """


@command("why", _searched)
def why() -> None:
    """Why a card wins or loses, as `simulate why` asks: what each of its causes adds.

    Returns
    -------
    Search
        A row for each cause, the one that adds most first.

    Raises
    ------
    Error
        With everything that is wrong, before anything is written; or why the machine failed.

    Notes
    -----
    Shapley values of the card's abilities, and of its numbers off the median of its kind, on the
    same luck: they and what is left without any of them come to the whole.

    Examples
    --------
    >>> import simulate
    >>> few = {"players": 2, "horde": "easy", "strategy": "quick", "games": 100, "jobs": 1}
    >>> search = simulate.why("defenders", card="bard", **few)
    >>> search.changes()["name"].to_list()[-1]
    'in all'
    >>> simulate.why("defenders", card="bart")
    Traceback (most recent call last):
        ...
    simulate.Error: ...did you mean `bard`?
    """


@command("worth", _searched)
def worth() -> None:
    """What a card is worth, as `simulate worth` measures it: against a blank one and its kind.

    Returns
    -------
    Search
        A row for each change of the card: blank, the median of its kind, each number a step.

    Raises
    ------
    Error
        With everything that is wrong, before anything is written; or why the machine failed.

    Examples
    --------
    >>> import simulate
    >>> few = {"players": 2, "horde": "easy", "strategy": "quick", "games": 100, "jobs": 1}
    >>> search = simulate.worth("defenders", "bard", **few)
    >>> search.changes()["name"].to_list()[0]
    'without Bard'
    >>> simulate.worth("defenders", "bart")
    Traceback (most recent call last):
        ...
    simulate.Error: ...did you mean `bard`?...
    """


@command("exploit", _searched)
def exploit() -> None:
    """The plan that breaks a game, as `simulate exploit` looks for it.

    Returns
    -------
    Search
        A row for each plan that was proven, the best first.

    Raises
    ------
    Error
        With everything that is wrong, before anything is written; or why the machine failed.

    Examples
    --------
    >>> import simulate
    >>> few = {"players": 2, "horde": "easy", "strategy": "quick", "budget": 1_000, "jobs": 1}
    >>> search = simulate.exploit("defenders", **few)
    >>> search.changes()["breaks"].unique().to_list()
    ['not shown']
    >>> simulate.exploit("defenders", strategy="random")
    Traceback (most recent call last):
        ...
    simulate.Error: ...`random` weighs nothing...
    """


@command("advise", _searched)
def advise() -> None:
    """The smallest changes that bring the game into a band, as `simulate advise` finds them.

    Returns
    -------
    Search
        Changes that hold on fresh luck, and packs that have them.

    Raises
    ------
    Error
        With everything that is wrong, before anything is written; or why the machine failed.

    Examples
    --------
    >>> import simulate
    >>> few = {"players": 2, "horde": "easy", "strategy": "quick", "games": 20, "jobs": 1}
    >>> search = simulate.advise("defenders", "rules.capital_limit", band=(0.3, 0.5), **few)
    >>> search.changes()["verdict"].to_list(), search.packs[0].name
    (['not enough games'], '1')
    """


@command("tune", _searched)
def tune() -> None:
    """Few edits of several numbers at once, as `simulate tune` finds them.

    Returns
    -------
    Search
        The best changes by number of edits (a Pareto front), and packs that have them.

    Raises
    ------
    Error
        With everything that is wrong, before anything is written; or why the machine failed.

    Examples
    --------
    >>> import simulate
    >>> simulate.tune("defenders", "rules.capital_limit=9..2", band=(0.4, 0.5))
    Traceback (most recent call last):
        ...
    simulate.Error: ...bounds are written LOW..HIGH in whole numbers...
    """
