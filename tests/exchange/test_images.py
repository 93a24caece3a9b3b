"""Pictures that the server draws: icons, and the parts of the picture beside a link."""

import io
import re
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from tournaments.exchange.images.accents import BANDS
from tournaments.exchange.images.drawing import fitted, font
from tournaments.exchange.images.icon import favicon, icon
from tournaments.exchange.logo import normalised
from tournaments.models.club import Accent


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_the_bands_are_those_of_the_sheet() -> None:
    sheet = Path(settings.BASE_DIR, "static/css/parts/tokens.css").read_text()
    for accent in Accent.values:
        bands = re.findall(rf"\.accent-{accent} \{{[^}}]*--band: (#\w{{6}})", sheet)
        assert bands == [BANDS[accent].light, BANDS[accent].dark], accent
    assert set(BANDS) == set(Accent.values)


@pytest.mark.parametrize("text", ["Øß łčŉ" * 30, "i" * 500, "W" * 500, "a b " * 80])
def test_a_long_line_is_cut_where_the_room_ends(text: str) -> None:
    cut = fitted(text, 44, 300)

    assert cut.endswith("…")
    assert text.startswith(cut.removesuffix("…"))
    assert 300 - font(44).getlength("WW") < font(44).getlength(cut) <= 300


def test_a_line_that_fits_is_left() -> None:
    assert fitted("Anna  Bakker", 44, 600) == "Anna Bakker"
    assert fitted("", 44, 600) == ""


@pytest.mark.parametrize("letter", "ØøÅåÆæßłŁčČŉđĐžŽőŰşğı½·–…‘’")
def test_the_font_has_the_letters_of_european_names(letter: str) -> None:
    assert font(40).getmask(letter).getbbox()
    assert bytes(font(40).getmask(letter)) != bytes(font(40).getmask("\U000f0000"))


@pytest.mark.parametrize("size", [180, 192, 512])
def test_without_a_logo_the_icon_is_the_pawn_on_the_clubs_colour(size: int) -> None:
    pictures = {accent: icon(size, accent, None) for accent in ("pine", "delft")}

    assert opened(pictures["pine"]).size == (size, size)
    assert pictures["pine"] != pictures["delft"]
    assert opened(pictures["pine"]).getpixel((size // 2, size // 2)) > (230, 230, 230)
    assert len(pictures["pine"]) < 12_000


def test_with_a_logo_it_is_the_logo_and_a_maskable_one_keeps_it_from_the_edge() -> None:
    file = io.BytesIO()
    Image.new("RGB", (300, 300), "#ff0000").save(file, "PNG")
    logo = normalised(file.getvalue())

    assert opened(icon(192, "pine", logo)).getpixel((1, 96)) == (255, 0, 0)
    masked = opened(icon(512, "pine", logo, is_maskable=True))
    assert masked.getpixel((256, 256)) == (255, 0, 0)
    assert masked.getpixel((40, 256)) == (255, 255, 255)
    corner = 256 * (1 - 0.8 / 2**0.5)
    assert masked.getpixel((int(corner) - 2, int(corner) - 2)) == (255, 255, 255), "outside of what every phone shows"


def test_the_favicon_has_the_sizes_that_browsers_ask_for() -> None:
    with Image.open(io.BytesIO(favicon())) as found:
        assert found.format == "ICO"
        assert found.info["sizes"] == {(16, 16), (32, 32), (48, 48)}
