"""Zip files as no program writes them: whatever is stated, whatever it holds."""

from __future__ import annotations

import bz2
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace


def deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


def deflated_zeros(megabytes: int) -> bytes:
    """Without packing them all: one megabyte that stands on its own, again and again."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    one = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    return one * megabytes + packer.flush()


def zeros(method: int, megabytes: int) -> bytes:
    """So many, packed by the method."""
    if method == zipfile.ZIP_DEFLATED:
        return deflated_zeros(megabytes)
    content = bytes(megabytes * 1_000_000)
    if method == zipfile.ZIP_BZIP2:
        return bz2.compress(content)
    if method == zipfile.ZIP_LZMA:
        filters = [{"id": lzma.FILTER_LZMA1, "preset": 0, "dict_size": 1 << 16}]
        packed = lzma.compress(content, lzma.FORMAT_ALONE, filters=filters)
        return struct.pack("<BBH", 9, 4, 5) + packed[:5] + packed[13:]  # without the size, as zip has it
    return content


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    name: str
    packed: bytes
    method: int = zipfile.ZIP_DEFLATED
    size: int
    """As stated; nothing checks it."""
    checksum: int = 0
    flags: int = 0
    local_name: str | None = None
    local_method: int | None = None
    attributes: int = 0
    packed_size: int | None = None
    """As stated, of what is packed."""

    @classmethod
    def of(cls, name: str, content: bytes, method: int = zipfile.ZIP_DEFLATED) -> Member:
        """A right one."""
        packed = deflated(content) if method == zipfile.ZIP_DEFLATED else content
        return cls(name=name, packed=packed, method=method, size=len(content), checksum=zlib.crc32(content))

    @property
    def local(self) -> bytes:
        name = (self.name if self.local_name is None else self.local_name).encode()
        method = self.method if self.local_method is None else self.local_method
        return struct.pack("<4s5H3L2H", b"PK\3\4", 63, self.flags, method, 0, 33, *self._stated, len(name), 0) + name

    def central(self, offset: int) -> bytes:
        name = self.name.encode()
        return (
            struct.pack(
                "<4s6H3L5H2L",
                *(b"PK\1\2", 63, 63, self.flags, self.method, 0, 33, *self._stated),
                *(len(name), 0, 0, 0, 0, self.attributes, offset),
            )
            + name
        )

    @property
    def _stated(self) -> tuple[int, int, int]:
        return self.checksum, len(self.packed) if self.packed_size is None else self.packed_size, self.size


def forged(members: Iterable[Member]) -> bytes:
    """One after the other, as usual."""
    body, places = b"", []
    for member in members:
        places.append((member, len(body)))
        body += member.local + member.packed
    return with_directory(body, places)


def with_directory(body: bytes, places: Sequence[tuple[Member, int]]) -> bytes:
    """The members are where it is said."""
    directory = b"".join(member.central(offset) for member, offset in places)
    count = len(places) & 0xFFFF
    return body + directory + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(directory), len(body), 0)


def overlapping(names: Sequence[str], megabytes: int) -> bytes:
    """All members share one kernel of zeros: each quotes the header of the next in a block that is not packed.

    After David Fifield, “A better zip bomb” (2019).
    """
    kernel = deflated_zeros(megabytes)
    body, content = kernel, bytes(megabytes * 1_000_000)
    places: list[tuple[Member, int]] = []  # counted from the end
    for name in reversed(names):
        member = Member(name=name, packed=body, size=len(content), checksum=zlib.crc32(content))
        body = member.local + body
        places.append((member, len(body)))
        quote = member.local
        body = struct.pack("<BHH", 0, len(quote), 0xFFFF ^ len(quote)) + body
        content = quote + content
    body = body[5:]  # nobody quotes the first
    return with_directory(body, [(member, len(body) - from_end) for member, from_end in reversed(places)])


def cut_to(member: Member, size: int) -> Member:
    """Stated as if only its first bytes were there, and they zeros."""
    return replace(member, size=size, checksum=zlib.crc32(bytes(size)))
