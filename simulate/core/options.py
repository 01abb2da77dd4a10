"""Options of commands, each declared once.

From an entry here follow the option of every command that lists it (`simulate.cli.commands`), the
argument of the function of the same name in Python (`simulate.api`) and, where it has a `key`, the
key of experiment files, the words that make a run again, what its manifest says, and the pages of
the reference.  What an option does stands where it is used.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

ALL, COUNTS = "all", "counts"
SETTLED = "settled"
DEFAULT_SEED = 1
DEFAULT_GAMES = 20_000
DEFAULT_MAX_GAMES = 1_000_000
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


UNTIL = Option(
    "until",
    "WHAT",
    "Stop before all games are played: `settled`, when every verdict on settings, shares and "
    "changes is settled (not those on what is dealt, pairs, plans); or H, when every 95% interval "
    "reaches at most H to either side (0.005 is half a point; 0.0005 to 0.2). --games is then the "
    "most in a cell, default 1000000.",
    key=Key(
        "Stop before all `games` are played, which are then the most in a cell: when every verdict "
        "is settled, or when each interval reaches at most so far to either side.",
        float,
        words=(SETTLED,),
        least=0.0005,
        most=0.2,
    ),
)
GAMES = Option(
    "games",
    "N",
    "Exactly N games in every cell.",
    key=Key(
        "Games in every cell.", int, default=DEFAULT_GAMES, least=1, most=MOST_GAMES, always=True
    ),
)
GUESSES = Option(
    "guesses",
    "N",
    "Play N packs with other values for guesses: does it still stand?",
    key=Key(
        "Play it again with so many packs in which open numbers have other values.",
        int,
        least=FEWEST_PACKS,
        most=MOST_PACKS,
    ),
)
CONFIRM_WITH = Option(
    "confirm_with",
    "STRATEGY",
    "Play a part of it with another player: does it still stand?",
    key=Key("Play it again, with fewer games, with this strategy.", str),
)
NO_SECOND = Option("no_second", "", "Ask no second player whether what was found still stands.")
NO_SHIPPED = Option("no_shipped", "", "Play a changed game without the shipped one beside it.")
AGAIN = Option(
    "again",
    "SEED",
    "Play RUN, a finished run, on the luck of another seed: which of its findings hold?",
)
KEEP = Option(
    "keep",
    "WHAT",
    "Rows of `all` games (default); or `counts`: sums of all and the rows of the first ones, for "
    "very many games.",
    key=Key(
        "What is kept of the games: a row of every one; or sums of all and the rows of the first "
        "ones, for very many games.",
        words=(ALL, COUNTS),
        default=ALL,
    ),
)
SEED = Option(
    "seed",
    "S",
    "All luck follows from it.",
    key=Key(
        "All luck follows from it.",
        int,
        default=DEFAULT_SEED,
        least=0,
        most=MOST_SEED,
        always=True,
    ),
)

PACK = Option("pack", "DIR", "A designer's pack: rules, cards, strategies.")
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
    "The band of a result: 40-55%, or -2,2 in points; of one level easy=75-92%. Repeatable.",
    flag="--target",
    several=True,
)
AUTO = "auto"
JOBS_VARIABLE = "SIMULATE_JOBS"
JOBS = Option(
    "jobs", "N", "Processes that play; auto, the default: every core allowed.", short="-j"
)
CLUSTER = Option(
    "cluster", "ADDRESS", "Play on a Dask cluster: its scheduler, such as tcp://HOST:8786."
)
OUT = Option("out", "DIR", "A new or empty folder; default: the next runs/EXPERIMENT-NUMBER.")
SKIP_UNCHANGED = Option(
    "skip_unchanged", "", "Leave out variants that change nothing in this pack."
)
ALLOW_CODE = Option("allow_code", "", "Run Python strategies of the pack. Read them first.")
QUIET = Option("quiet", "", "No progress, no notes; on stderr only what is wrong.", short="-q")
SEATS = Option("seats", "", "Where players compete: make the seats even.")
EDITS = Option("edits", "N", "At most N numbers at once; default 4.")
BUDGET = Option("budget", "N", "Games of the search; default about 500000.")

# Of the terminal alone.
RESUME = Option("resume", "RUN", "Go on with a run that was cut short.")
CHECK = Option("check", "", "Exit with 3 if an expectation is missed, with 4 if one is open.")
DRY_RUN = Option(
    "dry_run", "", "Only say cells, games, expected time, and what they would tell.", short="-n"
)
AS_JSON = Option(
    "as_json", "", "One JSON document on stdout: paths, findings, facts.", flag="--json"
)

OPEN = Option("open", "", "Open the page that was written.")

# What experiment files may hold, in the order in which a command line says it.
KEYS = (UNTIL, GAMES, GUESSES, CONFIRM_WITH, KEEP, SEED)

_PACK = (PACK, SETS, ALLOW_CODE)
_SEARCH = (JOBS, SEED, OUT.saying("A new or empty folder; default: the next runs/COMMAND-N."),
           *_PACK, QUIET)  # fmt: skip
_FRESH = GAMES.saying("Games of each setting on the fresh luck at the end.")

# What each function in Python and its command take; commands add what is of the terminal.
PLAY = (*KEYS, BAND, JOBS, CLUSTER, OUT, *_PACK, SKIP_UNCHANGED, NO_SECOND, NO_SHIPPED, AGAIN,
        QUIET)  # fmt: skip
LADDER = (GAMES.saying("Games of a strategy, or of two that meet; default 400."), *_SEARCH)
SENSITIVITY = (
    GAMES.saying("At most N games of a change; default 20000."),
    UNTIL.saying("Play a change until its interval reaches so far; default 0.01, a point."),
    *_SEARCH,
)
_ANSWERED = NO_SECOND.saying("Ask no second player whether the first answer stands.")
ADVISE = (BAND, SEATS, _FRESH, *_SEARCH, _ANSWERED)
TUNE = (BAND, SEATS, EDITS, BUDGET, _FRESH, *_SEARCH, _ANSWERED)


class Given:
    """Options as they were typed, of which a command keeps those that it has a field for."""

    @classmethod
    def of(cls, given: Mapping[str, Any], **more: Any) -> Any:
        """From what was given, by name."""
        names = [each.name for each in fields(cls)]  # type: ignore[arg-type]
        return cls(**{name: given[name] for name in names if name in given}, **more)


def of_files(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given of the options that are keys of experiment files."""
    names = [option.name for option in KEYS]
    return {name: given[name] for name in names if given.get(name) is not None}
