"""How sure is this?"""

from analysis.conclusions.comparison import RunComparison
from analysis.stats.corrections import FALSE_SHARE
from analysis.stats.verdicts import MARGIN
from reports.tables.parts import Section
from reports.text import words


def section(comparison: RunComparison) -> Section:
    luck = (
        "Both runs were played with the same seed, so game by game they share the deal and the "
        "shuffles, and a difference is surer than two separate rates would be."
        if comparison.same_luck
        else "The runs have different seeds, so they are compared like two separate samples."
    )
    said = [
        luck,
        "Every difference comes with its 95% interval. A difference that is surely below "
        f"{words.points(MARGIN)} is called “no effect shown”, or a little effect where there "
        "surely is one. Where many are looked at, luck makes some large: q is the share of false "
        f"alarms among all called an effect, and only q below {FALSE_SHARE:g} is called one.",
        "Scripts play these games: no interval says how far people would differ. If the change "
        "makes another way of playing better, scripts may not find it.",
    ]
    return Section("trust", "How sure is this?", said)
