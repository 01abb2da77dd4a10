"""What mypy looks at strictly stays so: the list in pyproject.toml only grows."""

import tomllib

from simulate.pack import configs

STRICT = {
    "analysis.*", "reports.*", "simulate.api.*", "simulate.cli.*", "simulate.core.*",
    "simulate.engine.*", "simulate.experiment.*", "simulate.own.*",
    "simulate.pack.*", "simulate.run.*", "simulate.search.*", "simulate.store.*",
}  # fmt: skip


def test_rooms_that_are_strict_stay_strict():
    text = (configs.folder().parent / "pyproject.toml").read_text(encoding="utf-8")
    overrides = tomllib.loads(text)["tool"]["mypy"]["overrides"]
    (listed,) = (each for each in overrides if each.get("extra_checks"))
    assert set(listed["module"]) >= STRICT
    assert all(on for name, on in listed.items() if name != "module")
