"""Commands are typed as in the tests of the command line."""

from tests.cli.conftest import here, refused, simulate

__all__ = ["here", "refused", "simulate"]
