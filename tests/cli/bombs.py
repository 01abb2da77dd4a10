"""Small files of which very much would be made, in every format that the toolkit reads."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from simulate.core.files import budget, toml

XMLNS = "urn:oasis:names:tc:opendocument:xmlns"
MANIFEST = (
    f'<m:manifest xmlns:m="{XMLNS}:manifest:1.0"><m:file-entry m:full-path="/" '
    'm:media-type="application/vnd.oasis.opendocument.spreadsheet"/><m:file-entry '
    'm:full-path="content.xml" m:media-type="text/xml"/></m:manifest>'
)
BEGIN = (
    f'<office:document-content xmlns:office="{XMLNS}:office:1.0" '
    f'xmlns:table="{XMLNS}:table:1.0" xmlns:text="{XMLNS}:text:1.0"><office:body>'
    '<office:spreadsheet><table:table table:name="heroes">'
)
END = "</table:table></office:spreadsheet></office:body></office:document-content>"
CELL = '<table:table-cell office:value-type="string"{}><text:p>{}</text:p></table:table-cell>'
WIDE = ' table:number-columns-repeated="{}"'
HIGH = '<table:table-row table:number-rows-repeated="{}">{}</table:table-row>'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
XLSX = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
    'relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.'
    'openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName='
    '"/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'spreadsheetml.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{REL}"><sheets>'
    '<sheet name="heroes" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship '
    f'Id="rId1" Type="{REL}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}


def archive(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in parts.items():
            made.writestr(name, text)
    return out.getvalue()


def ods(rows: str, before: str = "") -> bytes:
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    content = before + BEGIN + rows + END
    return archive({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": MANIFEST})


def ods_row(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def xlsx(rows: str, behind: str = "", before: str = "") -> bytes:
    sheet = f'{before}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{behind}</worksheet>'
    return archive({**XLSX, "xl/worksheets/sheet1.xml": sheet})


def parquet(values: list[str] | None, rows: int = 0) -> bytes:
    import polars as pl
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    if values is None:
        pl.DataFrame({"cell": pl.repeat(0, rows, eager=True)}).write_parquet(out)
    else:
        table = pa.table({"cell": values})
        pq.write_table(table, out, use_dictionary=False, compression="zstd")
    return out.getvalue()


ENTITY = "declares an XML entity"
DAMAGED = "is a damaged spreadsheet"
MANY = (budget.TOO_MANY,)
COUNTED = (*MANY, budget.TOO_LONG)  # one by one: a slow machine may come to the time first
GREAT = (budget.TOO_LONG, budget.TOO_MUCH, budget.ENDS)
ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@dataclass(frozen=True)
class Bomb:
    """A file, and the beginnings of the sentences of which one answers it.

    is_quick: no limit of time or memory ends it.
    """

    name: str
    content: Callable[[], bytes]
    said: tuple[str, ...]
    is_quick: bool = True

    def __str__(self) -> str:
        return self.name


FAR = CELL.format("", "id")
EMPTY = "<table:table-cell{}/>"
SHEETS = (
    Bomb(
        "wide.ods", lambda: ods(ods_row(EMPTY.format(WIDE.format(10**9)), FAR)), (budget.TOO_MANY,)
    ),
    Bomb(
        "same.ods", lambda: ods(ods_row(CELL.format(WIDE.format(10**9), "x"))), (budget.TOO_MANY,)
    ),
    Bomb(
        "texts.ods",
        lambda: ods(ods_row(CELL.format(WIDE.format(9999), "x" * 10**6))),
        (budget.TOO_MANY,),
    ),
    Bomb("high.ods", lambda: ods(HIGH.format(10**9, FAR)), MANY),
    Bomb("gap.ods", lambda: ods(HIGH.format(10**9, "") + ods_row(FAR)), MANY),
    Bomb(
        "number.ods", lambda: ods(ods_row(EMPTY.format(WIDE.format("9" * 10**5)), FAR)), (DAMAGED,)
    ),
    Bomb("entities.ods", lambda: ods(ods_row(FAR), ENTITIES), (ENTITY,)),
    Bomb("open.ods", lambda: ods("<table:table-row>"), (DAMAGED,)),
    Bomb(
        "cells.ods", lambda: ods(ods_row(EMPTY.format(WIDE.format(2000)) * 400_000)), GREAT, False
    ),
    Bomb("rows.ods", lambda: ods(HIGH.format(9999, "") * 400_000), GREAT, False),
    Bomb(
        "deep.ods",
        lambda: ods(ods_row("<text:p>" * 10**5, "</text:p>" * 10**5)),
        (DAMAGED, *GREAT),
        False,
    ),
    Bomb("many.ods", lambda: ods(ods_row("<table:table-cell/>" * 2_000_001)), COUNTED),
    Bomb(
        "far.xlsx",
        lambda: xlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
        (budget.TOO_MANY,),
    ),
    Bomb(
        "span.xlsx",
        lambda: xlsx("", '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
        (budget.TOO_MANY,),
    ),
    Bomb(
        "entities.xlsx",
        lambda: xlsx('<row><c t="str"><v>x</v></c></row>', before=ENTITIES),
        (ENTITY,),
    ),
    Bomb("many.xlsx", lambda: xlsx(f"<row>{'<c/>' * 2_000_001}</row>"), COUNTED),
    Bomb(
        "cells.xlsx",
        lambda: xlsx(f"<row>{'<c/>' * 900_000}</row>"),
        (*MANY, *GREAT),
        False,
    ),
    Bomb("rows.xlsx", lambda: xlsx("<row/>" * 900_000), (*MANY, *GREAT), False),
    Bomb("swells.xlsx", lambda: archive({**XLSX, "x.xml": " " * 51_000_000}), (budget.TOO_LARGE,)),
    Bomb("lines.csv", lambda: b"\n" * 19_000_000, MANY),
    Bomb("old.csv", lambda: b"\r" * 19_000_000, MANY),
    Bomb("commas.csv", lambda: b"id" + b"," * 19_000_000, MANY),
)


def keys(count: int) -> bytes:
    return "".join(f"k{n} = {n}\n" for n in range(count)).encode()


MORE = "more than 200 things are wrong"
LARGE = "it is too large (at most 300 KB)"
TEXTS = (
    Bomb("keys", lambda: keys(20_000), (MORE,)),
    Bomb("large", lambda: b"#" * 300_001, (LARGE,)),
    Bomb("tables", lambda: b"".join(b"[t%d]\n" % n for n in range(38_000)), ("",), False),
    Bomb("arrays of tables", lambda: b"[[a]]\n" * 48_000, ("",), False),
    Bomb("dotted", lambda: b".".join([b"a"] * 140_000) + b"=1", (toml.NESTED,)),
    Bomb("nested", lambda: b"a = " + b"[" * 280_000, (toml.NESTED,)),
    Bomb("inline", lambda: b"a = " + b"{a=" * 95_000, (toml.NESTED,)),
    Bomb("list", lambda: b"a = [" + b"0," * 145_000 + b"]", ("",), False),
    Bomb("hexadecimal", lambda: b"a = 0x" + b"f" * 290_000, (toml.TOO_LONG,)),
    Bomb("digits", lambda: b"a = " + b"9" * 290_000, (toml.TOO_LONG,)),
    Bomb("text", lambda: b'a = "' + b"\\n" * 145_000 + b'"', ("",)),
)
JSON = (
    Bomb("lists", lambda: b"[" + b"[]," * 2_000_001 + b"[]]", MANY),
    Bomb(
        "keys",
        lambda: json.dumps({str(n): n for n in range(1_100_000)}).encode(),
        (budget.TOO_MANY,),
    ),
    Bomb("nested", lambda: b"[" * 900_000, ("nested too deeply",)),
    Bomb("digits", lambda: b"9" * 900_000, ("Exceeds the limit",)),
)
TABLES = (
    Bomb("texts", lambda: parquet(["x" * 10**6 + str(n % 3) for n in range(500)]), GREAT, False),
    Bomb("rows", lambda: parquet(None, 100_000_000), MANY),
    Bomb("no table", lambda: b"PAR1" * 1000, ("cannot be read as a table",)),
)
