"""What else was counted?"""

from collections.abc import Sequence

from reports.tables.parts import Col, Section, table

TITLE = "What else was counted?"


def section(data: Sequence[Section]) -> Section:
    """The tables that are on no page, by name, and how to get them."""
    said = ["`simulate export RUN results.xlsx` writes these tables as well."]
    columns = [Col("table", "Table", "code"), Col("what", "What it holds")]
    rows = [{"table": t["id"], "what": t["caption"]} for s in data for t in s.tables]
    tables = [table("data", "Tables that are on no page", columns, rows)]
    return Section("data", TITLE, said, tables=tables)
