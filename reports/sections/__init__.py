"""The sections of a report, in rooms named as those of the analysis whose tables they show."""
