"""The report of a run: report.json, the pages made from it, and the words for a terminal."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.core.files import disk
from simulate.core.text.amounts import plural
from simulate.core.text.terminal import safe_json
from simulate.store import BESIDE, MANIFEST, open_run

if TYPE_CHECKING:
    from analysis.conclusions.robustness import Doubts
    from analysis.data.joined import Joined
    from analysis.study import Study

DATA, PAGE, GUESSES = "report.json", "report.html", "guesses.html"
PLAYTESTS = "playtests.json"  # of the report on people's games; its page is playtests.html
SHEET = "onepage.html"
INDEX = "index.html"
PLACES = {PAGE: "page", GUESSES: "guesses"}
TEMPLATES = Path(__file__).parent / "templates"
SCRIPT = "script.js"
# A page asks nothing of any network and runs no script but its own; colours of cells are styles.
POLICY = (
    "default-src 'none'; script-src 'sha256-{}'{}; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
PLAYS = " 'wasm-unsafe-eval'; worker-src blob:"  # where a page plays games
MOST_ROWS = 20
MOST_OPTIONS, MOST_LETTERS = 8, 16  # beside people's games, so that one screen tells it all
MOST_STEPS = 16  # of a search; the page has the others, and the command of each
LARGEST = 64_000_000  # bytes of the data
LEVELS = {"red": "WARNING", "amber": "LOOK"}


@dataclass(frozen=True)
class Summary:
    """What a run found, for a terminal.

    warnings, findings: sentences, the most important first; lines: one each for what is on
    target, what shows no effect, what needs more games; table: a head and rows of text; again: how
    many findings of an earlier run held; opinion: how many findings stand; shipped: what a change
    of the game did.
    """

    title: str
    warnings: tuple[str, ...]
    findings: tuple[str, ...]
    lines: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]
    opinion: str = ""
    again: str = ""
    shipped: str = ""

    def __str__(self) -> str:
        """The summary as plain text, without a line break at the end."""
        numbered = "\n".join(f"{i}. {text}" for i, text in enumerate(self.findings, 1))
        parts = [self.title, self.again, *self.warnings, self.opinion, self.shipped, numbered]
        parts += ["\n".join(self.lines), "\n".join(_aligned(self.table))]
        return "\n\n".join(part for part in parts if part)


def write_report(run: Path) -> Path:
    """Analyse a run folder and write report.json and its pages into it; the report's path.

    The same run gives the same bytes.  Nothing takes the place of an older report before all
    files are written whole.
    """
    results, report = studied(run)
    from reports.run.what_if import turned

    return write(Path(run), report, turned(Path(run), results))


def write_interim(folder: Path, results: "Study") -> None:
    """Write the page of what a run has found so far; it shows itself anew while it is open."""
    from reports.run.document import document

    disk.write_all(folder, [(PAGE, html(document(results), interim=True))])


def write(
    folder: Path,
    report: dict[str, Any],
    turned: "Mapping[str, Any] | None" = None,
    data: str = DATA,
) -> Path:
    """Write the data and the pages of a report into a folder; the report's path.

    turned: what plays games in the page (`reports.run.what_if`).  data: the name of the data; the
    page has the same with another ending.
    """
    page = page_of(data)
    texts = {data: _json(report), page: html(report, turned=turned, data=data)}
    if any(s["place"] == PLACES[GUESSES] for s in report["sections"]):
        texts[GUESSES] = html(report, GUESSES)
    disk.write_all(folder, texts.items())
    return folder / page


def page_of(data: str) -> str:
    """The page of a file of numbers."""
    return Path(data).with_suffix(Path(PAGE).suffix).name


def data_of(page: Path) -> Path:
    """The numbers of a page."""
    return page.with_suffix(Path(DATA).suffix)


def numbers_in(folder: Path) -> Path:
    """The numbers of whatever was written into a folder without a run of its own."""
    return folder / (PLAYTESTS if (folder / PLAYTESTS).is_file() else DATA)


def build(run: Path) -> dict[str, Any]:
    """The data of the report of a run folder."""
    return studied(run)[1]


def studied(run: Path) -> tuple["Study", dict[str, Any]]:
    """The analysis of a run folder, and the data of its report."""
    from analysis.conclusions.baseline import shipped_beside
    from analysis.study import latest
    from reports.run import ladder
    from reports.run.closest_game import told
    from reports.run.document import document
    from reports.sections.description import samples

    results = latest(open_run(run), is_last=True)
    if results.speeds:
        return results, ladder.document(results)
    report = document(
        results, _beside(Path(run), results.design.manifest), shipped_beside(Path(run))
    )
    for section in report["sections"]:
        if section["id"] == samples.ID:
            section |= told(run, results, _older(Path(run)))
    return results, report


def _older(folder: Path) -> Any:
    """The data of the report that lies in a run, if there is one."""
    try:
        return read(folder / DATA)
    except (OSError, ValueError):
        return None


def _beside(folder: Path, manifest: Mapping[str, Any]) -> "Doubts":
    """What was played beside a run: with other guesses, and with other players."""
    from analysis.conclusions import kept_people, robustness
    from analysis.conclusions.players import policy_robustness
    from simulate.store import card_packs

    runs = {
        name: open_run(folder / name) for name in BESIDE if (folder / name / MANIFEST).is_file()
    }
    players = robustness.players(runs["players"]) if "players" in runs else None
    return robustness.Doubts(
        robustness.guesses(runs["guesses"]) if "guesses" in runs else None,
        policy_robustness.with_known(manifest, players),
        card_packs.read(folder),
        card_packs.ablations(folder),
        card_packs.followed(folder),
        kept_people.read(folder),
        card_packs.plans(folder),
    )


def build_comparison(
    joined: "Joined", names: tuple[str, str], command: str, guard: bool = False
) -> dict[str, Any]:
    """The data of the report of two runs beside each other.

    names: what the first and the second run are called; command: what makes it again.
    guard: say as well what is worse after the change, unless nothing could be.
    """
    from analysis.conclusions import kept_people
    from analysis.conclusions.one_answer import compare
    from analysis.study import study
    from reports.comparison.document import document, guarded

    comparison = compare(joined)
    people = [kept_people.read(run.path) for run in (joined.before, joined.after)]
    tables = [one for one in people if one is not None]
    report = document(comparison, *names, command, tables if len(tables) == len(people) else ())
    if not guard:
        return report
    return guarded(report, comparison, (study(joined.before), study(joined.after)))


def _json(report: dict[str, Any]) -> str:
    json.dumps(report, allow_nan=False)  # a number that is none is a fault of ours
    return safe_json(report, indent=1) + "\n"


def html(
    report: dict[str, Any],
    page: str = PAGE,
    turned: "Mapping[str, Any] | None" = None,
    interim: bool = False,
    data: str = DATA,
) -> str:
    """A page, made from the data alone, and what plays games in it; interim: it will be renewed.

    data: the name of the file of its numbers.
    """
    from reports.page import view
    from reports.text.sanitize import readable

    # What is read back from the file is what the page shows.
    values = view.page(readable(json.loads(json.dumps(report, allow_nan=False))), PLACES[page])
    plays = turned is not None and turned["held"] is not None
    more = {"turned": readable(turned), "interim": interim, "data": data}
    return _rendered(page, {**values, **more}, plays)


def index(data: dict[str, Any]) -> str:
    """The page of a folder with runs (`reports.tables.versions`)."""
    from reports.page import view
    from reports.text.sanitize import readable

    known = readable(json.loads(json.dumps(data, allow_nan=False)))
    questions = view.questions(known["sections"])
    return _rendered(INDEX, {"header": known["header"], "questions": questions})


def sheet(report: dict[str, Any]) -> str:
    """One side of A4 of a report, for a publisher."""
    from reports.page import view
    from reports.text.sanitize import readable

    known = readable(json.loads(json.dumps(report, allow_nan=False)))
    return _rendered(SHEET, view.sheet(known))


def write_sheet(run: Path) -> Path:
    """Write the one side of a run's report beside it; its path."""
    file = Path(run) / DATA
    if not file.is_file():
        write_report(run)
    disk.write_all(Path(run), [(SHEET, sheet(read(file)))])
    return Path(run) / SHEET


def _rendered(page: str, values: dict[str, Any], plays: bool = False) -> str:
    import jinja2
    from markupsafe import Markup

    from reports.text import glossary
    from reports.text.sanitize import apart, name, plain

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=apart,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {"name": name, "plain": plain, "ask": glossary.ask, "held": _held}
    script = (TEMPLATES / SCRIPT).read_text("utf-8")
    if plays:
        script += _playing()
    values["glossary"] = glossary.TERMS
    policy = POLICY.format(_mark_of(script), PLAYS if plays else "")
    values |= {"script": Markup(script), "policy": policy}
    return environment.get_template(f"{page}.j2").render(**values)


def _playing() -> str:
    """The script that plays games, and its worker as text in it: one mark covers both."""
    from simulate.portable import text_of

    player = f"var PLAYER = {json.dumps(text_of('player.js'))};"
    return "\n".join((player, text_of("games.js"), text_of("turn.js")))


def _held(data: Any) -> Any:
    """Data in a page as a script reads it, with no letter that would end it."""
    from markupsafe import Markup

    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    return Markup(text.translate({ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&"}))


def _mark_of(script: str) -> str:
    """By which a browser knows the script that it may run."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def summarise(run: Path) -> Summary:
    """Findings and a small table, read from report.json, which is written first if missing."""
    file = Path(run) / DATA
    if not file.is_file():
        write_report(run)
    return summary_of(read(file))


def read(file: Path) -> Any:
    """The data of a report that was written.  Raises OSError or ValueError."""
    return disk.json_of(file, LARGEST)


def summary(run: Path) -> str:
    """The summary of a run as plain text."""
    return str(summarise(run))


def summary_of(report: Mapping[str, Any]) -> Summary:
    """The summary of a report."""
    header = report["header"]
    title = f"{header['title']}: {plural(header['games'], 'game')}, seed {header['seed']}"
    title += f"\n{header['question']}" if header["question"] else ""
    return Summary(
        title=title,
        warnings=tuple(f"{LEVELS[a['level']]}  {a['text']}" for a in report["alerts"]),
        again=report.get("again", {}).get("text", ""),
        opinion=report.get("opinion", ""),
        findings=tuple(map(_said, report["findings"])),
        shipped=report.get("shipped", ""),
        lines=tuple(f"{line['label']}: {line['text']}" for line in report["lines"]),
        table=_small_table(report),
    )


def _said(finding: Mapping[str, Any]) -> str:
    """A finding with what to try, and a line for each doubt."""
    standing = f"[{finding['standing']}] " if finding.get("standing") else ""
    text = f"{standing}{finding['text']} {finding['try']}".strip()
    return "\n".join([text, *(f"   {doubt}" for doubt in finding.get("doubts", ()))])


def _small_table(report: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """The grid of settings, else the largest changes, else the list of settings."""
    from reports.text.words import percent, share_range, signed_range

    def rate(row: Mapping[str, Any], key: str) -> str:
        return share_range(*_ends(row[key]))

    def points(row: Mapping[str, Any]) -> str:
        return signed_range(*_ends(row["effect"]))

    tables = {t["id"]: t for s in report["sections"] for t in s["tables"]}
    rows = {name: table["rows"] for name, table in tables.items()}
    if "tornado" in rows:
        steps = [(r["name"], points(r)) for r in rows["tornado"][:MOST_STEPS]]
        return (("change", "points"), *steps)
    if "why" in rows:
        return (("cause", "points"), *((r["name"], points(r)) for r in rows["why"]))
    if "compared" in rows:
        return _before_and_after(tables["compared"], "setting")
    if moved := next((t for name, t in tables.items() if name.startswith("moved-")), None):
        return _before_and_after(moved, "option")
    if "asked-each" in rows:
        each = [
            (r["change"], r["at"], rate(r, "before"), rate(r, "won"), points(r))
            for r in rows["asked-each"]
        ]
        return (("level", "setting", "won without", "won with it", "points"), *_few(each))
    if "asked-shares" in rows:
        most = sorted(rows["asked-shares"], key=lambda r: -abs(_ends(r["effect"])[0]))[:MOST_ROWS]
        sides = [(r, percent(r["before"]), percent(r["after"])) for r in most]
        shares = [(r["level"], r["whose"], *ends, points(r)) for r, *ends in sides]
        return (("level", "whose share", "before", "after", "points"), *shares)
    if "variants" in rows:
        changes = [(r["name"], rate(r, "won"), points(r)) for r in rows["variants"]]
        effect = next(c for c in tables["variants"]["columns"] if c["key"] == "effect")
        return (("change", "won with it", effect["label"].lower()), *_few(changes))
    if grid := tables.get("grid") or tables.get("shares-grid"):
        return _grid(grid)
    if "shares" in rows:
        won = [(r["what"], rate(r, "share")) for r in rows["shares"]]
        return (("", "share of wins"), *_few(won))
    if "difficulty" in rows:
        cells = [(r["setting"], rate(r, "won")) for r in rows["difficulty"]]
        return (("setting", "won"), *_few(cells))
    if name := next((n for n in ("people", "people-compared") if n in tables), None):
        return _of_people(tables[name])
    return ()


def _of_people(table: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """What people won, what is simulated, and what both say together, where that is told."""
    from reports.text.words import number, percent, share_range, verdict

    head, rows = table["columns"][0], []
    for row in table["rows"]:
        people = f"{number(row['won'])} of {row['games']:,}" if row["games"] else "-"
        simulated = row["simulated"]
        name = row[head["key"]]
        said = [name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…", people]
        if "both" not in row:
            rows.append((*said, percent(simulated), f"{row['z']:+.1f}"))
            continue
        judged = verdict(row["verdict"])
        word = "" if judged.tone == "open" else judged.word  # the mark says that it is open
        both = (share_range(*_ends(row["both"])), percent(row["off"]), f"{judged.mark} {word}")
        rows.append((*said, percent(simulated["value"]), *both))
    columns = ("both together", "off", "verdict") if "both" in table["rows"][0] else ("apart",)
    half, rest = MOST_OPTIONS // 2, len(rows) - MOST_OPTIONS + 1
    gap = (f"... {rest} more", "on the page", "", *("" for _ in columns))
    shown = rows if len(rows) <= MOST_OPTIONS else [*rows[:half], gap, *rows[1 - half :]]
    return ((head["label"].lower(), "people", "simulated", *columns), *shown)


def _before_and_after(table: dict[str, Any], key: str) -> tuple[tuple[str, ...], ...]:
    from reports.text.words import percent

    def share(value: Any) -> str:
        return percent(value["value"] if isinstance(value, dict) else value)

    rows = [(r[key], share(r["before"]), share(r["after"]), _moved(r)) for r in table["rows"]]
    return ((key, "before", "after", "points after the change"), *_few(rows))


def _moved(row: dict[str, Any]) -> str:
    """The points of a row, or why it has none."""
    from reports.text.words import signed_range, verdict

    return signed_range(*_ends(row["effect"])) if row["effect"] else verdict(row["verdict"]).word


def _ends(number: dict[str, float]) -> tuple[float, float, float]:
    return number["value"], number["low"], number["high"]


def _grid(table: dict[str, Any]) -> tuple[tuple[str, ...], ...]:
    from reports.text.words import share_range

    keys = [c["key"] for c in table["columns"][1:]]
    head = tuple(c["label"] for c in table["columns"])
    rows = []
    for row in table["rows"]:
        cells = [row[k] for k in keys]
        texts = [share_range(*_ends(c)) if c else "-" for c in cells]
        rows.append((row[table["columns"][0]["key"]], *texts))
    return (head, *rows)


def _few(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    if len(rows) <= MOST_ROWS:
        return list(rows)
    half = MOST_ROWS // 2
    gap = (f"... {len(rows) - 2 * half} more, in the report", *("" for _ in rows[0][1:]))
    return [*rows[:half], gap, *rows[-half:]]


def _aligned(table: tuple[tuple[str, ...], ...]) -> list[str]:
    if not table:
        return []
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
