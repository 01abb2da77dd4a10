"""Run folders that somebody has put his hand to."""

import json

from simulate import store


def read(run):
    """The manifest of a run folder as plain data."""
    return json.loads((run / "manifest.json").read_text("utf-8"))


def rewrite(run, change):
    """Let `change` alter a manifest in place; it gets its checksum anew, as forgers would do."""
    manifest = read(run)
    change(manifest)
    (run / "manifest.json").write_text(store.written(manifest), "utf-8")
