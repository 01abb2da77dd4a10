"""From report.json to a page."""
