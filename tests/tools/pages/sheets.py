"""Which classes of a page our sheets know, and its own sheet does not."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.conf import settings

from clubchess.static_files import as_sent, in_one_piece

_WHOLE = ("staff/clubchess", "staff/club", "staff/front_page", "parts/demo")
"""All that pages for everybody are made of."""
_CLASS = re.compile(r"\.([A-Za-z][\w-]*)")


def classes_without_a_rule(html: str, sheet: str) -> set[str]:
    html = re.sub(r'<section id="own".*?</section>', "", html, flags=re.DOTALL)  # has names for poll.js
    classes = {name for names in re.findall(r'class="([^"]*)"', html) for name in names.split()}
    return classes & frozenset().union(*map(_classes, _WHOLE)) - _classes(sheet)


@cache
def _classes(sheet: str) -> frozenset[str]:
    name = f"css/{sheet}.css"
    source = Path(settings.BASE_DIR, "static", name).read_bytes()
    text = as_sent(name, in_one_piece(name, source)).decode()
    selectors = re.findall(r"([^{};]+)\{", text)
    return frozenset(_CLASS.findall(" ".join(selectors)))
