"""Text that may be printed, whoever wrote it.

Names in packs, experiments and run folders are a stranger's: what would move the cursor, set
a window's title, begin a line of its own or turn the order of letters around is not printed.
"""

import json
import re
from typing import Any

UNSAFE = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f"  # control characters but the tab
    "\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"  # lines and directions
    "\ud800-\udfff]"  # halves of letters: what was no UTF-8
)


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
    return UNSAFE.sub("?", text)


def safe_json(data: Any, indent: int | None = None) -> str:
    """The data as JSON that says the same and may be printed."""
    text = json.dumps(data, indent=indent, ensure_ascii=False, default=str)
    parts = (UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in text.split("\n"))
    return "\n".join(parts)
