"""The pictures of the guide: static files, in a folder for each language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from clubchess import program_files

SCALE = 2
"""Of a picture's pixels so many make one of a page: phones' glass is fine."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """Its address among the static files, and how large a page shows it: so nothing moves when it comes."""

    path: str
    width: int
    height: int


def path_of(language: str, name: str) -> str:
    return f"guide/{language}/{name}.webp"


def file_of(language: str, name: str) -> Path:
    return program_files.STATIC / path_of(language, name)


def picture_of(language: str, name: str) -> Picture:
    with Image.open(file_of(language, name)) as image:
        width, height = image.size
    return Picture(path=path_of(language, name), width=width // SCALE, height=height // SCALE)
