"""Logos of every kind, with sizes, parts and bytes changed."""

from __future__ import annotations

import io
from random import Random

from PIL import Image, PngImagePlugin

from tests.tools.fuzzing import wild

_MODES = {"PNG": ("RGB", "RGBA", "P", "1", "L", "LA", "I;16"), "JPEG": ("RGB", "L", "CMYK"), "WEBP": ("RGB", "RGBA")}
_SIDES = (1, 2, 3, 40, 300, 600, 1_100, 2_500)


def mutated_picture(kind: str, chance: Random) -> bytes:
    size = (chance.choice(_SIDES), chance.choice(_SIDES))
    image = Image.new(chance.choice(_MODES[kind]), size)
    exif = Image.Exif()
    exif[0x0112] = chance.randint(0, 9)
    options: dict[str, object] = {"exif": exif} if chance.random() < 0.5 else {}
    if chance.random() < 0.3:
        options["icc_profile"] = b"x" * chance.randint(0, 500)
    if kind == "PNG" and chance.random() < 0.3:
        options["pnginfo"] = text = PngImagePlugin.PngInfo()
        text.add_text("Comment", "x" * chance.choice((0, 10, 100_000)), zip=chance.random() < 0.5)
    if kind == "JPEG":
        options["progressive"] = chance.random() < 0.5
    file = io.BytesIO()
    image.save(file, kind, **options)
    data = file.getvalue()
    for _again in range(chance.choice((0, 1, 1, 2))):
        data = wild.some_bytes(data, chance)
    return data
