"""Random streams, named by game and purpose, never by worker.

A stream is a key mixed from (seed, replicate, purpose) and a counter.  Keys and counters
stand in the game's record (`s.keys`, `s.draws`: uint64, one for each purpose), so copying
the record copies the luck.  A shuffle is keyed by its number besides, so that one draw
more in one variant does not move all later shuffles; a deck that is shuffled again and again
takes `shuffle_cards`, so that one card laid elsewhere does not either.

The generator is splitmix64 (Steele, Lea, Flood 2014).  Every constant is a named uint64:
mixing a uint64 with a literal gives an int64 in compiled code and a float64 in NumPy.
"""

import numpy as np

from simulate.compiler.kernels import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SALT_REPLICATE = np.uint64(0xD1B54A32D192ED03)
SALT_PURPOSE = np.uint64(0x8CB92BA72F3D8DD7)
SALT_SHUFFLE = np.uint64(0xA0761D6478BD642F)
ONE = np.uint64(1)
S27 = np.uint64(27)
S30 = np.uint64(30)
S31 = np.uint64(31)
S32 = np.uint64(32)
S11 = np.uint64(11)
UNIT = 1.0 / 9007199254740992.0  # 2 ** -53


@kernel
def mix(x):
    """Finaliser of splitmix64: uint64 to uint64, every input bit moves every output bit."""
    x = (x ^ (x >> S30)) * MIX_1
    x = (x ^ (x >> S27)) * MIX_2
    return x ^ (x >> S31)


@kernel
def open_streams(s, seed, replicate):
    """Set the keys of all streams of game `replicate` under `seed`; counters start at 0."""
    game = mix(mix(np.uint64(seed) + GOLDEN) ^ (np.uint64(replicate) * SALT_REPLICATE + GOLDEN))
    for purpose in range(s.keys.shape[0]):
        s.keys[purpose] = mix(game ^ (np.uint64(purpose + 1) * SALT_PURPOSE))
        s.draws[purpose] = np.uint64(0)


@kernel
def fork_streams(s, salt):
    """Give a copied game other random numbers from here on; `salt` (int) numbers the copies."""
    for purpose in range(s.keys.shape[0]):
        s.keys[purpose] = mix(s.keys[purpose] ^ (np.uint64(salt + 1) * SALT_PURPOSE))


@kernel
def draw(s, purpose):
    """Next 64 random bits of this game's stream for `purpose`.

    Parameters
    ----------
    s : record
        The state; its count of draws for `purpose` goes up by one.
    purpose : int
        Which stream: `PURPOSE` of the game, or `FIRST_CHOICE` and the seat.

    Returns
    -------
    uint64
        Each value as likely.

    Notes
    -----
    splitmix64 [1]_ of a counter: the same draw for the same game, purpose and count, whatever else
    was drawn.

    References
    ----------
    .. [1] G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators",
       Sigplan Notices 49 (2014) 453-472.

    Examples
    --------
    >>> from simulate.core.game.records import record_of
    >>> s = np.zeros(1, record_of(("keys", "u8", 2), ("draws", "u8", 2)))[0]
    >>> open_streams(s, np.uint64(1), 0)
    >>> draw(s, 1) != draw(s, 1), int(s.draws[1])
    (True, 2)
    """
    s.draws[purpose] += ONE
    return mix(s.keys[purpose] + s.draws[purpose] * GOLDEN)


@kernel
def below(s, purpose, n):
    """Random integer in 0..n-1: the one way to choose by chance in a strategy of your own.

    Parameters
    ----------
    s : record
        The state; its count of draws for `purpose` goes up by one.
    purpose : int
        Which stream: `PURPOSE` of the game, or `FIRST_CHOICE` and the seat.
    n : int
        1 to 2**31; not looked at.

    Returns
    -------
    int64
        0 to n - 1, each as likely (bias below n / 2**32).

    Examples
    --------
    >>> from simulate.core.game.records import record_of
    >>> s = np.zeros(1, record_of(("keys", "u8", 2), ("draws", "u8", 2)))[0]
    >>> open_streams(s, np.uint64(1), 0)
    >>> all(0 <= below(s, 1, 6) < 6 for _ in range(100))
    True
    """
    return np.int64(((draw(s, purpose) >> S32) * np.uint64(n)) >> S32)


@kernel
def uniform(s, purpose):
    """Random float in [0, 1).

    Parameters
    ----------
    s : record
        The state; its count of draws for `purpose` goes up by one.
    purpose : int
        Which stream: `PURPOSE` of the game, or `FIRST_CHOICE` and the seat.

    Returns
    -------
    float64
        A multiple of 2**-53, each as likely.

    Examples
    --------
    >>> from simulate.core.game.records import record_of
    >>> s = np.zeros(1, record_of(("keys", "u8", 2), ("draws", "u8", 2)))[0]
    >>> open_streams(s, np.uint64(1), 0)
    >>> 0.0 <= uniform(s, 1) < 1.0
    True
    """
    return np.int64(draw(s, purpose) >> S11) * UNIT


@kernel
def shuffle(s, purpose, number, cards, count):
    """Shuffle the first `count` entries of `cards` in place.

    The order depends on (game, purpose, number) and `count` alone, not on what was drawn
    before: shuffle 5 of a deck is the same luck in every variant.
    """
    key = mix(s.keys[purpose] ^ (np.uint64(number + 1) * SALT_SHUFFLE))
    step = np.uint64(0)
    for i in range(count - 1, 0, -1):
        step += GOLDEN
        j = np.int64(((mix(key + step) >> S32) * np.uint64(i + 1)) >> S32)
        kept = cards[i]
        cards[i] = cards[j]
        cards[j] = kept


@kernel
def shuffle_cards(s, purpose, number, cards, count):
    """Put the first `count` card numbers (each once) into a random order, in place.

    Each card has its own luck in shuffle `number`, and lies where that puts it among the
    others.  So the order depends on which cards are shuffled and not on how they lay before,
    and cards that two variants both shuffle come in the same order in both.
    """
    key = mix(s.keys[purpose] ^ (np.uint64(number + 1) * SALT_SHUFFLE))
    for i in range(1, count):
        card = cards[i]
        luck = _luck_of(key, card)
        k = i - 1
        while k >= 0 and _luck_of(key, cards[k]) > luck:
            cards[k + 1] = cards[k]
            k -= 1
        cards[k + 1] = card


@kernel
def _luck_of(key, card):
    return mix(key + np.uint64(card + 1) * GOLDEN)
