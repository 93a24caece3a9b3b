"""How players are called: in full for the club's staff, as each wishes for the public."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from django.utils.translation import gettext as _

from tournaments.models import Entry, Player, ShownAs
from tournaments.pages.wording import Names


class Audience(Enum):
    STAFF = "staff"
    PUBLIC = "public"


def name_of(player: Player, audience: Audience, number: int | None) -> str:
    """`number` is the start number, for those who show nothing else."""
    if audience is Audience.STAFF or player.shown_as == ShownAs.FULL:
        return player.full_name
    if player.shown_as == ShownAs.INITIAL:
        initial = _initial(player.family_name)
        return f"{player.given_name} {initial}." if initial else player.given_name
    return _("Player {number}").format(number=number) if number else _("Player")


def names_of(entries: Iterable[Entry], audience: Audience) -> Names:
    """By start number; entries come with their players (select_related)."""
    return {
        entry.number: name_of(entry.player, audience, entry.number) for entry in entries if entry.number is not None
    }


def _initial(family_name: str) -> str:
    """Of the name itself, not of what stands before it: van der Meulen is M."""
    return next((letter for letter in family_name if letter.isupper()), family_name[:1])
