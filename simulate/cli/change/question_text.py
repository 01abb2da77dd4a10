"""The initial `game.toml` of a copied game: all keys, commented out."""

from collections.abc import Iterator

from simulate.core.game.facts import Factor
from simulate.core.text.validate import written
from simulate.pack import catalogue
from simulate.pack.reading import SCHEMA

HEAD = """\
#:schema {schema}
# What you ask of this game each day.  `simulate run`, `compare`, `advise` and `tune` in this folder
# need no more words; what is typed comes before it.  A line without its # is said.
game = "{game}"
# games = 2000     # in every setting, at most: a run ends when all is settled
# seed = 1         # all luck follows from it
# confirm_with = "STRATEGY"    # who is asked whether what was found still stands
# minutes_per_decision = 0.5   # of a person, for how long a game takes
# playtests = "results.xlsx"   # people's games, a sheet in this folder: told beside the findings

# What is played at one level; several of one are compared in [factors], as players = [2, 3].
[fixed]
{fixed}
{targets}"""

WON = """
# How often the players should win; without `where` it is of every setting.
# [[target]]
# low = 0.40
# high = 0.60
"""
SHARE = """
# How far from its fair share an option (a faction, a seat) may lie: here 2 games of a hundred.
# [[target]]
# metric = "over_fair_share"
# low = -0.02
# high = 0.02
"""


def question_text(game: str) -> str:
    """The text of a `game.toml` with default values, all commented out."""
    facts = catalogue.facts(game)
    fixed = "\n".join(map(_line, _daily(facts.factors)))
    targets = WON if facts.cooperative else SHARE
    return HEAD.format(schema=SCHEMA, game=game, fixed=fixed, targets=targets)


def _daily(factors: tuple[Factor, ...]) -> Iterator[Factor]:
    """What a table is set up by, and who plays: not what is dealt."""
    yield from (factor for factor in factors if factor.kind != "card")


def _line(factor: Factor) -> str:
    levels = [written(level) for level in factor.levels]
    among = f"    # {', '.join(levels)}" if len(levels) > 1 else ""
    return f"# {factor.name} = {written(factor.default)}{among}"
