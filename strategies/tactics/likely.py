"""The likeliest moves by their scores, of which more is asked than that."""

from simulate.core.compiler import kernel

WORST = -1e300


@kernel
def promising(moves, n, scores, left, order, most, alike):
    """Write the best moves by score into `order`, best first; how many.

    Of one unit's moves of one kind at most `alike` are taken: neighbouring spaces hardly differ.
    left: scratch space for scores.
    """
    for i in range(n):
        left[i] = scores[i]
    count = 0
    while count < min(n, most):
        best = -1
        for i in range(n):
            if left[i] > WORST and (best < 0 or left[i] > left[best]):
                best = i
        if best < 0:
            break
        order[count] = best
        left[best] = WORST
        count += 1
        same = 0
        for k in range(count):
            same += is_alike(moves[int(order[k])], moves[best])
        if same >= alike:
            for i in range(n):
                if is_alike(moves[i], moves[best]):
                    left[i] = WORST
    return count


@kernel
def is_alike(m, other):
    """Whether two moves are of the same unit and kind."""
    return m.unit == other.unit and m.kind == other.kind
