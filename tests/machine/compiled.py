"""Kernels that call kernels, for `test_compiler.py` and `test_cache.py`."""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, inner_kernel, kernel

MANY = np.arange(200_000)  # too many to be written into code


@inner_kernel
def next_one(value):
    return value + 1


@kernel
def sum_of(values, plus):
    total = 0
    for value in values:
        total += next_one(value) + plus
    return total


@kernel
def sum_by_way(values):
    return sum_of(values, 0) + sum_of(values, 10) + sum_of(values, values[0])


@kernel
def refuse(value):
    if value < 0:
        raise ValueError("below nothing")
    return value


@kernel
def refuse_below(value):
    return refuse(value) + 1


@allocating_kernel
def doubled(values):
    return values + values


@allocating_kernel
def many_doubled(values, times):
    total = 0
    for _ in range(times):
        total += doubled(values)[0]
    return total


@kernel
def beyond(values, at):
    return values[at]


@kernel
def asks_beyond(values, at):
    return beyond(values, at)


@kernel
def of_many(at):
    return MANY[at]


if __name__ == "__main__":
    numbers = np.arange(5)
    print(sum_by_way(numbers), sum_by_way.stats.cache_hits.total())
