"""What is known of each hero, faction or unit, gathered from all tables of the page?"""

from analysis.study import Study
from reports.parts import Section
from reports.sections.rates.contrasts import option_families

ID = "each"


def section(study: Study) -> Section | None:
    """A fold for each option; the page fills it with the rows that its own tables have."""
    names = _names(study)
    if len(names) < 2:
        return None
    noun = str(study.design.manifest.get("options") or "options")
    section = Section(ID, f"What is known of each of the {noun}?")
    section.words = ["All that the tables of this page say of one of them, in one place."]
    section.names = names
    return section


def _names(study: Study) -> list[str]:
    """What seats held in this run, by name."""
    kind = study.contest.kind("option")
    labels = [share.label for share in kind.shares] if kind else []
    families = option_families(study)
    labels += [c.label for c in study.dealing.contrasts if c.family in families]
    return sorted(dict.fromkeys(labels))
