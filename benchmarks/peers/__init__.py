"""How fast other simulators of games are, and what a balance table takes there: `__main__.py`."""
