"""Import Numba with settings from the environment (NUMBA_...) and none from files.

It looks for one in the current folder when it is loaded, and again whenever it compiles.
"""

import os

from simulate.compiler.config_isolation import isolated_from_config

with isolated_from_config(".numba_config.yaml"):
    import numba

numba.config._config_fname = os.devnull

__all__ = ["numba"]
