"""Make text from strangers safe to print.

Names in packs, experiments and run folders are a stranger's: what would move the cursor, set
a window's title, begin a line of its own or turn the order of letters around is not printed.
"""

import re
from typing import Any

from simulate.core.text.letters import escaped, in_json

# Folders that stand for something else that was typed, such as the address of a run in a store.
_called: dict[str, str] = {}


def call(folder: str, typed: str) -> None:
    """From here on a folder is called what was typed; files in it keep their names."""
    _called[folder] = typed


def safe(text: str) -> str:
    """One line of text as it may be printed."""
    for folder, typed in _called.items():
        meant = typed.replace("\\", r"\\")
        text = re.sub(re.escape(folder) + r"(?![\w./\\-])", meant, text)
    return escaped(text)


def safe_json(data: Any, indent: int | None = None) -> str:
    """The data as JSON that says the same and may be printed."""
    return in_json(data, indent, default=str)
