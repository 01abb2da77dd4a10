"""What the docstrings of the statistics say stands: examples come out, every argument is told."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import analysis.stats

MODULES = [
    f"analysis.stats.{found.name}" for found in pkgutil.iter_modules(analysis.stats.__path__)
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def public(module):
    """The functions of a module that others may call."""
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if not name.startswith("_") and function.__module__ == module.__name__:
            yield function


@pytest.mark.parametrize("name", MODULES)
def test_examples_come_out_as_they_say(name):
    found = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert found.attempted and not found.failed


@pytest.mark.parametrize("name", MODULES)
def test_every_argument_and_result_is_told(name):
    for function in public(importlib.import_module(name)):
        told = inspect.getdoc(function)
        parts = [line for line, below in zip(told.split("\n"), told.split("\n")[1:], strict=False)
                 if below and set(below) == {"-"}]  # fmt: skip
        assert {"Parameters", "Examples"} <= set(parts), function.__name__
        assert {"Returns", "Yields"} & set(parts), function.__name__
        section = told.partition("Parameters\n")[2]
        for argument in inspect.signature(function).parameters:
            assert argument in section, (function.__name__, argument)
