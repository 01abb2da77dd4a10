"""Typer's usage errors, in the form of all other messages."""

from collections.abc import Sequence
from typing import Any

from simulate.core.errors import InputError, Problem, nearest


def as_input_error(error: Any, words: Sequence[str]) -> InputError:
    """A usage error as an input error: the option as typed, what is allowed, the nearest."""
    context = getattr(error, "ctx", None)
    # An option without its value is found before the command's context is there.
    path = context.command_path if context is not None else f"simulate {words[0]}"
    return InputError(
        [Problem(path, _sentence(error, context))], hint=f"`{path} --help` has examples"
    )


def _sentence(error: Any, context: Any) -> str:
    option = getattr(error, "option_name", "")
    if type(error).__name__ == "NoSuchOption" and context is not None:
        known = sorted(
            name
            for param in context.command.get_params(context)
            for name in param.opts
            if name.startswith("--")
        )
        allowed = f" (options: {', '.join(known)})" if known else ""
        return f"there is no option `{option}`{nearest(option, known)}{allowed}"
    message = str(error.format_message())
    commands = getattr(getattr(context, "command", None), "commands", {})
    if message.startswith("No such command") and commands:
        typed = message.split("'")[1]
        listed = ", ".join(commands)
        return f"there is no command `{typed}`{nearest(typed, list(commands))} (commands: {listed})"
    return (message[0].lower() + message[1:]).rstrip(".") if message else "wrong usage"
