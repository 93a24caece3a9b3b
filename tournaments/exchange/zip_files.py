"""Zip files from strangers: what the directory says is looked at first, and what comes out is counted as it comes."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import IO

_ENCRYPTED, _PATCHED, _STRONGLY_ENCRYPTED, _MASKED = 0x1, 0x20, 0x40, 0x2000
_IN_UTF_8 = 0x800
_NOT_PLAIN = _ENCRYPTED | _PATCHED | _STRONGLY_ENCRYPTED | _MASKED
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The others unpack without a limit: 300 bytes of bzip2 hold 200 megabytes, and nothing stops on the way."""
_LOCAL_HEADER = struct.Struct("<4s2x2H16x2H")
"""Signature, flags, method, and the lengths of the name and of what stands between it and the packed bytes."""
_PIECE = 1 << 16
_SMALL = 1_000_000
"""Bytes: up to there no packing is suspicious."""


class BrokenArchive(Exception):
    """Cut off, contradicting itself, or made in a way that no program makes it for people."""


class SwollenArchive(Exception):
    """Far larger inside than it may be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    members: int
    unpacked: int
    """Bytes, of all members together."""
    ratio: int
    """Of unpacked to packed, for a member that is not small."""


class Archive:
    """A zip file whose directory fits together. Members are given in pieces; what is stated of them is not believed."""

    def __init__(self, stream: IO[bytes], limits: Limits) -> None:
        """Raises BrokenArchive, SwollenArchive."""
        self._stream = stream
        self._left = limits.unpacked
        try:
            with zipfile.ZipFile(stream) as archive:  # reads the directory, and unpacks nothing
                members, end = archive.infolist(), archive.start_dir
        except (zipfile.BadZipFile, struct.error, ValueError, OSError, NotImplementedError, OverflowError) as error:
            raise BrokenArchive from error
        if len(members) > limits.members:
            raise SwollenArchive
        _check_names(members)
        _check_sizes(members, limits)
        self._begins = _check_places(stream, members, end)
        self._members = {member.filename: member for member in members}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._members)

    def pieces(self, name: str) -> Iterator[bytes]:
        """The member as it comes out, in pieces of at most 64 kB. Raises as soon as more comes than was stated, or as
        all that was read so far may have; at the end, if it was not whole. KeyError: there is none of the name."""
        member = self._members[name]
        size = checksum = 0
        for piece in self._unpacked(member):
            size += len(piece)
            self._left -= len(piece)
            if size > member.file_size:
                raise BrokenArchive
            if self._left < 0:
                raise SwollenArchive
            checksum = zlib.crc32(piece, checksum)
            yield piece
        if size != member.file_size or checksum != member.CRC:
            raise BrokenArchive

    def _unpacked(self, member: zipfile.ZipInfo) -> Iterator[bytes]:
        if member.compress_type == zipfile.ZIP_STORED:
            yield from self._packed(member)
            return
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            for packed in self._packed(member):
                waiting = packed
                while waiting and not inflate.eof:
                    yield inflate.decompress(waiting, _PIECE)
                    waiting = inflate.unconsumed_tail
                if inflate.eof:
                    break
            while not inflate.eof and (piece := inflate.decompress(b"", _PIECE)):
                yield piece
        except zlib.error as error:
            raise BrokenArchive from error
        if not inflate.eof:
            raise BrokenArchive

    def _packed(self, member: zipfile.ZipInfo) -> Iterator[bytes]:
        begin, left = self._begins[member.filename], member.compress_size
        while left:
            self._stream.seek(begin)
            packed = self._stream.read(min(left, _PIECE))
            if not packed:
                raise BrokenArchive
            begin += len(packed)
            left -= len(packed)
            yield packed


def _check_names(members: list[zipfile.ZipInfo]) -> None:
    """Two of one name: readers differ in which of them counts."""
    if len({member.filename.casefold() for member in members}) < len(members):
        raise BrokenArchive


def _check_sizes(members: list[zipfile.ZipInfo], limits: Limits) -> None:
    for member in members:
        if member.compress_type not in _METHODS or member.flag_bits & _NOT_PLAIN or _is_link(member):
            raise BrokenArchive
        if member.compress_type == zipfile.ZIP_STORED and member.compress_size != member.file_size:
            raise BrokenArchive
        if member.file_size > max(_SMALL, limits.ratio * member.compress_size):
            raise SwollenArchive
    if sum(member.file_size for member in members) > limits.unpacked:
        raise SwollenArchive


def _is_link(member: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(member.external_attr >> 16)


def _check_places(stream: IO[bytes], members: list[zipfile.ZipInfo], end: int) -> dict[str, int]:
    """Where the packed bytes of each begin. Members that share bytes could be a thousand times what the file is:
    David Fifield, “A better zip bomb”, 2019. So could local headers that say something else than the directory."""
    begins, ranges = {}, []
    for member in members:
        if member.header_offset < 0:
            raise BrokenArchive
        stream.seek(member.header_offset)
        header = stream.read(_LOCAL_HEADER.size)
        if len(header) < _LOCAL_HEADER.size:
            raise BrokenArchive
        signature, flags, method, length, between = _LOCAL_HEADER.unpack(header)
        name = stream.read(length).decode("utf-8" if flags & _IN_UTF_8 else "cp437", "replace")
        if (signature, method, name) != (b"PK\x03\x04", member.compress_type, member.orig_filename):
            raise BrokenArchive
        if flags & _NOT_PLAIN:
            raise BrokenArchive
        begin = member.header_offset + _LOCAL_HEADER.size + length + between
        begins[member.filename] = begin
        ranges.append((member.header_offset, begin + member.compress_size))
    for (_begin, ends), (next_begins, _ends) in pairwise([*sorted(ranges), (end, end)]):
        if ends > next_begins:
            raise BrokenArchive
    return begins
