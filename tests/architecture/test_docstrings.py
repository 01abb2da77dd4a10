"""What the docstrings of doors say stands: examples come out, every argument is told.

Doors are the statistics, `import simulate`, and what a strategy takes from the shared rooms.
"""

import doctest
import importlib
import inspect
import pkgutil
import re
from itertools import pairwise

import pytest

import analysis.stats
import simulate

MODULES = [
    f"analysis.stats.{found.name}" for found in pkgutil.iter_modules(analysis.stats.__path__)
]
# What who writes a strategy takes from the shared rooms.
OF_STRATEGIES = {
    "simulate.core.streams": ("below", "draw", "uniform"),
    "simulate.core.functions": ("ceiling", "exp", "logistic", "power"),
    "strategies.choice": ("best_of", "choices_of", "soft_choice"),
    "strategies.learned": ("beside", "columns_of", "load"),
    "strategies.sums": ("four_sums", "one_sum", "two_sums"),
}
DOORS = [*MODULES, *OF_STRATEGIES]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def public(name):
    """Functions and kernels of a module that others may call, by name."""
    module = vars(importlib.import_module(name))
    for called in OF_STRATEGIES.get(name, module):
        function = getattr(module[called], "py_func", module[called])
        if not called.startswith("_") and inspect.isfunction(function):
            if function.__module__ == name:
                yield called, function


def come_out(told, name, **names):
    """Whether there are examples, and each gives what stands below it."""
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in doctest.DocTestFinder().find(told, name, module=False, globs=names):
        runner.run(test)
    return runner.tries > 0 and not runner.failures


def sections(told):
    """What is underlined in a docstring."""
    return {line for line, below in pairwise(told.split("\n")) if set(below) == {"-"}}


@pytest.mark.parametrize("name", DOORS)
def test_examples_come_out_as_they_say(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    globs = vars(importlib.import_module(name))
    for called, function in public(name):
        assert come_out(function, called, **globs), called


@pytest.mark.parametrize("name", DOORS)
def test_every_argument_and_result_is_told(name):
    for called, function in public(name):
        told = inspect.getdoc(function)
        assert {"Parameters", "Examples"} <= sections(told), called
        assert {"Returns", "Yields"} & sections(told), called
        section = told.partition("Parameters\n")[2]
        for argument in inspect.signature(function).parameters:
            assert argument in section, (called, argument)


@pytest.mark.long
@pytest.mark.parametrize("name", simulate.__all__)
def test_examples_of_a_notebook_come_out_as_they_say(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert come_out(getattr(simulate, name), name)


@pytest.mark.parametrize("name", simulate.__all__)
def test_what_a_notebook_gets_is_told(name):
    """Of a class its attributes, of a call and a method every argument and the result."""
    door = getattr(simulate, name)
    calls = [door]
    if inspect.isclass(door):
        assert "Attributes" in sections(inspect.getdoc(door))
        calls = [call for call in vars(door).values() if inspect.isfunction(call)]
    for call in [call for call in calls if not call.__name__.startswith("_")]:
        told = inspect.getdoc(call)
        assert "Returns" in sections(told), call
        section = told.partition("Parameters\n")[2].partition("\n\n")[0]
        for argument in {*inspect.signature(call).parameters} - {"self"}:
            assert re.search(rf"^(\w+, )?\**{argument}\b", section, re.MULTILINE), (call, argument)
