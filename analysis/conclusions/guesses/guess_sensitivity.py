"""Does a finding depend on guesses?  Packs with all guesses drawn at once."""

from dataclasses import dataclass

from analysis.conclusions.robustness import UNSURE, Claim, Guesses, GuessInfluence, Key

FEWEST_GAMES = 1_000  # of a pack: with fewer it is luck in how many a finding stands
FEW = 0.01  # a number that guesses move by less than a point
TWO_SIDES = 1.96  # standard errors to either side that hold 19 of 20 numbers
MOST_PACKS = 1.28  # standard deviations to either side that hold 8 of 10 packs


@dataclass(frozen=True)
class GuessSensitivity:
    """What packs say of one number.

    packs, games: how many, and of each how many games it is of; stands, low, high: the share of
    packs in which it stands, with its 95% ends, None where nothing is claimed or known of it;
    range: what 8 of 10 packs come to, None where guesses do not move it; luck: how far that alone
    moves it; leading: the guess that moves it most, if that is more than luck.
    """

    packs: int
    games: int
    stands: float | None = None
    low: float | None = None
    high: float | None = None
    range: tuple[float, float] | None = None
    luck: float | None = None
    leading: GuessInfluence | None = None

    @property
    def too_few(self) -> bool:
        """Whether the games of a pack are too few to say it well."""
        return self.games < FEWEST_GAMES

    @property
    def hangs(self) -> bool:
        """Whether it stands in fewer than half of the packs, because of guesses."""
        return self.range is not None and self.stands is not None and self.stands < UNSURE

    @property
    def path(self) -> str:
        """The guess that moves it most; empty where none is shown to."""
        return self.leading.number.path if self.leading is not None else ""


def guess_sensitivity(key: Key, claim: Claim | None, guesses: Guesses) -> GuessSensitivity:
    """How far a number, and what is claimed of it, rests on all guesses of the pack."""
    packs, games, spread = guesses.packs, guesses.games_of(key), guesses.spreads.get(key)
    if spread is None:
        return GuessSensitivity(packs, games)
    moved = spread.by_guesses >= FEW
    most = MOST_PACKS * spread.by_guesses
    sure = [one for one in guesses.shares([key]) if one.sure] if moved else []
    low, high = spread.standing_between(claim) if claim is not None else (None, None)
    stands = spread.standing(claim) if claim is not None else None
    ends = (spread.mean - most, spread.mean + most) if moved else None
    luck, leading = TWO_SIDES * spread.luck, sure[0] if sure else None
    return GuessSensitivity(packs, games, stands, low, high, ends, luck, leading)
