"""What holds for the shipped strategies of every game."""

import itertools
import re
from importlib import import_module

import pytest

from simulate import pack
from simulate.pack import catalogue
from tests.every_game.adapters import adapter
from tests.marks import long_but
from tests.strategies.watch import Asker, otherwise, positions

GAMES = {
    name: import_module(f"tests.strategies.{name}")
    for name in ("defenders", "dungeons", "kingdoms", "tactics")
}
# Words that lean on the row before: a plan that `exploit` found quotes one row alone.
LEANS = re.compile(
    r"the same|more of it|add to it|that (loss|worth)|(of|in) these|those moves"
    r"|they are|^(as `|more for each|for how)|besides$"
)
PLAY_ON = [name for name, game in GAMES.items() if hasattr(game, "who_plays_on")]


@pytest.mark.parametrize("game", long_but({"defenders", "kingdoms"}, GAMES))
def test_characters_choose_differently(game):
    """Any two of them, on the positions of `balanced`, in a twelfth of the decisions or more.

    Kingdoms' `warlord` and `diplomat` are the most alike: they know the same of what wins games,
    and part ways where there is a war.  Most pairs differ in a fifth.
    """
    for tables, games in GAMES[game].characters():
        differ = otherwise(tables, 1, games)[1:, 1:]
        pairs = list(itertools.combinations(range(len(differ)), 2))
        assert len(pairs) >= 1
        assert min(differ[pair] for pair in pairs) >= 0.08, differ


@pytest.mark.parametrize("game", long_but({"kingdoms"}, PLAY_ON))
def test_moves_are_played_on_and_leave_no_trace(game):
    """Who does so chooses otherwise at times, and nothing on the table or in its luck is touched.

    Ties are broken by the seat's own stream: that one may have been drawn from.
    """
    long, short = GAMES[game].who_plays_on()
    asker, others = Asker(long), 0
    table = asker.engine.teller(long, long.seatings[0]).state
    own = import_module(f"simulate.games.{game}.state.record").FIRST_CHOICE
    for s in positions(long, 8, 2):
        others += len(set(asker.ask(s, short, long))) > 1
        assert table(asker.left) == table(s)
        assert (asker.left["draws"][:own] == s["draws"][:own]).all()
    assert others > 5


@pytest.mark.parametrize("game", catalogue.names())
def test_every_strategy_has_a_plan_in_words(game):
    for name, strategy in pack.load(game).strategies.items():
        assert strategy.plan.endswith("."), name
        assert len(strategy.plan.split()) >= (5 if game == "tactics" else 6), name
        adapter(game).prepared({"strategy": name})


@pytest.mark.parametrize("game", catalogue.names())
def test_each_feature_is_told_apart_from_the_others(game):
    told = catalogue.features(game)
    assert [name for name, words in told.items() if LEANS.search(words)] == []
    assert len({*told.values()}) == len(told)


def expert_at(game, temperature):
    """A table at which all seats play `expert`, its play-outs at a temperature."""
    own = pack.load(game).resolve({"strategies.expert.weights.temperature": temperature})
    levels = adapter(game).setting({"strategy": "expert"})
    return catalogue.table(game).prepare(own, levels)


@pytest.mark.long
@pytest.mark.parametrize("game", long_but({"kingdoms", "defenders"}, GAMES))
def test_softer_play_outs_lead_to_other_choices_and_the_same_luck_to_the_same(game):
    sharp, soft = expert_at(game, 0.0), expert_at(game, 0.1)
    differ = otherwise([sharp, sharp, soft, soft], 1, 1)
    assert differ[0, 1] == differ[2, 3] == 0.0
    assert differ[0, 2] > 0.0
