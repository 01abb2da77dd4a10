"""Shell completion.  It imports little, because each press of TAB starts a process."""

from collections.abc import Iterable, Iterator


def games(incomplete: str) -> list[str]:
    """Games, for an argument that is one."""
    from simulate.pack import catalogue

    return _beginning(incomplete, catalogue.names())


def targets(incomplete: str) -> list[str]:
    """Games; with GAME/ typed, its experiments.  Files are offered by the shell itself."""
    game, slash, _ = incomplete.partition("/")
    return _beginning(incomplete, _experiments(game)) if slash else games(incomplete)


def kinds(incomplete: str) -> list[str]:
    """What `simulate list` lists."""
    from simulate.cli.look.listing import GAMES, KINDS, SCHEMA

    return _beginning(incomplete, [GAMES, *KINDS, SCHEMA])


def _experiments(game: str) -> Iterator[str]:
    from simulate.pack import catalogue, configs

    if game in catalogue.names():
        for name in configs.experiments(configs.game_folder(game)):
            yield f"{game}/{name}"


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
