"""What the tests of every game ask of records, asked of own files; and each to a report."""

import json

import numpy as np
import pytest

import simulate
from simulate.pack import catalogue, load
from simulate.run.replay import with_cards
from tests.every_game.adapters import OWN_FILES, adapter
from tests.every_game.test_hidden import ask_again
from tests.every_game.test_told_cards import SETUP

pytestmark = pytest.mark.long

SOME, FEW = 60, 4  # games of each eventful cell: at random, by players that try moves
ALWAYS = {"cell", "replicate", "seat", "team", "rank", "win_share", "skill"}


def cells(told):
    """Tables at which all is met, by players at random and by the one who sits there."""
    for levels, rules in told.eventful():
        for strategy, games in (("random", SOME), ("balanced", FEW)):
            yield told.prepared({**levels, "strategy": strategy}, rules), games


@pytest.mark.parametrize("game", OWN_FILES)
def test_every_end_is_met_and_every_column_counts_something(game):
    told, facts = adapter(game), catalogue.facts(game)
    module, ends, zero = catalogue.table(game), set(), None
    for table, count in cells(told):
        games, seats = module.play_block(table, 1, 0, count)
        for columns, declared in zip(
            (games, seats), (facts.games_columns, facts.seats_columns), strict=True
        ):
            assert ["cell", *columns] == [column.name for column in declared]
        codes, labels = games["end_reason"]
        ends |= {labels[code] for code in codes}
        numbers = {**games, **seats}
        empty = {
            name
            for name, values in numbers.items()
            if not isinstance(values, tuple) and not np.any(values)
        }
        zero = empty if zero is None else zero & empty
    assert ends == {*facts.end_reasons} - told.out_of_reach
    assert zero - ALWAYS == set()


@pytest.mark.parametrize("game", OWN_FILES)
def test_laws_hold_in_hundreds_of_games(game):
    told, answered = adapter(game), False
    for levels, rules in told.eventful():
        audit = told.audit(told.prepared(levels, rules), 3, 0, SOME)
        assert audit.broken == [] and sum(audit.reasons.values()) == SOME
        answered |= audit.answers["turn"]
    assert answered


@pytest.mark.parametrize("game", OWN_FILES)
def test_a_law_that_does_not_hold_is_noticed(game):
    told = adapter(game)
    told.told.laws["never"] = lambda game: False
    try:
        found = told.audit(told.prepared({}), 3, 0, 1).broken
    finally:
        del told.told.laws["never"]
    assert set(found) == {"game 0: never"}


@pytest.mark.parametrize("game", OWN_FILES)
def test_what_a_seat_may_do_and_would_do_hangs_on_nothing_hidden(game):
    for strategy, entry in load(game).strategies.items():
        if entry.choice == "weights":
            hidden, least = ask_again(game, strategy, 8)
            assert hidden >= least, strategy


@pytest.mark.parametrize("game", OWN_FILES)
def test_the_set_up_line_holds_every_card(game):
    pack = load(game)
    told = json.loads(json.dumps(with_cards(SETUP, pack)))
    assert told["pack"]["differs"] == {}
    for kind, cards in catalogue.own(game).kind.CARDS.items():
        for name, card in cards.items():
            assert card.items() <= told["cards"][kind][name].items()


@pytest.mark.parametrize("game", OWN_FILES)
def test_a_run_comes_to_a_report(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few = {"games": 20, "jobs": 1, "no_second": True, "strategy": "random"}
    run = simulate.play(str(OWN_FILES[game]), **few)
    page = run.report().path.read_text("utf-8")
    assert catalogue.facts(game).title in page
