"""An effect that nobody taught the questions is never offered, and no referee passes it over.

Otherwise one that was forgotten would be offered, paid for, and do nothing.  Asked in plain Python
of every effect that no player may choose, and of codes that the vocabulary does not have.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from simulate.games.defenders.cards import vocabulary as defenders
from simulate.games.defenders.moves.questions import effect_changes
from simulate.games.dungeons.cards import vocabulary as dungeons
from simulate.games.dungeons.moves.gains import would_do
from simulate.games.dungeons.moves.questions import has_its_need
from simulate.games.kingdoms.cards import vocabulary as kingdoms
from simulate.games.kingdoms.end import times_earned
from simulate.games.tactics.cards import vocabulary as tactics
from simulate.games.tactics.moves.matters import changes, changes_more, matters_without_unit
from tests.rules.defenders.referee import effects as defenders_referee
from tests.rules.dungeons.referee import effects as dungeons_referee
from tests.rules.kingdoms.referee import score as kingdoms_referee
from tests.rules.plain import in_python
from tests.rules.tactics.referee import vain as tactics_referee

NOBODY_KNOWS = 3  # codes behind the last of a vocabulary


def without(vocabulary: Any, chosen: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Code and name of every effect that may stand at none of the moments, and unknown codes."""
    for code, (do, spec) in enumerate(vocabulary.items()):
        if not set(spec.when) & set(chosen):
            yield code, do
    for more in range(NOBODY_KNOWS):
        yield len(vocabulary) + more, "unknown"


class Rich:
    """A table on which everything is there in plenty, whatever is asked."""

    def __getattr__(self, name: str) -> Any:
        return Rich()

    def __getitem__(self, place: Any) -> Any:
        return 1

    def __call__(self, *asked: Any) -> Any:
        return []

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0


def row(**columns: Any) -> Any:
    """Tables with one row of an effect."""
    return SimpleNamespace(**{name: [value] for name, value in columns.items()})


CHOSEN = (*defenders.CHOSEN_MOMENTS, "free", "turn_start")


@pytest.mark.parametrize(("code", "do"), without(defenders.EFFECTS, CHOSEN))
def test_defenders_offers_none_that_it_does_not_name(code, do):
    cards = row(effect_do=code, effect_amount=1, effect_where=0, effect_who=0, effect_flag=0)
    assert not in_python(effect_changes)(Rich(), cards, 0, 0, 1, 1, 0)


OWNED = ("cast", "free", *dungeons.BY_ITSELF, "search")


@pytest.mark.parametrize(("code", "do"), without(dungeons.EFFECTS, OWNED))
def test_dungeons_offers_none_that_it_does_not_name(code, do):
    assert not in_python(would_do)(Rich(), Rich(), 0, code, 1)
    assert not in_python(has_its_need)(Rich(), Rich(), 0, code, 1)


def test_dungeons_needs_of_every_effect_of_a_heros_ability_are_named():
    """A bonus is folded into tables of its own, and no row."""
    nothing_there = SimpleNamespace(extra_had=0)
    for code, do in enumerate(dungeons.EFFECTS):
        if do not in dungeons.MODIFIERS and set(dungeons.EFFECTS[do].when) & set(OWNED):
            if do not in ("reveal", "teleport", "attack"):  # which look at the table
                assert in_python(has_its_need)(nothing_there, Rich(), 0, code, 0), do


@pytest.mark.parametrize(("code", "do"), without(tactics.EFFECTS, tactics.HAPPENINGS))
def test_tactics_offers_none_that_it_does_not_name(code, do):
    cards = row(row_do=code, row_word=0)
    cards.solo, cards.ammo, cards.mana, cards.seats, cards.adventure = 0, [9], [9], 2, 0
    s = SimpleNamespace(ammo=[1], mana=[1], unit=[0], time=0)
    assert not in_python(changes)(s, cards, 0, 0, 0, 1, 0)
    assert not in_python(changes_more)(s, cards, 0, 0, 0, 0, 0)
    assert not in_python(matters_without_unit)(s, cards, code, 0)


@pytest.mark.parametrize(("code", "do"), without(kingdoms.EFFECTS, ("score",)))
def test_kingdoms_gives_no_points_for_one_that_it_does_not_name(code, do):
    assert in_python(times_earned)(Rich(), row(row_do=code), 0, 0) == 0


NONSENSE = {"do": "nonsense", "amount": 1}
ASKED = [
    (defenders_referee.changes, (Rich(), NONSENSE, 0, "coast", None, None)),
    (dungeons_referee._changes, (Rich(), Rich(), {"effects": [NONSENSE]}, NONSENSE, "")),
    (tactics_referee.changes, (Rich(), NONSENSE, Rich(), Rich(), 1, False)),
    (tactics_referee.row_would_do, (Rich(), NONSENSE, Rich(), None, 0, False)),
    (kingdoms_referee.times, (Rich(), 0, NONSENSE | {"track": "tower"})),
]


@pytest.mark.parametrize(
    ("question", "asked"), ASKED, ids=lambda part: getattr(part, "__name__", "")
)
def test_a_referee_stops_at_an_effect_that_it_does_not_name(question, asked):
    with pytest.raises((AssertionError, KeyError), match="nonsense"):
        question(*asked)
