"""What a rule broken on purpose is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Break:
    """One replacement in one file.

    says: what the rule has become; old: text that stands in `file` exactly once; tests: words
    for pytest that choose the tests that should notice.
    """

    rule: str
    says: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
