"""The club's active members as a sheet to take along, with the columns that the import reads again."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exchange.player_list import OWN_FIELDS
from tournaments.exchange.player_list_headings import SOFT_HYPHEN
from tournaments.exchange.spreadsheet_writer import CellValue, SheetTable
from tournaments.models import Club, Player, PlayerContact, Sex
from tournaments.pages.common.capitals import capitalized
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.files.exports import KINDS
from tournaments.pages.files.tournament_export import Download

_OWN = ("given_name", "family_name", *OWN_FIELDS)
_SEXES = {Sex.FEMALE: "f", Sex.MALE: "m", Sex.OTHER: "x"}  # not all: unknown is an empty cell
"""As the import understands them whatever the language."""


def members_download(club: Club, kind: str, *, sees_private: bool) -> Download:
    """With `sees_private` all of the contact too."""
    private = PlayerContact.PRIVATE if sees_private else ()
    members = club.players.filter(is_active=True).select_related("contact")
    table = SheetTable(
        title=_("Players"),
        header=(*(_heading(Player, name) for name in _OWN), *(_heading(PlayerContact, name) for name in private)),
        rows=tuple(
            (
                *(_cell(player, name) for name in _OWN),
                *(_cell(getattr(player, "contact", None), name) for name in private),
            )
            for player in sorted_by_name(members, lambda player: player.full_name)
        ),
    )
    media, made = KINDS[kind]
    return Download(file_name=f"{club.slug}-players.{kind}", data=made(table), type=media)


def _heading(model: type[Player | PlayerContact], name: str) -> str:
    called = {field.name: str(field.verbose_name) for field in model._meta.concrete_fields}
    return capitalized(called[name]).replace(SOFT_HYPHEN, "")


def _cell(row: Player | PlayerContact | None, name: str) -> CellValue:
    value = getattr(row, name, None)
    if name == "sex":
        return _SEXES.get(Sex(value or Sex.UNKNOWN), "")
    if name == "birth_year" and getattr(row, "birth_date", None):
        return None  # the date says it
    return value if isinstance(value, int) else str(value or "")
