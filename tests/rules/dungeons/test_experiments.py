"""The shipped experiments ask what they say, for every number of heroes."""

import numpy as np
import pytest

from simulate import configs
from simulate.experiment import Asked, load
from simulate.games.dungeons.cards.tables import build as tables_of
from simulate.plan import build

NAMES = sorted(
    file.stem for file in (configs.game_folder("dungeons") / "experiments").glob("*.toml")
)


@pytest.mark.parametrize("heroes", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_each_experiment_is_played_with_any_number_of_heroes(name, heroes):
    """Reports name `dungeons/steps --set heroes=4` where four heroes find it too hard."""
    plan = build(load(Asked(f"dungeons/{name}", sets=(f"heroes={heroes}",))))
    assert {cell.setting["heroes"] for cell in plan.cells} == {heroes}


@pytest.mark.parametrize("heroes", [2, 3, 4])
@pytest.mark.parametrize("name", ["cards", "heroes", "rooms", "steps"])
def test_each_change_changes_the_game(name, heroes):
    experiment = load(Asked(f"dungeons/{name}", sets=(f"heroes={heroes}",)))
    printed, *changed = build(experiment).cells
    before = _tables(experiment, printed)
    for cell in changed:
        assert not np.array_equal(_tables(experiment, cell), before), cell.levels["variant"]


def _tables(experiment, cell):
    pack = experiment.pack.resolve(cell.changes, cell.blanks)
    return tables_of(pack.rule_values(), pack.cards, cell.setting)[0].view(np.uint8)
