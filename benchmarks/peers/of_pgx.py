"""Backgammon with two random players, in pgx, all games side by side on the processor."""

import json  # measure
import sys
import time  # measure

import jax
import jax.numpy as jnp
import pgx

games = int(sys.argv[1])
env = pgx.make("backgammon")
start, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))


@jax.jit
def choose(key, mask):
    return jax.random.categorical(key, jnp.where(mask, 0.0, -1e9), axis=-1)


def play(seed):
    decisions = 0  # measure
    state = start(jax.random.split(jax.random.PRNGKey(seed), games))
    first, score, key = state.current_player, jnp.zeros((games, 2)), jax.random.PRNGKey(seed + 1)
    while not bool(state.terminated.all()):
        key, luck, dice = jax.random.split(key, 3)
        decisions += int((~state.terminated).sum())  # measure
        action = choose(luck, state.legal_action_mask)
        state = step(state, action, jax.random.split(dice, games))
        score += state.rewards
    return int((score[jnp.arange(games), first] > 0).sum()), decisions


play(0)  # compiles
began = time.process_time()  # measure
won, decisions = play(1)
seconds = time.process_time() - began  # measure
share = won / games
middle = (share + 1.92 / games) / (1 + 3.84 / games)
half = 1.96 * (share * (1 - share) / games + 0.96 / games**2) ** 0.5 / (1 + 3.84 / games)
print(f"first: {share:.1%} ({middle - half:.1%} to {middle + half:.1%})")
print(json.dumps({"games": games, "decisions": decisions, "seconds": seconds}))  # measure
