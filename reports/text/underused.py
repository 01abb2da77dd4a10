"""What the holders of one thing hardly ever do, in a sentence."""

from analysis.description.underused import Shunned


def shuns(one: Shunned) -> str:
    """Hardly ever counted of who holds Poets, and often of all others: sprints (...)"""
    others = (
        f"{one.least:.1f}" if one.most < one.least + 0.05 else f"{one.least:.1f}-{one.most:.1f}"
    )
    return (
        f"Hardly ever counted of who holds {one.name}, and often of all others: {one.deed} "
        f"({one.often:.2f} a game, the others {others})"
    )
