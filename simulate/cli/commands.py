"""The commands and their options.  Light: each imports what it needs when it is run.

Options with a value are text here: they are read and checked by the same code as files.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from simulate.cli import completing, helptext

Action = Callable[[], int | None]

app = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=helptext.MAIN,
    epilog=helptext.EXIT_CODES,
)

Text = str | None
Pack = Annotated[
    Text, typer.Option("--pack", metavar="DIR", help="A designer's pack: rules, cards, strategies.")
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Set a factor or a value of the pack; KEY=A,B compares levels. Repeatable.",
    ),
]
Seed = Annotated[Text, typer.Option(metavar="S", help="All luck follows from it.")]
Jobs = Annotated[
    Text, typer.Option(metavar="N", help="Processes that play; default: every core allowed.")
]
Cluster = Annotated[
    Text,
    typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: its scheduler, tcp://HOST:8786."),
]
AllowCode = Annotated[
    bool, typer.Option("--allow-code", help="Run Python strategies of the pack. Read them first.")
]

Patterns = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATTERN]...",
        help="Numbers to try: rules, cards.heroes, cards.*.*.health; default: all of the pack.",
    ),
]
Band = Annotated[
    Text,
    typer.Option(
        "--target", metavar="LOW-HIGH", help="The band a result should lie in: 0.40-0.55 or 40-55%."
    ),
]
SearchOut = Annotated[
    Text,
    typer.Option(metavar="DIR", help="A new or empty folder; default: the next runs/COMMAND-N."),
]
Seats = Annotated[bool, typer.Option("--seats", help="Where players compete: make the seats even.")]
FreshGames = Annotated[
    Text, typer.Option(metavar="N", help="Games of each setting on the fresh luck at the end.")
]
SearchDryRun = Annotated[
    bool, typer.Option("--dry-run", help="Only say how many changes, games and minutes it is.")
]
Quiet = Annotated[
    bool, typer.Option("--quiet", help="No progress, no notes; on stderr only what is wrong.")
]
AsJson = Annotated[
    bool, typer.Option("--json", help="One JSON document on stdout: paths, findings, facts.")
]
Target = typer.Argument(metavar="TARGET", autocompletion=completing.targets)
Game = typer.Argument(metavar="GAME", autocompletion=completing.games)


def _tell_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        from simulate.cli import say

        say.show(f"simulate {version('tiny-epic-balance')}")
        raise typer.Exit


@app.callback()
def _main(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", help="Tell the version.", callback=_tell_version, is_eager=True
        ),
    ] = False,
) -> None:
    """`--debug` is taken out of the words before they are parsed; it is here to be named."""


@app.command(
    short_help="Play an experiment and write its report.",
    help=helptext.RUN,
    epilog=helptext.EXIT_CODES,
)
def run(
    target: Annotated[Text, Target] = None,
    games: Annotated[Text, typer.Option(metavar="N", help="Exactly N games in every cell.")] = None,
    precision: Annotated[
        Text,
        typer.Option(
            metavar="H",
            help="Play until every 95% interval reaches at most H to either side "
            "(0.005 is half a point); 0.0005 to 0.2.",
        ),
    ] = None,
    until: Annotated[
        Text,
        typer.Option(
            metavar="settled",
            help="Play until every verdict on settings, shares and changes is settled, not those "
            "on what is dealt, pairs, plans; --games is then the most in a cell, default 1000000.",
        ),
    ] = None,
    max_games: Annotated[
        Text,
        typer.Option(
            metavar="N", help="With a precision: at most N games in a cell; default 1000000."
        ),
    ] = None,
    guesses: Annotated[
        Text,
        typer.Option(
            metavar="N", help="Play N packs with other values for guesses: does it still stand?"
        ),
    ] = None,
    confirm_with: Annotated[
        Text,
        typer.Option(
            "--confirm-with",
            metavar="STRATEGY",
            help="Play a part of it with another player: does it still stand?",
        ),
    ] = None,
    keep: Annotated[
        Text,
        typer.Option(
            metavar="WHAT",
            help="Rows of `all` games (default); sums of all and the rows of a `sample`; or "
            "`counts` alone, for very many games.",
        ),
    ] = None,
    jobs: Jobs = None,
    seed: Seed = None,
    out: Annotated[
        Text,
        typer.Option(
            metavar="DIR", help="A new or empty folder; default: the next runs/EXPERIMENT-NUMBER."
        ),
    ] = None,
    resume: Annotated[
        Text,
        typer.Option("--resume", metavar="RUN", help="Go on with a run that was cut short."),
    ] = None,
    pack: Pack = None,
    sets: Sets = None,
    band: Band = None,
    skip_unchanged: Annotated[
        bool,
        typer.Option(
            "--skip-unchanged", help="Leave out variants that change nothing in this pack."
        ),
    ] = False,
    cluster: Cluster = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run", help="Only say cells, games, expected time, and what they would tell."
        ),
    ] = False,
    allow_code: AllowCode = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Exit with 3 if an expectation is missed, with 4 if one is open."
        ),
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> Action:
    from simulate.cli.play import RunOptions, run_command
    from simulate.experiment import RunRequest

    asked = RunRequest(
        target,
        pack,
        games,
        precision,
        max_games,
        seed,
        sets or (),
        skip_unchanged=skip_unchanged,
        band=band,
        until=until,
        guesses=guesses,
        confirm_with=confirm_with,
        keep=keep,
    )
    options = RunOptions(
        jobs,
        out,
        dry_run,
        allow_code,
        as_json,
        quiet,
        check,
        resume,
        cluster=cluster,
    )
    return partial(run_command, asked, options)


@app.command(
    "cluster-check",
    short_help="Would the workers of a cluster play the same games?",
    help=helptext.CLUSTER_CHECK,
    epilog=helptext.EXIT_CODES,
)
def cluster_check(
    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=completing.games)],
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="Of the scheduler.")],
) -> Action:
    from simulate.cli.play import cluster_check_command

    return partial(cluster_check_command, cluster, game)


@app.command(
    short_help="How well does each strategy play, and how fast?",
    help=helptext.LADDER,
    epilog=helptext.EXIT_CODES,
)
def ladder(
    target: Annotated[Text, Target] = None,
    games: Annotated[
        Text,
        typer.Option(metavar="N", help="Games of a strategy, or of two that meet; default 400."),
    ] = None,
    jobs: Jobs = None,
    seed: Seed = None,
    out: SearchOut = None,
    pack: Pack = None,
    sets: Sets = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say how many games and minutes it is.")
    ] = False,
    allow_code: AllowCode = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> Action:
    from simulate.cli.play import LADDER, RunOptions, run_command
    from simulate.experiment import RunRequest

    asked = RunRequest(target, pack, games, seed=seed, sets=sets or (), verb="ladder")
    options = RunOptions(jobs, out, dry_run, allow_code, as_json, quiet, verb=LADDER)
    return partial(run_command, asked, options)


@app.command(
    short_help="Which number moves the balance most?",
    help=helptext.SENSITIVITY,
    epilog=helptext.EXIT_CODES,
)
def sensitivity(
    target: Annotated[Text, Target] = None,
    patterns: Patterns = None,
    games: Annotated[
        Text, typer.Option(metavar="N", help="At most N games of a change; default 20000.")
    ] = None,
    precision: Annotated[
        Text,
        typer.Option(
            metavar="H", help="Play a change until its interval reaches H; default 0.01, a point."
        ),
    ] = None,
    jobs: Jobs = None,
    seed: Seed = None,
    out: SearchOut = None,
    pack: Pack = None,
    sets: Sets = None,
    dry_run: SearchDryRun = False,
    allow_code: AllowCode = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> Action:
    from simulate.cli import searching
    from simulate.experiment import RunRequest

    asked = RunRequest(
        target, pack, games, seed=seed, sets=sets or (), steps=patterns or (), verb="sensitivity"
    )
    options = searching.SearchOptions(
        jobs, out, dry_run, allow_code, quiet, as_json, precision=precision
    )
    return partial(searching.search_command, searching.sensitivity, asked, options)


@app.command(
    short_help="What should I change? Small changes that are shown to work.",
    help=helptext.ADVISE,
    epilog=helptext.EXIT_CODES,
)
def advise(
    target: Annotated[Text, Target] = None,
    patterns: Patterns = None,
    band: Band = None,
    seats: Seats = False,
    games: FreshGames = None,
    jobs: Jobs = None,
    seed: Seed = None,
    out: SearchOut = None,
    pack: Pack = None,
    sets: Sets = None,
    dry_run: SearchDryRun = False,
    allow_code: AllowCode = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> Action:
    from simulate.cli import searching
    from simulate.experiment import RunRequest

    asked = RunRequest(
        target,
        pack,
        games,
        seed=seed,
        sets=sets or (),
        steps=patterns or (),
        band=band,
        verb="advise",
    )
    options = searching.SearchOptions(jobs, out, dry_run, allow_code, quiet, as_json, seats=seats)
    return partial(searching.search_command, searching.advise, asked, options)


@app.command(
    short_help="Which few edits together? Several numbers at once, shown to work.",
    help=helptext.TUNE,
    epilog=helptext.EXIT_CODES,
)
def tune(
    target: Annotated[Text, Target] = None,
    patterns: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATTERN[=LOW..HIGH]]...",
            help="Numbers that may change: rules, cards.heroes, rules.capital_limit=3..9; "
            "default: all of the pack, six steps either way.",
        ),
    ] = None,
    band: Band = None,
    seats: Seats = False,
    edits: Annotated[
        Text, typer.Option(metavar="N", help="At most N numbers at once; default 4.")
    ] = None,
    budget: Annotated[
        Text, typer.Option(metavar="N", help="Games of the search; default about 500000.")
    ] = None,
    games: FreshGames = None,
    jobs: Jobs = None,
    seed: Seed = None,
    out: SearchOut = None,
    pack: Pack = None,
    sets: Sets = None,
    dry_run: SearchDryRun = False,
    allow_code: AllowCode = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> Action:
    from simulate.cli import searching
    from simulate.experiment import RunRequest

    asked = RunRequest(
        target,
        pack,
        games,
        seed=seed,
        sets=sets or (),
        steps=patterns or (),
        band=band,
        verb="tune",
    )
    options = searching.SearchOptions(
        jobs, out, dry_run, allow_code, quiet, as_json, seats=seats, edits=edits, budget=budget
    )
    return partial(searching.search_command, searching.tune, asked, options)


@app.command(
    short_help="Copy a game to a folder of TOML files to edit, or add a card.", help=helptext.NEW
)
def new(
    game: Annotated[str, typer.Argument(metavar="GAME|DIR", autocompletion=completing.games)],
    folder: Annotated[str, typer.Argument(metavar="DIR|NAME")],
    card: Annotated[
        Text,
        typer.Option(
            "--card", metavar="KIND", help="Add a card of this kind, called NAME, to the pack DIR."
        ),
    ] = None,
    like: Annotated[
        Text,
        typer.Option(
            "--like", metavar="CARD", help="With --card: the card it begins as; else a short one."
        ),
    ] = None,
) -> Action:
    from simulate.cli.packs import card_command, new_command, only_with_card

    if card is not None:
        return partial(card_command, game, folder, card, like)
    only_with_card(like)
    return partial(new_command, game, folder)


@app.command(
    short_help="Put in the numbers of your printed game, one question at a time.",
    help=helptext.ASK,
    epilog=helptext.EXIT_CODES,
)
def ask(
    folder: Annotated[str, typer.Argument(metavar="DIR")],
    patterns: Patterns = None,
    games: Annotated[
        Text,
        typer.Option(metavar="N", help="Games of each setting to see what changed; default 2000."),
    ] = None,
    no_play: Annotated[
        bool, typer.Option("--no-play", help="Only ask and write; play nothing at the end.")
    ] = False,
    jobs: Jobs = None,
    seed: Seed = None,
    out: Annotated[
        Text,
        typer.Option(
            metavar="DIR", help="A new or empty folder; default: the next runs/compare-N."
        ),
    ] = None,
    sets: Sets = None,
) -> Action:
    from simulate.cli.asking import ask_command
    from simulate.cli.changing import ChangeOptions
    from simulate.experiment import RunRequest

    asked = RunRequest(None, folder, games or "2000", seed=seed, sets=sets or (), verb="ask")
    options = None if no_play else ChangeOptions(jobs, out, False)
    return partial(ask_command, folder, patterns or (), asked, options)


@app.command(short_help="Check a pack or an experiment.", help=helptext.CHECK)
def check(
    path: Annotated[str, typer.Argument(metavar="DIR|FILE")],
    pack: Pack = None,
    as_json: AsJson = False,
) -> Action:
    from simulate.cli.packs import check_command

    return partial(check_command, path, pack, as_json)


@app.command(short_help="Tell one game as a story or an event log.", help=helptext.REPLAY)
def replay(
    target: Annotated[str, typer.Argument(metavar="RUN|GAME", autocompletion=completing.games)],
    cell: Annotated[Text, typer.Option(metavar="C", help="The cell, from 0.")] = None,
    game: Annotated[
        Text, typer.Option(metavar="I", help="The game of the cell (its replicate), from 0.")
    ] = None,
    pick: Annotated[
        Text,
        typer.Option(
            metavar="WHICH", help="Find a game of the run: closest, longest, shortest, typical."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The event log: one JSON object a line.")
    ] = False,
    legal: Annotated[
        bool, typer.Option("--legal", help="With --json: all legal moves with their scores.")
    ] = False,
    states: Annotated[
        bool, typer.Option("--states", help="With --json: the complete state after each line.")
    ] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Replay a run of other sources, and compare the row.")
    ] = False,
    seed: Seed = None,
    pack: Pack = None,
    sets: Sets = None,
    allow_code: AllowCode = False,
) -> Action:
    from simulate.cli.playback import ReplayOptions, replay_command
    from simulate.experiment import RunRequest

    asked = RunRequest(target, pack, seed=seed, sets=sets or (), verb="replay")
    options = ReplayOptions(cell, game, pick, as_json, legal, states, anyway, allow_code)
    return partial(replay_command, asked, options)


@app.command(short_help="How far is a run? Also from another terminal.", help=helptext.STATUS)
def status(
    folder: Annotated[str, typer.Argument(metavar="RUN")],
    as_json: AsJson = False,
) -> Action:
    from simulate.cli.looking import status_command

    return partial(status_command, folder, as_json)


@app.command(short_help="Is a run as it was written?", help=helptext.VERIFY)
def verify(
    folder: Annotated[str, typer.Argument(metavar="RUN")],
    as_json: AsJson = False,
) -> Action:
    from simulate.cli.looking import verify_command

    return partial(verify_command, folder, as_json)


@app.command(short_help="Write the report of a run again.", help=helptext.REPORT)
def report(folder: Annotated[str, typer.Argument(metavar="RUN")]) -> Action:
    from simulate.cli.play import report_command

    return partial(report_command, folder)


@app.command(short_help="Write the charts of a report as SVG and PNG.", help=helptext.FIGURES)
def figures(
    folder: Annotated[str, typer.Argument(metavar="RUN")],
    out: Annotated[
        Text,
        typer.Option(
            metavar="DIR",
            help="A new or empty folder, or one with older figures; default: RUN/figures.",
        ),
    ] = None,
) -> Action:
    from simulate.cli.figures import figures_command

    return partial(figures_command, folder, out)


@app.command(short_help="Did a change help? Before and after, side by side.", help=helptext.COMPARE)
def compare(
    before: Annotated[Text, typer.Argument(metavar="BEFORE|GAME")] = None,
    after: Annotated[Text, typer.Argument(metavar="AFTER")] = None,
    games: Annotated[Text, typer.Option(metavar="N", help="Exactly N games in every cell.")] = None,
    jobs: Jobs = None,
    seed: Seed = None,
    out: Annotated[
        Text,
        typer.Option(
            metavar="DIR", help="A new or empty folder; default: the next runs/compare-N."
        ),
    ] = None,
    pack: Pack = None,
    sets: Sets = None,
    allow_code: AllowCode = False,
    check: Annotated[
        bool, typer.Option("--check", help="Exit with 3 if something is worse for certain.")
    ] = False,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Only say games, expected time, and what they would tell."),
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> Action:
    from simulate.cli.comparing import compare_command, of_runs, played_already

    if before is not None and after is not None:
        given = {"--games": games, "--jobs": jobs, "--seed": seed, "--pack": pack, "--set": sets,
                 "--dry-run": dry_run}  # fmt: skip
        wrong = played_already(given, allow_code)
        of_two = partial(of_runs, before, after, out, check, wrong)
        return partial(compare_command, of_two, as_json, check)
    from simulate.cli.changing import ChangeOptions, foretold, of_change
    from simulate.experiment import RunRequest

    asked = RunRequest(before, pack, games, seed=seed, sets=sets or (), verb="compare")
    options = ChangeOptions(jobs, out, allow_code, check, quiet)
    if dry_run:
        return partial(foretold, asked, options, as_json=as_json)
    return partial(compare_command, partial(of_change, asked, options), as_json, check)


@app.command("list", short_help="Say what there is, with its sources.", help=helptext.LIST)
def list_(
    what: Annotated[str, typer.Argument(metavar="WHAT", autocompletion=completing.kinds)],
    game: Annotated[Text, Game] = None,
    pack: Pack = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as JSON.")] = False,
) -> Action:
    from simulate.cli.listing import list_command

    return partial(list_command, what, game, pack, as_json)


@app.command(short_help="Print a JSON Schema.", help=helptext.SCHEMA)
def schema(
    what: Annotated[
        str, typer.Argument(metavar="WHAT", autocompletion=completing.schemas)
    ] = "experiment",
) -> Action:
    from simulate.cli.packs import schema_command

    return partial(schema_command, what)


@app.command(short_help="Measure how fast games are played.", help=helptext.BENCH)
def bench(
    game: Annotated[str, Game] = "defenders",
    jobs: Jobs = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games, rougher figures.")] = False,
) -> Action:
    from simulate.cli.play import bench_command

    return partial(bench_command, game, jobs, quick)
