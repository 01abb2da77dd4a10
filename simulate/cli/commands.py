"""The commands of the command line.  Each imports what it needs only when it is run.

Options are declared in `simulate.core.options`; those of a single command stand with it.  Options
with a value are text here; the code that reads experiment files reads and checks them.
"""

import inspect
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, TypeVar

import typer

from simulate.cli import completing, helptext
from simulate.cli.panels import PanelGroup
from simulate.core import options
from simulate.core.options import Option

Action = Callable[[], int | None]
Command = TypeVar("Command", bound=Callable[..., Action])
Text = str | None
PLAY, CHANGE, LOOK, MACHINE = "Play", "Change", "Look", "Machine"

app = typer.Typer(
    cls=PanelGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=helptext.MAIN,
    epilog=helptext.EXIT_CODES,
)

Experiment = Annotated[
    Text, typer.Argument(metavar="[EXPERIMENT]", autocompletion=completing.targets)
]
AskedOf = Annotated[
    Text, typer.Argument(metavar="[EXPERIMENT|RUN]", autocompletion=completing.targets)
]
Game = Annotated[Text, typer.Argument(metavar="[GAME]", autocompletion=completing.games)]
Patterns = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATTERN]...",
        help="Numbers to try: rules, cards.heroes, cards.*.*.health; default: the whole pack.",
    ),
]
RUN = (*options.PLAY, options.RESUME, options.DRY_RUN, options.CHECK, options.AS_JSON,
       options.OPEN)  # fmt: skip
OF_SEARCH = (
    replace(options.RESUME, value="DIR", help="Continue an interrupted search."),
    options.DRY_RUN.saying("Only print the number of changes, games and minutes."),
    options.AS_JSON,
    options.OPEN,
)
UNTIL_BOTH = options.UNTIL.saying(
    "When both sides stop: `settled` (what differs, too) or H, as of `simulate run`. --games is "
    "then the most in a cell."
)
COMPARED = options.OUT.saying("A new or empty folder; default: the next runs/compare-N.")


@dataclass(frozen=True)
class _Command:
    """How a command is listed: its group, its summary line and its help page."""

    panel: str
    short: str
    help: str
    takes: tuple[Option, ...] = ()
    name: str | None = None

    def __call__(self, function: Command) -> Command:
        """The command, with the options that it takes behind what it declares itself."""
        signature = inspect.signature(function)
        own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        every = [*own, *map(_parameter, self.takes)]
        function.__signature__ = signature.replace(parameters=every)  # type: ignore[attr-defined]
        app.command(
            self.name,
            short_help=self.short,
            help=self.help,
            epilog=helptext.EXIT_CODES,
            rich_help_panel=self.panel,
        )(function)
        return function


def _parameter(option: Option) -> inspect.Parameter:
    kind: Any = Text if option.value else bool
    if option.several:
        kind = list[str] | None
    info = typer.Option(*option.spellings, metavar=option.value or None, help=option.help)
    usual = None if option.value else False
    both = Annotated[kind, info]
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=usual, annotation=both
    )


def _tell_version(is_wanted: bool) -> None:
    if is_wanted:
        from importlib.metadata import version

        from simulate.cli.shared import say

        say.show(f"simulate {version('tiny-epic-balance')}")
        raise typer.Exit


@app.callback()
def _main(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", help="Print the version.", callback=_tell_version, is_eager=True
        ),
    ] = False,
) -> None:
    """`--debug` is removed from the arguments before parsing; it stands here for the help page."""


def _filled(given: dict[str, Any], command: str, target: Text = "") -> dict[str, Any]:
    """The given options, completed from `simulate.toml` and, where none is named, this pack."""
    from simulate.cli.shared.answer import failures_told
    from simulate.cli.shared.this_pack import with_pack
    from simulate.cli.shared.user_config import filled

    is_document = given.get("as_json") and command != "replay"  # which prints an event log
    with failures_told(command) if is_document else nullcontext():
        return with_pack(filled(given, command), target)


@_Command(PLAY, "Play an experiment and write its report.", helptext.RUN, RUN)
def run(target: Experiment = None, **given: Any) -> Action:
    from simulate.cli.play.playing import RunOptions, run_command
    from simulate.experiment import RunRequest

    given = _filled(given, "run", target)
    return partial(run_command, RunRequest.of(given, target), RunOptions.of(given))


@_Command(
    PLAY,
    "How well does each strategy play, and how fast?",
    helptext.LADDER,
    (*options.LADDER, options.DRY_RUN.saying("Only print the number of games and minutes."),
     options.AS_JSON, options.OPEN),
)  # fmt: skip
def ladder(target: Experiment = None, **given: Any) -> Action:
    from simulate.cli.play.playing import LADDER, RunOptions, run_command
    from simulate.experiment import RunRequest

    given = _filled(given, LADDER, target)
    request = RunRequest.of(given, target, verb=LADDER)
    return partial(run_command, request, RunOptions.of(given, verb=LADDER))


@_Command(
    PLAY,
    "Did a change help? Before and after, side by side.",
    helptext.COMPARE,
    (options.GAMES, UNTIL_BOTH, options.RESOLUTION, options.JOBS, options.SEED, COMPARED,
     options.PACK, options.SETS, options.ALLOW_CODE, options.APART,
     options.CHECK.saying("Exit with 3 if something is worse for certain."),
     options.NO_SECOND.saying("Do not test the effects with a second player."),
     options.DRY_RUN.saying("Only print games, time and the detectable difference."),
     options.AS_JSON, options.OPEN, options.QUIET,
     replace(options.RESUME, value="DIR", help="Continue an interrupted comparison.")),
)  # fmt: skip
def compare(
    before: Annotated[Text, typer.Argument(metavar="BEFORE|GAME")] = None,
    after: Annotated[Text, typer.Argument(metavar="AFTER")] = None,
    **given: Any,
) -> Action:
    from simulate.cli.play.comparing import compare_command, of_runs, played_already
    from simulate.cli.shared.this_pack import last_two

    as_json, check = given["as_json"], given["check"]
    if before is None and not played_already(given):
        before, after = last_two() or (None, None)
    if before is not None and after is not None:
        wrong = played_already(given)
        given["out"] = _filled({"out": given["out"], "as_json": as_json}, "compare")["out"]
        of_two = partial(of_runs, before, after, given["out"], check, wrong)
        if given["apart"] and not wrong:
            from simulate.cli.play.telling_apart import (
                ApartOptions,
                foretold_of_runs,
                of_runs_apart,
            )

            wanted = ApartOptions.of(given)
            if given["dry_run"]:
                return partial(foretold_of_runs, before, after, wanted)
            of_two = partial(of_runs_apart, before, after, wanted)
        return partial(compare_command, of_two, as_json, check, given["open"])
    from simulate.cli.play.changing import ChangeOptions, foretold, of_change
    from simulate.experiment import RunRequest

    given = _filled(given, "compare", before)
    request, wanted = RunRequest.of(given, before, verb="compare"), ChangeOptions.of(given)
    if given["dry_run"] and given["resume"] is None:
        return partial(foretold, request, wanted, as_json=as_json)
    played = partial(of_change, request, wanted)
    return partial(compare_command, played, as_json, check, given["open"])


@_Command(
    PLAY,
    "Tell one game as a story or an event log.",
    helptext.REPLAY,
    (
        Option("cell", "C", "The cell, from 0."),
        Option("game", "I", "The game of the cell (its replicate), from 0."),
        Option("pick", "WHICH", "Find a game of the run: closest, longest, shortest, typical."),
        options.AS_JSON.saying("The event log: one JSON object a line."),
        Option("legal", "", "With --json: all legal moves with their scores."),
        Option("states", "", "With --json: the complete state after each line."),
        Option("anyway", "", "Replay a run of other sources, and compare its row."),
        Option("run", "RUN", "With a game file: replay a game of this run of the same file."),
        options.SEED, options.PACK, options.SETS, options.ALLOW_CODE,
    ),
)  # fmt: skip
def replay(
    target: Annotated[
        Text, typer.Argument(metavar="[RUN|GAME]", autocompletion=completing.games)
    ] = None,
    **given: Any,
) -> Action:
    from simulate.cli.play.playback import CLOSEST, ReplayOptions, of_a_game, replay_command
    from simulate.cli.shared.this_pack import last_run
    from simulate.experiment import RunRequest

    if target is None and not of_a_game(given) and (target := last_run()) is not None:
        is_named = given["game"] is not None or given["pick"] is not None
        given |= {} if is_named else {"pick": CLOSEST}
    given = _filled(given, "replay", "" if target is not None else None)
    request = RunRequest.of({**given, "game": None}, target, verb="replay")
    return partial(replay_command, request, ReplayOptions.of(given))


@_Command(
    CHANGE,
    "Create a game file, or a folder with a game's cards and rules to edit.",
    helptext.NEW,
    (Option("together", "", "With a file: create a cooperative game."),),
)
def new(
    game: Annotated[str, typer.Argument(metavar="GAME|FILE.py", autocompletion=completing.games)],
    folder: Annotated[Text, typer.Argument(metavar="[DIR]")] = None,
    **given: Any,
) -> Action:
    from simulate.cli.change.new_file import new_file_command, wanted

    if wanted(game, folder, given["together"]):
        return partial(new_file_command, game, given["together"])
    from simulate.cli.change.packs import new_command

    return partial(new_command, game, str(folder))


@_Command(
    CHANGE,
    "Enter the numbers of your printed game, one by one; or add a card.",
    helptext.EDIT,
    (
        Option("card", "KIND", "Add a card of this kind, called NAME."),
        Option("like", "CARD", "With --card: the card to copy; default: a short one."),
        options.GAMES.saying("Games of each setting in the final comparison; default 2000."),
        Option("no_play", "", "Only ask and write; play nothing at the end."),
        options.JOBS, options.SEED, COMPARED, options.SETS,
    ),
)  # fmt: skip
def edit(
    folder: Annotated[str, typer.Argument(metavar="DIR")],
    patterns: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATTERN|NAME]...",
            help="Numbers to ask for: rules, cards.heroes; default: all that are guesses.",
        ),
    ] = None,
    **given: Any,
) -> Action:
    from simulate.cli.change.packs import card_command, card_name, only_with_card

    if given["card"] is not None:
        return partial(card_command, folder, card_name(patterns), given["card"], given["like"])
    only_with_card(given["like"])
    from simulate.cli.change.asking import ask_command
    from simulate.cli.play.changing import ChangeOptions
    from simulate.experiment import RunRequest

    given = _filled(given, "edit")
    games = given["games"] or "2000"
    asked = RunRequest.of({**given, "games": games}, None, pack=folder, verb="edit")
    wanted = None if given["no_play"] else ChangeOptions(given["jobs"], given["out"], False)
    return partial(ask_command, folder, patterns or (), asked, wanted)


@_Command(
    CHANGE,
    "Change numbers in a page in the browser, and see at once what they do.",
    helptext.STUDIO,
    (
        Option("port", "N", "The port of this machine; default: a free one."),
        Option("no_open", "", "Only print the address; open no browser."),
        options.ALLOW_CODE,
    ),
)
def studio(
    target: Annotated[
        Text, typer.Argument(metavar="[DIR|GAME|FILE.py]", autocompletion=completing.games)
    ] = None,
    **given: Any,
) -> Action:
    from simulate.cli.change.studio import studio_command

    return partial(studio_command, target, given["port"], given["no_open"], given["allow_code"])


@_Command(
    CHANGE,
    "Export cards to a spreadsheet, and import the changes.",
    helptext.CARDS,
    (
        options.DRY_RUN.saying("With import: only print what would change."),
        Option("remove", "", "With import: delete the cards that have no row in their sheet."),
    ),
)
def cards(
    what: Annotated[str, typer.Argument(metavar="export|import")],
    pack: Annotated[str, typer.Argument(metavar="DIR|GAME", autocompletion=completing.games)],
    file: Annotated[str, typer.Argument(metavar="FILE")],
    **given: Any,
) -> Action:
    from simulate.cli.change.cards import cards_command

    return partial(cards_command, what, pack, file, given["dry_run"], given["remove"])


@_Command(
    CHANGE,
    "Train a player for your own game, and measure how good it is.",
    helptext.LEARN,
    (
        Option("games", "N", "Games of self-play, at most: the same weights on every machine."),
        Option("seconds", "N", "Processor time of self-play, at most, about; default 30."),
        Option("players", "N", "Only with N players; default: every number of players."),
        options.SEED, options.JOBS, options.QUIET,
    ),
)  # fmt: skip
def learn(file: Annotated[str, typer.Argument(metavar="FILE")], **given: Any) -> Action:
    from simulate.cli.change.learning import LearnOptions, learn_command

    return partial(learn_command, file, LearnOptions.of(_filled(given, "learn")))


@_Command(
    CHANGE,
    "Check a pack, an experiment or a game of your own.",
    helptext.CHECK,
    (
        options.PACK,
        Option("upgrade", "", "Bring a pack of an earlier version to today's keys."),
        Option("solve", "", "Look for best play of a game file as long as it takes: minutes."),
        options.SKIP_UNCHANGED,
        options.AS_JSON,
    ),
)
def check(path: Annotated[str, typer.Argument(metavar="DIR|FILE")], **given: Any) -> Action:
    from simulate.cli.change.packs import check_command

    wanted = (given[name] for name in ("pack", "as_json", "skip_unchanged", "upgrade", "solve"))
    return partial(check_command, path, *wanted)


@_Command(
    CHANGE,
    "Which number moves the balance most?",
    helptext.SENSITIVITY,
    (*options.SENSITIVITY, *OF_SEARCH),
)
def sensitivity(target: Experiment = None, patterns: Patterns = None, **given: Any) -> Action:
    return _search("sensitivity", target, patterns, given)


@_Command(
    CHANGE,
    "What is a card worth? Against a blank one and its kind.",
    helptext.WORTH,
    (*options.WORTH, *OF_SEARCH),
)
def worth(
    target: Experiment = None,
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CARD]", help="A path (cards.heroes.ranger), an id or a printed name."
        ),
    ] = None,
    **given: Any,
) -> Action:
    return _search("worth", target, cards, given)


@_Command(
    CHANGE,
    "Why does it win or lose? What each cause adds.",
    helptext.WHY,
    (*options.WHY, *OF_SEARCH),
)
def why(target: AskedOf = None, **given: Any) -> Action:
    return _search("why", target, None, given)


@_Command(
    CHANGE,
    "Which plan breaks the game? The best against the default players.",
    helptext.EXPLOIT,
    (*options.EXPLOIT, *OF_SEARCH),
)
def exploit(target: AskedOf = None, **given: Any) -> Action:
    return _search("exploit", target, None, given)


@_Command(
    CHANGE,
    "What should I change? The smallest changes that reach a target.",
    helptext.ADVISE,
    (*options.ADVISE, *OF_SEARCH),
)
def advise(target: AskedOf = None, patterns: Patterns = None, **given: Any) -> Action:
    return _search("advise", target, patterns, given)


@_Command(
    CHANGE,
    "Which few edits together? Several numbers changed at once.",
    helptext.TUNE,
    (*options.TUNE, *OF_SEARCH),
)
def tune(
    target: Experiment = None,
    patterns: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATTERN[=LOW..HIGH]]...",
            help="Numbers that may change: rules, cards.heroes, rules.capital_limit=3..9; "
            "default: the whole pack, six steps either way.",
        ),
    ] = None,
    **given: Any,
) -> Action:
    return _search("tune", target, patterns, given)


def _search(verb: str, target: Text, patterns: list[str] | None, given: dict[str, Any]) -> Action:
    from simulate.cli.searches import searching
    from simulate.cli.searches.ready import SearchOptions

    given = _filled(given, verb, target)
    asked = searching.asked(given, target, patterns or (), verb)
    wanted = SearchOptions.of(given)
    return partial(searching.search_command, verb, asked, wanted, given["open"])


@_Command(
    LOOK,
    "List runs, or show a run's progress and check its files.",
    helptext.RUNS,
    (
        Option("verify", "", "Compare every file of the run with its checksum."),
        options.AS_JSON,
        options.OPEN.saying("Write a page of the runs to their folder, and open it."),
    ),
)
def runs(
    folder: Annotated[Text, typer.Argument(metavar="[RUN|FOLDER]")] = None, **given: Any
) -> Action:
    from simulate.cli.look.looking import runs_command

    return partial(runs_command, folder, given["verify"], given["as_json"], given["open"])


@_Command(
    LOOK,
    "Write the report of a run again.",
    helptext.REPORT,
    (
        Option("one_page", "", "Also write one side of A4, such as for a publisher."),
        options.OPEN,
    ),
)
def report(folder: Annotated[str, typer.Argument(metavar="RUN")], **given: Any) -> Action:
    from simulate.cli.play.playing import report_command

    return partial(report_command, folder, given["open"], given["one_page"])


@_Command(
    LOOK,
    "Export tables to a spreadsheet; or charts, and tables as CSV.",
    helptext.EXPORT,
    (
        options.OUT.saying(
            "A new or empty folder, or one with an older export; default: RUN/export."
        ),
    ),
)
def export(
    folder: Annotated[str, typer.Argument(metavar="RUN")],
    file: Annotated[
        Text, typer.Argument(metavar="[FILE]", help="A new spreadsheet: results.xlsx, results.ods.")
    ] = None,
    **given: Any,
) -> Action:
    from simulate.cli.look.exporting import export_command

    return partial(export_command, folder, file, given["out"])


@_Command(
    LOOK,
    "Do my playtests agree with the simulation?",
    helptext.PLAYTESTS,
    (
        *options.PEOPLE,
        *options.EVENING,
        Option("template", "", "Write an empty sheet to FILE: what stands in which column."),
        options.DRY_RUN.saying("Only print the settings, games and seconds."),
        options.AS_JSON,
        options.OPEN,
    ),
)  # fmt: skip
def playtests(
    target: Annotated[str, typer.Argument(metavar="GAME", autocompletion=completing.targets)],
    file: Annotated[str, typer.Argument(metavar="FILE", help="The games: results.xlsx, .csv.")],
    **given: Any,
) -> Action:
    from simulate.cli.look.playtests import PlaytestsOptions, playtests_command
    from simulate.experiment import RunRequest

    given = _filled(given, "playtests", target)
    request = RunRequest.of(given, target, verb="playtests", plain=True)
    return partial(playtests_command, request, file, PlaytestsOptions.of(given), given["open"])


@_Command(
    panel=LOOK,
    short="List games, cards, parameters, sources and more.",
    help=helptext.LIST,
    takes=(options.PACK, options.AS_JSON.saying("The same as JSON.")),
    name="list",
)
def list_(
    what: Annotated[str, typer.Argument(metavar="WHAT", autocompletion=completing.kinds)],
    game: Annotated[
        Text, typer.Argument(metavar="[GAME|SCHEMA]", autocompletion=completing.games)
    ] = None,
    **given: Any,
) -> Action:
    from simulate.cli.look.listing import OF_ALL, list_command
    from simulate.cli.shared.this_pack import with_pack

    pack = with_pack(given, "" if what in OF_ALL else game)["pack"]
    return partial(list_command, what, game, pack, given["as_json"])


@_Command(
    MACHINE,
    "Show versions and speed of this machine; check cluster workers.",
    helptext.DOCTOR,
    (
        Option("bench", "", "Measure how fast games are played, on one core and on all."),
        Option("quick", "", "With --bench: fewer games, rougher figures."),
        options.JOBS,
        options.CLUSTER.saying("Check that the workers of this Dask cluster match."),
    ),
)
def doctor(game: Game = None, **given: Any) -> Action:
    from simulate.cli.machine.doctor import DoctorOptions, doctor_command

    return partial(doctor_command, game or "defenders", DoctorOptions.of(given))
