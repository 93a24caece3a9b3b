"""The values of the sheet `tokens` as a browser would have them, and how well one colour is seen on another."""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings

_DARK = "@media (prefers-color-scheme: dark)"


@cache
def tokens_of(scheme: str, accent: str) -> dict[str, str]:
    """By name without dashes, for "light" or "dark" and one accent. Colours as #rrggbb."""
    text = (settings.BASE_DIR / "static" / "css" / "parts" / "tokens.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    light, _, rest = text.partition(_DARK)
    dark = rest.partition("@media print")[0]
    parts = [light] if scheme == "light" else [light, dark]
    found: dict[str, str] = {}
    for part in parts:
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", part):
            applies = {each.strip() for each in selector.split(",")} & {":root", f".accent-{accent}"}
            if applies:
                found |= dict(re.findall(r"--([a-z0-9-]+):\s*([^;]+);", body))
    return found


def contrast(one: str, other: str) -> float:
    """WCAG's ratio of two opaque colours, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
