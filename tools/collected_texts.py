"""The texts that the code marks for translation, read as `make messages` reads them and without gettext."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

Text = tuple[str | None, str, str | None]
"""Its context, itself, and its form for several."""

ROOT = Path(__file__).parents[1]
FOLDERS = ("clubchess", "tournaments", "templates")
_LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_CALL = re.compile(rf"\b(n?p?gettext|_)\(\s*({_LITERAL}(?:\s*,\s*{_LITERAL})*)")
_SHORT = {"_": "gettext", "gettext_noop": "gettext"}


def collected(root: Path = ROOT) -> dict[Text, str]:
    """Each of them, and the first file that it stands in. A text that is marked alone and with a form for several is
    one message of a catalogue: the one with both."""
    found: dict[Text, str] = {}
    for file in sorted(file for folder in FOLDERS for file in (root / folder).rglob("*")):
        if file.suffix in {".html", ".txt", ".py"}:
            read = _of_python if file.suffix == ".py" else _of_template
            for text in read(file.read_text(encoding="utf-8")):
                found.setdefault(text, str(file.relative_to(root)))
    counted = {(context, text) for context, text, several in found if several is not None}
    return {text: file for text, file in found.items() if text[2] is not None or text[:2] not in counted}


def _of_python(source: str) -> Iterator[Text]:
    tree = ast.parse(source)
    # What gettext does not look into; tools.marked_texts refuses a marked text there.
    inside = {id(each) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for each in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in inside:
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            yield from _text(name, texts, len(node.args))


def _of_template(source: str) -> Iterator[Text]:
    for name, literals in _CALL.findall(templatize(source)):
        texts = [ast.literal_eval(literal) for literal in re.findall(_LITERAL, literals)]
        yield from _text(name, texts, len(texts))


def _text(name: str, texts: list[str], given: int) -> Iterator[Text]:
    kind = _SHORT.get(name, name.removesuffix("_lazy"))
    asked = {"gettext": 1, "ngettext": 2, "pgettext": 2, "npgettext": 3}.get(kind)
    if asked is None or len(texts) < asked or not texts[-1] or given < asked:
        return
    context = texts[0] if "pg" in kind else None
    rest = texts[1:asked] if "pg" in kind else texts[:asked]
    yield context, rest[0], rest[1] if len(rest) > 1 else None
