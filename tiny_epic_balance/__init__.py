"""What is installed, under one name, and the command `simulate` that starts it.

The project's packages are called `simulate`, `strategies`, `analysis` and `reports`: names that
other software uses too.  A wheel therefore carries all four inside this package
(`hatch_build.py`), so that no file of ours can replace one of somebody else's.  The command puts
this folder first, so that it always starts ours; `import simulate` finds it by a line in
`tiny_epic_balance.pth`, after everything else that is installed, and `simulate.core.names` says
plainly when another package of one of these names is in the way.
"""

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
HOME = HERE if (HERE / "simulate").is_dir() else HERE.parent  # of a wheel, or of a checkout


def __getattr__(name: str) -> Any:
    """`pettingzoo`, whose `env` makes an environment of a game file; no module of that name lies
    here, where it would hide the library.
    """
    if name != "pettingzoo":
        raise AttributeError(f"module `tiny_epic_balance` has no `{name}`")
    from simulate.own.others import environment

    return environment


def main() -> int:
    """Run the command line; its exit code."""
    sys.path.insert(0, str(HOME))
    from simulate.cli import main as command

    return command()
