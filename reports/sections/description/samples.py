"""Which games are worth a look?"""

from analysis.description.samples import Sample
from analysis.study import Study
from reports.sections.description.ends import label
from reports.tables.parts import Col, Data, Section, table
from reports.text import words
from reports.text.command import ALLOW_CODE, command_of, file_of

ID = "samples"
TITLE = "Which games are worth a look?"
WHY = {
    "closest": "the loss that came nearest to a win",
    "longest": "the longest game",
    "shortest": "the shortest game",
    "typical": "a game like most others, where winning is least sure",
}
IN_A_CONTEST = {
    "closest": "the narrowest lead at the end",
    "typical": "a game like most others",
}


def section(study: Study) -> Section | None:
    """A few games with the command that tells each of them as a story."""
    if not study.samples:
        return None
    said = [
        "Any game can be told move by move. In the commands, RUN is the folder that this "
        "report lies in."
    ]
    columns = [
        Col("why", "Which"),
        Col("setting", "Setting"),
        Col("end", "End"),
        *(
            Col(f"l{i}", words.sentence(words.unslug(n)), "number")
            for i, n in enumerate([column.replace("_", " ") for column in study.samples[0].lengths])
        ),
        Col("command", "Tell it", "code"),
    ]
    rows = [_row(s, study) for s in study.samples]
    return Section(ID, TITLE, said, tables=[table("samples", "Games to read", columns, rows)])


def why(study: Study) -> dict[str, str]:
    """Why each game was picked; where no margin tells how near a loss was to a win, by the lead."""
    return WHY if any(m.better for m in study.margins) else WHY | IN_A_CONTEST


def _row(sample: Sample, study: Study) -> Data:
    cell = next(c for c in study.design.cells if c.number == sample.cell)
    meanings = study.design.manifest.get("end_reasons", {})
    manifest = study.design.manifest
    needs_code = file_of(manifest) or (ALLOW_CODE,) in command_of(manifest).options
    allowed = f" {ALLOW_CODE}" if needs_code else ""
    row: Data = {
        "why": why(study)[sample.kind],
        "setting": words.setting(cell.levels),
        "end": label(sample.end_reason, meanings.get(sample.end_reason, "")),
        "command": f"simulate replay RUN --cell {sample.cell} --game {sample.replicate}{allowed}",
    }
    return row | {f"l{i}": v for i, v in enumerate(sample.lengths.values())}
