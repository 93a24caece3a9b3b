"""What our pictures are made of: one font, squares of a board, and the pawn."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageColor, ImageDraw, ImageFont

PAPER, INK, MUTED = "#f6f4ee", "#1b2126", "#575e66"
WOOD, WOOD_LIGHT = "#b08b62", "#e3cfae"
DISC_WHITE, DISC_BLACK = "#fffdf8", "#1a1613"
_FONT = Path(__file__).parent / "fonts" / "SourceSerif4-SemiBold.ttf"
_FINER = 4
"""Shapes are drawn so many times larger, then made smaller: Pillow's own edges are stairs."""
_LONGEST = 150
"""Letters of a line that are measured at all."""


_LEFT, _RIGHT, _TOP, _FOOT = 14.2, 33.8, 8.5, 39.5
_COLLAR = [(24, 19.5), (27.9, 19.5), (30.5, 20.8), (30.5, 23.2), (27.1, 23.2)]
_FLANK = [(27.35, 25.5), (27.95, 28.1), (28.95, 30.5), (30.3, 32.7), (32.1, 34.6)]
_HALF = [*_COLLAR, *_FLANK, (33.8, 35.8), (33.8, 39.5)]
"""The right half of the pawn, on a square with sides of 48."""


@lru_cache(maxsize=32)
def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONT, size, layout_engine=ImageFont.Layout.BASIC)


def fitted(text: str, size: int, width: float) -> str:
    """Cut with an ellipsis where it is wider, in pixels."""
    text = " ".join(text[:_LONGEST].split())
    if font(size).getlength(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if font(size).getlength(text[:middle].rstrip() + "…") <= width else (low, middle - 1)
    return text[:low].rstrip() + "…"


def largest(text: str, sizes: tuple[int, ...], width: float) -> int:
    """The first size, of those from large to small, in which the line fits; the last one where none does."""
    return next((size for size in sizes if font(size).getlength(text[:_LONGEST]) <= width), sizes[-1])


def lighter(colour: str, by: float) -> tuple[int, int, int]:
    """Mixed with white; 0 leaves it, 1 is white."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return tuple(round(part + (255 - part) * by) for part in (red, green, blue))  # type: ignore[return-value]


def squares(
    image: Image.Image,
    box: tuple[int, int, int, int],
    side: int,
    colours: tuple[str | tuple[int, ...], str | tuple[int, ...]],
) -> None:
    """A board's squares in the box, from its upper left corner on; those at the edge may be cut."""
    left, top, right, bottom = box
    draw = ImageDraw.Draw(image)
    for row, y in enumerate(range(top, bottom, side)):
        for column, x in enumerate(range(left, right, side)):
            end = (min(x + side, right) - 1, min(y + side, bottom) - 1)
            draw.rectangle((x, y, *end), fill=colours[(row + column) % 2])


def pawn(image: Image.Image, centre: float, foot: float, height: float, fill: str) -> None:
    """The pawn of templates/components/common/_pawn.html, standing at `foot`."""
    scale = height * _FINER / (_FOOT - _TOP)
    size = (round((_RIGHT - _LEFT) * scale), round(height * _FINER))
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)

    def at(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        return [((x - _LEFT) * scale, (y - _TOP) * scale) for x, y in points]

    draw.ellipse(at([(24 - 6.2, _TOP), (24 + 6.2, _TOP + 12.4)]), fill=255)
    draw.polygon(at([*_HALF, *((48 - x, y) for x, y in reversed(_HALF))]), fill=255)
    small = (round(size[0] / _FINER), round(height))
    place = (round(centre - small[0] / 2), round(foot - height))
    image.paste(fill, place, mask.resize(small, Image.Resampling.LANCZOS))


def as_png(image: Image.Image, colours: int = 128) -> bytes:
    """With a palette: a third of the bytes, and nobody sees it on flat colours."""
    file = io.BytesIO()
    image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()
