"""Which tests a change touches, by imports: `python -m tools.changed_tests` prints their files.

A test file is chosen if it was changed itself, if it has the noun of a changed module, or if it or a tool of the tests
that it uses imports one. A template, sheet, script or catalogue chooses the tests of its screen. Nothing is recorded
that could be out of date.
"""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from tools.files import files_in

ROOT = Path(__file__).parents[1]
CORE = ("tests/pairing", "tests/ratings", "tests/simulation")
"""The core's tests know no database: they are chosen by any change of it."""
OF_ALL_TEXTS = (
    "tests/house/test_catalogues.py",
    "tests/house/test_glossary.py",
    "tests/house/test_marked_texts.py",
    "tests/house/test_translators_notes.py",
)
OF_ALL_SHEETS = ("tests/house/test_contrast.py", "tests/house/test_browsers.py", "tests/clubchess/test_static_files.py")
_NO_NOUNS = {"", "tournaments", "tests", "js", "page", "components", "init", "common", "parts", "staff", "public"}
MOST = 60
"""Files, the nearest first: `make test` runs them all."""


def changed() -> list[str]:
    """Against the last commit; if nothing has changed since, what that commit did."""
    now = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return now or _git("diff", "--name-only", "HEAD~1", "HEAD")


def chosen(files: Iterable[str], imports: Mapping[str, frozenset[str]]) -> list[str]:
    """Of the test files, those that a change of these files touches, the nearest first.

    `imports` says of each Python file below tests/ which modules it imports.
    """
    files = list(files)
    modules = {_module(file) for file in files if file.endswith(".py")}
    nouns = {noun for file in files for noun in _nouns(file)}
    tests = [file for file in imports if Path(file).name.startswith("test_")]
    tools = {_module(file) for file in imports if imports[file] & modules and not Path(file).name.startswith("test_")}
    nearness = {}
    for file in tests:
        ways = (
            file in files,
            Path(file).stem.removeprefix("test_") in nouns,
            bool(imports[file] & modules),
            bool(imports[file] & tools),
        )
        if any(ways):
            nearness[file] = ways.index(True)
    found = sorted(nearness, key=lambda file: (nearness[file], file))[:MOST]
    return [*found, *(file for file in _of_all(files) if file not in found)]


def _of_all(files: Iterable[str]) -> list[str]:
    found: list[str] = []
    for file in files:
        if file.startswith("tournaments/pairing/"):
            found += CORE
        if file.startswith(("templates/", "locale/")):
            found += OF_ALL_TEXTS
        if file.startswith("static/"):
            found += OF_ALL_SHEETS
    return sorted(set(found))


def _nouns(file: str) -> set[str]:
    """What its tests may be called after: the module, its room, the folder of a template, the screen of a sheet."""
    path = Path(file)
    stem = path.stem.lstrip("_").removeprefix("test_").removeprefix("public_").removeprefix("staff_")
    return {stem, path.parent.name} - _NO_NOUNS


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports_of_tests() -> dict[str, frozenset[str]]:
    files = files_in(ROOT / "tests", "**/*.py")
    return {str(file.relative_to(ROOT)): frozenset(_imported(file)) for file in files}


def _imported(file: Path) -> Iterable[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _git(*command: str) -> list[str]:
    done = subprocess.run(["git", *command], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603, S607
    return [line for line in done.stdout.splitlines() if (ROOT / line).exists()]


if __name__ == "__main__":
    print("\n".join(chosen(changed(), imports_of_tests())))  # noqa: T201 # it is what is asked for
