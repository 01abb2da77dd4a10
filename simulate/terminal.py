"""Text that may be printed, whoever wrote it.

Names in packs, experiments and run folders are a stranger's: what would move the cursor, set
a window's title, begin a line of its own or turn the order of letters around is not printed.
"""

import json
import re
from typing import Any

from simulate.core.letters import UNSAFE, escaped

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
    text = json.dumps(data, indent=indent, ensure_ascii=False, default=str)
    return "\n".join(UNSAFE.sub(_as_in_json, line) for line in text.split("\n"))


def _as_in_json(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]
