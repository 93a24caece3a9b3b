"""/t/<short code>/: where a QR code leads, and the code itself as a picture.

Nobody is kept out for guessing: a whole club sits behind one address, and there are 31 ** 8 codes. 10,000 guesses at an
installation of 1,000 tournaments have one chance in 85,000 to hit, and what they hit is public anyway.
"""

from __future__ import annotations

import textwrap

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubchess.site import site_of
from tournaments.models import Tournament
from tournaments.pages.common.short_address import ShortAddress, short_address_of

_HOUR = 3600
_LETTERS_ACROSS = 22


@require_safe
def short_address(request: HttpRequest, code: str) -> HttpResponse:
    """To the reader's own board there, in their language. What never was and what lies in the trash get one answer."""
    tournament = Tournament.objects.select_related("club").filter(**_public(code)).first()
    if tournament is None:
        return HttpResponse(render_to_string("tournaments/common/short_address/not_found.html"), status=404)
    response = HttpResponseRedirect(
        reverse("public_own_board", kwargs={"club": tournament.club.slug, "tournament": tournament.slug})
    )
    patch_vary_headers(response, ["Accept-Language"])
    return response


@require_safe
def short_address_qr(request: HttpRequest, code: str) -> HttpResponse:
    """A picture of its own: kept pages are the same for every host that asks, and the address is not.

    Where no phone gets there it says so, or with `?or=nothing`, on the wall, there is no picture at all (204).
    """
    address = address_of(request, get_object_or_404(Tournament, **_public(code)))
    if address.qr is None and request.GET.get("or") == "nothing":
        return HttpResponse(status=204, headers={"X-Robots-Tag": "noindex"})
    lines = () if address.qr else textwrap.wrap(_unreachable(address), _LETTERS_ACROSS)
    image = render_to_string("tournaments/common/short_address/qr.svg", {"qr": address.qr, "lines": lines})
    response = HttpResponse(image, content_type="image/svg+xml; charset=utf-8", headers={"X-Robots-Tag": "noindex"})
    patch_cache_control(response, public=True, max_age=_HOUR if address.qr else 0)
    return response


def address_of(request: HttpRequest, tournament: Tournament) -> ShortAddress:
    """By the host that was asked, unless the installation says by which one phones reach it."""
    return short_address_of(tournament, site_of(request))


def _public(code: str) -> dict[str, str | None]:
    """Capitals are what phones make of a first letter."""
    return {"short_code": code.lower(), "trashed_at": None}


def _unreachable(address: ShortAddress) -> str:
    text = _("Phones cannot reach this address ({host}). Open this page by the address that phones use.")
    return text.format(host=address.host)
