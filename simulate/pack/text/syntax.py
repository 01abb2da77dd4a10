"""Explain TOML syntax errors to people who do not know TOML."""

import re

LINE = "a line is `key = value`, a [heading], or a comment that begins with #"
BACKSLASH = "a backslash in text is written twice, or the text stands in 'single quotes'"
OLD_ENDS = "lines end in lone carriage returns; save the file with the line ends of your system"
CURLY = "“”„«»‘’‚"
UNFINISHED = ("Invalid value", "Unterminated", "Unclosed", "Expected \"'''\"")
TWICE = re.compile(r"Cannot declare \((.*)\) twice")
WORD = re.compile(r"[^\s,\]}#]+")

# How `tomllib` begins what it says, and what a designer can do about it.
SENTENCES = {
    "Illegal character '\\n'": "this text has no closing quote on its line",
    "Found invalid character '\\n'": "this text has no closing quote on its line",
    "Unterminated string": "this text has no closing quote",
    'Expected "\'"': "this text has no closing quote",
    "Expected ']]'": "this heading is not closed; `]]` is missing",
    "Expected '='": LINE,
    "Invalid statement": LINE,
    "Invalid initial character": LINE,
    "Unclosed inline table": "a comma or `}` is missing",
    "Unclosed array": "a comma or `]` is missing",
    "Unescaped '\\'": BACKSLASH,
    "Invalid hex value": BACKSLASH,
    "Found invalid character '\\r'": OLD_ENDS,
    "Illegal character '\\r'": OLD_ENDS,
}


def in_words(message: str, text: str, start: int) -> str:
    """What `tomllib` says of the place `start` of a text, as a sentence that says what to do."""
    line = text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
    rest = text[start:].partition("\n")[0]
    if not text[start:].strip() and message.startswith(UNFINISHED) and line.strip()[-1:] != "=":
        return "the file ends before this is closed: a quote or a bracket is missing"
    if rest[:1] in CURLY and rest:
        return f'`{rest[0]}` is not a quote in TOML; write straight quotes: "text"'
    if not rest[:1].isprintable() and rest[0] not in "\t\r":
        return f"an invisible character (U+{ord(rest[0]):04X}) stands here; delete it"
    if message.startswith("Invalid value"):
        return _no_value(rest)
    if message.startswith("Expected newline"):
        return _too_much(rest)
    if message.startswith("Expected ']' at the end of a table"):
        return _heading(rest)
    if match := TWICE.match(message):
        name = ".".join(part.strip(" '") for part in match[1].split(",") if part.strip())
        return f"the heading [{name}] stands here a second time; each has a name of its own"
    if message.startswith(("Cannot overwrite", "Duplicate inline table key")):
        key = message.partition("'")[2].strip("'") or line.partition("=")[0].strip("[] ")
        return f"`{key}` is here a second time; remove one of the two"
    if message.startswith("Expected '='") and rest[:1] == ":":
        return "write `=` in place of `:`"
    known = (words for begin, words in SENTENCES.items() if message.startswith(begin))
    return next(known, message[:1].lower() + message[1:])


def _no_value(rest: str) -> str:
    start = WORD.match(rest)
    if start is None or start[0] == "=":
        return "a value is missing here"
    word = start[0]
    if word.lower() in ("true", "false"):
        return f"write `{word.lower()}` in small letters"
    if word[0].isalpha():
        return f'`{word}` is not a value; text needs quotes: "{word}"'
    return f"`{word}` is not a value: a number has digits and a point, text needs quotes"


def _too_much(rest: str) -> str:
    if rest.startswith(","):
        return "a list of values stands in brackets: [2, 3]; a fraction has a point: 0.5"
    if rest.startswith(("//", ";", "--")):
        return "a comment begins with #"
    if rest.startswith("\r"):
        return OLD_ENDS
    return f"`{rest.split()[0]}` cannot follow a value; on its line only a comment may, after #"


def _heading(rest: str) -> str:
    if not rest.strip():
        return "this heading is not closed; `]` is missing"
    return "in a heading stand letters a to z, digits, - and _; anything else needs quotes"
