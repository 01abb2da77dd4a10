"""Figures for slides and margins: the charts of a report as SVG and PNG files."""

from reports.figures.files import drawn, names

__all__ = ["drawn", "names"]
