"""Mathematical functions that give the same bits on every machine.

`math.exp`, `**` and `math.ceil` lead to the C library, whose results differ in the last bit from
one processor, system or browser to another; with them the same seed would not give the same
games.  The kernels here add, multiply and convert, each step rounded as IEEE 754 says, and never
fused.  So does `math.sqrt`, an instruction that is rounded correctly everywhere: the only one of
that module that a kernel may call.
"""

from math import factorial, inf

import numpy as np

from simulate.compiler.kernels import inner_kernel

# ln 2 in two parts: the first ends in so many zeros that no whole multiple of it is rounded below.
LN_2_HIGH = float.fromhex("0x1.62e42feep-1")
LN_2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
LOG2_E = float.fromhex("0x1.71547652b82fep+0")
HIGHEST = float.fromhex("0x1.62e42fefa39efp+9")  # 709.78, the last number whose exp is finite
LOWEST = float.fromhex("-0x1.74910d52d3052p+9")  # -745.13, below which it rounds to nothing

# 1/k!.  With |r| up to ln 2 / 2 the first term left out is 4e-18 of the sum, 1/25 of half a bit.
TAYLOR = tuple(1.0 / factorial(k) for k in range(14))

FRACTION_BITS, BIAS = 52, 1023  # of a float64


@inner_kernel
def exp(x):
    """e to the power x, the same bits on every machine.

    Parameters
    ----------
    x : float64
        Any number.

    Returns
    -------
    float64
        Within one last bit of the correctly rounded result; inf above HIGHEST (709.78), 0.0 below
        LOWEST (-745.13), nan of nan.

    Notes
    -----
    x = k ln 2 + r with k whole and r nearest to nothing, so e^x = 2^k e^r, and e^r is a short
    Taylor sum: the range reduction of Cody and Waite [1]_.

    References
    ----------
    .. [1] W. J. Cody and W. Waite, Software Manual for the Elementary Functions (1980).

    Examples
    --------
    >>> exp(0.0), round(exp(1.0), 12), exp(-800.0)
    (1.0, 2.718281828459, 0.0)
    """
    if x != x:
        return x
    if x > HIGHEST:
        return inf
    if x < LOWEST:
        return 0.0
    k = np.int64(x * LOG2_E + (0.5 if x > 0.0 else -0.5))
    high, low = x - k * LN_2_HIGH, k * LN_2_LOW
    r = high - low
    rest = TAYLOR[13]
    for n in range(12, 1, -1):
        rest = rest * r + TAYLOR[n]
    # 1 + r + r^2 rest; `high` is exact, and what is lost where it is added to 1 is added after it.
    whole = 1.0 + high
    lost = high - (whole - 1.0)
    return scaled(whole + (lost - (low - r * r * rest)), k)


@inner_kernel
def scaled(x, k):
    """x times 2^k, rounded once; |k| up to 2044.  In two steps, as 2^1024 is no float."""
    half = k >> 1
    return x * power_of_two(half) * power_of_two(k - half)


@inner_kernel
def power_of_two(k):
    """2^k, -1022 to 1023, as a float: k is all that stands in its bits."""
    return np.int64((k + BIAS) << FRACTION_BITS).view(np.float64)


@inner_kernel
def logistic(x):
    """The chance whose log odds are x.

    Parameters
    ----------
    x : float64
        Log odds, in nats.

    Returns
    -------
    float64
        0 to 1.

    Examples
    --------
    >>> logistic(0.0), round(logistic(2.0), 6)
    (0.5, 0.880797)
    """
    return 1.0 / (1.0 + exp(-x))


@inner_kernel
def power(base, times):
    """base to a whole power: a product, each step rounded.

    Parameters
    ----------
    base : int64 or float64
        Any number.
    times : int64
        0 or more; below it the result is 1.

    Returns
    -------
    int64 or float64
        As `base`; a whole number that grows too large starts again from below.

    Examples
    --------
    >>> power(3, 4), power(0.5, 2), power(7, 0)
    (81, 0.25, 1)
    """
    product = 1
    for _ in range(times):
        product *= base
    return product


@inner_kernel
def ceiling(x):
    """The least whole number that is not below x.

    Parameters
    ----------
    x : float64
        abs(x) below 2**63; not looked at.

    Returns
    -------
    int64
        The number.

    Examples
    --------
    >>> ceiling(2.1), ceiling(-2.1), ceiling(2.0)
    (3, -2, 2)
    """
    whole = np.int64(x)
    return whole + (x > whole)


@inner_kernel
def is_one_of(group, code):
    """Whether a code from 0 to 62 is in a group of its list (`CodeTable.group`)."""
    return (group >> code) & 1 != 0
