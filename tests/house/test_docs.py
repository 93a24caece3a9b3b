"""What the pages in docs/ name is there: paths, modules, classes, links; and each decision stands in the index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.files import files_in

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "docs" / "decisions"
PAGES = [
    *files_in(ROOT / "docs", "*.md"),
    *(ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "tests" / "README.md"),
    DECISIONS / "README.md",
]
"""Decisions themselves are history: they name what was there."""
CODE = ("tournaments", "clubchess", "tests", "tools", "bench", "soak")
BEGINNINGS = ("", "tournaments", "tournaments/pairing", "tests", "docs")
"""Where a path on a page may begin; also at the page itself."""
NOT_OURS = {
    "IntegrityError": "Django's",
    "Map": "a browser's",
    "Set": "a browser's",
}
"""Names that look like classes of the code."""
NO_PATHS = {
    "docs/web-site.md": "addresses of the API",
}
"""Pages on which what looks like a path is something else."""

QUOTED = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CLASS = re.compile(r"(?:[A-Z][a-z0-9]+){1,6}")
PATH = re.compile(r"[a-z_.<][\w.<>-]*(?:/[\w.<>-]+)*/?")
MODULE = re.compile(rf"(?:{'|'.join(CODE)})(?:\.\w+)+")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


@cache
def classes() -> frozenset[str]:
    files = (file for folder in CODE for file in files_in(ROOT / folder, "**/*.py"))
    found = re.findall(r"^\s*class (\w+)", "\n".join(file.read_text(encoding="utf-8") for file in files), re.MULTILINE)
    assert len(found) > 1000
    return frozenset(found)


@cache
def folders() -> frozenset[str]:
    """With which a path begins that is ours."""
    parents = (ROOT / each for each in BEGINNINGS)
    return frozenset(each.name for parent in parents for each in parent.iterdir() if each.is_dir())


def is_path(word: str) -> bool:
    first, slash, _rest = word.partition("/")
    return PATH.fullmatch(word) is not None and (first in folders() if slash else word.endswith((".py", ".md")))


def is_there(word: str, page: Path) -> bool:
    """`<room>` is any; tests are named without their `.py`."""
    pattern = re.sub(r"<\w+>", "*", word.rstrip("/"))
    places = [*(ROOT / each for each in BEGINNINGS), page.parent]
    return any(any(place.glob(each)) for place in places for each in (pattern, f"{pattern}.py"))


def module_is_there(word: str) -> bool:
    """The module, or what stands in it."""
    parts = word.split(".")
    return any(is_there("/".join(parts[:count]), ROOT / "README.md") for count in (len(parts), len(parts) - 1))


def wrong(text: str, page: Path) -> Iterator[str]:
    name = str(page.relative_to(ROOT))
    words = set(QUOTED.findall(FENCED.sub("", text)))
    for word in sorted(words):
        bare = re.sub(r"\(.*", "", word)
        if CLASS.fullmatch(bare.partition(".")[0]) and not bare.endswith("."):
            if bare.partition(".")[0] not in classes() | NOT_OURS.keys():
                yield f"{name}: no class {word}"
        elif MODULE.fullmatch(word) and not word.endswith((".py", ".md")):
            if not module_is_there(word):
                yield f"{name}: no module {word}"
        elif name not in NO_PATHS and is_path(word) and not is_there(word, page):
            yield f"{name}: no file {word}"
    for target in LINK.findall(text):
        if not (page.parent / target).exists():
            yield f"{name}: leads nowhere: {target}"


def test_all_that_the_pages_name_is_there() -> None:
    assert [line for page in PAGES for line in wrong(page.read_text(encoding="utf-8"), page)] == []


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("`tournaments/services/evening/attendance.py`", False),
        ("`services/evening/attendance.py`", False),
        ("`services/evening/attended.py`", True),
        ("`pairing/history/`", False),
        ("`pairing/facts/`", True),
        ("`views/evening/test_doors`", True),
        ("`templates/tournaments/<room>/<screen>/page.html`", False),
        ("`tournaments.clock`", False),
        ("`tournaments.clock.now`", False),
        ("`tournaments.told.now`", True),
        ("`Capabilities`", False),
        ("`Capabilities.rounds`", False),
        ("`Terms`", True),
        ("`1/2`", False),
        ("[more](a-tap.md#where)", False),
        ("[more](two-taps.md)", True),
    ],
)
def test_it_finds_what_is_not(text: str, is_wrong: bool) -> None:
    assert bool([*wrong(text, ROOT / "docs" / "architecture.md")]) == is_wrong


def test_each_exception_is_still_one() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [name for name in NOT_OURS if f"`{name}" not in pages or name in classes()] == []
    assert [page for page in NO_PATHS if not (ROOT / page).is_file()] == []


def indexed() -> dict[str, tuple[str, str]]:
    """By number: the file, and what it decided."""
    lines = re.findall(r"^- (\d{4}) \[.+\]\((.+?\.md)\): (.+)$", (DECISIONS / "README.md").read_text(), re.MULTILINE)
    assert len(lines) == len({number for number, _file, _what in lines})
    return {number: (file, what) for number, file, what in lines}


def test_each_decision_stands_in_the_index() -> None:
    there = {file.name[:4]: file.name for file in files_in(DECISIONS, "0*.md")}
    assert {number: file for number, (file, _what) in indexed().items()} == there


def test_the_index_says_it_in_twelve_words() -> None:
    assert [number for number, (_file, what) in indexed().items() if len(what.split()) > 12] == []
