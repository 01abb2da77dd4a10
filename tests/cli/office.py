"""LibreOffice, where this machine has it: a second program that opens and saves spreadsheets."""

import shutil
import subprocess

import pytest

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
needed = pytest.mark.skipif(OFFICE is None, reason="no LibreOffice on this machine")
# Comma, double quotes, UTF-8, every sheet as a file of its own, numbers as they are.
EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,{shown},false,false,false,-1"


def saved(path, ending, folder, *, shown=False):
    """The file as LibreOffice saves it, under its own name in a folder.

    ending: xlsx, ods, html or csv, which has a file for each sheet.  shown: yes and no as the
    screen shows them, not as the numbers that they are to it.
    """
    as_what = EVERY_SHEET.format(shown=str(shown).lower()) if ending == "csv" else ending
    home = f"-env:UserInstallation=file://{folder}/home"
    words = [OFFICE, home, "--headless", "--convert-to", as_what, "--outdir", folder / "saved"]
    subprocess.run([*words, path], check=True, capture_output=True)
    return folder / "saved" / path.with_suffix(f".{ending}").name
