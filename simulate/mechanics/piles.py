"""Piles: the first entries of an array, changed in place.

How many lie there is a number of the game's own, which the caller keeps; so is which end is the
top.
"""

from simulate.compiler.kernels import kernel


@kernel
def take_at(pile, count, index):
    """Remove and return what lies at an index; what lies behind it closes up."""
    thing = pile[index]
    for i in range(index, count - 1):
        pile[i] = pile[i + 1]
    return thing


@kernel
def move_up(pile, index, to):
    """Move what lies at an index to one before it; what lies there gives way."""
    thing = pile[index]
    for i in range(index, to, -1):
        pile[i] = pile[i - 1]
    pile[to] = thing


@kernel
def lay_on(pile, count, others, more):
    """Lay `more` things behind the `count` of a pile; how many it has then."""
    for i in range(more):
        pile[count + i] = others[i]
    return count + more


@kernel
def put_in_order(pile, count):
    """Sort a pile before a shuffle, so that the result does not depend on its previous order.

    Else one card that lies elsewhere in one of two variants parts their luck for good.
    """
    for i in range(1, count):
        card, k = pile[i], i
        while k > 0 and pile[k - 1] > card:
            pile[k] = pile[k - 1]
            k -= 1
        pile[k] = card
