"""`python -m simulate`: the same as the command `simulate`."""

import sys

from simulate.cli import main

if __name__ == "__main__":
    sys.exit(main())
