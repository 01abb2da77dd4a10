"""Options of commands, each declared once.

An entry defines the option of every command that lists it (`simulate.cli.commands`), the argument
of the function of the same name in Python (`simulate.api`) and, with a `key`, the key of experiment
files, the command that repeats a run, the manifest entry and the reference page.  What an option
does stands where it is used.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

ALL, COUNTS = "all", "counts"
SETTLED = "settled"
DEFAULT_SEED = 1
DEFAULT_GAMES = 20_000
DEFAULT_MAX_GAMES = 1_000_000
DEFAULT_RESOLUTION = 0.005
MINUTES_PER_DECISION = 0.5  # of a game file that says nothing else
FEWEST_LOOKED_AT = 25  # games of a cell; of fewer no run stops before its end
MOST_GAMES = 2_000_000_000
MOST_SEED = 2**63 - 1
FEWEST_PACKS, MOST_PACKS = 8, 1_000


@dataclass(frozen=True)
class Key:
    """The key of an experiment file that an option stands for.

    kind: int, float, str, or None where only `words` may stand there; says: what the schema says;
    least, most: of a number; always: it is said in the words that make a run again, whatever it is.
    """

    says: str
    kind: type | None = None
    words: tuple[str, ...] = ()
    default: Any = None
    least: float | None = None
    most: float | None = None
    always: bool = False


@dataclass(frozen=True)
class Option:
    """One option: `--confirm-with` where it is typed, `confirm_with` in Python and in files.

    value: what stands for its value in help, empty for a switch; flag: how it is typed, if not by
    its name; short: one letter that means the same; several: it may be given more than once.
    """

    name: str
    value: str
    help: str
    flag: str = ""
    several: bool = False
    key: Key | None = None
    short: str = ""

    @property
    def typed(self) -> str:
        return self.flag or f"--{self.name.replace('_', '-')}"

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to type it, the long one first."""
        return (self.typed, self.short) if self.short else (self.typed,)

    def saying(self, text: str) -> "Option":
        """The same option, of which a command says something else."""
        return replace(self, help=text)


FINEST, COARSEST = 0.0005, 0.2  # half-widths of intervals
UNTIL = Option(
    "until",
    "WHAT",
    "When to stop: `settled` (default), when the verdict on each target, each change and each "
    "large difference is settled, at most after the games of the experiment; or H, when every 95% "
    "interval has a half-width of at most H (0.005 is half a point; 0.0005 to 0.2). --games is "
    "then the most in a cell, default 1000000.",
    key=Key(
        "When to stop: `settled` (default), with at most `games` in a cell; or a half-width that "
        "every interval must have.",
        float,
        words=(SETTLED,),
        least=FINEST,
        most=COARSEST,
    ),
)
RESOLUTION = Option(
    "resolution",
    "H",
    "With `settled`: do not wait for a number that is known to H either way, verdict or not; "
    "default 0.005.",
    key=Key(
        "Where a run stops when all is settled: a number that is known to so much either way is "
        "not waited for, verdict or not.",
        float,
        least=FINEST,
        most=COARSEST,
    ),
)
GAMES = Option(
    "games",
    "N",
    "Exactly N games in every cell.",
    key=Key(
        "Games in every cell; at most, unless they are typed.",
        int,
        default=DEFAULT_GAMES,
        least=1,
        most=MOST_GAMES,
        always=True,
    ),
)
GUESSES = Option(
    "guesses",
    "N",
    "Test the findings in N packs with other values for guesses.",
    key=Key(
        "Test the findings in this many packs with other values for guesses.",
        int,
        least=FEWEST_PACKS,
        most=MOST_PACKS,
    ),
)
CONFIRM_WITH = Option(
    "confirm_with",
    "STRATEGY",
    "Test the findings with this strategy, on fewer games.",
    key=Key("Test the findings with this strategy, on fewer games.", str),
)
NO_SECOND = Option("no_second", "", "Do not test the findings with a second player.")
NO_SHIPPED = Option("no_shipped", "", "Do not play the shipped game beside a changed one.")
AGAIN = Option(
    "again",
    "SEED",
    "Play RUN, a finished run, again with this seed: which of its findings hold?",
)
KEEP = Option(
    "keep",
    "WHAT",
    "`all`: a row of every game (default); `counts`: sums over all games and rows of the first, "
    "for very many games.",
    key=Key(
        "What is stored: a row of every game; or sums over all games and rows of the first, for "
        "very many games.",
        words=(ALL, COUNTS),
        default=ALL,
    ),
)
SEED = Option(
    "seed",
    "S",
    "Seed of all random numbers.",
    key=Key(
        "Seed of all random numbers.",
        int,
        default=DEFAULT_SEED,
        least=0,
        most=MOST_SEED,
        always=True,
    ),
)

PLAYTESTS = Option(
    "playtests",
    "FILE",
    "People's games, as of `simulate playtests`: what they found is told beside the findings.",
    key=Key(
        "A sheet of people's games, in the folder of the pack: what they found is told beside the "
        "findings.",
        str,
    ),
)

PACK = Option("pack", "DIR", "A pack: a folder of rules, cards and strategies.")
SETS = Option(
    "sets",
    "KEY=VALUE",
    "Set a factor or a value of the pack; KEY=A,B compares levels. Repeatable.",
    flag="--set",
    several=True,
)
BAND = Option(
    "band",
    "LOW-HIGH",
    "Target band: 40-55%, or -2,2 in points; for one level easy=75-92%. Repeatable.",
    flag="--target",
    several=True,
)
AUTO = "auto"
JOBS_VARIABLE = "SIMULATE_JOBS"
JOBS = Option("jobs", "N", "Number of processes; default auto: one per allowed core.", short="-j")
CLUSTER = Option(
    "cluster", "ADDRESS", "Play on the Dask cluster of this scheduler, such as tcp://HOST:8786."
)
OUT = Option("out", "DIR", "A new or empty folder; default: the next runs/EXPERIMENT-NUMBER.")
SKIP_UNCHANGED = Option("skip_unchanged", "", "Skip variants that change nothing in this pack.")
ALLOW_CODE = Option("allow_code", "", "Run Python strategies of the pack. Read them first.")
QUIET = Option("quiet", "", "No progress and no notes; only errors on stderr.", short="-q")
SEATS = Option("seats", "", "In a competitive game: make the seats even.")
ONE = Option("one", "", "Change numbers of a single card only, one or two of them.")
EDITS = Option("edits", "N", "At most N edits in a set; default 4.")
BUDGET = Option("budget", "N", "Games of the search; default about 500000.")
CARD = Option("card", "NAME", "The card that is asked about, by its name or id.", flag="--of")

# Of the terminal alone.
RESUME = Option("resume", "RUN", "Continue an interrupted run.")
CHECK = Option("check", "", "Exit with 3 if an expectation is missed, with 4 if one is open.")
APART = Option(
    "apart",
    "",
    "Which of the changes did it? Up to eight: each alone, all but each, and all of them.",
)
DRY_RUN = Option(
    "dry_run",
    "",
    "Only print cells, games, expected time and the detectable difference.",
    short="-n",
)
AS_JSON = Option(
    "as_json", "", "One JSON document on stdout: paths, findings, facts.", flag="--json"
)

OPEN = Option("open", "", "Open the page that was written.")

# What experiment files may hold, in the order in which a command line says it.
KEYS = (UNTIL, RESOLUTION, GAMES, GUESSES, CONFIRM_WITH, KEEP, PLAYTESTS, SEED)

_PACK = (PACK, SETS, ALLOW_CODE)
_SEARCH = (JOBS, SEED, OUT.saying("A new or empty folder; default: the next runs/COMMAND-N."),
           *_PACK, QUIET)  # fmt: skip
_FRESH = GAMES.saying("Games of each setting in the final test on fresh random numbers.")

# What each function in Python and its command take; commands add what is of the terminal.
PLAY = (*KEYS, BAND, JOBS, CLUSTER, OUT, *_PACK, SKIP_UNCHANGED, NO_SECOND, NO_SHIPPED, AGAIN,
        QUIET)  # fmt: skip
LADDER = (GAMES.saying("Games of each strategy, or of each pair; default 400."), *_SEARCH)
SENSITIVITY = (
    GAMES.saying("At most N games for each change; default 20000."),
    UNTIL.saying("Stop a change at this half-width of its interval; default 0.01, a point."),
    *_SEARCH,
)
WHY = (
    CARD,
    GAMES.saying("At most N games for each set of causes; default 20000."),
    UNTIL.saying("Stop at this half-width of every cause's interval; default 0.01, a point."),
    BUDGET.saying("Games of all sets together, at most, about; default 200000."),
    *_SEARCH,
)
EXPLOIT = (
    CARD.saying("Whoever holds this plays the plan: a faction, a unit; default: any seat."),
    BUDGET.saying("Games at the table, about; default: some ten minutes of two cores."),
    Option("after", "DIR", "Search again with this pack: is it cured?"),
    *_SEARCH,
)
_ANSWERED = NO_SECOND.saying("Do not test the first answer with a second player.")
WORTH = (
    BAND,
    GAMES.saying("At most N games for each change, and N in the final test; default 20000."),
    UNTIL.saying("Stop a change at this half-width of its interval; default 0.02, two points."),
    *_SEARCH,
    _ANSWERED,
)
ADVISE = (BAND, SEATS, ONE, _FRESH, *_SEARCH, _ANSWERED)
TUNE = (BAND, SEATS, EDITS, BUDGET, _FRESH, *_SEARCH, _ANSWERED)

PEOPLE = (JOBS, SEED, OUT.saying("A new or empty folder; default: the next runs/playtests-N."),
          SETS, BAND, QUIET)  # fmt: skip
EVENING = (
    Option("plan", "", "Also say which games to play next, where players compete."),
    Option("evening", "N", "With --plan: games in the evening, 1 to 24; default 6."),
)


class Given:
    """Options as they were typed, of which a command keeps those that it has a field for."""

    @classmethod
    def of(cls, given: Mapping[str, Any], **more: Any) -> Any:
        """From what was given, by name."""
        names = [each.name for each in fields(cls)]  # type: ignore[arg-type]
        return cls(**{name: given[name] for name in names if name in given}, **more)

    def only(self, *names: str) -> Any:
        """The same with nothing typed but these."""
        return type(self)(**{name: getattr(self, name) for name in names})


def of_files(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given of the options that are keys of experiment files."""
    names = [option.name for option in KEYS]
    return {name: given[name] for name in names if given.get(name) is not None}
