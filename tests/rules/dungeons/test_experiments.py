"""The shipped experiments ask what they say, for every number of heroes."""

import numpy as np
import pytest

from simulate import pack
from simulate.experiment import RunRequest, load
from simulate.experiment.plan import build
from simulate.games.dungeons.cards.tables import build as tables_of
from simulate.pack import configs
from tests.marks import long_but

NAMES = sorted(
    file.stem for file in (configs.game_folder("dungeons") / "experiments").glob("*.toml")
)


@pytest.mark.parametrize("heroes", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_each_experiment_is_played_with_any_number_of_heroes(name, heroes):
    """Reports name `dungeons/steps --set heroes=4` where four heroes find it too hard."""
    plan = build(load(RunRequest(f"dungeons/{name}", sets=(f"heroes={heroes}",))))
    assert {cell.setting["heroes"] for cell in plan.cells} == {heroes}


@pytest.mark.parametrize("heroes", long_but({3}, [2, 3, 4]))
@pytest.mark.parametrize("name", ["cards", "heroes", "rooms", "steps", "torch"])
def test_each_change_changes_the_game(name, heroes):
    experiment = load(RunRequest(f"dungeons/{name}", sets=(f"heroes={heroes}",)))
    printed, *changed = build(experiment).cells
    before = _tables(experiment, printed)
    for cell in changed:
        assert not np.array_equal(_tables(experiment, cell), before), cell.levels["variant"]


def test_the_lengths_of_act_2_that_are_played_are_the_ends_of_what_it_could_be():
    asked = pack.load("dungeons").ranges()
    wanted = {path: found for path, found in asked.items() if found.read_off}
    assert len(wanted) == 3
    ends = [dict(each.changes) for each in load(RunRequest("dungeons/torch")).variants.values()]
    assert ends[-2:] == [
        {path: getattr(found, end) for path, found in wanted.items()} for end in ("low", "high")
    ]


def test_each_event_of_the_torch_can_happen():
    for mat in pack.load("dungeons").cards.torch.values():
        longest = max(mat.starts.heroes_2, mat.starts.heroes_3, mat.starts.heroes_4)
        assert max(*mat.goblins, *mat.enemy_actions) < longest


@pytest.mark.parametrize(
    "what, path",
    [
        ("defense of all bosses", "cards.bosses"),
        ("torch of Act 1", "cards.torch.act_1.starts"),
        ("torch of Act 2", "cards.torch.act_2.starts"),
    ],
)
def test_a_step_is_one_step_from_the_shipped_value(what, path):
    shipped = pack.load("dungeons")
    for variant in load(RunRequest("dungeons/steps")).variants.values():
        if variant.name.startswith(what):
            by = 1 if "one more" in variant.name else -1
            for key, value in variant.changes.items():
                assert key.startswith(path) and value == shipped.value(key) + by, variant.name


def _tables(experiment, cell):
    pack = experiment.pack.resolve(cell.changes, cell.blanks)
    return tables_of(pack.rule_values(), pack.cards, cell.setting)[0].view(np.uint8)
