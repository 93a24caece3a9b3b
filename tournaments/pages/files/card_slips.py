"""Slips with the links to players' cards, twelve a page, to be cut apart."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Club, Player
from tournaments.pages.common.short_address import QrCode, host_of_site, reaches_phones, secret_qr_code
from tournaments.pages.files.paper_layout import in_pages

TO_A_PAGE = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class CardSlip:
    """`to` is whom it is for; `address` what is typed where there is no camera."""

    to: str
    address: str
    url: str
    qr: QrCode | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CardSlips:
    """`only_here`: where nobody gets in from outside the hall; empty where it is reached from everywhere."""

    title: str
    club: Club
    pages: tuple[tuple[CardSlip, ...], ...]
    only_here: str
    reaches_phones: bool


def card_slips(club: Club, players: Sequence[Player], tokens: Mapping[int, str], site: str) -> CardSlips:
    """`site`: scheme and host by which phones reach this installation."""
    host = host_of_site(site)
    slips = [_slip(player, tokens[player.pk], site) for player in players if player.pk in tokens]
    return CardSlips(
        title=_("Slips for players’ cards"),
        club=club,
        pages=in_pages(slips, TO_A_PAGE),
        only_here=_("Works in the hall’s network only.") if _is_local(host) else "",
        reaches_phones=reaches_phones(site),
    )


def _slip(player: Player, token: str, site: str) -> CardSlip:
    url = site + reverse("open_card", args=[token])
    to = _("To the parents of {name}") if player.is_child else _("{name}")
    return CardSlip(
        to=to.format(name=player.full_name),
        address=url.partition("://")[2].rstrip("/"),
        url=url,
        qr=secret_qr_code(url) if reaches_phones(site) else None,
    )


def _is_local(host: str) -> bool:
    """An address or a name of a network of its own."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".internal"))
