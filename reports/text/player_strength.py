"""How good the players of an own game are known to be."""

from collections.abc import Iterator, Sequence

from simulate.core.errors import command
from simulate.core.game.game_files import is_of_others
from simulate.own.declared import MAIN
from simulate.own.file.source import OwnSource
from simulate.own.learnt import Learnt, LearntRung, fits, learnt_of


def said_of_players(source: OwnSource, seated: Sequence[str] = (MAIN,)) -> list[str]:
    """How good the players that sat there are known to be, in sentences; seated: their names."""
    found, again = learnt_of(source), command("learn", source.file)
    if MAIN not in seated:
        return list(_of_others(source, found, seated))
    if found is None:
        taught = f": `{learn}` teaches one." if (learn := learns(source)) else "."
        return [f"Nobody has shown that these players play well{taught}"]
    lines = [f"`{MAIN}` learnt by playing against itself on {found.learnt.date}."]
    fewest = min((rung.players for rung in found.learnt.ladder), default=0)
    lines += _in_words([rung for rung in found.learnt.ladder if rung.players == fewest])
    if not fits(source, found):
        lines.append(f"The file was changed since: `{again}` teaches it anew.")
    return lines


def learns(source: OwnSource) -> str:
    """The command that teaches players of a file which learnt nothing yet; else nothing."""
    is_open = not is_of_others(source.file) and learnt_of(source) is None
    return command("learn", source.file) if is_open else ""


def said_of_rival(source: OwnSource, rival: str, seated: Sequence[str]) -> str:
    """How the taught player does against another one; empty where that was not measured of those
    who sat there.
    """
    found = learnt_of(source)
    if found is None or [*seated] != [MAIN] or not fits(source, found):
        return ""
    return " ".join(_in_words([rung for rung in found.learnt.ladder if rung.rival == rival]))


def _of_others(source: OwnSource, found: Learnt | None, seated: Sequence[str]) -> Iterator[str]:
    """Of players that nobody has taught: how the taught one does against them, if there is one."""
    names = [f"`{name}`" for name in seated]
    who, they = " and ".join(names), "it plays" if len(names) == 1 else "they play"
    yield f"{who} played here, and nobody has shown that {they} this game well."
    if found is None:
        if learn := learns(source):
            yield f"`{learn}` teaches a player."
        return
    met = [rung for rung in found.learnt.ladder if rung.rival in seated]
    fewest = min((rung.players for rung in met), default=0)
    told = list(_in_words([rung for rung in met if rung.players == fewest]))
    if told and fits(source, found):
        yield f"`{MAIN}` learnt on {found.learnt.date}."
        yield from told
    else:
        yield f"`{MAIN}` has learnt: without `--set strategy=...` it sits there."


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
