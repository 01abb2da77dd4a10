"""Numbers and names as people read them; one format for each kind of number.

Every number is rounded as it stands in report.json before it is written out, so that a
sentence and its table can never differ in the last digit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

from analysis.data.design import CrossedFactor, Name
from analysis.stats import verdicts
from analysis.stats.intervals import Estimate, Rate
from analysis.stats.verdicts import Band
from simulate.core.text.amounts import plural as plural
from simulate.core.text.validate import written

if TYPE_CHECKING:
    from analysis.conclusions.ledger import VerdictTally

DIGITS = 6
MOST_WORDS = 16  # of a finding in one line
NEAR = 0.001  # an interval that lies so near to none or all says no more than its end
LONGEST_HEADING = 32  # letters over a column of numbers
SHORT = 3  # words of a parameter's name, after which its value is set apart

PARTS = {
    "three quarters": 3 / 4,
    "two thirds": 2 / 3,
    "half": 1 / 2,
    "a third": 1 / 3,
    "a quarter": 1 / 4,
    "a fifth": 1 / 5,
    "a tenth": 1 / 10,
}
LEAST_NAMED = 1 / 14

OFF = "off target"
LEARNED = "good to know"


@dataclass(frozen=True)
class Verdict:
    """A verdict as people read it.

    The mark says the same as the word, so that nothing hangs on the colour of the tone.
    """

    word: str
    mark: str
    tone: str

    def badge(self) -> dict[str, str]:
        """As data of a page."""
        return {"tone": self.tone, "mark": self.mark, "text": self.word}


EARLIER = ", measured on earlier cards"
VERDICTS = {
    OFF: Verdict("off target", "◑", "off"),
    LEARNED: Verdict("good to know", "·", "plain"),
    verdicts.ON_TARGET: Verdict("on target", "✓", "good"),
    verdicts.ABOVE: Verdict("too easy", "▲", "off"),
    verdicts.BELOW: Verdict("too hard", "▼", "off"),
    verdicts.MET: Verdict("met", "✓", "good"),
    verdicts.MISSED: Verdict("missed", "✗", "off"),
    verdicts.STRONG: Verdict("too strong", "▲", "off"),
    verdicts.WEAK: Verdict("too weak", "▼", "off"),
    verdicts.MORE: Verdict("not enough games", "?", "open"),
    verdicts.FIT: Verdict("on target because we set it so", "≈", "calm"),
    verdicts.FAR: Verdict("without a verdict, as better players win far more", "?", "open"),
    verdicts.BIG: Verdict("moves it", "●", "off"),
    verdicts.OPEN: Verdict("moves it, size open", "◐", "half"),
    verdicts.SMALL: Verdict("moves it a little", "·", "calm"),
    verdicts.NONE: Verdict("no effect shown", "=", "calm"),
    verdicts.ECHO: Verdict("only beside what stands out", "·", "calm"),
    verdicts.SAME: Verdict("nothing of its own", "=", "calm"),
}

RATES = ("win_rate", "win_share")  # what is a share of games

# What an expectation measures.
METRICS = {
    "win_rate": "games won",
    "share": "share of the wins",
    "over_fair_share": "over the fair share",
    "matchup": "games that one ends ahead of the other",
    "length": "mean length",
    "end": "games that end so",
    "effect": "what the change adds",
    "brings": "what it brings",
}


def verdict(text: str) -> Verdict:
    """What is called a verdict in a table; any other text says itself, without a mark."""
    return VERDICTS.get(text) or Verdict(text, "", "plain")


def rounded(number: float) -> float:
    """The number as report.json keeps it; never -0.0."""
    return round(float(number), DIGITS) + 0.0


def _tenth(number: float) -> str:
    text = f"{rounded(number) * 100:.1f}"
    return "0.0" if text == "-0.0" else text


def percent(share: float) -> str:
    """31.2%"""
    return f"{_tenth(share)}%"


def share_range(value: float, low: float, high: float) -> str:
    """31.2% (30.8-31.6); at an end by what is left: 100.0% (over 99.9), 0.0% (below 0.1)"""
    ends = f"{_tenth(low)}-{_tenth(high)}"
    at_an_end = {"100.0-100.0": "over 99.9", "0.0-0.0": "below 0.1"}
    return f"{percent(value)} ({at_an_end.get(ends, ends)})"


def part(share: Rate) -> str:
    """31.2%; where that would hide what is left: "all", "all but 2", "none", "fewer than ..."."""
    if share.value in (0.0, 1.0):
        return "all" if share.value else "none"
    if percent(share.value) == percent(1.0):
        return f"all but {share.games - share.won:,}"
    if percent(share.value) == percent(0.0):
        return "fewer than 1 in 1,000"
    return percent(share.value)


def of(share: Rate, games: str = "the games") -> str:
    """31.2% (30.8-31.6) of the games; near an end by its number: "all but 2 of the games"."""
    near = share.high < NEAR or share.low > 1 - NEAR
    said = part(share) if near else share_range(*share.ends)
    return f"{said} of {games}"


def part_of(some: int, whole: int) -> str:
    """29,100 of 30,000 (97.0%); all but 2 of 30,000."""
    said = part(Rate(won=some, games=whole, value=some / whole, low=0.0, high=1.0))
    return f"{said} of {whole:,}" if "all" in said else f"{some:,} of {whole:,} ({said})"


def band(low: float, high: float) -> str:
    """30.0-50.0%"""
    return f"{_tenth(low)}-{_tenth(high)}%"


def over_band(band: Band) -> str:
    """-2.0 to +2.0 points over the fair share"""
    return f"{signed(band.low)} to {signed(band.high)} points over the fair share"


def points(size: float) -> str:
    """3.1 points, without a sign"""
    return f"{_tenth(abs(size))} points"


def size_range(value: float, low: float, high: float) -> tuple[str, str]:
    """("3.1 points", "2.8-3.4"): a size without its sign, for a sentence that says which way.

    An interval that holds zero keeps its signs: "-0.4 to +0.9", seen from `value`'s side.
    """
    if value < 0:
        low, high = -high, -low
    ends = f"{_tenth(low)}-{_tenth(high)}" if low >= 0 else f"{signed(low)} to {signed(high)}"
    return points(value), ends


def moved(effect: Estimate, what: str = "") -> tuple[str, str]:
    """By how much, and its interval: "9.0 points more", "6.0-12.0"; what: is more."""
    size, ends = size_range(*effect.ends)
    return f"{size} {'more' if effect.value > 0 else 'less'}{what}", ends


def often(effect: Estimate, than: str = "") -> str:
    """How much more often: "9.0 points more often (6.0-12.0)"."""
    return "{} ({})".format(*moved(effect, f" often{than}"))


def signed(size: float) -> str:
    """+3.1 or -3.1; 0.0 has no sign."""
    text = _tenth(size)
    return text if text.startswith("-") or text == "0.0" else f"+{text}"


def signed_range(value: float, low: float, high: float) -> str:
    """+3.1 (+2.8 to +3.4)"""
    return f"{signed(value)} ({signed(low)} to {signed(high)})"


def measured(metric: str, value: float, low: float, high: float) -> str:
    """A number with its interval: a share, else points."""
    if metric in RATES:
        return share_range(value, low, high)
    return f"{signed_range(value, low, high)} points"


def count(number: float) -> str:
    """12,345"""
    return f"{int(number):,}"


def number(value: float) -> str:
    """Up to one digit after the point: 6, 6.5, 1,204"""
    text = f"{rounded(value):,.1f}"
    return text.removesuffix(".0")


def times(value: float) -> str:
    """How often: once, 2 times, 6.5 times"""
    return "once" if number(value) == "1" else f"{number(value)} times"


def overall(given: Sequence[str]) -> str:
    """One verdict for many: off target where one of them is, else what most stands in the way."""
    other = [each for each in dict.fromkeys(given) if each != verdicts.ON_TARGET]
    if len(other) < 2:
        return (other or given)[0]
    if verdicts.OFF & {*other}:
        return OFF
    return verdicts.MORE if verdicts.MORE in other else other[0]


def badge(tallies: "Sequence[VerdictTally]") -> dict[str, str]:
    """What is told of a whole run beside its title: how many are off target, else what is open."""
    if not tallies:
        return {"tone": "plain", "mark": "·", "text": "no target set"}
    given = [entry.verdict for tally in tallies for entry in tally.entries]
    if len(given) == 1:
        return VERDICTS[given[0]].badge()
    verdict = VERDICTS[overall(given)]
    text = ", ".join(_short(tally) for tally in tallies)
    return verdict.badge() | {"text": text}


def _short(tally: "VerdictTally") -> str:
    """5 of 16 settings off target; all 16 settings on target; 3 of 16 settings open"""
    all_, noun = len(tally), tally.noun
    if tally.on == all_:
        return f"all {all_} {noun} on target"
    if tally.off:
        return f"{tally.off} of {all_} {noun} off target"
    if tally.one:
        return VERDICTS[tally.one].word
    first = next(given for given in tally.given if given != verdicts.ON_TARGET)
    return f"{tally.of(first)} of {all_} {noun}: {VERDICTS[first].word}"


def in_short(text: str) -> str:
    """A sentence in a line: what stands before its first semicolon, cut where that is long."""
    line = text.partition(";")[0].rstrip(".")
    every = line.split()
    return line if len(every) <= MOST_WORDS else f"{' '.join(every[:MOST_WORDS])} …"


def listing(names: Sequence[str], most: int = 6) -> str:
    """a, b and c; of many the first few and how many more; names with commas: a; b, x; and c."""
    if len(names) < 2:
        return "".join(names)
    first, last = list(names[:-1]), names[-1]
    if len(names) > most:
        first, last = first[: most - 1], f"{len(names) - most + 1} more"
    apart = any(", " in name for name in (*first, last))
    return f"{'; '.join(first)}; and {last}" if apart else f"{', '.join(first)} and {last}"


def at_most(low: float, high: float, unit: str) -> str:
    """At most 1 point, at most 3 to 5 rounds: what is counted, of a unit with an s."""
    if low == high:
        return f"at most {number(low)} {unit.removesuffix('s') if number(low) == '1' else unit}"
    return f"at most {number(low)} to {number(high)} {unit}"


def about(share: float) -> str:
    """A part of a whole, roughly: "about half", "about a third", "about 1/40"."""
    if share < LEAST_NAMED:
        return f"about 1/{1 / share:.0f}"
    return f"about {min(PARTS, key=lambda name: abs(log(PARTS[name] / share)))}"


def factor(name: str) -> str:
    """A factor's name: its label, or that of a parameter without the way to it, "capital limit".

    A word that the way says twice is said once: `focus_on_face.face_1` is "focus on face 1".
    """
    if isinstance(name, Name) and name.said:
        return name.said
    parts = name.split(".")
    if parts[0] in ("rules", "cards", "strategies") and len(parts) > 1:
        parts = parts[2:] if parts[0] == "cards" and len(parts) > 3 else parts[1:]
    said = " ".join(parts).replace("_", " ").split()
    return " ".join(word for word, before in zip(said, ["", *said], strict=False) if word != before)


def level(name: str, value: Any) -> str:
    """A level with its factor: "3 players", "medium horde", "skill 0.5", "capital limit 5".

    A name that ends in a number is set apart from its value: "focus on face 1: 0".  What is there
    or not is "with exploration" or "without exploration"; a switch of the rules is yes or no.
    """
    noun = factor(name)
    if noun[-1].isdigit() or (":" not in noun and len(noun.split()) > SHORT and "." in name):
        noun += ":"
    if isinstance(value, bool):
        said = f"{noun.removesuffix(':')}: {'yes' if value else 'no'}"
        return said if "." in name else f"{'with' if value else 'without'} {noun}"
    if isinstance(value, str) and "," in value:
        return f"{noun} {value}"
    if isinstance(value, str) and "." not in name:
        return f"{value} {noun}".replace("_", " ")
    if isinstance(value, int) and counts(name):
        return f"{value} {noun[:-1] if value == 1 else noun}"
    return f"{noun} {value}"


def counts(name: str) -> bool:
    """Whether a whole number of a factor counts things: 3 players."""
    return "." not in name and name.endswith("s")


def between(name: str, low: Any, high: Any) -> str:
    """Between two levels: "between easy and medium horde"."""
    return move(name, low, high).replace("from ", "between ").replace(" to ", " and ")


def at_one_level(factors: Sequence[CrossedFactor]) -> list[str]:
    """Why a row over settings holds some of them alone; empty where it holds all."""
    swept = [level(f.name, f.base) for f in factors if f.swept]
    if not swept:
        return []
    return [
        "At another level it is another game, so nothing is averaged over the levels that are "
        f"compared: where settings are put together they are those with {listing(swept)}."
    ]


def move(name: str, base: Any, to: Any) -> str:
    """From one level to another: "from 2 to 3 players", "capital limit from 5 to 6"."""
    if (isinstance(to, str) and "." not in name) or (isinstance(to, int) and counts(name)):
        return f"from {unslug(str(base))} to {level(name, to)}"
    return f"{factor(name)} from {value(base)} to {value(to)}"


def setting(levels: Mapping[str, Any]) -> str:
    """A cell in words: "3 players, medium horde"; "the only setting" where nothing varies."""
    words = [level(k, v) for k, v in levels.items() if k != "variant"]
    return ", ".join(words) or ("the unchanged game" if "variant" in levels else "the only setting")


def sentence(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]


def value(raw: Any) -> str:
    """A parameter's value as TOML would have it; a choice in words, without quotes."""
    if raw is None or isinstance(raw, str):
        return "?" if raw is None else unslug(raw)
    return written(raw)


def slug(text: str) -> str:
    """Text as part of an id: letters, digits and dashes."""
    return "".join(c if c.isalnum() else "-" for c in text.lower())


def heading(column: str, meaning: str) -> tuple[str, str]:
    """What is counted, over a column; and what stands below the table where that is too long."""
    if meaning and len(meaning) <= LONGEST_HEADING:
        return meaning, ""
    return unslug(column), meaning


def unslug(text: str) -> str:
    """An id as words: `sixth_tower` becomes "sixth tower"."""
    return text.replace("_", " ")
