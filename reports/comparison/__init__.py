"""Two runs beside each other: did the change help, and how sure is that?

The rooms are those of a run's report: document, alerts, findings and sections.
"""
