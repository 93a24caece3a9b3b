"""Finds sentences that only a control completes: `python -m tools.completed_by_controls`.

"A round is paired from [those who are here]" has one order of words; a label that is whole, "Players who are paired",
can be said in every language.
"""

import ast
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from django.template.base import Lexer, Token, TokenType

ROOT = Path(__file__).parents[1]
LABELS = ("tournaments/forms", "tournaments/pairing")
FOR_DEVELOPERS = ROOT / "templates" / "tournaments" / "common" / "style_guide.html"
UNFINISHED = frozenset(
    {
        "a",
        "about",
        "after",
        "an",
        "and",
        "are",
        "as",
        "at",
        "below",
        "between",
        "by",
        "for",
        "from",
        "gets",
        "if",
        "in",
        "into",
        "is",
        "of",
        "or",
        "than",
        "that",
        "the",
        "to",
        "until",
        "was",
        "were",
        "when",
        "where",
        "whoever",
        "with",
        "within",
    }
)
"""After these words something has to come."""
VERBS = frozenset({"becomes", "gives", "plays", "sees", "shown"})
"""So it has after these, but for a question that is not asked: "What the public sees"."""
QUESTIONS = frozenset({"how", "what", "when", "where", "which", "who", "whoever", "whom"})
PREDICATES = frozenset({"are", "has", "have", "is", "stays", "waits", "was", "were"})
"""With these no choice begins: the label would be its subject."""
MARKERS = {"_", "gettext", "gettext_lazy", "gettext_noop", "pgettext", "pgettext_lazy"}

_TYPED = {"input", "select", "textarea"}
_NOT_IN_THE_SENTENCE = {"hidden", "radio", "checkbox", "submit", "reset", "image"}  # ticked, or tapped, after reading
_BEGINS_ANEW = {"section", "form", "fieldset", "table", "tr", "td", "li", "dt", "dd", "p", "div", "option", "a"}
_BEGINS_ANEW |= {"h1", "h2", "h3", "h4", "button", "summary", "label", "legend", "header", "nav"}
_FIELD = re.compile(r"(?:\w+\.)*(?:\w*form\.\w+|field)(?:\|control\S*)?")
_LITERAL = re.compile(r"""trans(?:late)?\s+("[^"]*"|'[^']*')(?:\s+context\s+(?:"[^"]*"|'[^']*'))?""")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")


def is_unfinished(text: str) -> bool:
    """Whether something has to follow; a colon ends what stands before it, and so does a sentence's mark. One word
    alone, as "From" and "To", heads its field."""
    words = _ASIDE.sub("", text).split()
    if len(words) < 2:
        return False
    first, last = words[0].casefold(), words[-1].casefold()
    return last in UNFINISHED or (last in VERBS and first not in QUESTIONS)


def in_template(source: str) -> list[tuple[int, str]]:
    reader = _Reader()
    reader.feed(_as_read(Lexer(source).tokenize()))
    reader.close()
    return reader.found


def in_python(source: str) -> list[tuple[int, str]]:
    """Labels of fields and of options, and their choices."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg == "choices" and isinstance(node.value, ast.Dict):
            found.extend((each.lineno, text) for each in node.value.values if _is_predicate(text := _marked(each)))
        value = None
        if (isinstance(node, ast.keyword) and node.arg == "label") or (
            isinstance(node, ast.Assign)
            and any(isinstance(target, ast.Attribute) and target.attr == "label" for target in node.targets)
        ):
            value = node.value
        if value is not None and (text := _marked(value)) and is_unfinished(text):
            found.append((value.lineno, text))
    return found


def completed_by_controls(root: Path = ROOT) -> Iterator[str]:
    for file in sorted((root / "templates").rglob("*.html")):
        if file != FOR_DEVELOPERS:
            for line, text in in_template(file.read_text(encoding="utf-8")):
                yield f"{file.relative_to(root)}:{line}: completed by a control: {text}"
    for folder in LABELS:
        for file in sorted((root / folder).rglob("*.py")):
            for line, text in in_python(file.read_text(encoding="utf-8")):
                yield f"{file.relative_to(root)}:{line}: completed by a control: {text}"


def _is_predicate(text: str) -> bool:
    return text.partition(" ")[0].casefold() in PREDICATES and not text.endswith("?")


def _marked(value: ast.expr) -> str:
    match value:
        case ast.Call(func=ast.Name(id=name), args=[*_, ast.Constant(value=str(text))]) if name in MARKERS:
            return text
    return ""


def _as_read(tokens: list[Token]) -> str:
    """The template's HTML, line for line, with the marked texts in it, a value as … and a field as a control."""
    html: list[str] = []
    for token in tokens:
        if token.token_type is TokenType.TEXT:
            html.append(token.contents)
        elif token.token_type is TokenType.VAR:
            html.append("<input>" if _FIELD.fullmatch(token.contents) else "…")
        elif token.token_type is TokenType.BLOCK and (literal := _LITERAL.match(token.contents)):
            html.append(re.sub(r"[<>\"]", "", literal.group(1)[1:-1]))  # which would end the attribute around
    return "".join(html)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str]] = []
        self._text = ""
        self._line = 0
        self._is_after_a_control = False
        self._options = 0

    def handle_data(self, data: str) -> None:
        if self._options or not (text := " ".join(data.split())):
            return
        if self._is_after_a_control and text[0].islower():
            self.found.append((self.getpos()[0], text))
        self._is_after_a_control = False
        self._text, self._line = f"{self._text} {text}".strip(), self.getpos()[0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _TYPED and dict(attrs).get("type") in _NOT_IN_THE_SENTENCE:
            return
        if tag in _TYPED or tag == "button":
            if is_unfinished(self._text):
                self.found.append((self._line, self._text))
            self._text = ""
            self._is_after_a_control = tag == "input"
        if tag in {"select", "textarea"}:
            self._options += 1
        elif tag in _BEGINS_ANEW:
            self._begin_anew()

    def handle_endtag(self, tag: str) -> None:
        if tag in {"select", "textarea"}:
            self._options = 0
            self._is_after_a_control = True
        elif tag in _BEGINS_ANEW:
            self._is_after_a_control = False

    def _begin_anew(self) -> None:
        self._text = ""
        self._is_after_a_control = False


if __name__ == "__main__":
    found = list(completed_by_controls())
    print("\n".join(found) if found else "No sentence needs a control to be whole.")  # noqa: T201  # a command's output
    sys.exit(bool(found))
