"""What whoever runs an installation on their own computer sees of it: phones, backups, version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from clubchess import __version__, ending, local_network
from clubchess.site import phones_address
from tournaments.pages.common.short_address import QrCode, qr_code
from tournaments.pages.installation.versions import changes_of
from tournaments.selectors import kept_backups
from tournaments.selectors.kept_backups import KeptBackup, chosen, chosen_folder, usual_folder

_SHOWN = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class PhonesPart:
    """`address` and `qr` only where they come in."""

    are_let_in: bool
    address: str
    qr: QrCode | None
    has_network: bool
    has_moved: bool
    """This computer is in another network than when the server began."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThisComputerPage:
    phones: PhonesPart | None
    """None where somebody has set otherwise how they come in, or not from here."""
    newest: Sequence[KeptBackup]
    older: Sequence[KeptBackup]
    folder: str
    is_folder_away: bool
    version: str
    changes: Sequence[str]
    """Of this version, in English."""
    can_stop: bool
    is_here: bool


def this_computer_page(*, is_here: bool) -> ThisComputerPage:
    """`is_here`: whoever asks sits at this machine."""
    kept, folder = kept_backups.kept_backups(), chosen_folder()
    return ThisComputerPage(
        phones=_phones() if is_here and ending.can_end() and not settings.IS_REACHED_OTHERWISE else None,
        newest=kept[:_SHOWN],
        older=kept[_SHOWN:],
        folder=str(folder),
        is_folder_away=folder != usual_folder() and not folder.is_dir(),
        version=__version__,
        changes=tuple(changes_of(__version__)),
        can_stop=is_here and ending.can_end(),
        is_here=is_here,
    )


def _phones() -> PhonesPart:
    address, found = phones_address(), local_network.addresses()
    return PhonesPart(
        are_let_in=chosen().phones,
        address=address.partition("://")[2],
        qr=qr_code(f"{address}/") if address else None,
        has_network=bool(found),
        has_moved=bool(found) and found[0] != (settings.PHONES_HOST if address else ""),
    )
