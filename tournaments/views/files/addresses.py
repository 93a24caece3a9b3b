"""Addresses that other programs read: a round for broadcasts, the standings for a sheet, a page for a club's own site.

They say what the public pages show, and are kept as those are.
"""

from __future__ import annotations

from django.http import HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import PUBLIC_STATES, Club, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.files.exports import pgn_download, standings_for_sheets
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.views.common.page_cache import EMBEDDED
from tournaments.views.common.public_access import (
    READ_BY_ANY_SITE,
    VisitorRequest,
    club_for_all,
    tournament_for_all,
)
from tournaments.views.common.public_site import SITE

WIDTH, HEIGHT = 600, 800
"""Pixels of a frame, where a site asks for no others."""


@require_safe
@tournament_for_all
def public_round_pgn(_request: VisitorRequest, tournament: Tournament, number: int) -> HttpResponse:
    download = pgn_download(tournament, number, Audience.PUBLIC)
    return HttpResponse(download.data, content_type=download.type, headers=READ_BY_ANY_SITE)


@require_safe
@tournament_for_all
def public_standings_csv(_request: VisitorRequest, tournament: Tournament) -> HttpResponse:
    return HttpResponse(
        standings_for_sheets(tournament), content_type="text/csv; charset=utf-8", headers=READ_BY_ANY_SITE
    )


@require_safe
@club_for_all
def public_club_oembed(_request: VisitorRequest, club: Club) -> HttpResponse:
    return _frame(club, reverse("public_club", args=[club.slug]), club.name)


@require_safe
@tournament_for_all
def public_tournament_oembed(_request: VisitorRequest, tournament: Tournament) -> HttpResponse:
    club = tournament.club
    return _frame(club, reverse("public_tournament", args=[club.slug, tournament.slug]), tournament.name)


@require_safe
@tournament_for_all
def public_standings_oembed(_request: VisitorRequest, tournament: Tournament) -> HttpResponse:
    club = tournament.club
    title = " · ".join([_("Standings"), tournament.name])
    return _frame(club, reverse("public_standings", args=[club.slug, tournament.slug]), title)


@require_safe
@tournament_for_all
def public_round_oembed(_request: VisitorRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Raises NotPublished."""
    if not tournament.rounds.filter(number=number, state__in=PUBLIC_STATES).exists():
        raise NotPublished
    club = tournament.club
    title = _("Round {number} of {tournament}").format(number=number, tournament=tournament.name)
    return _frame(club, reverse("public_round", args=[club.slug, tournament.slug, number]), title)


def _frame(club: Club, path: str, title: str) -> JsonResponse:
    """As https://oembed.com has it. Raises NotPublished where the club lets no site show its pages."""
    if not club.embedded_on:
        raise NotPublished
    frame = format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy" style="border:0"></iframe>',
        f"{SITE}{path}?{EMBEDDED}",
        title,
        WIDTH,
        HEIGHT,
    )
    told = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": club.name,
        "provider_url": SITE + reverse("public_club", args=[club.slug]),
        "html": frame,
        "width": WIDTH,
        "height": HEIGHT,
    }
    return JsonResponse(told, headers=READ_BY_ANY_SITE, json_dumps_params={"ensure_ascii": False})
