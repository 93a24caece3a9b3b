"""Archives that lie: refused at once and in little memory, whatever the method, and nothing right is refused."""

import io
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.exchange.test_spreadsheet_reader import handmade_xlsx, rows_of, text_cell, worksheet
from tests.tools.counted_calls import calls_of
from tests.tools.guards.forged_zip import Member, cut_to, deflated, forged, overlapping, with_directory, zeros
from tournaments.exchange.spreadsheet_reader import UnreadableSheet, read_sheet
from tournaments.exchange.zip_files import Archive, BrokenArchive, Limits, SwollenArchive

LIMITS = Limits(members=10, unpacked=3_000_000, ratio=200)
STORED, DEFLATED = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
WORKBOOK = "xl/workbook.xml"
TEXT = b"<a>Anna</a>" * 3


def test_the_members_come_out_as_they_went_in() -> None:
    contents = {"a.xml": TEXT, "b/c.bin": bytes(range(256)) * 1_000, "empty": b"", "å.xml": b"x"}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for method, (name, content) in zip([DEFLATED, STORED] * 2, contents.items(), strict=True):
            made.writestr(name, content, compress_type=method)

    archive = Archive(stream, LIMITS)

    assert {name: b"".join(archive.pieces(name)) for name in archive.names} == contents


def test_one_that_was_written_to_a_pipe_is_read() -> None:
    """Then the sizes stand behind each member and not before it."""

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def tell(self) -> int:
            raise OSError

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", DEFLATED) as made:
        made.writestr("a.xml", TEXT)
        made.writestr("b.xml", TEXT)
    archive = Archive(io.BytesIO(pipe.getvalue()), LIMITS)

    assert [b"".join(archive.pieces(name)) for name in archive.names] == [TEXT, TEXT]


def test_a_piece_is_small() -> None:
    archive = Archive(io.BytesIO(forged([Member.of("a", bytes(900_000))])), LIMITS)

    assert max(len(piece) for piece in archive.pieces("a")) <= 65_536


RIGHT = Member.of("a", TEXT)

BROKEN = {
    "bzip2": replace(RIGHT, method=zipfile.ZIP_BZIP2),
    "LZMA": replace(RIGHT, method=zipfile.ZIP_LZMA),
    "unknown method": replace(RIGHT, method=99),
    "another method in the local header": replace(RIGHT, local_method=STORED),
    "another name in the local header": replace(RIGHT, local_name="b"),
    "encrypted": replace(RIGHT, flags=0x1),
    "strongly encrypted": replace(RIGHT, flags=0x41),
    "masked": replace(RIGHT, flags=0x2000),
    "patched": replace(RIGHT, flags=0x20),
    "a link": replace(RIGHT, attributes=0o120777 << 16),
    "longer than stated": replace(RIGHT, size=len(TEXT) - 1),
    "shorter than stated": replace(RIGHT, size=len(TEXT) + 1),
    "cut to what is stated": cut_to(Member.of("a", bytes(2_000)), 1_000),
    "stored, with two sizes": replace(Member.of("a", TEXT, STORED), size=7),
    "wrong checksum": replace(RIGHT, checksum=1),
    "no end": replace(RIGHT, packed=RIGHT.packed[:-1]),
    "no deflate": replace(RIGHT, packed=b"\xff" * 20),
    "longer than the file": replace(RIGHT, packed_size=10_000),
}


@pytest.mark.parametrize("member", BROKEN.values(), ids=BROKEN)
def test_what_is_stated_must_be_so(member: Member) -> None:
    with pytest.raises(BrokenArchive):
        read_all(forged([Member.of("first", TEXT), member]))


def read_all(data: bytes, limits: Limits = LIMITS) -> list[bytes]:
    archive = Archive(io.BytesIO(data), limits)
    return [piece for name in archive.names for piece in archive.pieces(name)]


@pytest.mark.parametrize("names", [("a", "a"), ("xl/A.xml", "XL/a.xml")])
def test_two_members_of_one_name_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(BrokenArchive):
        read_all(forged(Member.of(name, TEXT) for name in names))


def test_two_members_may_not_be_the_same_bytes() -> None:
    body = RIGHT.local + RIGHT.packed

    with pytest.raises(BrokenArchive):
        read_all(with_directory(body, [(RIGHT, 0), (replace(RIGHT, name="b"), 0)]))


def test_members_may_not_overlap() -> None:
    with pytest.raises(BrokenArchive):
        read_all(overlapping(["a", "b", "c"], 1), replace(LIMITS, unpacked=10_000_000, ratio=2_000))


def test_the_directory_is_not_a_member_too() -> None:
    member = Member.of("a", TEXT, STORED)
    longer = replace(member, packed_size=len(TEXT) + 10, size=len(TEXT) + 10)

    with pytest.raises(BrokenArchive):
        read_all(forged([longer]))


@pytest.mark.parametrize(
    "members",
    [
        [Member.of(f"{number}", b"") for number in range(11)],
        [Member.of("a", bytes(1_100_000))],
        [Member.of("a", b"x" * 2_000_000, STORED), Member.of("b", b"x" * 1_100_000, STORED)],
    ],
    ids=["many members", "ratio", "total"],
)
def test_more_than_the_limits_is_refused_from_the_directory(members: list[Member]) -> None:
    with pytest.raises(SwollenArchive):
        Archive(io.BytesIO(forged(members)), LIMITS)


def test_what_is_read_again_counts_again() -> None:
    archive = Archive(io.BytesIO(forged([Member.of("a", b"x" * 900_000, STORED)])), LIMITS)

    for _again in range(3):
        assert len(b"".join(archive.pieces("a"))) == 900_000
    with pytest.raises(SwollenArchive):
        list(archive.pieces("a"))


@pytest.mark.parametrize("data", [b"", b"PK\3\4", forged([RIGHT])[:-8], b"PK\5\6" + b"\xff" * 18])
def test_what_is_cut_off_is_broken(data: bytes) -> None:
    with pytest.raises(BrokenArchive):
        read_all(data)


# As they are uploaded


def megabytes_of(call: Callable[[], object]) -> float:
    """At the most, at any time."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def refused_at_once(data: bytes, *, calls: int = 2_000) -> None:
    """Before anything is unpacked: whatever would be, in small pieces or in one, costs calls or memory."""

    def refused() -> None:
        with pytest.raises(UnreadableSheet):
            read_sheet(data)

    assert calls_of(refused) < calls
    assert megabytes_of(refused) < 50


def bomb(method: int) -> bytes:
    """One member that says it is a thousand bytes long, as the attack had it."""
    return forged([cut_to(Member(name=WORKBOOK, packed=zeros(method, 60), method=method, size=0), 1_000)])


@pytest.mark.parametrize(
    "method",
    [
        DEFLATED,
        pytest.param(zipfile.ZIP_BZIP2, marks=pytest.mark.slow),
        pytest.param(zipfile.ZIP_LZMA, marks=pytest.mark.slow),
    ],
)
def test_a_bomb_is_refused_at_once_by_every_method(method: int) -> None:
    refused_at_once(bomb(method))


def test_a_stored_member_that_states_another_size_is_refused() -> None:
    refused_at_once(forged([cut_to(Member.of(WORKBOOK, bytes(1_500_000), STORED), 1_000)]))


def test_a_bomb_of_overlapping_members_is_refused_at_once() -> None:
    """The same two megabytes, fifty times."""
    refused_at_once(overlapping([WORKBOOK, *(f"xl/{number}.xml" for number in range(49))], 2))


def test_a_bomb_within_the_archive_is_not_unpacked() -> None:
    inner = bomb(DEFLATED)
    refused_at_once(forged([Member.of(WORKBOOK, b"<workbook/>"), Member.of("xl/inner.xml", inner, STORED)]))
    refused_at_once(forged([Member.of(WORKBOOK, inner)]))


@pytest.mark.slow
def test_forty_thousand_members_are_refused_at_once() -> None:
    member = replace(Member.of("a", b""), packed=b"")
    refused_at_once(with_directory(member.local, [(member, 0)] * 40_000), calls=40_000 * 20)  # read once, line by line


def test_pictures_in_a_list_do_no_harm() -> None:
    data = io.BytesIO(handmade_xlsx(worksheet(f"<row>{text_cell('Name')}</row>")))
    with zipfile.ZipFile(data, "a") as made:
        made.writestr("xl/media/image1.svg", "<!DOCTYPE svg><svg/>")
        made.writestr("docProps/thumbnail.jpeg", b"\xff\xd8\xff\0")

    assert rows_of(data.getvalue()) == [("Name",)]


def test_the_kernel_of_the_forged_ones_is_right() -> None:
    """Or the refusals above could have other reasons."""
    content = bytes(60_000_000)
    assert zlib.crc32(zlib.decompress(zeros(DEFLATED, 60), -15)) == zlib.crc32(content)
    assert zlib.decompress(deflated(TEXT), -15) == TEXT
    assert rows_of(handmade_xlsx(worksheet(f"<row>{text_cell('Name')}</row>"))) == [("Name",)]
    with zipfile.ZipFile(io.BytesIO(overlapping(["a", "b", "c"], 1))) as archive:
        assert [len(archive.read(name)) for name in "abc"] == [1_000_062, 1_000_031, 1_000_000]
