"""The command about this machine: `doctor`."""
