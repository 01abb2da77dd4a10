"""The toolkit from a notebook or a script: `play`, `ladder`, `compare`, and the searches.

The same as the commands, checked by the same code: what is wrong is one `Error` that says all of
it, nothing is printed unless it is asked for, and what was found comes as tables.
"""

from simulate.api.calls import (
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
from simulate.api.errors import Error
from simulate.api.results import Comparison, Report, Run, Search

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
