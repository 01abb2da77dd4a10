"""`--open`: open the written page in the browser."""

import webbrowser
from pathlib import Path

from simulate.cli.shared.say import tell


def open_page(page: Path | None, is_wanted: bool) -> None:
    """Open a page in the browser; without one print a note and go on."""
    if not is_wanted or page is None:
        return
    try:
        is_open = webbrowser.open(page.resolve().as_uri())
    except (OSError, webbrowser.Error):
        is_open = False
    if not is_open:
        tell(f"no browser was found to open {page}")
