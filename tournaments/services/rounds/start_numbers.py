"""What is asked of start numbers before anybody can be paired."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Entry
from tournaments.services.common.refusal import Refused


def refuse_without_numbers(entries: Sequence[Entry]) -> None:
    if not entries:
        raise Refused(_("Nobody has been entered yet: enter the players first."))
    if any(entry.number is None for entry in entries):
        raise Refused(_("Not everybody has a number yet: number the players first."))
