"""`python -m simulate.cli`."""

import sys

from simulate.cli import main

if __name__ == "__main__":
    sys.exit(main())
