"""The templates' indentation is for whoever reads them; up to half of what is sent of a long table."""

from __future__ import annotations

import re

_INDENTATION = re.compile(rb"\s*\n\s*")


def without_indentation(html: bytes) -> bytes:
    """Of pages and fragments in which nothing is preformatted or typed."""
    return _INDENTATION.sub(b"\n", html)
