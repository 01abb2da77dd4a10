"""Commands are typed as in the tests of the command line."""

from tests.cli.conftest import here, merge, planned_quickly, refused, simulate

__all__ = ["here", "merge", "planned_quickly", "refused", "simulate"]
