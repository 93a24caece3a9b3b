"""The picture beside a link to a tournament: whose it is, how far it has come, and who leads."""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, ImageDraw

from tournaments.exchange.images.accents import BANDS
from tournaments.exchange.images.drawing import (
    DISC_BLACK,
    INK,
    MUTED,
    PAPER,
    WOOD,
    WOOD_LIGHT,
    as_png,
    fitted,
    font,
    largest,
    lighter,
    pawn,
    squares,
)
from tournaments.exchange.logo import square

SIZE = (1200, 630)
_BAND = 132
LEFT, _RIGHT = 64, 1136
_BOARD = (840, 270, 1200, 630)
_MEDALS = (("#c3961b", INK), ("#8b9399", INK), ("#a8673a", "#ffffff"))
MOST_LEADERS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class PreviewLeader:
    place: str
    name: str
    points: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkPreview:
    """Everything as the public may read it. `line`: how far it has come, or when it begins; `remark` stands below it,
    where nobody leads yet."""

    club: str
    tournament: str
    line: str
    remark: str
    leaders: tuple[PreviewLeader, ...]
    accent: str
    logo: bytes | None
    """As `exchange/logo.py` keeps it; None for our own sign."""


def drawn(preview: LinkPreview) -> bytes:
    """A PNG of SIZE."""
    image, width = headed(
        club=preview.club, accent=preview.accent, logo=preview.logo, title=preview.tournament, line=preview.line
    )
    draw = ImageDraw.Draw(image)
    if not preview.leaders:
        draw.text((LEFT, 360), fitted(preview.remark, 44, width), fill=INK, font=font(44), anchor="ls")
    for row, leader in enumerate(preview.leaders[:MOST_LEADERS]):
        _leader(draw, leader, 336 + 92 * row, _MEDALS[row], width)
    return as_png(image)


def headed(*, club: str, accent: str, logo: bytes | None, title: str, line: str) -> tuple[Image.Image, int]:
    """With a board and a pawn at the right. How much room is left of them."""
    image = Image.new("RGB", SIZE, PAPER)
    _masthead(image, club=club, accent=accent, logo=logo)
    squares(image, _BOARD, 90, (WOOD_LIGHT, WOOD))
    pawn(image, 975, 606, 300, DISC_BLACK)
    width = _BOARD[0] - 40 - LEFT
    draw = ImageDraw.Draw(image)
    size = largest(title, (72, 64, 56, 50), _RIGHT - LEFT)
    draw.text((LEFT, 232), fitted(title, size, _RIGHT - LEFT), fill=INK, font=font(size), anchor="ls")
    draw.text((LEFT, 290), fitted(line, 34, width), fill=MUTED, font=font(34), anchor="ls")
    return image, width


def _masthead(image: Image.Image, *, club: str, accent: str, logo: bytes | None) -> None:
    band = BANDS[accent].light
    squares(image, (0, 0, SIZE[0], _BAND), 66, (lighter(band, 0), lighter(band, 0.07)))
    squares(image, (0, _BAND, SIZE[0], _BAND + 14), 14, (WOOD, WOOD_LIGHT))
    if logo is not None:
        with Image.open(io.BytesIO(square(logo, 92)), formats=("PNG",)) as sign:
            image.paste(sign.convert("RGB"), (LEFT, 20))
    else:
        squares(image, (LEFT, 20, LEFT + 92, 112), 46, (WOOD, WOOD_LIGHT))
        pawn(image, LEFT + 46, 104, 76, DISC_BLACK)
    left = LEFT + 92 + 28
    size = largest(club, (52, 44, 38), _RIGHT - left)
    text = fitted(club, size, _RIGHT - left)
    ImageDraw.Draw(image).text((left, 66), text, fill="#ffffff", font=font(size), anchor="lm")


def _leader(draw: ImageDraw.ImageDraw, leader: PreviewLeader, top: int, medal: tuple[str, str], width: int) -> None:
    tile, on_tile = medal
    draw.rectangle((LEFT, top, LEFT + 63, top + 63), fill=tile)
    draw.text((LEFT + 32, top + 33), fitted(leader.place, 40, 60), fill=on_tile, font=font(40), anchor="mm")
    points = fitted(leader.points, 44, 220)
    draw.text((LEFT + width, top + 33), points, fill=INK, font=font(44), anchor="rm")
    room = width - 88 - font(44).getlength(points) - 24
    draw.text((LEFT + 88, top + 33), fitted(leader.name, 44, room), fill=INK, font=font(44), anchor="lm")
