"""How do I get the same again?

The command, seed and versions of the run.  Like all sections: one question, one function from a
study to plain data, listed with its place in `sections`.
"""

from collections.abc import Mapping
from typing import Any

from analysis.study import Study
from reports.tables.parts import Col, Section, table
from reports.text import words

TITLE = "How do I get the same again?"


def section(study: Study) -> Section:
    """Seed, versions, source and the experiment in full."""
    manifest = study.design.manifest
    section = Section("again", TITLE)
    section.words = [
        "The same command with the same versions gives the same games, number for number. Every "
        "game lies beside this page as Parquet; report.json holds every number."
    ]
    rows = [{"what": k, "value": v} for k, v in _facts(manifest) if v]
    columns = [Col("what", "What"), Col("value", "Value", "code")]
    section.tables = [table("again", "Where this report comes from", columns, rows)]
    experiment = [
        {"key": key, "value": value} for key, value in _flat(manifest.get("experiment", {}), "")
    ]
    if experiment:
        columns = [Col("key", "Key", "code"), Col("value", "Value", "code")]
        caption = "The experiment in full"
        section.tables.append(table("experiment", caption, columns, experiment))
    return section


def _facts(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    fixed = manifest.get("setting", {})
    versions = manifest.get("versions", {})
    return [
        ("Command", str(manifest.get("command", ""))),
        ("Seed", str(manifest.get("seed", ""))),
        ("Experiment", str(manifest.get("experiment_name", ""))),
        ("Stands at one level", ", ".join(f"{k} = {_shown(v)}" for k, v in fixed.items())),
        ("Versions", ", ".join(f"{k} {v}" for k, v in versions.items())),
        ("Hash of the sources", str(manifest.get("source_hash", ""))),
    ]


def _flat(value: Any, path: str) -> list[tuple[str, str]]:
    """Nested tables as dotted keys, so that nothing of the experiment is hidden."""
    if isinstance(value, dict):
        parts = [_flat(v, f"{path}.{k}" if path else str(k)) for k, v in value.items()]
        return [entry for part in parts for entry in part]
    if isinstance(value, list) and any(isinstance(v, dict) for v in value):
        parts = [_flat(v, f"{path}.{i}") for i, v in enumerate(value)]
        return [entry for part in parts for entry in part]
    return [(path, _shown(value))] if value not in (None, "", [], {}) else []


def _shown(value: Any) -> str:
    if isinstance(value, list) and not any(isinstance(v, list | dict) for v in value):
        return ", ".join(words.value(v) for v in value)
    return words.value(value)
