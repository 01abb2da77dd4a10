"""The functions that games reckon with, of our own: the same last bit on every machine.

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
    """e to the power x, within one last bit of the correctly rounded result.

    inf above HIGHEST, 0.0 below LOWEST, nan of nan.  x = k ln 2 + r with k whole and r nearest to
    nothing, so e^x = 2^k e^r, and e^r is a short Taylor sum.
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
    """The chance whose log odds are x, from 0 to 1."""
    return 1.0 / (1.0 + exp(-x))


@inner_kernel
def power(base, times):
    """base to a whole power from 0 on: of whole numbers whole, of floats a product, each step
    rounded.
    """
    product = 1
    for _ in range(times):
        product *= base
    return product


@inner_kernel
def ceiling(x):
    """The least whole number that is not below x, |x| below 2^63, as an int."""
    whole = np.int64(x)
    return whole + (x > whole)


@inner_kernel
def is_one_of(group, code):
    """Whether a code from 0 to 62 is in a group of its list (`CodeTable.group`)."""
    return (group >> code) & 1 != 0
