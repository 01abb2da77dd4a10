"""A changed card is read beside what was read of the others: as if all had been read again."""

import pytest

from simulate.pack import catalogue, load
from simulate.pack.edit import steps

MANY = 80


@pytest.mark.parametrize("game", catalogue.names())
def test_cards_are_read_as_if_all_of_them_were(game):
    pack, model = load(game), catalogue.cards_model(game)
    every = steps.steps(pack, ("cards",))
    for step in every[:: 1 + len(every) // MANY]:
        changed = pack.resolve({step.path: step.after})
        again = changed.resolve({step.path: step.before})
        assert changed.value(step.path) == step.after
        assert changed.cards == model.model_validate(changed.sections) != pack.cards
        assert again.cards == model.model_validate(again.sections) == pack.cards
