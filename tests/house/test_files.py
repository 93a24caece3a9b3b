"""A check that reads files by folder fails where a folder has moved, in place of reading none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import collected_texts, completed_by_controls, marked_texts, two_senses
from tools.files import NothingFound, existing, files_in

ROOT = Path(__file__).parents[2]
READ_BY_TOOLS = sorted(
    {
        *((folder, "**/*.py") for folder in (*two_senses.FOLDERS, *completed_by_controls.LABELS)),
        *((f"tournaments/{folder}", "**/*.py") for folder in marked_texts.PYTHON),
        *((folder, "**/*.html") for folder in marked_texts.TEMPLATES),
        *((folder, "**/*") for folder in collected_texts.FOLDERS),
    }
)
"""They take any root, and the trees of their own tests have only some of the folders."""
LEFT_OUT_BY_TOOLS = (*marked_texts.FOR_DEVELOPERS, str(completed_by_controls.FOR_DEVELOPERS.relative_to(ROOT)))


@pytest.mark.parametrize(("folder", "pattern"), READ_BY_TOOLS)
def test_what_the_tools_read_is_there(folder: str, pattern: str) -> None:
    assert files_in(ROOT / folder, pattern)


@pytest.mark.parametrize("path", LEFT_OUT_BY_TOOLS)
def test_what_they_leave_out_is_there(path: str) -> None:
    assert existing(ROOT / path)


def test_a_folder_that_is_gone_or_empty_is_said(tmp_path: Path) -> None:
    with pytest.raises(NothingFound, match="has it moved"):
        files_in(tmp_path / "gone", "*.py")
    with pytest.raises(NothingFound, match="has it moved"):
        files_in(tmp_path, "*.py")
    with pytest.raises(NothingFound, match="has it moved"):
        existing(tmp_path / "gone")


def test_files_come_in_their_order(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "a.txt"):
        (tmp_path / name).touch()
    assert [file.name for file in files_in(tmp_path, "*.py")] == ["a.py", "b.py"]
