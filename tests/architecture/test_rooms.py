"""docs/architecture.md: its picture is that of the imports, what it names is there."""

import ast
import re

import pytest

from docs._site import rooms
from simulate.pack import configs

ROOT = configs.folder().parent
PAGE = rooms.PAGE.read_text("utf-8")
STEPS = re.findall(r"^\|.*\| `(\S+\.py)` \| `(\S+)` \|$", PAGE, re.MULTILINE)


def test_the_picture_is_drawn_from_the_imports():
    """Else: python -m docs._site.rooms."""
    assert rooms.drawn(PAGE) == PAGE


@pytest.mark.parametrize(("file", "name"), STEPS)
def test_what_a_walk_passes_is_there(file, name):
    inside = ast.parse((ROOT / file).read_text("utf-8")).body
    for part in name.split("."):
        [found] = [each for each in inside if part in named(each)]
        inside = getattr(found, "body", [])


def named(node):
    """Names that a statement gives."""
    targets = getattr(node, "targets", [node])
    return {getattr(each, "name", getattr(each, "id", None)) for each in targets}


def test_the_walks_are_as_long_as_they_were():
    assert len(STEPS) > 25


def test_a_room_is_on_the_floor_above_all_that_it_uses():
    below = {"top": {"left", "ground"}, "left": {"ground"}, "ground": set()}
    assert rooms.picture(below) == [" 2  top     > left", " 1  left    > ground", " 0  ground"]
