"""The event log: whoever applies its lines to the first state reaches all the others."""

import json
import random
import re
import sys
from itertools import pairwise
from types import MappingProxyType

import numpy as np
import pytest

from simulate.compiler.inner import Kernel
from simulate.core.game import ledger
from simulate.engine import replays
from simulate.pack import catalogue, configs
from tests.every_game.adapters import EVERY, GAMES, adapter
from tests.every_game.reader import DoesNotFit, apply, read
from tests.marks import long_but

EVENTS = {"move", "chance", "effect", "act"}
STATES_READ = 40  # every so manieth state is read again from JSON
FEW_CELLS = 5  # of which a game is told in the quick tests, of some thousand lines each


def told(game, replicate, levels=None, rules=None):
    table = adapter(game).prepared({"strategy": "random", **(levels or {})}, rules)
    return catalogue.table(game).play_logged(table, 41, replicate, cell=0, states=True)


def some(game, games, first=0):
    """Games of all the eventful cells, in turn."""
    cells = adapter(game).eventful()
    for replicate in range(first, first + games):
        yield told(game, replicate, *cells[replicate % len(cells)])


@pytest.mark.parametrize("game", long_but({*GAMES} - {"tactics"}, GAMES))
def test_games_are_told_line_by_line(game):
    """A game of eventful cells all over the list; to tell one takes longest."""
    cells = adapter(game).eventful()
    apart = -(-len(cells) // FEW_CELLS)
    ask_everything(game, (told(game, i, *cell) for i, cell in enumerate(cells[::apart])))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_games_of_every_cell_are_told_line_by_line(game):
    ask_everything(game, some(game, 2 * len(adapter(game).eventful())))


def ask_everything(game, games):
    """A reader reaches every state, no line can be missing, and lines are in words."""
    known = set(ledger.rules(catalogue.facts(game).package))
    luck, missed = random.Random(3), 0
    for lines in games:
        read(lines)
        missed += miss_lines(lines, luck)
        look_for_empty_effects(lines)
        look_at_words(game, lines, known)
    assert missed > 30


class Kept(replays.Plain):
    """All fields at once, as a view of it asks for none that is missing."""

    def __init__(self, state):
        super().__init__(state)
        self.update((name, self[name]) for name in state.dtype.names)


@pytest.mark.parametrize("game", long_but({"defenders"}, GAMES))
def test_states_are_told_the_same_by_who_keeps_nothing(game, monkeypatch):
    """A teller keeps its words of what did not change from line to line."""
    cells = adapter(game).eventful()
    some_cells = cells[:: -(-len(cells) // FEW_CELLS)]
    kept = [told(game, 0, *cell) for cell in some_cells]
    monkeypatch.setattr(replays, "Plain", lambda state: MappingProxyType(Kept(state)))
    assert [told(game, 0, *cell) for cell in some_cells] == kept


def miss_lines(lines, luck):
    """Every line that changes the table is missed when it is taken out; how many were.

    The game is read from the line before it: what comes earlier is as it was.
    """
    changing = [
        i for i, line in enumerate(lines[1:-1], 1) if line["state"] != lines[i - 1]["state"]
    ]
    assert changing
    taken = luck.sample(changing, min(12, len(changing)))
    for i in taken:
        with pytest.raises(DoesNotFit):
            read([lines[i - 1], *lines[i + 1 :]])
    return len(taken)


def look_for_empty_effects(lines):
    """No effect is told that changes nothing, but for cards that a player left as they lay."""
    for before, line in pairwise(lines[:-1]):
        if line["event"] == "effect" and not isinstance(line["from"], list):
            what = {key: value for key, value in line.items() if key != "state"}
            assert line["state"] != before["state"], what


def look_at_words(game, lines, known):
    """Lines are numbered, name the rule that they follow, and are JSON."""
    first, last = lines[0], lines[-1]
    assert first["event"] == "setup" and first["format"] == 1 and first["game"] == game
    assert last["event"] == "end"
    for number, line in enumerate(lines[1:-1], 1):
        assert line["event"] in EVENTS
        assert line["n"] == number
        assert line["rule"] in known
    for line in lines:
        told = {key: value for key, value in line.items() if key != "state"}
        assert json.loads(json.dumps(told)) == told
    for line in (first, *lines[1:-1:STATES_READ]):
        assert json.loads(json.dumps(line["state"])) == line["state"]


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_the_log_explains_every_key_of_the_state(game):
    """And no other, over all the cells of the titles that share the page."""
    package, keys = catalogue.facts(game).package, set()
    page = (configs.folder().parent / f"docs/log/{package}.md").read_text(encoding="utf-8")
    table = re.findall(r"^\|([^|]+)\|", page.split("\n## State\n")[1], re.MULTILINE)
    explained = re.findall("`([a-z_]+)`", " ".join(table))
    for title in (title for title in GAMES if catalogue.facts(title).package == package):
        module = catalogue.table(title)
        for levels, rules in adapter(title).eventful():
            table = adapter(title).prepared({"strategy": "random", **(levels or {})}, rules)
            start = np.zeros(1, module.RECORDS.state)[0]
            module.ENGINE.kernels.deal(start, table.tables[0], np.uint64(41), 0)
            keys |= set(module.ENGINE.teller(table, table.seatings[0]).state(start))
    assert sorted(explained) == sorted(keys)


@pytest.mark.parametrize("game", EVERY)
def test_every_parameter_is_told(game):
    from simulate.pack import load

    setup = told(game, 0)[0]
    assert setup["parameters"] == load(game).rule_values()


@pytest.mark.parametrize("game", EVERY)
def test_states_and_legal_moves_only_on_request(game):
    module, table = catalogue.table(game), adapter(game).prepared({"strategy": "random"})
    plain = module.play_logged(table, 41, 5)
    assert not any("state" in line for line in plain[1:]) and "state" in plain[0]
    assert not any("legal" in line for line in plain)
    full = module.play_logged(table, 41, 5, legal=True, states=True)
    for line in full[1:-1]:
        assert ("legal" in line) == (line["event"] == "move")
        if line["event"] != "told":  # what an own file says of a move stands behind it
            line.pop("state")
        line.pop("legal", None)
    assert full == plain


@pytest.mark.parametrize("game", EVERY)
def test_the_move_made_is_one_of_the_legal_moves(game):
    module, table = catalogue.table(game), adapter(game).prepared({"strategy": "balanced"})
    for line in module.play_logged(table, 41, 6, legal=True):
        if line["event"] == "move":
            kept = ("n", "round", "turn", "seat", "event", "rule", "legal")
            made = {key: value for key, value in line.items() if key not in kept}
            listed = [{k: v for k, v in move.items() if k != "score"} for move in line["legal"]]
            assert listed.count(made) == 1, (made, listed)


@pytest.mark.parametrize("game", EVERY)
def test_the_last_line_is_the_stored_row(game):
    module, facts = catalogue.table(game), catalogue.facts(game)
    table = adapter(game).prepared({"strategy": "balanced"})
    for replicate in range(3):
        end = module.play_logged(table, 41, replicate, cell=0)[-1]
        games, seats = module.play_block(table, 41, replicate, 1)
        assert end["games"] == {"cell": 0, **row(games, 0)}
        assert end["seats"] == [{"cell": 0, **row(seats, i)} for i in range(len(end["seats"]))]
        assert set(end["games"]) == {column.name for column in facts.games_columns}
        assert set(end["seats"][0]) == {column.name for column in facts.seats_columns}
        assert end["reason"] == end["games"]["end_reason"]


def row(columns, index):
    """One row of the columns that `play_block` gives; a masked number is no value."""
    found = {}
    for name, values in columns.items():
        if values is None:
            found[name] = None
        elif isinstance(values, tuple):
            code = values[0][index]
            found[name] = None if code < 0 else values[1][code]
        else:
            found[name] = values[index : index + 1].tolist()[0]
    return found


@pytest.mark.parametrize("game", EVERY)
def test_the_story_tells_the_same_game(game):
    """Every move has a line of its own, and the end is named."""
    module = catalogue.table(game)
    lines = told(game, 3)
    story = list(module.story(lines))
    moves = sum(line["event"] == "move" for line in lines)
    assert len(story) > moves / 2
    assert all(isinstance(text, str) for text in story)


@pytest.mark.parametrize("game", long_but({"kingdoms"}, GAMES))
def test_a_game_with_a_long_log_is_told_whole(game, monkeypatch):
    """What does not lie in the log at once is read from it page by page."""
    module = catalogue.table(game)
    lines = told(game, 2)
    table = adapter(game).prepared({"strategy": "random"})
    legal = module.play_logged(table, 41, 2, legal=True)
    monkeypatch.setattr(replays, "LISTED", 0)
    monkeypatch.setattr(replays, "ROOM", len(lines) // 3)
    assert module.play_logged(table, 41, 2, cell=0, states=True) == lines
    assert module.play_logged(table, 41, 2, legal=True) == legal


@pytest.mark.parametrize("game", GAMES)
def test_legal_moves_are_told_by_the_code_that_plays_the_game(game):
    """A strategy that plays on takes a minute to compile: once for telling a game is enough."""
    module, table = catalogue.table(game), adapter(game).prepared({"strategy": "balanced"})
    module.play_logged(table, 41, 6)
    before = compiled()
    assert module.play_logged(table, 41, 6, legal=True)[-1]["event"] == "end"
    assert compiled() == before


def compiled():
    """How often each kernel of the tables and the strategies is compiled to be called by Python."""
    return {
        f"{name}.{key}": len(found.overloads)
        for name, module in list(sys.modules.items())
        if name.startswith(("simulate.", "strategies."))
        for key, found in vars(module).items()
        if isinstance(found, Kernel)
    }


def test_the_reader_notices_a_wrong_line():
    state = {"threat": {"coast": 1}, "discard": ["a"], "drawn": ["b"]}
    apply(state, {"event": "effect", "what": "threat", "of": "coast", "from": 1, "to": 2})
    assert state["threat"] == {"coast": 2}
    apply(state, {"event": "effect", "what": "card", "of": "b", "from": "drawn", "to": "discard"})
    assert state["discard"] == ["b", "a"] and state["drawn"] == []
    with pytest.raises(DoesNotFit):
        apply(state, {"event": "effect", "what": "threat", "of": "coast", "from": 1, "to": 2})
    with pytest.raises(DoesNotFit):
        apply(
            state, {"event": "effect", "what": "card", "of": "c", "from": "drawn", "to": "discard"}
        )
