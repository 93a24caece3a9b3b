"""The check that a text to translate names its gaps: a translator moves them, which places in a row forbid."""

import ast
import re
from pathlib import Path

import pytest

from tools.files import files_in

ROOT = Path(__file__).parents[2]
_MARKERS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
_WITHOUT_NAME = re.compile(r"%[sd]|\{\d*\}")


def nameless(code: str) -> list[str]:
    return [
        each.value
        for call in ast.walk(ast.parse(code))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _MARKERS
        for each in call.args
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and _WITHOUT_NAME.search(each.value)
    ]


def test_each_gap_has_a_name() -> None:
    files = [*files_in(ROOT / "tournaments", "**/*.py"), *files_in(ROOT / "clubchess", "**/*.py")]

    assert [text for file in files for text in nameless(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "code", ["_('Round {}')", "_('Round {0}')", "_('Round %s')", "ngettext('%d game', '{n} games', n)"]
)
def test_it_finds_a_gap_without_a_name(code: str) -> None:
    assert nameless(code)


def test_it_lets_named_gaps_through() -> None:
    assert nameless("_('Round {number}, %(club)s')") == []
