"""How it was, as a picture to send on: whose evening, against whom, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import ImageDraw

from tournaments.exchange.images.drawing import INK, MUTED, as_png, fitted, font
from tournaments.exchange.images.link_preview import LEFT, headed


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnEveningImage:
    """Names as the public reads them. `remark`: empty, or that it can still change."""

    club: str
    name: str
    line: str
    facts: tuple[str, ...]
    remark: str
    accent: str
    logo: bytes | None


def drawn(picture: OwnEveningImage) -> bytes:
    """A PNG of SIZE."""
    image, width = headed(
        club=picture.club, accent=picture.accent, logo=picture.logo, title=picture.name, line=picture.line
    )
    draw = ImageDraw.Draw(image)
    for row, fact in enumerate(picture.facts):
        draw.text((LEFT, 372 + 68 * row), fitted(fact, 44, width), fill=INK, font=font(44), anchor="ls")
    draw.text((LEFT, 616), fitted(picture.remark, 24, width), fill=MUTED, font=font(24), anchor="ls")
    return as_png(image)
