"""Effects of cards: what an entry says is what a card may write, in every game."""

from typing import Any

import pytest

from simulate.games.defenders.cards.model import Effect as OfDefenders
from simulate.games.dungeons.cards.abilities import Effect as OfDungeons
from simulate.games.kingdoms.cards.model import Effect as OfKingdoms
from simulate.games.tactics.cards.abilities import Effect as OfTactics
from simulate.mechanics.effects import EffectSpec, EffectTable, Number, Vocabulary, Word, YesNo
from tests.mechanics.invented import lawful, refusal

MODELS = {
    "defenders": OfDefenders,
    "kingdoms": OfKingdoms,
    "dungeons": OfDungeons,
    "tactics": OfTactics,
}
WORDS = [(game, do) for game, model in MODELS.items() for do in model.vocabulary]


def good(model: Any, do: str) -> dict[str, Any]:
    return lawful(model, do, 300)[0].model_dump(exclude_none=True)


@pytest.mark.parametrize(("game", "do"), WORDS)
def test_invented_effects_are_taken(game, do):
    assert len(lawful(MODELS[game], do, 300)) > 20


@pytest.mark.parametrize(("game", "do"), WORDS)
def test_an_effect_takes_nothing_but_its_own_keys(game, do):
    model = MODELS[game]
    spec, says, effect = model.vocabulary[do], model.vocabulary.says, good(MODELS[game], do)
    for key, said in says.items():
        if key not in spec.takes:
            value = next(iter(said.words)) if isinstance(said, Word) else said.kind(1)
            takes = ", ".join(f"`{key}`" for key in spec.takes) or "nothing"
            expected = f"`{do}` does not take `{key}`; it takes {takes}"
            assert refusal(model, effect | {key: value}) == expected
        elif key not in spec.optional:
            without = {name: value for name, value in effect.items() if name != key}
            found = refusal(model, without)
            assert found.startswith(f"`{do}` takes `{key}` ") and found.endswith("(it is missing)")


@pytest.mark.parametrize(("game", "do"), WORDS)
def test_what_an_effect_does_not_allow_is_refused_with_what_it_allows(game, do):
    model = MODELS[game]
    spec, says, effect = model.vocabulary[do], model.vocabulary.says, good(MODELS[game], do)
    for key, allowed in spec.takes.items():
        if isinstance(says[key], Word):
            said = f"`{do}` takes `{key}` = {', '.join(allowed)} (found 'nonsense'"
            assert said in refusal(model, effect | {key: "nonsense"})
        elif says[key].kind is int:
            low, high = allowed
            for number in (low - 1, high + 1):
                said = f"`{do}` takes `{key}` from {low} to {high} (found {number})"
                found = refusal(model, effect | {key: number})
                assert found.startswith(f"{said}; larger values are untested; `{do}` in ")
            for wrong in (1.5, "2", True):
                assert "valid integer" in refusal(model, effect | {key: wrong})
        else:
            assert "valid boolean" in refusal(model, effect | {key: 1})


# ---------------------------------------------------------------- rows of the tables

KEYS = {
    "amount": Number(missing=0),
    "who": Word(("self", "other")),
    "way": Word(("up", "down"), column="word"),
    "side": Word(("left", "right"), column="word"),
    "on": Word(("sea", "land"), column=None),
    "all": YesNo(),
}
TOY = Vocabulary(
    KEYS,
    push=EffectSpec(
        "pushes", ("cast",), amount=(1, 3, "spaces"), who=("self", "other"), way=("up", "down")
    ),
    turn=EffectSpec("turns", ("cast",), side=("left", "right"), on=("sea",), all=(False, True)),
)
Effect = TOY.model()


def test_rows_hold_what_effects_say():
    tables = {name: [None] * 5 for name, _ in TOY.columns("row", 5)}
    assert list(tables) == ["row_do", "row_amount", "row_who", "row_word", "row_all"]
    tables["row_level"] = [None] * 5
    rows = EffectTable(tables, TOY, "row")
    push = Effect(do="push", amount=2, who="other", way="down")
    turn = Effect(do="turn", side="right", on="sea", all=True)
    assert rows.enter([push, turn], level=4) == (0, 2)
    assert rows.enter([push]) == (2, 1)
    assert {name: column[:3] for name, column in tables.items()} == {
        "row_do": [0, 1, 0],
        "row_amount": [2, 0, 2],
        "row_who": [1, -1, 1],
        "row_word": [1, 1, 1],
        "row_all": [0, 1, 0],
        "row_level": [4, 4, None],
    }


def test_no_effect_says_two_things_in_one_column():
    both = EffectSpec("both", ("cast",), way=("up",), side=("left",))
    with pytest.raises(AssertionError, match="`both` uses one column for two keys"):
        Vocabulary(KEYS, both=both)
