"""The highest-scoring moves, for closer evaluation."""

from simulate.compiler.kernels import inner_kernel, kernel

WORST = -1e300
NOBODY = -1  # of a run: no move of it may be taken any more


@kernel
def promising(v, moves, n, scores, order, most, alike):
    """Write the best moves by score into `order`, best first; how many.

    Of one unit's moves of one kind at most `alike` are taken, and at least one: neighbouring
    spaces hardly differ.  Of equals the first is the better.  Alike moves are listed in a row: of
    each run only the best is looked at, and when it is taken, the next one of the same run.
    """
    runs = find_runs(v, moves, n, scores)
    count = 0
    while count < min(n, most):
        best_run, most_of_all = NOBODY, WORST
        for run in range(runs):
            if v.leader[run] != NOBODY and scores[v.leader[run]] > most_of_all:
                best_run, most_of_all = run, scores[v.leader[run]]
        if best_run == NOBODY:
            break
        best, same = v.leader[best_run], 0
        order[count] = best
        count += 1
        for k in range(count):
            same += is_alike(moves[int(order[k])], moves[best])
        if same < alike:
            v.leader[best_run] = next_of_run(v, scores, best_run)
        else:
            for run in range(runs):
                if is_alike(moves[v.run[run]], moves[best]):
                    v.leader[run] = NOBODY
    return count


@kernel
def find_runs(v, moves, n, scores):
    """Fill where each run of alike moves begins, and which is its best; how many runs."""
    runs, best = 0, 0
    for i in range(n):
        if i == 0 or not is_alike(moves[i], moves[i - 1]):
            v.run[runs] = i
            runs += 1
            best = i
        elif scores[i] > scores[best]:
            best = i
        v.leader[runs - 1] = best
    v.run[runs] = n
    return runs


@kernel
def next_of_run(v, scores, run):
    """The best move of a run after its leader, who is taken."""
    last, following, most = v.leader[run], NOBODY, WORST
    top = scores[last]
    for i in range(v.run[run], v.run[run + 1]):
        if scores[i] > most and (scores[i] < top or (scores[i] == top and i > last)):
            following, most = i, scores[i]
    return following


@inner_kernel
def is_alike(m, other):
    """Whether two moves are of the same unit and kind."""
    return m.unit == other.unit and m.kind == other.kind
