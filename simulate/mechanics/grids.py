"""Spaces that can be reached over a grid, with what the way costs and takes in.

A space is entered at a cost of its own, more if it lies higher; gates lead from any of them to
any other.  Entering some spaces, or going through a gate, sets bits; a space reached with other
bits is another goal.  A goal is `space + spaces * bits`.
"""

import numpy as np

from simulate.core.compiler import kernel

BARRED = 1 << 20  # a cost that nobody can pay
NOWHERE = -1


@kernel
def flood(
    neighbour, level, enter, climb, sets, gates, gate_count, gate_cost, gate_open, gate_bit,
    kept, start, points, left, came_from, queue, found,
):  # fmt: skip
    """All goals that can be reached with so many points, one step at least; how many.

    neighbour: [spaces, 4], NOWHERE at the edge; level: [spaces]; enter: [spaces] points to
    enter, BARRED if it cannot be; climb: points more to a higher level; sets: [spaces] bits that
    entering sets; gates, gate_cost, gate_open: spaces at the gates, points to come out there,
    whether one may go in there; gate_bit: set by a gate; kept: bits that make another goal.
    left (filled with -1), came_from, queue, found are scratch of spaces * (bits + 1): points left
    at a goal, the goal before it (NOWHERE: the start), and the goals in the order found.
    """
    spaces = neighbour.shape[0]
    size = queue.shape[0]
    head, tail, waiting, count = 0, 0, 0, 0
    goal, here, bits, rest = NOWHERE, start, 0, points
    while True:
        for side in range(neighbour.shape[1]):
            space = neighbour[here, side]
            if space == NOWHERE:
                continue
            after = rest - enter[space]
            if level[space] > level[here]:
                after -= climb
            if after < 0:
                continue
            then = space + spaces * ((bits | sets[space]) & kept)
            if after > left[then]:
                if left[then] < 0:
                    found[count] = then
                    count += 1
                left[then] = after
                came_from[then] = goal
                queue[tail] = then
                tail = (tail + 1) % size
                waiting += 1
        if is_gate(gates, gate_count, gate_open, here):
            for k in range(gate_count):
                space = gates[k]
                after = rest - gate_cost[k]
                if after < 0 or space == here:
                    continue
                then = space + spaces * ((bits | sets[space] | gate_bit) & kept)
                if after > left[then]:
                    if left[then] < 0:
                        found[count] = then
                        count += 1
                    left[then] = after
                    came_from[then] = goal
                    queue[tail] = then
                    tail = (tail + 1) % size
                    waiting += 1
        if waiting == 0:
            return count
        goal = queue[head]
        head = (head + 1) % size
        waiting -= 1
        here, bits, rest = goal % spaces, goal // spaces, left[goal]


@kernel
def is_gate(gates, gate_count, gate_open, space):
    """Whether one may go through a gate from a space."""
    for k in range(gate_count):
        if gates[k] == space and gate_open[k]:
            return True
    return False


@kernel
def trace(came_from, goal, way):
    """Goals of the way that leads to one, in order, into `way`; how many."""
    count = 0
    while goal != NOWHERE:
        way[count] = goal
        goal = came_from[goal]
        count += 1
    for i in range(count // 2):
        way[i], way[count - 1 - i] = way[count - 1 - i], way[i]
    return count


@kernel
def scratch(size):
    """Room for `flood`: left, came_from, queue and found."""
    left = np.full(size, NOWHERE, np.int64)
    came_from = np.empty(size, np.int64)
    queue = np.empty(4 * size, np.int64)
    found = np.empty(size, np.int64)
    return left, came_from, queue, found
