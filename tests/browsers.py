"""The browser in which reports and games are looked at: headless Chromium, begun once a file.

No longer than that: Playwright lets no second one begin while the first is there.
"""

import shutil

import pytest

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",  # which is small in many containers
]
# Milliseconds, to end a test that hangs and no other: playwright's own 30 seconds are too few where
# a machine has much else to do.
PATIENCE = 300_000


@pytest.fixture(scope="module")
def browser():
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no `chromium` on this machine; install it to look at pages in a browser")
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync.sync_playwright() as play:
        found = play.chromium.launch(executable_path=path, args=FLAGS, timeout=PATIENCE)
        yield found
        found.close()
