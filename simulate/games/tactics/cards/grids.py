"""Spaces that can be reached over a grid, with what the way costs and takes in.

A space is entered at a cost of its own, more if it lies higher; gates lead from any of them to
any other.  Entering some spaces, or going through a gate, sets bits; a space reached with other
bits is another goal.  A goal is `space + STRIDE * bits`.
"""

import numpy as np

from simulate.compiler.kernels import allocating_kernel, inner_kernel, kernel

STRIDE = 256  # more than the spaces of any grid, and a power of two: a goal is split by shifts
SHIFT, SPACE = 8, STRIDE - 1
BARRED = 1 << 20  # a cost that nobody can pay
NOWHERE = -1
QUEUE = 4096  # goals that may wait, a power of two


@inner_kernel
def space_of(goal):
    """The space of a goal."""
    return goal & SPACE


@inner_kernel
def bits_of(goal):
    """What the way to a goal has taken in."""
    return goal >> SHIFT


@inner_kernel
def relax(then, after, goal, left, came_from, queue, tail, reached, count):
    """Note a way to a goal if it leaves more points than any before; new tail and count."""
    if after > left[then]:
        if left[then] < 0:
            reached[count] = then
            count += 1
        left[then] = after
        came_from[then] = goal
        queue[tail & (queue.shape[0] - 1)] = then
        tail += 1
    return tail, count


@kernel
def flood(
    neighbour, level, enter, climb, gains, at_gate, gates, gate_count, gate_cost, gate_open,
    gate_gain, start, points, least, left, came_from, queue, reached,
):  # fmt: skip
    """All goals that can be reached with so many points, one step at least; how many.

    neighbour: [spaces, sides], NOWHERE at the edge; level: [spaces]; enter: [spaces] points to
    enter, or BARRED; climb: points more to a higher level; gains: [spaces] bits that entering
    sets, as they stand in a goal; at_gate: [spaces] yes or no; gates, gate_cost, gate_open: spaces
    at the gates, points to come out there, whether one may go in there; gate_gain: set by a gate;
    least: points that any step costs, at least.
    left (filled with -1), came_from, queue, reached: of `scratch`; points left at a goal, the goal
    before it (NOWHERE: the start), and the goals in the order found.
    """
    head, tail, count = 0, 0, 0
    goal, current, bits, rest = NOWHERE, start, 0, points  # bits as they stand in a goal
    while True:
        for side in range(neighbour.shape[1]):
            space = neighbour[current, side]
            if space == NOWHERE:
                continue
            after = rest - enter[space]
            if level[space] > level[current]:
                after -= climb
            if after >= 0:
                then = space | bits | gains[space]
                tail, count = relax(then, after, goal, left, came_from, queue, tail, reached, count)
        if at_gate[current] and is_gate(gates, gate_count, gate_open, current):
            for k in range(gate_count):
                space, after = gates[k], rest - gate_cost[k]
                if after >= 0 and space != current:
                    then = space | bits | gains[space] | gate_gain
                    tail, count = relax(
                        then, after, goal, left, came_from, queue, tail, reached, count
                    )
        while head < tail and left[queue[head & (queue.shape[0] - 1)]] < least:
            head += 1  # from there no way goes on
        if head == tail:
            return count
        goal = queue[head & (queue.shape[0] - 1)]
        head += 1
        current, bits, rest = goal & SPACE, goal & ~SPACE, left[goal]


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


@allocating_kernel
def scratch(bits, more):
    """Room for `flood` with so many bits kept: left, came_from, queue and reached; and more."""
    size = STRIDE * (bits + 1)
    # One array in five parts: memory is asked for once.
    room = np.empty(3 * size + QUEUE + more, np.int64)
    left, came_from, reached = room[:size], room[size : 2 * size], room[2 * size : 3 * size]
    for goal in range(size):
        left[goal] = NOWHERE
    return left, came_from, room[3 * size : 3 * size + QUEUE], reached, room[3 * size + QUEUE :]
