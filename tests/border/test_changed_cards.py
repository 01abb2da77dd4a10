"""A changed card is read beside what was read of the others: as if all had been read again."""

import pytest

from simulate.pack import catalogue, load
from simulate.pack.edit import steps
from tests.marks import marked


@pytest.mark.parametrize("most", [1, marked(20)])
@pytest.mark.parametrize("game", catalogue.names())
def test_cards_are_read_as_if_all_of_them_were(game, most):
    """Of each section, whose cards have a model of their own, some steps far apart."""
    pack, model = load(game), catalogue.cards_model(game)
    for section in pack.sections:
        numbers = steps.numbers(pack, (f"cards.{section}",))
        every = steps.steps(pack, numbers[:: 1 + len(numbers) // most])
        for step in every[: 2 * most]:
            changed = pack.resolve({step.path: step.after})
            again = changed.resolve({step.path: step.before})
            assert changed.value(step.path) == step.after
            assert changed.cards == model.model_validate(changed.sections) != pack.cards
            assert again.cards == model.model_validate(again.sections) == pack.cards
