"""Amounts as text."""


def plural(amount: int, word: str) -> str:
    """1 game, 2,000 games"""
    return f"{amount:,} {word}" if amount == 1 else f"{amount:,} {word}s"
