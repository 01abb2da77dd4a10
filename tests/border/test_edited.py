"""A pack that is written with a few values changed is the pack with the changes."""

import random

import pytest

from simulate.pack import catalogue, load, load_folder
from simulate.pack.edit import edited
from simulate.pack.edit.steps import steps

WHY = "tried here"


def write(folder, pack, texts):
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        named = name != "rules.toml" or "\ngame = " in f"\n{text}"
        (folder / name).write_text(text if named else f'game = "{pack.game}"\n\n{text}', "utf-8")
    return load_folder(folder, str(folder))


@pytest.mark.parametrize("game", catalogue.names())
def test_written_changes_are_read_back(game, tmp_path):
    pack = load(game)
    chance = random.Random(game)
    patterns = ["rules", f"cards.{chance.choice(list(pack.sections))}"]
    known = [step for step in steps(pack, patterns) if step.size]
    changes = {step.path: step.after for step in chance.sample(known, 4)}
    if pack.try_resolve(changes)[0] is None:
        changes = {known[-1].path: known[-1].after}
    mine = write(tmp_path / "mine", pack, edited.texts(pack, changes, edited.designer(WHY)))
    assert mine.is_like(pack.resolve(changes))
    for path in changes:
        assert mine.source_of(path) == f"designer: {pack.value(path)} before; {WHY}"


def test_a_changed_pack_is_changed_again(tmp_path):
    path = "cards.heroes.ranger.health"
    first = load("defenders")
    second = write(tmp_path / "a", first, edited.texts(first, {path: 3}, edited.designer(WHY)))
    third = write(tmp_path / "b", second, edited.texts(second, {path: 2}, edited.designer(WHY)))
    assert third.value(path) == 2
    assert third.source_of(path) == f"designer: 3 before; {WHY}"
    assert third.source_of("cards.heroes.ranger.name") == first.source_of(
        "cards.heroes.ranger.name"
    )


def test_a_value_that_no_file_has_is_no_change():
    with pytest.raises(KeyError):
        edited.texts(
            load("defenders"), {"strategies.balanced.weights.none": 1}, edited.designer(WHY)
        )
