"""Why a file cannot be taken, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exchange.json_node import FileError


def said_of(error: FileError) -> str:
    """With the place, where there is one."""
    fault = _(error.message).format(**error.facts)
    return " ".join((fault, _("It stands at {place}.").format(place=error.place))) if error.place else fault
