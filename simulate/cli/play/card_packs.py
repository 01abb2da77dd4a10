"""Play games once more for what is told of cards: with other guesses on them, or without them."""

from pathlib import Path

from simulate.cli.shared.say import tell
from simulate.core.errors import RunError, command
from simulate.experiment.plan import Playable


def try_cards(plan: Playable, folder: Path, jobs: int, *, quiet: bool = False) -> None:
    """Test findings about cards in packs with other guesses on them, see what each card of an own
    game brings, and store the results.
    """
    from analysis.study import latest
    from reports.findings.choose import by_itself, of_things
    from simulate.run.side import ablation, card_sensitivity, feel
    from simulate.store import open_run
    from simulate.store.card_packs import is_there, write

    if plan.verb != "run" or is_there(folder):
        return
    found = latest(open_run(folder))
    try:
        write(folder, ablation.taken_away(plan, found, jobs, quiet=quiet))
        write(folder, feel.follow(plan, found, jobs, quiet=quiet))
        if found.games < card_sensitivity.FEWEST:
            return
        told = [one.finding for one in by_itself(found)]
        all_ = [*told, *(one for one in of_things(found) if one not in told)]
        about = [(*one.about, one.verdict) for one in all_ if one.about is not None]
        write(folder, card_sensitivity.tried(plan, found, about, jobs, quiet=quiet))
    except RunError as failed:
        tell(f"no more was tried with the cards: {failed}")
    except KeyboardInterrupt:
        what = f"interrupted; the games are finished, `{command('report', folder)}` writes"
        tell(f"{what} the report, without what was tried with its cards")
        raise
