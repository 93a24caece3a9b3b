"""What is said of one kind is said of all of them, or it says why not: a kind that comes later is not forgotten."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tools.files import files_in

ROOT = Path(__file__).parents[2]
BASES = {"Enum", "StrEnum", "IntEnum", "TextChoices", "IntegerChoices"}
NOT_ALL = "# not all: "
"""On the first line of a dict or a match, or alone on the line above it; behind it stands why."""

Enums = Mapping[str, Mapping[str, frozenset[str]]]
"""The members by the class and the file it stands in."""


@cache
def sources() -> Mapping[str, str]:
    files = [
        file
        for package in ("tournaments", "clubchess")
        for file in files_in(ROOT / package, "**/*.py")
        if "migrations" not in file.parts
    ]
    assert len(files) > 400
    return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}


def members(node: ast.ClassDef) -> frozenset[str]:
    names = [name for each in node.body if isinstance(each, ast.Assign) for name in each.targets]
    return frozenset(name.id for name in names if isinstance(name, ast.Name) and not name.id.startswith("_"))


def enums(files: Mapping[str, str]) -> Enums:
    found: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    for path, source in files.items():
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and any(ast.unparse(each).split(".")[-1] in BASES for each in node.bases):
                found[node.name][path] = members(node)
    return found


class Members:
    """Which enum a name in one file means: the one that stands there, the one that is imported, or the only one."""

    def __init__(self, path: str, tree: ast.Module, known: Enums) -> None:
        self.path, self.known = path, known
        self.imported = {
            name.asname or name.name: (each.module or "").replace(".", "/")
            for each in ast.walk(tree)
            if isinstance(each, ast.ImportFrom)
            for name in each.names
        }

    def of(self, name: str) -> frozenset[str]:
        there = self.known.get(name, {})
        if self.path in there:
            return there[self.path]
        module = self.imported.get(name, "")
        exact = [each for path, each in there.items() if module and path in {f"{module}.py", f"{module}/__init__.py"}]
        return exact[0] if exact else next(iter(there.values()), frozenset()) if len(there) == 1 else frozenset()

    def named(self, nodes: list[ast.expr]) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for node in nodes:
            if isinstance(node, ast.Attribute):
                name = ast.unparse(node.value).split(".")[-1]
                if node.attr in self.of(name):
                    found[name].add(node.attr)
        return found


def patterns(pattern: ast.pattern) -> list[ast.pattern]:
    return (
        [each for one in pattern.patterns for each in patterns(one)] if isinstance(pattern, ast.MatchOr) else [pattern]
    )


def named_in_cases(node: ast.Match) -> list[ast.expr]:
    """Those that are always taken: a case with a condition lets some through."""
    free = [each for case in node.cases if case.guard is None for each in patterns(case.pattern)]
    return [each.value for each in free if isinstance(each, ast.MatchValue)]


def never_falls_through(node: ast.Match) -> bool:
    last = node.cases[-1]
    is_wild = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None
    return is_wild and ast.unparse(last.body[0]).startswith("assert_never(")


def says_why(lines: list[str], number: int) -> bool:
    above = lines[number - 2].strip() if number > 1 else ""
    reason = lines[number - 1].partition(NOT_ALL)[2] or (above.partition(NOT_ALL)[2] if above.startswith("#") else "")
    return bool(reason.strip())


def judged(files: Mapping[str, str]) -> Iterator[tuple[str, set[str], bool]]:
    """Each dict and match over an enum: where it stands, which members it leaves out, whether it says why."""
    known = enums(files)
    for path, source in files.items():
        tree, lines = ast.parse(source), source.splitlines()
        which = Members(path, tree, known)
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                found = {
                    name: keys for name, keys in which.named([key for key in node.keys if key]).items() if len(keys) > 1
                }
            elif isinstance(node, ast.Match) and not never_falls_through(node):
                found = dict(which.named(named_in_cases(node)))
            else:
                continue
            for name, keys in found.items():
                left_out = set(which.of(name) - keys)
                yield f"{path}:{node.lineno} {name}", left_out, says_why(lines, node.lineno)


def wrong(files: Mapping[str, str]) -> list[str]:
    found = [*judged(files)]
    return [
        *(f"{at} leaves out {', '.join(sorted(out))}: add {NOT_ALL}…" for at, out, why in found if out and not why),
        *(f"{at} has all: it needs no {NOT_ALL}…" for at, out, why in found if why and not out),
    ]


def test_every_dict_and_match_has_all_members_or_says_why_not() -> None:
    assert len([*judged(sources())]) > 100
    assert wrong(sources()) == []


KINDS = "class Kind(StrEnum):\n    A = 'a'\n    B = 'b'\n    C = 'c'\n"


@pytest.mark.parametrize(
    ("code", "is_wrong"),
    [
        ("x = {Kind.A: 1, Kind.B: 2}", True),
        ("x = {Kind.A: 1, Kind.B: 2}  # not all: C is none", False),
        ("# not all: C is none\nx = {Kind.A: 1, Kind.B: 2}", False),
        ("x = {Kind.A: 1, Kind.B: 2}  # not all: ", True),
        ("x = {Kind.A: 1, Kind.B: 2, Kind.C: 3}", False),
        ("x = {Kind.A: 1, Kind.B: 2, Kind.C: 3}  # not all: C is none", True),
        ("x = {Kind.A: 1}", False),
        ("match kind:\n    case Kind.A:\n        pass", True),
        ("match kind:\n    case Kind.A:\n        pass\n    case _:\n        pass", True),
        ("match kind:\n    case Kind.A:\n        pass\n    case _:\n        assert_never(kind)", False),
        ("match kind:\n    case Kind.A | Kind.B:\n        pass\n    case Kind.C:\n        pass", False),
        ("match kind:\n    case Kind.A | Kind.B:\n        pass\n    case Kind.C if free:\n        pass", True),
        ("match kind:  # not all: the others are free\n    case Kind.A:\n        pass", False),
    ],
)
def test_it_finds_one_that_leaves_some_out(code: str, is_wrong: bool) -> None:
    assert bool(wrong({"one.py": f"{KINDS}\n{code}\n"})) == is_wrong


def test_of_two_enums_of_one_name_the_imported_one_is_meant() -> None:
    files = {
        "kinds.py": KINDS,
        "others.py": "class Kind(Enum):\n    A = 1\n    B = 2\n",
        "reader.py": "from kinds import Kind\nx = {Kind.A: 1, Kind.B: 2}\n",
    }
    assert wrong(files) == [f"reader.py:2 Kind leaves out C: add {NOT_ALL}…"]
