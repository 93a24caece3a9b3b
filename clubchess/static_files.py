"""Our sheets and scripts as they are sent: without comments and indentation, which cost a phone a fifth of them."""

from __future__ import annotations

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_OURS = re.compile(r"(css|js)/[^/]+\.(css|js)")
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class StaticFiles(CompressedManifestStaticFilesStorage):
    """With hashed names, compressed. What others have made is left as it is."""

    def _save(self, name: str, content: Any) -> str:
        """Of the file as it was collected, and again under its hashed name: Django takes both from the source."""
        if _OURS.fullmatch(name):
            content.seek(0)
            content = ContentFile(as_sent(name, content.read()))
        saved: str = super()._save(name, content)  # type: ignore[misc]  # unknown to Django's stubs
        return saved


def as_sent(name: str, source: bytes) -> bytes:
    """Lines stay lines, so that an error in a browser can be found here. Scripts: only whole lines of comment go.

    Neither a text of several lines nor one with the sign of a comment may stand in a file of ours
    (tests/ground/test_static_files.py).
    """
    text = source.decode()
    if name.endswith(".css"):
        text = _CSS_COMMENT.sub("", text)
    lines = (line.strip() for line in text.splitlines())
    is_script = name.endswith(".js")
    return "\n".join(line for line in lines if line and not (is_script and line.startswith("//"))).encode()
