"""A strategy sees what its seat sees: what is hidden may be dealt anew under its eyes."""

import pytest

from simulate.pack import catalogue, load
from tests.every_game.adapters import GAMES, adapter, fewer
from tests.marks import long_but

QUICK, MANY = 24, 1_000
TIMES = 8  # as many, of those who think long
# The measure deals the hidden part anew itself, so equal luck does not give equal choices.
SEES_BY_DEALING = ("look_ahead", "python")


def strategies(game):
    found = load(game).strategies
    return [name for name, strategy in found.items() if strategy.choice not in SEES_BY_DEALING]


ALL = [(game, name) for game in GAMES for name in strategies(game)]
QUICK_WITNESSES = {(game, "quick") for game in GAMES} | {
    ("defenders", "balanced"),
    ("kingdoms", "warlord"),
}


def few(game, strategy):
    """So many games as are quick, fewer of those who think long."""
    return adapter(game).think_long.get(strategy, QUICK)


def ask_again(game, strategy, games, skill=1.0, **levels):
    """(decisions at which something was hidden, at how many something should have been)"""
    told = adapter(game)
    hiding, share = told.hides({"strategy": strategy, "skill": skill, **levels})
    table = told.prepared(hiding)
    found = told.choices_with_hidden_dealt_anew(table, 29, 0, fewer(games))
    assert found.decisions > fewer(games)
    assert found.changed_lists == 0, "what may be done depends on what nobody sees"
    assert found.changed_choices == 0, f"{strategy} sees what its seat cannot see"
    return found.really_hidden, found.decisions * share


def ask_at_every_level(game, strategy, games):
    """One alone may have next to nothing to hide, all together have enough."""
    crossed = catalogue.facts(game).crossed[0]
    levels = catalogue.facts(game).factor(crossed).levels
    each = 1 + games // len(levels)
    asked = [ask_again(game, strategy, each, **{crossed: level}) for level in levels]
    hidden, least = (sum(numbers) for numbers in zip(*asked, strict=True))
    assert hidden >= least


@pytest.mark.parametrize("game, strategy", long_but(QUICK_WITNESSES, ALL))
def test_choices_do_not_depend_on_what_is_hidden(game, strategy):
    ask_at_every_level(game, strategy, few(game, strategy))


@pytest.mark.parametrize("game, strategy", long_but(QUICK_WITNESSES, ALL))
def test_nor_do_softer_choices(game, strategy):
    hidden, least = ask_again(game, strategy, few(game, strategy), skill=0.6)
    assert hidden >= least


@pytest.mark.long
@pytest.mark.parametrize("game, strategy", ALL)
def test_nor_do_those_of_many_games(game, strategy):
    games = few(game, strategy)
    ask_at_every_level(game, strategy, MANY if games == QUICK else TIMES * games)
