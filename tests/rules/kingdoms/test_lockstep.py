"""Whole games at random, kernels and referee side by side: the same moves, the same table."""

import random
from collections.abc import Callable

import pytest

from tests.marks import long_but
from tests.rules.kingdoms.board import Board
from tests.rules.kingdoms.cell import built, shipped
from tests.rules.kingdoms.lockstep import Lockstep
from tests.rules.kingdoms.shipped import FOLDERS, new_table, other_rules, read, territories
from tests.rules.kingdoms.test_vocabulary import invented_faction

WHOLE, GAMES, MANY = 2, 1, 25
ROWS = [
    *(("kingdoms", players, False) for players in (2, 3, 4, 5)),
    *(("kingdoms", players, True) for players in (2, 3, 4, 5)),
    *(("ultra", players, False) for players in (1, 2, 3, 4, 5)),
]
SOME = {("kingdoms", 2, True), ("kingdoms", 4, False), ("ultra", 1, False), ("ultra", 3, False)}


def chooser(number: int, *said: object) -> Callable[[list[str]], str]:
    """Every second game acts more than it passes, every third offers peace more than war."""
    luck = random.Random(f"{number} {said}")

    def choose(words: list[str]) -> str:
        if number % 3 == 0 and "flag" in words and luck.random() < 0.7:
            return "flag"
        if number % 2:
            eager = [w for w in words if w not in ("collect", "nothing", "flag", "stop", "give up")]
            if eager and luck.random() < 0.6:
                words = eager
        return luck.choice(words)

    return choose


def play_twice(
    edition, players, tokens, number, *, stirred=False, changes=None, factions=(), data=None
):
    """One game on both; stirred: from a position with many alliances; data: other cards."""
    cell = {"exploration": tokens} if edition == "kingdoms" else {"dummy_resources": 3}
    cards, names = built(FOLDERS[edition], players, *factions, data=data, changes=changes, **cell)
    said = {"tokens_in_play": tokens, "rules": changes or {}}
    if factions:
        said["faction"] = [*factions, *[None] * (max(players, 2) - len(factions))]
    if players == 1:
        said["dummy"] = 1
    t = new_table(edition, max(players, 2), 0, **said)
    if data is not None:
        t.factions = data["factions"]
    luck = random.Random(number) if stirred else None
    choose = chooser(number, edition, players, tokens)
    return Lockstep(Board(cards, names), t, territories(edition), number, choose, luck).run()


@pytest.mark.parametrize("edition, players, tokens", long_but(SOME, ROWS))
def test_whole_games(edition, players, tokens):
    for number in range(WHOLE):
        assert play_twice(edition, players, tokens, number).decisions > 5


@pytest.mark.parametrize("edition, players, tokens", long_but(SOME, ROWS))
def test_from_positions_with_many_alliances(edition, players, tokens):
    for number in range(GAMES):
        assert play_twice(edition, players, tokens, number, stirred=True).decisions > 0


@pytest.mark.parametrize("edition, players, tokens", long_but(SOME, ROWS))
def test_under_other_rules(edition, players, tokens):
    """A dozen parameters or switches off their values, drawn anew for each game."""
    for number in range(GAMES):
        luck = random.Random(f"{edition} {players} {tokens} {number}")
        changes = other_rules(luck, edition)
        play_twice(edition, players, tokens, number, stirred=number % 2 == 1, changes=changes)


@pytest.mark.long
@pytest.mark.parametrize("edition, players, tokens", ROWS)
def test_many_games(edition, players, tokens):
    for number in range(100, 100 + MANY):
        luck = random.Random(f"{edition} {players} {tokens} {number}")
        changes = other_rules(luck, edition) if number % 3 == 0 else None
        play_twice(edition, players, tokens, number, stirred=number % 2 == 0, changes=changes)


FACTIONS = [(e, f) for e in ("kingdoms", "ultra") for f in sorted(read(e, "cards")["factions"])]


@pytest.mark.parametrize("edition, faction", long_but(FACTIONS[::6], FACTIONS))
def test_every_faction(edition, faction):
    """From positions with levels learnt, so that each ability is met."""
    play_twice(edition, 3, False, len(faction), stirred=True, factions=(faction,))
    if edition == "ultra":
        other = "orcs" if faction != "orcs" else "elves"
        play_twice(edition, 1, False, 1, stirred=True, factions=(other, faction))


def play_invented(edition, players, number):
    """A game of factions with effects drawn from the whole vocabulary."""
    luck = random.Random(f"{edition} {players} {number}")
    data = shipped(FOLDERS[edition])
    names = [f"new_{seat}" for seat in range(max(players, 2))]
    data["factions"] |= {name: invented_faction(luck, name) for name in names}
    tokens = edition == "kingdoms" and number % 2 == 0
    play_twice(edition, players, tokens, number, stirred=True, factions=names, data=data)


INVENTED = [("kingdoms", 2), ("kingdoms", 3), ("kingdoms", 4), ("ultra", 1), ("ultra", 3)]


@pytest.mark.parametrize("edition, players", INVENTED)
def test_invented_factions(edition, players):
    for number in range(GAMES):
        play_invented(edition, players, number)


@pytest.mark.long
@pytest.mark.parametrize("edition, players", INVENTED)
def test_many_invented_factions(edition, players):
    for number in range(100, 100 + MANY):
        play_invented(edition, players, number)
