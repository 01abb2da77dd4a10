"""Group the commands on the help page, which Typer itself does only with colours."""

from typing import Any

from typer.core import TyperGroup


class PanelGroup(TyperGroup):
    """Commands below the name of their group, in the order in which they are declared."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a section for each group."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            row = (name, command.get_short_help_str(formatter.width))
            panels.setdefault(str(command.rich_help_panel), []).append(row)
        for panel, rows in panels.items():
            with formatter.section(panel):
                formatter.write_dl(rows)
