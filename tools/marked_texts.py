"""Finds texts that people see and that are not marked for translation: `python -m tools.marked_texts`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from tools.marked_in_python import unmarked_in_python
from tools.marked_in_templates import unmarked_in_template

ROOT = Path(__file__).parents[1]
TEMPLATES = ("templates",)
FOR_DEVELOPERS = ("templates/tournaments/common/style_guide.html", "tournaments/views/files/api.py")
"""In English alone."""
ON_THE_COMMAND_LINE = ("tournaments/services/installation/backups/", "tournaments/services/installation/club_transfer/")
"""What these raise is printed there, in English; a page has sentences of its own for it."""
PYTHON = ("forms", "pages", "services", "views", "models", "templatetags", "exchange", "mail", "demo")


def unmarked(root: Path = ROOT) -> Iterator[str]:
    for folder in TEMPLATES:
        for file in sorted((root / folder).rglob("*.html")):
            if str(file.relative_to(root)) in FOR_DEVELOPERS:
                continue
            for line, text in unmarked_in_template(file.read_text(encoding="utf-8")):
                yield f"{file.relative_to(root)}:{line}: not marked for translation: {text}"
    for folder in PYTHON:
        for file in sorted((root / "tournaments" / folder).rglob("*.py")):
            if str(file.relative_to(root)).startswith((*FOR_DEVELOPERS, *ON_THE_COMMAND_LINE)):
                continue
            for line, text in unmarked_in_python(file.read_text(encoding="utf-8")):
                yield f"{file.relative_to(root)}:{line}: not marked for translation: {text}"


if __name__ == "__main__":
    found = list(unmarked())
    print("\n".join(found) if found else "All texts are marked for translation.")  # noqa: T201  # a command's output
    sys.exit(bool(found))
