"""What a wheel carries beyond `tiny_epic_balance`: the four packages and the games' TOML files.

An editable installation finds them in the checkout and carries nothing.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "tiny_epic_balance"
PACKAGES = ("simulate", "strategies", "analysis", "reports")


class WheelOfOneName(BuildHookInterface):
    """All under one folder of the environment, which a `.pth` file makes importable."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        inside = {package: f"{NAME}/{package}" for package in PACKAGES}
        path = {"packaging.pth": f"{NAME}.pth"}
        build_data["force_include"] |= {**inside, "configs": f"{NAME}/simulate/_configs", **path}
