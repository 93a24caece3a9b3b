"""Why a file cannot be taken, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exchange.json_node import FileError


def said_of(error: FileError) -> str:
    """With the place, where there is one."""
    facts = {name: said_of(fact) if isinstance(fact, FileError) else fact for name, fact in error.facts.items()}
    fault = _(error.message).format(**facts)
    return " ".join((fault, _("Place in the file: {place}.").format(place=error.place))) if error.place else fault
