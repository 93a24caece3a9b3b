"""Pictures as people upload them."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image


def picture(
    size: tuple[int, int] = (40, 30), kind: str = "PNG", *, mode: str = "RGB", colour: Any = 0, **options: Any
) -> bytes:
    """The bytes of a file of that kind, all of one colour; `options` as Pillow's writer of the kind has them."""
    file = io.BytesIO()
    Image.new(mode, size, colour).save(file, kind, **options)
    return file.getvalue()


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image
