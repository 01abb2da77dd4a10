"""How good the players of an own game are known to be."""

from collections.abc import Iterator, Sequence

from simulate.core.errors import command
from simulate.own.declared import MAIN
from simulate.own.learnt import LearntRung, fits, learnt_of
from simulate.own.source import OwnSource


def said_of_players(source: OwnSource) -> list[str]:
    """How good the player that sits where nobody is named is known to be, in sentences."""
    found, again = learnt_of(source), command("learn", source.file)
    if found is None:
        return [f"Nobody has shown that these players play well: `{again}` teaches one."]
    lines = [f"`{MAIN}` learnt by playing against itself on {found.learnt.date}."]
    fewest = min((rung.players for rung in found.learnt.ladder), default=0)
    lines += _in_words([rung for rung in found.learnt.ladder if rung.players == fewest])
    if not fits(source, found):
        lines.append(f"The file was changed since: `{again}` teaches it anew.")
    return lines


def _in_words(ladder: Sequence[LearntRung]) -> Iterator[str]:
    """How the player did against each of those that were there before."""
    together = [rung for rung in ladder if rung.other is not None]
    if together:
        own = together[0]
        theirs = (f"{rung.rival} {100 * (rung.other or 0):.0f}%" for rung in together)
        yield f"It wins {own.share()} of {own.games:,} games; {', '.join(theirs)} of theirs."
    for rung in ladder[len(together) :]:
        share, rival, many = rung.share(), rung.rival, rung.players - 1
        if rung.players == 2:
            yield f"It wins {share} of {rung.games:,} duels with {rival}."
        else:
            yield (
                f"Alone among {many} of {rival} it wins {share} of {rung.games:,} games "
                f"({100 / rung.players:.0f}% would be as good as they are)."
            )
