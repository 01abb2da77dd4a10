"""The command line of `python -m simulate.cli.new_game`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from simulate.cli import say
from simulate.cli.codes import FINISHED, WRONG_INPUT
from simulate.cli.new_game.lay import CHECKOUT, lay
from simulate.core.errors import InputError

NEXT = """\
{title} can be played: a race with a hand of cards, which is yours to change.
  simulate run {name} --games 200
  simulate replay {name} --seed 1 --game 0
  python -m pytest tests/rules/{name} tests/every_game -k {name}
CONTRIBUTING.md, "Adding a game", says what to write first."""


def main(words: Sequence[str] | None = None) -> int:
    """Lay a game and say what was laid; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m simulate.cli.new_game", description=__doc__)
    parser.add_argument("name", metavar="NAME", help="of its folders, such as `caravan`")
    parser.add_argument(
        "--into", type=Path, default=CHECKOUT, metavar="FOLDER", help="another checkout"
    )
    options = parser.parse_args(words)
    try:
        laid = lay(options.name, options.into)
    except InputError as error:
        say.tell_problems(error)
        return WRONG_INPUT
    say.show(*(f"{verb} {path}" for path, verb in laid.files.items()))
    say.show(*NEXT.format(name=laid.name, title=laid.title).splitlines())
    return FINISHED


if __name__ == "__main__":
    sys.exit(main())
