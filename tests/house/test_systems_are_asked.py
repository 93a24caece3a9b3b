"""Nothing outside a system's own file reads its options by name or asks which one it is: `capabilities()` says all."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.files import existing, files_in
from tournaments.pairing.discovery import SYSTEMS

ROOT = Path(__file__).parents[2]
FOLDERS = ("bench", "soak", "tests", "tournaments")
OWN = existing(ROOT / "tournaments" / "pairing" / "systems")
# A migration carries over what a system of then had saved, and cannot ask the one of today.
OF_THEN = existing(ROOT / "tournaments" / "migrations")
READERS = {"getattr", "hasattr"}


def by_name(tree: ast.AST) -> Iterator[ast.AST]:
    """Options read by name, and comparisons with a system's code."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=reader), args=[asked, *_]) if reader in READERS:
                if "system" in ast.unparse(asked).split("."):
                    yield node
            case ast.Compare(left=left, comparators=others):
                # What a test expects of a found code is no question which system it is.
                codes = {each.value for each in (left, *others) if isinstance(each, ast.Constant)}
                named = {ast.unparse(each).rpartition(".")[2] for each in (left, *others)}
                if codes & set(SYSTEMS) and named & {"code", "system"}:
                    yield node


def test_such_a_place_would_be_found() -> None:
    assert [*by_name(ast.parse('getattr(system, "win", 1)'))]
    assert [*by_name(ast.parse('hasattr(self.system, "win")'))]
    assert [*by_name(ast.parse('if code != "keizer": pass'))]
    assert [*by_name(ast.parse('tournament.system == "keizer"'))]
    assert not [*by_name(ast.parse('code in SYSTEMS and getattr(player, "name")'))]


def test_no_place_reads_a_system_by_name() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
        for folder in FOLDERS
        for path in files_in(ROOT / folder, "**/*.py")
        if not {OWN, OF_THEN} & set(path.parents) and path != Path(__file__)
        for node in by_name(ast.parse(path.read_text()))
    ]
    assert not found, f"ask capabilities() instead: {found}"
