"""The accents' bands, as in static/css/parts/tokens.css: what of a club's colour pictures and browsers' frames have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Band:
    """#rrggbb in light and in dark; white can be read on the light one."""

    light: str
    dark: str


BANDS: Mapping[str, Band] = {
    "pine": Band("#1d5c45", "#143d2f"),
    "sea": Band("#0e5c6b", "#0f3d47"),
    "delft": Band("#1b437f", "#17305a"),
    "plum": Band("#523480", "#372457"),
    "berry": Band("#7d1d50", "#521638"),
    "brick": Band("#872f10", "#55210f"),
    "bronze": Band("#6b480a", "#443009"),
    "slate": Band("#34414e", "#2a353f"),
}
