"""Which sentences of the services a test has quoted, and which none has."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tools.files import files_in

ROOT = Path(__file__).parents[3]
SERVICES = ROOT / "tournaments" / "services"
TESTS = ROOT / "tests"
MARKS = frozenset({"_", "gettext_lazy", "ngettext", "pgettext"})
LONG = 20
"""So many letters in a row are in no other text by chance."""
SHORTEST = 12
"""Of a string that is a part of a sentence as it stands, as in `match="…"`."""
FILLED = "…"
"""In the place of a gap, and of a number."""
_NUMBER = re.compile(r"\d+")
_GAP = re.compile(r"\{[^}]*\}")


def sentences_of(source: str) -> Iterator[str]:
    """All whole sentences that are marked for translation, of two plural forms the second."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if texts and texts[-1].endswith("."):
                yield texts[-1]


def strings_of(source: str) -> Iterator[str]:
    """Without what is only a remark: names and sentences of a docstring are no quotation."""
    tree = ast.parse(source)
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in remarks:
            if isinstance(node.value, str):
                yield node.value
            elif isinstance(node.value, bytes):
                yield node.value.decode("utf-8", "replace")


def unquoted(sentences: Iterable[str], strings: Iterable[str]) -> list[str]:
    """A sentence is quoted by all its words between the gaps, or by a part of it that no other sentence has."""
    quoted = {_NUMBER.sub(FILLED, text.strip()) for text in strings}
    every_string = "\n".join(quoted)
    shown = {sentence: _NUMBER.sub(FILLED, _GAP.sub(FILLED, sentence)) for sentence in sentences}
    every_sentence = "\n".join(shown.values())
    matches = {text for text in quoted if len(text) >= SHORTEST and " " in text and every_sentence.count(text) == 1}
    told_by = Counter(part for each in shown.values() for part in set(_parts(each)))
    return [
        sentence
        for sentence, each in sorted(shown.items())
        if not all(piece in every_string for piece in each.split(FILLED))
        and not any(text in each for text in matches)
        and not any(part in every_string for part in _parts(each) if told_by[part] == 1)
    ]


def _parts(sentence: str) -> Iterator[str]:
    return (sentence[start : start + LONG] for start in range(len(sentence) - LONG + 1))


@cache
def refusal_sentences() -> dict[str, str]:
    """By sentence: the file that says it."""
    files = files_in(SERVICES, "**/*.py")
    return {
        sentence: str(file.relative_to(ROOT)) for file in files for sentence in sentences_of(file.read_text("utf-8"))
    }


@cache
def quoted_strings() -> list[str]:
    return [text for file in files_in(TESTS, "**/*.py") for text in strings_of(file.read_text("utf-8"))]
