"""Finds words of two senses that are marked without saying which is meant: `python -m tools.two_senses`."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from django.template.base import Lexer, TokenType

ROOT = Path(__file__).parents[1]
FOLDERS = ("tournaments", "clubchess")
SENSES = {
    "about": "of a time, of a subject",
    "and": "between two, at the end of a list; see `listing` in tournaments/pairing/wording.py",
    "another": "one more, a different one",
    "around": "of a time, of a place",
    "as kept": "like what was saved, while it is saved",
    "at": "of a time, of a place",
    "away": "absent, out of the way",
    "change": "a verb, a difference",
    "changed since": "of a name, of a result",
    "closed": "of a season, of a page",
    "down": "lower on the list, rounded",
    "draw": "half a point, a lot",
    "finished": "of a round, of a game",
    "from": "of a day, a number, a sender",
    "here": "present, in this place",
    "is here": "present, in the list",
    "last": "the previous one, the final one",
    "last round": "the previous one, the final one",
    "last rounds": "the newest ones, the final ones",
    "left": "gone, remaining, the left hand",
    "level": "equal, a grade",
    "new": "of a player, of a thing",
    "none": "of a person, of a thing: the gender differs",
    "not known": "of a fact, of a person",
    "nothing": "no points, no effect, no word",
    "open": "a verb, not closed, not played yet",
    "out": "eliminated, away from the hall",
    "pair": "a verb, two people",
    "postponed": "of a game, of a round",
    "published": "of a round, of a table",
    "right": "correct, the right hand",
    "settled": "paid, decided, come to rest",
    "shared": "of a place, of a link",
    "start": "a verb, the beginning",
    "take back": "a word, a publication",
    "to": "of a day, a number, an address",
    "up": "higher on the list, rounded",
    "withdrawn": "of a player, of a thing",
}
"""In small letters; the commonest sense of a word that is everywhere, as Round or Place, needs none."""
WITHOUT_CONTEXT = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
_BARE = re.compile(r"""trans(?:late)?\s+(?:"([^"]*)"|'([^']*)')(?!.*\scontext\s)""")


def in_python(source: str) -> list[tuple[int, str]]:
    return sorted(
        (node.lineno, argument.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WITHOUT_CONTEXT
        for argument in node.args[:1]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and _has_two_senses(argument.value)
    )


def in_template(source: str) -> list[tuple[int, str]]:
    texts: list[tuple[int, str]] = []
    is_bare = False  # inside a blocktranslate without a context
    for token in Lexer(source).tokenize():
        if token.token_type is TokenType.BLOCK:
            if bare := _BARE.match(token.contents):
                texts.append((token.lineno or 1, bare.group(1) or bare.group(2) or ""))
            is_bare = token.contents.startswith("blocktrans") and " context " not in token.contents
            if is_bare or token.contents.startswith("plural"):
                is_bare = True
                texts.append((token.lineno or 1, ""))
        elif is_bare:
            line, text = texts[-1]
            texts[-1] = (line, text + (token.contents if token.token_type is TokenType.TEXT else "…"))
    return [(line, text.strip()) for line, text in texts if _has_two_senses(text.strip())]


def two_senses(root: Path = ROOT) -> Iterator[str]:
    for file in sorted((root / "templates").rglob("*.html")):
        for line, word in in_template(file.read_text(encoding="utf-8")):
            yield _told(file.relative_to(root), line, word)
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.py")):
            for line, word in in_python(file.read_text(encoding="utf-8")):
                yield _told(file.relative_to(root), line, word)


def _has_two_senses(text: str) -> bool:
    return text.casefold() in SENSES


def _told(file: Path, line: int, word: str) -> str:
    return f"{file}:{line}: say by a context what “{word}” means ({SENSES[word.casefold()]})"


if __name__ == "__main__":
    found = list(two_senses())
    print("\n".join(found) if found else "Words of two senses say which is meant.")  # noqa: T201  # a command's output
    sys.exit(bool(found))
