"""`python -m tiny_epic_balance run defenders`: where `simulate` is not on the PATH."""

import sys

from tiny_epic_balance import main

if __name__ == "__main__":
    sys.exit(main())
