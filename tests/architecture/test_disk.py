"""Files that a stranger may have laid are opened in one place: `simulate/core/files/disk.py`.

Whatever opens, copies or removes one elsewhere stands here, with the reason why it may.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("simulate", "strategies", "analysis", "reports", "tiny_epic_balance")
DISK = "simulate/core/files/disk.py"

SHIPPED = "reads what is shipped with the program"
CACHE = "in the user's own cache, whose owner and mode are looked at"
LOOKED_AT = "a table of a run whose folder was looked through"
MEMORY = "into memory, or from it"
MADE = "in a folder or a file that this process has just made under a name nobody can know"
STREAM = "the streams of this process"
TAKEN = "in a folder that this process has taken, or whose parts are no links"
NO_FILE = "opens no file"

ALLOWED = {
    ("simulate/run/bench.py", "TemporaryDirectory"): MADE,
    ("simulate/core/files/unfinished_writes.py", "os.open"): CACHE,
    ("simulate/cli/__init__.py", "os.open"): STREAM,
    ("simulate/cli/change/preview.py", "TemporaryDirectory"): MADE,
    ("simulate/compiler/cache.py", "NamedTemporaryFile"): CACHE,
    ("simulate/compiler/cache.py", "mkdir"): CACHE,
    ("simulate/compiler/cache.py", "mkdtemp"): CACHE,
    ("simulate/compiler/cache.py", "read_bytes"): CACHE,
    ("simulate/compiler/cache.py", "rmtree"): CACHE,
    ("simulate/core/game/ledger.py", "open"): SHIPPED,
    ("simulate/core/files/sheets/package.py", "import zipfile"): MEMORY,
    ("simulate/core/game/ledger.py", "load"): SHIPPED,
    ("simulate/compiler/sources.py", "read_bytes"): SHIPPED,
    ("simulate/core/files/memory.py", "read_text"): "what the system says of itself",
    ("simulate/own/declared.py", "read_bytes"): SHIPPED,
    ("simulate/own/file/reading.py", "mkdir"): CACHE,
    ("simulate/own/best/solved.py", "from io"): MEMORY,
    ("simulate/run/side/playtests.py", "from io"): MEMORY,
    ("simulate/run/side/playtests.py", "from zipfile"): MEMORY,
    ("simulate/run/side/playtests.py", "load"): MEMORY,
    ("simulate/run/side/playtests.py", "savez_compressed"): MEMORY,
    ("simulate/run/side/playtests.py", "mkdir"): CACHE,
    ("simulate/own/best/solved.py", "from zipfile"): MEMORY,
    ("simulate/own/best/solved.py", "load"): MEMORY,
    ("simulate/own/best/solved.py", "savez"): MEMORY,
    ("simulate/own/check/check.py", "read_bytes"): SHIPPED,
    ("simulate/studio/page.py", "read_text"): SHIPPED,
    ("simulate/studio/subject.py", "os.open"): "the folder of a pack, to hold it and no more",
    ("simulate/store/remote.py", "mkdir"): CACHE,
    ("simulate/run/workers/cluster.py", "open"): NO_FILE,
    ("simulate/cli/change/studio.py", "open"): NO_FILE,
    ("simulate/cli/shared/opening.py", "open"): NO_FILE,
    ("simulate/run/workers/job_file.py", "dump"): MADE,
    ("simulate/run/workers/job_file.py", "mkstemp"): MADE,
    ("simulate/run/workers/job_file.py", "open"): MADE,
    ("simulate/portable/__init__.py", "read_text"): SHIPPED,
    ("simulate/run/workers/job_file.py", "read_bytes"): MADE,
    (
        "simulate/search/confirmation/packs.py",
        "mkdir",
    ): "in a folder of ours, below a name of a pack's own file",
    ("simulate/search/checkpoint.py", "mkdir"): TAKEN,
    ("simulate/store/folders.py", "mkdir"): TAKEN,
    ("simulate/store/rows/damage.py", "read_parquet"): LOOKED_AT,
    ("simulate/store/rows/decoding.py", "read_parquet"): LOOKED_AT,
    ("simulate/store/rows/decoding.py", "read_parquet_schema"): LOOKED_AT,
    ("simulate/store/rows/decoding.py", "scan_parquet"): LOOKED_AT,
    ("simulate/store/rows/damage.py", "read_parquet_schema"): LOOKED_AT,
    ("simulate/store/rows/damage.py", "scan_parquet"): LOOKED_AT,
    ("simulate/store/rows/packing.py", "read_parquet"): LOOKED_AT,
    ("simulate/store/reading.py", "read_parquet"): LOOKED_AT,
    ("simulate/store/reading.py", "scan_parquet"): LOOKED_AT,
    ("simulate/store/rows/tables.py", "read_parquet"): MEMORY,
    ("simulate/store/rows/tables.py", "read_parquet_schema"): MEMORY,
    ("simulate/store/rows/tables.py", "sink_parquet"): MEMORY,
    ("simulate/store/rows/tables.py", "write_parquet"): MEMORY,
    ("simulate/store/writing.py", "mkdir"): TAKEN,
    ("simulate/engine/shared.py", "TemporaryDirectory"): CACHE,
    ("simulate/engine/shared.py", "mkdir"): CACHE,
    ("simulate/engine/shared.py", "read_text"): CACHE,
    ("simulate/engine/shared.py", "write_text"): CACHE,
    ("strategies/learned.py", "read_text"): SHIPPED,
    ("reports/figures/files.py", "savefig"): MEMORY,
    ("reports/page/render.py", "read_text"): SHIPPED,
}

# Names that open a file whatever they belong to, and those that do so only of these modules.
ANYBODYS = {
    "open", "read_text", "read_bytes", "write_text", "write_bytes", "touch", "savefig", "tofile",
    "fromfile", "memmap", "loadtxt", "genfromtxt", "savetxt", "savez", "savez_compressed",
    "symlink_to", "hardlink_to", "copyfile", "copytree", "rmtree", "removedirs", "makedirs",
    "mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile",
    "TemporaryDirectory", "mkfifo", "mknod", "truncate", "unpack_archive", "FileIO", "open_code",
}  # fmt: skip
OF_MODULES = {
    "shutil": {"copy", "copy2", "move"},
    "os": {"link", "symlink"},
    **{name: {"load", "dump", "save"} for name in ("json", "pickle", "joblib", "tomllib", "np")},
}
TABLES = ("read_", "scan_", "write_", "sink_")
KINDS = ("parquet", "csv", "json", "ndjson", "ipc", "excel", "avro", "delta", "database", "html")
# Modules that open files in ways of their own.
OTHERS = {
    "bz2",
    "dbm",
    "fileinput",
    "gzip",
    "lzma",
    "mmap",
    "shelve",
    "sqlite3",
    "tarfile",
    "zipfile",
}
# Modules whose names are only used with the module's, so that they are found.
PLAIN = {"builtins", "codecs", "io", "json", "os", "pickle", "shutil", "tempfile", "tomllib"}


def openings(text: str) -> Iterator[str]:
    """What opens a file in a module, by its name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and (name := opens(node)):
            yield name
        elif isinstance(node, ast.Import):
            yield from (f"import {n.name}" for n in node.names if n.name in OTHERS)
            yield from (f"import {n.name} as {n.asname}" for n in node.names if renamed(n))
        elif isinstance(node, ast.ImportFrom) and node.module in PLAIN | OTHERS:
            yield f"from {node.module}"


def renamed(name: ast.alias) -> bool:
    return name.name in PLAIN and name.asname is not None


def opens(call: ast.Call) -> str:
    """The name of what opens a file, or an empty string."""
    of = call.func.value if isinstance(call.func, ast.Attribute) else None
    module = of.id if isinstance(of, ast.Name) else ""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name == "open" and module == "os":
        return "os.open"
    if name == "mkdir":  # which makes nothing where something stands, unless it is told otherwise
        return name if any(key.arg == "exist_ok" for key in call.keywords) else ""
    table = name.startswith(TABLES) and name.partition("_")[2].startswith(KINDS)
    return name if name in ANYBODYS | OF_MODULES.get(module, set()) or table else ""


@cache
def found() -> set[tuple[str, str]]:
    files = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))
    named = ((path.relative_to(ROOT).as_posix(), path) for path in files)
    return {(n, o) for n, path in named if n != DISK for o in openings(path.read_text("utf-8"))}


def test_no_file_is_opened_elsewhere_without_a_reason():
    assert found() - ALLOWED.keys() == set()


def test_no_reason_is_left_over():
    assert ALLOWED.keys() - found() == set()


@pytest.mark.parametrize(
    "line",
    [
        "open('x')",
        "io.open('x', 'w')",
        "path.open('a')",
        "os.open('x', 1)",
        "path.write_text('')",
        "Path('x').write_bytes(b'')",
        "path.touch()",
        "shutil.copy('x', 'y')",
        "shutil.move('x', 'y')",
        "from shutil import copy",
        "import shutil as s",
        "import zipfile",
        "from os import open as o",
        "frame.write_parquet('x')",
        "frame.sink_csv('x')",
        "pl.read_ipc('x')",
        "np.save('x', y)",
        "json.load(x)",
        "figure.savefig('x')",
        "os.makedirs('x')",
        "path.mkdir(exist_ok=True)",
        "os.link('x', 'y')",
    ],
)
def test_these_would_be_found(line):
    assert [*openings(line)]


@pytest.mark.parametrize("line", ["json.loads(x)", "x.copy()", "disk.write(p, t)", "path.mkdir()"])
def test_these_open_nothing(line):
    assert not [*openings(line)]
