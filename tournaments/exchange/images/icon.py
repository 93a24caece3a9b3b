"""A club's icons: on a phone's home screen, and in the tab of a browser that knows no SVG."""

from __future__ import annotations

import io

from PIL import Image

from tournaments.exchange.images.accents import BANDS
from tournaments.exchange.images.drawing import DISC_WHITE, as_png, lighter, pawn, squares
from tournaments.exchange.logo import square

SAFE = 0.8 / 2**0.5
"""Of the side of a maskable icon: the square within the circle that every phone shows, whatever it cuts off."""


def icon(size: int, accent: str, logo: bytes | None, *, is_maskable: bool = False) -> bytes:
    """A PNG square with sides of so many pixels, without corners that are clear: phones cut it as they like.

    `logo` as `exchange/logo.py` keeps it; without one the pawn on the club's colour.
    """
    image = Image.new("RGB", (size, size), "white")
    inner = round(size * SAFE) if is_maskable else size
    if logo is not None:
        edge = (size - inner) // 2
        with Image.open(io.BytesIO(square(logo, inner)), formats=("PNG",)) as opened:
            image.paste(opened.convert("RGB"), (edge, edge))
        file = io.BytesIO()
        image.save(file, "PNG", optimize=True)
        return file.getvalue()
    band = BANDS[accent].light
    squares(image, (0, 0, size, size), -(-size // 2), (lighter(band, 0.12), lighter(band, 0)))
    height = inner * (1 if is_maskable else 0.72)
    pawn(image, size / 2, (size + height) / 2, height, DISC_WHITE)
    return as_png(image)


def favicon() -> bytes:
    """As ICO, for what asks for /favicon.ico without looking into the page."""
    file = io.BytesIO()
    with Image.open(io.BytesIO(icon(48, "pine", None)), formats=("PNG",)) as opened:
        opened.convert("RGB").save(file, "ICO", sizes=[(16, 16), (32, 32), (48, 48)])
    return file.getvalue()
