"""A list is opened: zip or plain, which layout, of which month; then read a person at a time, within bounds."""

from __future__ import annotations

import datetime
import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import IO, Any

from tournaments.exchange.rating_lists import dsb, dsu, fide_text, fide_xml, knsb, ssf, swiss_manager
from tournaments.exchange.rating_lists.types import (
    BAD_SHARE,
    MOST_ROWS,
    ListedPerson,
    ListLayout,
    ListSource,
    Problems,
    UnreadableList,
)
from tournaments.pairing.types.translation import gettext_noop as _

LAYOUTS: tuple[ListLayout, ...] = (
    fide_text.LAYOUT,
    knsb.LAYOUT,
    dsu.LAYOUT,
    swiss_manager.LAYOUT,
    dsb.LAYOUT,
)
"""Of lines; XML and JSON are read otherwise."""

MOST_UNPACKED = 2_000_000_000
"""Bytes."""
_MOST_RATIO = 60
"""Of a zip: FIDE's XML packs to a twentieth."""
_LONGEST_LINE = 2_000
_PIECE = 1 << 18
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    OverflowError,
)
"""What zipfile raises for what is no zip to its end; NotImplementedError is one of them."""
_MOST_OF_CLUBS = 2_000_000
"""Bytes of the DSB's clubs: twelve times what they have."""
_PACES = {
    "klassiek": "classical",
    "standard": "classical",
    "rapid": "rapid",
    "snel": "blitz",
    "blitz": "blitz",
}


@dataclass(kw_only=True)
class OpenList:
    """`people` can be gone through once; then `problems` says what was left out. `read_bytes` of `total_bytes` says how
    far it is. `pace` is None where the file has one pace and does not say which."""

    source: ListSource
    month: datetime.date | None
    pace: str | None
    """A value of Pace, or empty for all three."""
    people: Iterable[ListedPerson]
    total_bytes: int
    problems: Problems = field(default_factory=Problems)
    read_bytes: int = 0


def open_list(stream: IO[bytes], *, name: str = "", pace: str | None = None, most: int = MOST_UNPACKED) -> OpenList:
    """`name` of the file and `pace` say of which pace a list is that has only one; `most`: bytes, unpacked.

    Raises UnreadableList, and nothing else; so does going through the people.
    """
    head = stream.read(4)
    stream.seek(0)
    if head != b"PK\x03\x04":
        total = stream.seek(0, io.SEEK_END)
        stream.seek(0)
        return _opened(_Counted(stream, most), total, name, pace, {})
    try:
        archive = zipfile.ZipFile(stream)
        members = [each for each in archive.infolist() if not each.is_dir()]
    except _BROKEN as error:
        raise _cut_off() from error
    chosen, clubs = _chosen(archive, members)
    return _opened(_member(archive, chosen, most), chosen.file_size, f"{name} {chosen.filename}", pace, clubs)


class _Counted(io.RawIOBase):
    """What is read, against what may be; sizes that a file states are not believed."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream = stream
        self._most = most
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self._stream.read(len(buffer))
        except _BROKEN as error:
            raise _cut_off() from error
        buffer[: len(data)] = data
        self.count += len(data)
        if self.count > self._most:
            raise UnreadableList(_("Unpacked, the file is far larger than a rating list."))
        return len(data)


def _cut_off() -> UnreadableList:
    return UnreadableList(_("The zip file is cut off or broken. Download it once more."))


def _chosen(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> tuple[zipfile.ZipInfo, dict[str, str]]:
    """The list itself, and the clubs' names where the DSB's zip has them."""
    if len(members) > 20:
        raise UnreadableList(_("The zip file holds {count} files: which is the list?"), count=len(members))
    clubs: dict[str, str] = {}
    lists = []
    for member in members:
        low = member.filename.casefold().rpartition("/")[2]
        if low.startswith("vereine") and low.endswith(".csv"):
            clubs = dsb.clubs_of(_lines(io.BufferedReader(_member(archive, member, most=_MOST_OF_CLUBS))))
        elif low.endswith((".txt", ".xml", ".csv", ".json")) and not low.startswith(
            ("verbaende", "readme", "liesmich")
        ):
            lists.append(member)
    if len(lists) != 1:
        if not lists:
            raise UnreadableList(_("The zip file holds no list."))
        names = ", ".join(member.filename for member in lists[:5])
        raise UnreadableList(_("The zip file holds several lists: {names}. Take one at a time."), names=names)
    return lists[0], clubs


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> _Counted:
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or member.flag_bits & 1:
        raise UnreadableList(_("The zip file is locked or packed in an unusual way: unpack it first."))
    most = min(most, max(member.compress_size, 1) * _MOST_RATIO + 100_000)
    try:
        return _Counted(archive.open(member), most)
    except _BROKEN as error:
        raise _cut_off() from error


def _opened(counted: _Counted, total: int, name: str, pace: str | None, clubs: dict[str, str]) -> OpenList:
    stream = io.BufferedReader(counted, _PIECE)
    head = stream.peek(4_000)[:4_000]
    if not head.strip():
        raise UnreadableList(_("The file is empty."))
    problems = Problems()
    if fide_xml.recognises(head):
        people = fide_xml.read(iter(lambda: stream.read(_PIECE), b""), problems)
        source, month, has_one = ListSource.FIDE, None, fide_xml.one_pace(head)
    elif ssf.recognises(head):
        data = stream.read(ssf.LARGEST + 1)
        if len(data) > ssf.LARGEST:
            raise UnreadableList(_("This JSON is larger than 25 MB: ask the service for your club or district."))
        rows = ssf.parsed(data)
        people, source, month, has_one = ssf.read(rows, problems), ListSource.SSF, ssf.month(rows), False
    else:
        lines = ((number, line) for number, line in _lines(stream) if number > 1 or line.strip(' "'))
        first_number, first = next(lines, (1, ""))
        layout = next((each for each in LAYOUTS if each.recognises(first)), None)
        if layout is None:
            raise UnreadableList(
                _(
                    "Clubchess cannot read this list: it begins with “{first}”. It reads those of FIDE (text or "
                    "XML), KNSB, DSB, DSU, SSF (JSON) and Swiss-Manager."
                ),
                first=first,
            )
        people = layout.read(_with_first((first_number, first), lines), problems, clubs)
        source, month, has_one = layout.source, layout.month(first), layout.one_pace(first)
    if has_one:
        low = name.casefold()
        pace = pace or next((found for word, found in _PACES.items() if word in low), None)
    else:
        pace = ""
    found = OpenList(source=source, month=month, pace=pace, people=(), total_bytes=max(total, 1), problems=problems)
    found.people = _bounded(found, people, counted)
    return found


def _with_first(first: tuple[int, str], lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    yield first
    with closing(lines):  # type: ignore[type-var]  # a generator
        yield from lines


def _bounded(found: OpenList, people: Iterator[ListedPerson], counted: _Counted) -> Iterator[ListedPerson]:
    count = 0
    for count, each in enumerate(people, start=1):
        if count > MOST_ROWS:
            raise UnreadableList(_("The list has more than three million rows."))
        if not count % 256:
            found.read_bytes = counted.count
        yield _of_pace(each, found.pace) if found.pace else each
    found.read_bytes = found.total_bytes
    if found.problems.count > max(20, count // BAD_SHARE):
        raise found.problems.too_many()
    if not count:
        raise UnreadableList(_("The list names nobody."))


def _of_pace(each: ListedPerson, pace: str) -> ListedPerson:
    """A list of one pace has it where the classical rating stands."""
    if pace == "classical":
        return each
    if pace == "rapid":
        return each._replace(rating=None, rapid_rating=each.rating)
    return each._replace(rating=None, blitz_rating=each.rating)


def _lines(stream: io.BufferedReader[Any]) -> Iterator[tuple[int, str]]:
    """With their numbers, without their ends. UTF-8 where it is that, else Windows text; UTF-16 where it says so.

    Raises UnreadableList with the line where it is neither.
    """
    if stream.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff"):
        wide, number = io.TextIOWrapper(stream, "utf-16"), 0
        try:
            while text := wide.readline(_LONGEST_LINE + 1):
                number += 1
                _check_length(text, number)
                yield number, text.rstrip("\r\n")
        except UnicodeError as error:
            raise UnreadableList(_("The file is cut off or broken: its text cannot be read.")) from error
        return
    number = 0
    while line := stream.readline(_LONGEST_LINE + 1):
        number += 1
        _check_length(line, number)
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        yield number, (line.decode() if line.isascii() else _decoded(line, number)).rstrip("\r\n")


def _check_length(line: str | bytes, number: int) -> None:
    """Before more of it is read: a file without ends of lines must not be held whole."""
    if len(line) > _LONGEST_LINE:
        raise UnreadableList(_("Line {line} is longer than {most} characters."), line=number, most=_LONGEST_LINE)


def _decoded(line: bytes, number: int) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            text = line.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any("\x80" <= character <= "\x9f" for character in text):
            return text
    raise UnreadableList(
        _(
            "The letters of line {line} are neither UTF-8 nor Windows text: save the file as UTF-8, or download it "
            "once more."
        ),
        line=number,
    )
