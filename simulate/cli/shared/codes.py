"""The exit codes of the command; for signals see `signals.exit_code()`."""

FINISHED, FAILED, WRONG_INPUT = 0, 1, 2
MISSED, OPEN = 3, 4  # with --check alone
