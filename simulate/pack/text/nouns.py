"""Names of kinds of things: singular, plural, key."""

import re


def one_of(noun: str) -> str:
    """One of several: "factions" becomes "faction", "heroes" "hero", "territories" "territory".

    One thing stays as it is: "boss", as of "bosses".
    """
    for several, one in (("ies", "y"), ("oes", "o"), ("sses", "ss"), ("ss", "ss"), ("s", "")):
        if noun.endswith(several):
            return noun.removesuffix(several) + one
    return noun


def slug(noun: str) -> str:
    """The key of a kind of things: "heroes" is `hero`, "epic foe" `epic_foe`."""
    single = one_of(noun) if noun.islower() else noun
    return re.sub(r"[^a-z0-9]+", "_", single.lower().replace("'", "")).strip("_")
