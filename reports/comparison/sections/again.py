"""How do I get the same again?"""

from analysis.conclusions.comparison import RunComparison
from reports.tables.parts import Col, Section, table
from reports.text import words


def section(comparison: RunComparison, before: str, after: str, command: str) -> Section:
    section = Section("again", "How do I get the same again?")
    first, second = comparison.joined.before.manifest, comparison.joined.after.manifest
    rows = [
        {"what": "This comparison", "value": command},
        {"what": f"Before: {before}", "value": str(first.get("command", ""))},
        {"what": f"After: {after}", "value": str(second.get("command", ""))},
        {
            "what": "Games before and after",
            "value": " and ".join(map(words.count, comparison.games)),
        },
        {"what": "Hash of the sources", "value": str(second.get("source_hash", ""))},
    ]
    columns = [Col("what", "What"), Col("value", "Value", "code")]
    section.tables = [table("again", "Where this comparison comes from", columns, rows)]
    return section
