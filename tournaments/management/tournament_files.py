"""Commands that read tournament files and answer each: JSON lines for programs, tables for people."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import LARGEST, TournamentFile
from tournaments.exchange.tournament_formats import ReadTournament, read_tournament
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.paired_round import PairingImpossible, Reason
from tournaments.pairing.types.translation import gettext_noop as _
from tournaments.pairing.wording import sentence
from tournaments.selectors.configured_system import UnreadableHere

COULD_NOT_PAIR = 1
WRONG_FILE = 2
FAULT = 3
"""Of this program, in answering one of the files."""


class TournamentFilesCommand(BaseCommand):
    """Answers the files one by one; a wrong one does not keep the others from theirs. Needs no database."""

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a tournament file, or a TRF")
        add_system_argument(parser)
        parser.add_argument("--json", action="store_true", help="one line of JSON per file")

    def handle(self, *args: Any, files: list[Path], system: str | None = None, **options: Any) -> None:
        as_json = options.pop("json")
        self._system = system
        statuses = [self._answer(path, as_json=as_json, heading=len(files) > 1, **options) for path in files]
        if max(statuses):
            sys.exit(max(statuses))

    def answer_json(self, file: TournamentFile, **options: Any) -> dict[str, object]:
        raise NotImplementedError

    def answer_text(self, file: TournamentFile, **options: Any) -> str:
        raise NotImplementedError

    def _answer(self, path: Path, *, as_json: bool, heading: bool, **options: Any) -> int:
        def answer() -> int:
            file = tournament_in(self, path, system=self._system)
            try:
                given = self.answer_json(file, **options) if as_json else self.answer_text(file, **options)
            except PairingImpossible as error:
                reasons = reasons_json(error.reasons, file)
                text = " ".join(reason["text"] for reason in reasons)
                return refuse(self, name, {"error": text, "reasons": reasons}, COULD_NOT_PAIR, as_json=as_json)
            if isinstance(given, str):
                self.stdout.write(f"{name}:\n{given}\n" if heading else given)
            else:
                self.stdout.write(json.dumps(given, ensure_ascii=False))
            return 0

        name = printable(path)
        return status_of(self, name, answer, as_json=as_json, raising=options["traceback"])


def status_of(
    command: BaseCommand, name: str, answer: Callable[[], int], *, as_json: bool, raising: bool = False
) -> int:
    """What `answer` gives. A wrong file is a sentence, and so is a fault of ours: the next one gets its answer, unless
    the fault is wanted whole (`raising`)."""
    try:
        return answer()
    except FileError as error:
        return refuse(command, name, {"error": str(error), "place": error.place}, WRONG_FILE, as_json=as_json)
    except (CommandError, UnreadableHere) as error:
        return refuse(command, name, {"error": str(error), "place": ""}, WRONG_FILE, as_json=as_json)
    except OSError:  # nobody reads what is written: nor would they the next answer
        raise
    except Exception as error:
        if raising:
            raise
        text = (
            f"A fault of this program, {type(error).__name__}: please report it with the file (--traceback shows it)."
        )
        return refuse(command, name, {"error": text, "place": ""}, FAULT, as_json=as_json)


def refuse(command: BaseCommand, name: str, answer: dict[str, Any], status: int, *, as_json: bool) -> int:
    if as_json:
        command.stdout.write(json.dumps(answer, ensure_ascii=False))
    else:
        place = f"{answer['place']}: " if answer.get("place") else ""
        command.stderr.write(f"{name}: {place}{answer['error']}")
    return status


def printable(path: Path) -> str:
    """A name of a file need not be text."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def reasons_json(reasons: Sequence[Reason], file: TournamentFile) -> list[dict[str, str]]:
    return [{"rule": reason.rule, "text": sentence(reason, file.names.__getitem__)} for reason in reasons]


def table_text(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: Sequence[int] = ()) -> str:
    """Columns aligned to the right, those in `left` to the left."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def add_system_argument(parser: CommandParser) -> None:
    parser.add_argument("--system", choices=sorted(SYSTEMS), help="of a TRF, in place of what it says itself")


def tournament_in(command: BaseCommand, path: Path, *, system: str | None = None) -> TournamentFile:
    """As `report_in`, the tournament alone."""
    return report_in(command, path, system=system).file


def report_in(command: BaseCommand, path: Path, *, system: str | None = None) -> ReadTournament:
    """What was read otherwise than it is written in a TRF goes to the errors. Raises FileError."""
    found = read_tournament(bytes_of(path), system=system)
    for note in found.notes:
        command.stderr.write(f"{printable(path)}: {note.message.format(**note.facts)}")
    return found


def bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(LARGEST + 1)
    except OSError as error:
        raise FileError(_("The file cannot be read: {given}."), given=error.strerror) from None
