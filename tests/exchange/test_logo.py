"""Logos from strangers: what is kept of them is a small PNG of our own, and what is no picture is refused."""

from __future__ import annotations

import os
import random
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat, PngImagePlugin

from tests.tools.pages.pictures import opened, picture
from tournaments import demo
from tournaments.exchange import logo
from tournaments.exchange.logo import UnusableLogo, for_pages, normalised, square

SECRET = "taken at 52.0907 N 5.1214 E"


def chunks(png: bytes) -> set[bytes]:
    """The kinds of a PNG's parts."""
    found, at = set(), 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        found.add(png[at + 4 : at + 8])
        at += 12 + length
    return found


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        *[(mode, "PNG") for mode in ("RGB", "RGBA", "P", "1", "LA", "I;16")],
        *[(mode, "JPEG") for mode in ("RGB", "L", "CMYK")],
        *[(mode, "WEBP") for mode in ("RGB", "RGBA")],
    ],
)
@pytest.mark.parametrize(("size", "expected"), [((1200, 600), (512, 256)), ((3, 900), (2, 512)), ((40, 30), (40, 30))])
def test_each_kind_becomes_a_png_in_its_own_shape(
    mode: str, kind: str, size: tuple[int, int], expected: tuple[int, int]
) -> None:
    made = opened(normalised(picture(size, kind, mode=mode)))

    assert (made.format, made.size) == ("PNG", expected)
    assert made.mode == ("RGBA" if mode in {"RGBA", "LA"} else "RGB")


def test_colours_stay_what_they_were() -> None:
    assert opened(normalised(picture(colour=(200, 30, 40)))).getpixel((5, 5)) == (200, 30, 40)
    assert opened(normalised(picture(mode="RGBA", colour=(9, 9, 9, 0)))).getpixel((5, 5)) == (9, 9, 9, 0)
    assert opened(normalised(picture(mode="I;16", colour=40_000))).getpixel((5, 5)) == (156, 156, 156)


def test_nothing_else_that_stood_in_the_file_is_kept() -> None:
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", SECRET)
    exif = Image.Exif()
    exif[0x010E] = SECRET
    profile = SECRET.encode() * 20
    for data in (
        picture(pnginfo=text, exif=exif, icc_profile=profile, dpi=(72, 72)),
        picture(kind="JPEG", exif=exif, icc_profile=profile, comment=SECRET.encode()),
        picture(kind="WEBP", exif=exif, icc_profile=profile),
    ):
        assert SECRET.encode()[:5] in data or b"iCCP" in data
        assert chunks(normalised(data)) == {b"IHDR", b"IDAT", b"IEND"}


def test_a_photo_stands_as_the_phone_was_held() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6  # a quarter to the right

    assert opened(normalised(picture((40, 30), "JPEG", exif=turned))).size == (30, 40)


def test_of_a_moving_picture_the_first_frame_is_taken() -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    data = picture((20, 20), "WEBP", colour="red", save_all=True, append_images=frames, lossless=True)

    assert opened(normalised(data)).getpixel((3, 3)) == (255, 0, 0)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<?xml version='1.0'?><!DOCTYPE svg>",
        b"%PDF-1.7",
        picture(kind="GIF"),
        picture(kind="BMP"),
        picture(kind="TIFF"),
        picture(kind="ICO"),
        picture()[:60],
        picture((400, 300), "JPEG")[:200],
        picture(kind="WEBP")[:-10],
    ],
    ids=["nothing", "PNG's first bytes", "SVG", "XML", "PDF", "GIF", "BMP", "TIFF", "ICO", *["cut off"] * 3],
)
def test_what_is_no_picture_of_ours_is_refused(data: bytes) -> None:
    with pytest.raises(UnusableLogo, match="PNG, JPEG or WebP"):
        normalised(data)


def test_too_many_bytes_are_not_even_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logo.Image, "open", lambda *_: pytest.fail("it was opened"))

    with pytest.raises(UnusableLogo, match="at most 2 MB"):
        normalised(b"\0" * 2_000_001)


def claims(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is so large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(4001, 4000), (100_000, 200), (12_000, 12_000), (2_000_000_000, 2_000_000_000)])
def test_too_many_pixels_are_refused_before_they_are_decoded(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(PngImagePlugin.PngImageFile, "load", lambda *_: pytest.fail("it was decoded"))

    with pytest.raises(UnusableLogo):
        normalised(claims(*size))


def test_what_is_far_too_long_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PngImagePlugin.PngImageFile, "load", lambda *_: pytest.fail("it was decoded"))

    with pytest.raises(UnusableLogo, match=r"^This picture is more than 8000 pixels long or wide"):
        normalised(claims(1, 15_999_999))


def test_what_is_as_long_as_may_be_is_a_logo() -> None:
    assert opened(normalised(picture((8_000, 30)))).size == (512, 2)


def test_of_a_webp_fewer_pixels_are_decoded() -> None:
    with pytest.raises(UnusableLogo, match="too many pixels"):
        normalised(picture((3_000, 2_001), "WEBP"))


MEASURED = """
import pathlib, sys
from tournaments.exchange.logo import normalised

def most():
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

data = pathlib.Path(sys.argv[1]).read_bytes()
before = most()
normalised(data)
print(most() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says it there")
@pytest.mark.parametrize(
    ("mode", "kind", "size", "most"),
    [
        ("RGBA", "PNG", (4000, 4000), 100),
        ("RGB", "PNG", (4000, 4000), 100),
        ("I;16", "PNG", (4000, 4000), 100),
        ("RGB", "JPEG", (4000, 4000), 100),
        ("RGBA", "WEBP", (3000, 2000), 130),
    ],
)
def test_the_largest_picture_takes_little_more_than_it_is(
    mode: str, kind: str, size: tuple[int, int], most: int, tmp_path: Path
) -> None:
    """In megabytes: decoded the picture is 64, and there is no second one."""
    file = tmp_path / "picture"
    file.write_bytes(picture(size, kind, mode=mode))
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(file)],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "clubchess.settings", "SECRET_KEY": "of this test " * 5},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < most * 1_000


def test_a_bomb_of_text_is_refused() -> None:
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", "x" * 60_000_000, zip=True)

    with pytest.raises(UnusableLogo):
        normalised(picture(pnginfo=text))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_whatever_is_damaged_it_is_a_logo_or_a_sentence(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    whole, chance = picture((60, 40), kind, exif=exif), random.Random(kind)
    made = 0
    for _turn in range(400):
        data = bytearray(whole)
        for _byte in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            assert opened(normalised(bytes(data))).format == "PNG"
            made += 1
        except UnusableLogo:
            continue
    assert made < 400


@pytest.mark.parametrize("size", [180, 192, 512])
@pytest.mark.parametrize("shape", [(512, 512), (512, 100), (7, 90)])
def test_a_square_holds_all_of_it_in_the_middle_of_white(size: int, shape: tuple[int, int]) -> None:
    made = opened(square(normalised(picture(shape, colour=(200, 30, 40))), size))

    assert (made.format, made.mode, made.size) == ("PNG", "RGB", (size, size))
    assert made.getpixel((size // 2, size // 2)) == (200, 30, 40)
    corner = (200, 30, 40) if shape[0] == shape[1] else (255, 255, 255)
    assert made.getpixel((0, 0)) == corner


def test_what_is_clear_is_white_in_a_square() -> None:
    made = opened(square(normalised(picture(mode="RGBA", colour=(0, 0, 0, 0))), 192))

    assert made.getpixel((96, 96)) == (255, 255, 255)


def test_on_pages_it_is_the_same_picture_in_fewer_bytes() -> None:
    logo = normalised((Path(demo.__file__).parent / "logo.png").read_bytes())
    plain, shown = square(logo, 192), for_pages(logo, 192)

    assert len(shown) < 4_000 < len(plain)
    made = opened(shown)
    assert (made.format, made.size) == ("WEBP", (192, 192))
    difference = ImageStat.Stat(ImageChops.difference(made.convert("RGB"), opened(plain)))
    assert max(difference.mean) < 3


@pytest.mark.parametrize(
    ("shape", "shown"), [((600, 200), (575, 192)), ((900, 100), (576, 192)), ((200, 600), (192, 192))]
)
def test_a_wide_logo_has_room_and_a_high_one_has_white_beside_it(
    shape: tuple[int, int], shown: tuple[int, int]
) -> None:
    assert opened(for_pages(normalised(picture(shape)), 192, widest=3)).size == shown
