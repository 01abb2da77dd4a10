"""Is it balanced, what should I change, did it help?  From a notebook or a script:

>>> import simulate
>>> run = simulate.play("defenders", players=3, horde="medium", games=20_000)
>>> run.games(), run.seats(), run.cells(), run.report()

docs/python.md has recipes.  What is named here is loaded when it is asked for.
"""

from typing import TYPE_CHECKING, Any

__all__ = [
    "Comparison",
    "Error",
    "Report",
    "Run",
    "Search",
    "advise",
    "compare",
    "exploit",
    "ladder",
    "open_run",
    "play",
    "sensitivity",
    "tune",
    "why",
    "worth",
]

if TYPE_CHECKING:
    from simulate.api import (
        Comparison,
        Error,
        Report,
        Run,
        Search,
        advise,
        compare,
        exploit,
        ladder,
        open_run,
        play,
        sensitivity,
        tune,
        why,
        worth,
    )
else:

    def __getattr__(name: str) -> Any:
        if name in __all__:
            from simulate.core import names

            names.check()
            from simulate import api

            return getattr(api, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
