"""Our sheets and scripts as they are sent: in one piece, without comments and blanks, which cost a phone a fifth.

A sheet that imports others is sent with them: each file more is a way more to the server before anything is seen.
So each public page has one sheet, `public/….css`, with no more than what such pages are made of.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, normpath
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_OURS = re.compile(r"(css/[a-z]+|js)/[^/]+\.(css|js)")
_IMPORT = re.compile(r"""^@import (?:url\()?["']((?:\.\./)?[a-z_/]+)(?:\.[0-9a-f]{12})?\.css["']\)?;$""", re.MULTILINE)
"""As we write it, and as Django has put the hashed name into it."""


class StaticFiles(CompressedManifestStaticFilesStorage):
    """With hashed names, compressed. What others have made is left as it is."""

    def _save(self, name: str, content: Any) -> str:
        """Of the file as it was collected, and again under its hashed name: Django takes both from the source."""
        if _OURS.fullmatch(name):
            content.seek(0)
            content = ContentFile(as_sent(name, in_one_piece(name, content.read())))
        saved: str = super()._save(name, content)  # type: ignore[misc]  # unknown to Django's stubs
        return saved


def in_one_piece(name: str, source: bytes) -> bytes:
    """A sheet with those it imports, each found from its own folder. Raises FileNotFoundError for one that is not."""
    if not name.endswith(".css"):
        return source
    return _IMPORT.sub(lambda found: _sheet(normpath(f"{dirname(name)}/{found[1]}.css")), source.decode()).encode()


def _sheet(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")


def as_sent(name: str, source: bytes) -> bytes:
    """A sheet or a script without what only those who write it read. A script's statements keep lines of their own."""
    import rcssmin  # to collect them alone
    import rjsmin

    smaller = rcssmin.cssmin if name.endswith(".css") else rjsmin.jsmin
    text: str = smaller(source.decode())
    return text.encode()
