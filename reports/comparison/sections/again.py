"""How do I get the same again?"""

from analysis.conclusions.comparison import RunComparison
from reports.tables.parts import Col, Section, table
from reports.text import words


def section(comparison: RunComparison, before: str, after: str, command: str) -> Section:
    first, second = comparison.joined.before.manifest, comparison.joined.after.manifest
    told = {
        "This comparison": command,
        f"Before: {before}": str(first.get("command", "")),
        f"After: {after}": str(second.get("command", "")),
        "Games before and after": " and ".join(map(words.count, comparison.games)),
        "Hash of the sources": str(second.get("source_hash", "")),
    }
    columns = [Col("what", "What"), Col("value", "Value", "code")]
    rows = [{"what": what, "value": value} for what, value in told.items()]
    made = table("again", "Where this comparison comes from", columns, rows)
    return Section("again", "How do I get the same again?", tables=[made])
