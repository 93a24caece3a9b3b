"""A club's logo, bytes to bytes: whatever picture was uploaded, as a small PNG of our own making."""

from __future__ import annotations

import io
import struct
import zlib

from PIL import Image, ImageOps

from tournaments.exchange.json_node import FileError
from tournaments.pairing.types.translation import gettext_noop as _

MAX_BYTES = 2_000_000
MAX_PIXELS = 16_000_000
"""Decoded that is 64 MB; the longest photo of a phone that fits into the bytes has fewer."""
_MOST_PIXELS_OF_WEBP = 6_000_000
"""Its decoder holds four pictures of the size."""
_MOST_ON_A_SIDE = 8_000
LONGEST_SIDE = 512
_FORMATS = ("PNG", "JPEG", "WEBP")
"""Told apart by what stands in the file. No SVG: it may hold scripts, and addresses that tell who looks."""
_DEEP = ("I", "I;16", "I;16L", "I;16B", "I;16N", "F")
"""Modes of Pillow with more than eight bits for each pixel's grey."""
_ROWS_AT_ONCE = 128
"""Of a large picture so many rows are made plain at a time, and smaller at once: beside what was decoded there is
never a second picture of its size."""
_UNREADABLE = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    IndexError,
    KeyError,
    AttributeError,
    EOFError,
    ArithmeticError,
    MemoryError,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)
"""What Pillow raises for files that were cut off, damaged or made to do harm."""


class UnusableLogo(FileError):
    """The picture cannot be taken, and why."""


def normalised(data: bytes) -> bytes:
    """The picture as PNG, upright, at most 512 pixels long and wide, without anything else that stood in the file.

    Of a moving picture the first frame. The size is read from the header before anything is decoded. Raises
    UnusableLogo.
    """
    if len(data) > MAX_BYTES:
        raise too_big()
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as opened:  # reads no more than the header
            width, height = opened.size
            if max(width, height) > _MOST_ON_A_SIDE:
                raise _too_long()
            if width * height > (_MOST_PIXELS_OF_WEBP if opened.format == "WEBP" else MAX_PIXELS):
                raise _too_many_pixels()
            opened.draft("RGB", (2 * LONGEST_SIDE, 2 * LONGEST_SIDE))  # of a JPEG no more than is needed is decoded
            image = ImageOps.exif_transpose(_plain(opened))  # as a phone held it
            image.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
            return _png(image)
    except _UNREADABLE as error:
        raise UnusableLogo(_("This is not a picture that can be read. A logo is a PNG, JPEG or WebP file.")) from error


def for_pages(png: bytes, size: int, *, widest: int = 1) -> bytes:
    """One of ours on white, so many pixels high and as wide, or up to `widest` times as wide where it is: as WebP, a
    quarter of what PNG weighs."""
    written = io.BytesIO()
    _on_white(png, size, widest).save(written, "WEBP", quality=85, method=6)
    return written.getvalue()


def square(png: bytes, size: int) -> bytes:
    """One of ours on a white square with sides of so many pixels, in its middle: for icons, which some phones take as
    PNG alone."""
    return _png(_on_white(png, size, 1))


def _on_white(png: bytes, size: int, widest: int) -> Image.Image:
    """White, since what is clear in the picture would be black on a phone's home screen, and a dark logo lost on a dark
    page."""
    with Image.open(io.BytesIO(png), formats=("PNG",)) as opened:
        image = ImageOps.contain(opened.convert("RGBA"), (widest * size, size), Image.Resampling.LANCZOS)
    ground = Image.new("RGBA", (max(size, image.width), size), "white")
    ground.alpha_composite(image, ((ground.width - image.width) // 2, (size - image.height) // 2))
    return ground.convert("RGB")


def too_big() -> UnusableLogo:
    return UnusableLogo(_("This file is too big. A logo has at most 2 MB."))


def _too_many_pixels() -> UnusableLogo:
    return UnusableLogo(_("This picture has too many pixels. Make it smaller first: 512 by 512 is enough."))


def _too_long() -> UnusableLogo:
    return UnusableLogo(
        _("This picture is more than {most} pixels long or wide. Make it smaller first: 512 by 512 is enough."),
        most=_MOST_ON_A_SIDE,
    )


def _plain(opened: Image.Image) -> Image.Image:
    """In plain colours, and no larger than is needed to make it small well; turned as it stood in the file."""
    opened.load()
    mode = "RGBA" if opened.has_transparency_data else "RGB"
    factor = max(1, max(opened.size) // (2 * LONGEST_SIDE))
    width, height = opened.size
    made = Image.new(mode, (-(-width // factor), -(-height // factor)))
    rows = factor * _ROWS_AT_ONCE
    for top in range(0, height, rows):
        strip = _in_colours(opened.crop((0, top, width, min(top + rows, height))), mode)
        made.paste(strip.reduce(factor), (0, top // factor))
    made.info = dict(opened.info)  # says how the phone was held
    return made


def _in_colours(image: Image.Image, mode: str) -> Image.Image:
    if image.mode in _DEEP:
        image = image.point(lambda grey: grey * (1 / 256)).convert("L")
    return image.convert(mode)


def _png(image: Image.Image) -> bytes:
    bare = Image.new(image.mode, image.size)  # has none of what Pillow remembers of the file and would write again
    bare.paste(image)
    written = io.BytesIO()
    bare.save(written, "PNG", optimize=True)
    return written.getvalue()
