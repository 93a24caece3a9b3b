"""The templates' indentation is for whoever reads them; up to half of what is sent of a long table."""

from __future__ import annotations


def without_indentation(html: bytes) -> bytes:
    """Of pages and fragments in which nothing is preformatted or typed."""
    return b"\n".join(filter(None, map(bytes.strip, html.split(b"\n"))))
