"""The exit codes of the command; how it is stopped by a signal says `signals.exit_code()`."""

FINISHED, FAILED, WRONG_INPUT = 0, 1, 2
MISSED, OPEN = 3, 4  # with --check alone
