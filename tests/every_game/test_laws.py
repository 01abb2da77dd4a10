"""Laws of the table, at every position of thousands of games at random."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulate.core.facts import WIN_RATE
from simulate.pack import catalogue
from tests.every_game.adapters import EVERY, GAMES, adapter
from tests.marks import long_but

SOME = (50, 200, 750)  # games in which most decisions are met
QUICK = {"defenders", "kingdoms", "ultra_kingdoms"}  # whose decisions are met soon
MARGIN = 2  # the longest list of legal moves fills at most half of the room


@pytest.mark.parametrize("game", EVERY)
def test_laws_hold_in_a_few_games(game):
    """Few enough for plain Python."""
    told = adapter(game)
    for levels, rules in told.eventful():
        assert told.audit(told.prepared(levels, rules), 2, 0, 3).broken == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_laws_hold_in_thousands_of_games(game):
    """Every level of the crossed factors, and cells in which the end of a game is met.

    In none of them comes a list of moves near the room that there is for it.
    """
    told, ends, longest = adapter(game), set(), 0
    cells, each = told.eventful(), told.games_a_cell
    for levels, rules in cells:
        audit = told.audit(told.prepared(levels, rules), 3, 0, each)
        assert audit.broken == []
        assert sum(audit.reasons.values()) == each
        ends |= set(audit.reasons)
        longest = max(longest, audit.most_moves)
    assert 10 < longest * MARGIN <= audit.room
    assert each * len(cells) >= 2_000
    assert ends == set(catalogue.facts(game).end_reasons) - told.out_of_reach


@pytest.mark.parametrize("game", EVERY)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_laws_hold_under_any_setting(game, data):
    """Players, options and parameters as they come."""
    told = adapter(game)
    levels, rules = data.draw(told.some_settings())
    seed = data.draw(st.integers(0, 2**32))
    audit = told.audit(told.prepared(levels, rules), seed, 0, 10)
    assert audit.broken == []
    assert sum(audit.reasons.values()) == 10
    assert set(audit.reasons) <= set(catalogue.facts(game).end_reasons)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=700, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_laws_hold_under_many_settings(game, data):
    told = adapter(game)
    levels, rules = data.draw(told.some_settings())
    assert told.audit(told.prepared(levels, rules), 1, 0, 20).broken == []


@pytest.mark.parametrize("game", long_but(QUICK, GAMES))
def test_every_decision_is_met_and_answered_in_two_ways(game):
    """In games at random, the more the rarer a decision is; 10,000 at most."""
    told, facts = adapter(game), catalogue.facts(game)
    tables = [told.prepared(*cell) for cell in told.all_decisions()]
    points = {point.name for point in facts.decision_points}
    met: set[str] = set()
    two: set[str] = set()
    first = 0
    for games in (*SOME, max(0, 10_000 // len(tables) - sum(SOME))):
        for table in tables:
            audit = told.audit(table, 17, first, games)
            assert audit.broken == []
            assert set(audit.points) == points
            met |= {point for point, times in audit.points.items() if times}
            two |= {point for point, seen in audit.answers.items() if seen}
        first += games
        if two == points:
            break
    assert points - met == set()
    assert points - two == set()


@pytest.mark.parametrize("game", EVERY)
def test_a_setting_is_judged_by_what_it_is_said_to_be(game):
    told, facts, play_block = adapter(game), catalogue.facts(game), catalogue.table(game).play_block
    for levels, rules in told.eventful():
        games, seats = play_block(told.prepared(levels, rules), 2, 0, 1)
        metric = facts.metric(told.setting(levels))
        assert (games.get("won") is not None) == (metric == WIN_RATE), levels
        assert metric == WIN_RATE or seats.get("win_share") is not None, levels


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_cut_off_at_the_round_limit(game):
    """The guard against endless games ends them by its own name, and not as won."""
    told = adapter(game)
    levels, rules = told.endless()
    audit = told.audit(told.prepared(levels, rules), 5, 0, 20)
    assert audit.broken == [] and audit.reasons == {"cut_off": 20}
    games, _ = catalogue.table(game).play_block(told.prepared(levels, rules), 5, 0, 20)
    assert games.get("won") is None or not games["won"].any()
