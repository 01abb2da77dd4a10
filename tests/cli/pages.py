"""What stands on the pages to be typed and written, and what is put in place of words like RUN.

A command stands in a block without a language (or `sh`, `text`), one a line, after `run: ` in a
workflow file, or between backticks in a sentence.  A block with a `title` is a file that the
reader writes.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docs._site import reference
from simulate.cli.change.packs import README
from simulate.cli.helptext import MAIN
from simulate.pack import catalogue, configs

ROOT = configs.folder().parent
DOCS = ROOT / "docs"
FENCED = re.compile(
    r"^```(\S*)(?: title=\"([^\"]+)\")?[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
QUOTED = re.compile(r"`((?:[^`\n]|\n(?!\n))+)`")
TOOLS = "simulate|python3?|make|pip|pipx|uv|dask|[A-Z_]+=[a-z]+ make"
COMMAND = re.compile(rf"(?:- run: )?((?:\.venv/bin/)?(?:{TOOLS}) .*)", re.DOTALL)
REMARK = re.compile(r"\s{2,}.*|\s+# .*")  # what is said beside a command
COMMANDS = ("", "sh", "text", "yaml")

# What no test runs, and why.
NOT_RUN = {
    r"simulate .*--cluster ": "needs a cluster: tests/machine/test_far.py",
    r"simulate (run|report) .*s3://": "needs a store: tests/machine/test_remote.py",
    r"simulate tune --resume ": "needs one that was cut short: tests/cli/test_searches_go_on.py",
    r"simulate \w+ (installed|openspiel|pettingzoo):": "needs others: tests/own/test_others.py",
    r"simulate playtests \w+/? (results|plays)\.": "needs people: tests/cli/test_playtests.py",
    r"simulate studio( |$)": "answers until it is ended: tests/studio",
    r"dask ": "starts a cluster",
    r"(pip|pipx|uv|python3 -m pipx?) ": "installs, or asks for packages",
    r"([A-Z_]+=\w+ )?make ": "builds or tests the whole project",
    r"python -m build": "makes the wheel: tests/architecture/test_package.py",
    r"python -m (simulate|tests)\.": "writes into the project, or is a long test by itself",
    r"python -m (benchmarks|training|docs\._site)\.": "takes long: its words are read alone",
}

# Words of a page that stand for something else, and what is typed in their place.  First those of
# a single command.
REAL = (
    (r"run --resume$", "run --resume runs/default-1"),
    (r"(list )WHAT \[GAME\]", r"\1cards {game}"),
    (r"edit DIR NAME --card KIND", "edit my_defenders Own --card artifact"),
    (r"(cards \w+) DIR FILE", r"\1 my_defenders cards.xlsx"),
    (r"new GAME DIR", "new {game} my_{game}"),
    (r"worth \[EXPERIMENT\] \[CARD\]", "worth {game} ranger"),
    (r"why \[EXPERIMENT\\?\|RUN\] --of NAME", "why {game} --of ranger"),
    (r"exploit \[EXPERIMENT\\?\|RUN\]", "exploit {game}"),
    (r"playtests GAME FILE", "playtests {game} new.csv --template"),
    (r"compare BEFORE AFTER", "compare runs/before runs/after"),
    (
        r"tune \[EXPERIMENT\] \[PATTERN\S*",
        "tune defenders rules.capital_limit=4..8 --target 40-55%",
    ),
    (r"advise \[EXPERIMENT\\?\|RUN\] \[PATTERN\S*", "advise defenders rules --target 40-55%"),
    (r"replay \.\.\.", "replay {game} --game 0"),
    (r"--game (?:I|REPLICATE)\b", "--game 7"),
    (r"--cell C\b", "--cell 0"),
    (r"replay RUN\|GAME", "replay runs/default-1 --pick closest"),
    (r"DIR\|FILE|\bDIR\b", "my_defenders"),
    (r"\bRUN\b", "runs/default-1"),
    (r"\[EXPERIMENT\]|\[GAME\]|\bGAME\b", "{game}"),
    (r"\[PATTERN\]\.\.\.", "cards.foes"),
    (r"\bCOMMAND\b", "run"),
    (r"run (\w+)/NAME", r"run \1/default"),
    (r"(training\.tune \w+) NAME", r"\1 balanced"),
    (r"\bbenchmarks/cards/", f"{ROOT.as_posix()}/benchmarks/cards/"),
)


@dataclass(frozen=True)
class Typed:
    """A command of a page as it is typed, or a file of it with its text."""

    line: int
    words: tuple[str, ...] = ()
    file: str = ""
    text: str = ""
    stdin: str = ""

    @property
    def command(self) -> str:
        return shlex.join(self.words)


@cache
def pages() -> dict[str, str]:
    """Every page by its name: written, made from the code, and made by `simulate new`."""
    written = [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "SECURITY.md",
        ROOT / "CHANGELOG.md",
    ]
    found = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in [*written, *sorted(DOCS.rglob("*.md"))]
    }
    words = {"title": "", "cards": "", "game": "defenders", "folder": "my_defenders"}
    made = {
        "my_defenders/README.md": README.format(**words),
        "simulate --help": f"```\n{MAIN}```\n",
    }
    return found | reference.pages([]) | made


def typed(page: str) -> Iterator[Typed]:
    """What a reader of the page types and writes, in order, each command once."""
    text, seen = pages()[page], set()
    for at, found in sorted(_blocks(text) + _quoted(text)):
        line = text.count("\n", 0, at) + 1
        if isinstance(found, tuple):
            yield Typed(line, file=found[0], text=found[1])
            continue
        each = _typed(line, found, game_of(page))
        if each.words not in seen and not is_mention(each.words):
            seen.add(each.words)
            yield each


def mentions(page: str) -> Iterator[str]:
    """Commands of which the page gives the name alone, as in `simulate run`."""
    for _, found in _quoted(pages()[page]):
        words = shlex.split(found)
        if is_mention(words):
            yield words[1]


def is_mention(words) -> bool:
    """Whether a name is all there is.  `simulate runs` and `doctor` need nothing more."""
    name = len(words) == 2 and words[0] == "simulate" and words[1]
    return bool(name) and name[0] != "-" and name not in ("runs", "doctor")


def _blocks(text):
    """Commands and files of the blocks, by their place in the text."""
    found = []
    for block in FENCED.finditer(text):
        language, title, inside = block.groups()
        if title:
            found.append((block.start(), (title, inside)))
        elif language in COMMANDS:
            at = block.start(3)
            for line in inside.splitlines(keepends=True):
                if command := COMMAND.fullmatch(line.strip()):
                    found.append((at, REMARK.sub("", command[1])))
                at += len(line)
    return found


def _quoted(text):
    """Commands between backticks, by their place in the text."""
    outside = FENCED.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)
    found = ((each.start(), " ".join(each[1].split())) for each in QUOTED.finditer(outside))
    return [(at, words.replace("\\|", "|")) for at, words in found if COMMAND.fullmatch(words)]


def _typed(line, text, game):
    """The command with real values in it; what comes after a pipe or `>` is for other programs."""
    for pattern, real in REAL:
        text = re.sub(pattern, real.replace("{game}", game), text)
    text, _, stdin = re.sub(r" [|>] .*", "", text).partition(" < ")
    words = shlex.split(text.removeprefix(".venv/bin/"))
    return Typed(line, tuple(words), stdin=stdin.strip())


def game_of(text: str) -> str:
    """The game that a command, or the name of a page, names first; else Defenders."""
    named = re.search("|".join(sorted(catalogue.names(), key=len, reverse=True)), text)
    return named[0] if named else "defenders"


def is_run(each: Typed) -> bool:
    """Whether it can be run wherever the tests run."""
    return not any(re.match(what, each.command) for what in NOT_RUN)


def write(path: Path, text: str) -> None:
    """A file as its block says: anew, or in place of the table that it begins with, or added."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text("utf-8") if path.exists() else ""
    head = text.split("\n", 1)[0]
    kept = before.partition(f"\n{head}\n")[0].rstrip("\n")
    path.write_text(f"{kept}\n\n{text}" if kept else text, "utf-8")
