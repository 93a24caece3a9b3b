"""The papers of a round: a list of them, and each as a page that the browser prints."""

from __future__ import annotations

import re
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.files.availability_list import wall_list as wall_list_page
from tournaments.pages.files.printouts import (
    ALL,
    BEST_ON_BOARDS,
    EVERYBODY,
    FIRST_THREE,
    TO_A_PAGE,
    ChosenPapers,
    Paper,
    PaperPage,
    one_paper,
    papers_page,
    papers_together,
    poster_page,
    schedule_paper,
)
from tournaments.permissions import helps_in_tournament
from tournaments.views.common.paper_language import in_the_papers_language
from tournaments.views.common.public_access import or_not_found
from tournaments.views.common.short_address import address_of
from tournaments.views.common.staff_access import for_tournament

T = TypeVar("T")
_PAPERS = {each.value: each for each in Paper}


@require_safe
@for_tournament(helps_in_tournament)
def papers(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponseBase:
    address = address_of(request, tournament)
    return or_not_found(
        lambda: render(
            request,
            "tournaments/files/printouts/page.html",
            {
                "page": papers_page(tournament, address, number=number, chosen=_together(request)),
                "tournament": tournament,
                "place": "papers",
            },
        )
    )


@require_safe
@for_tournament(helps_in_tournament)
@in_the_papers_language
def poster(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    page = poster_page(tournament, address_of(request, tournament))
    return render(request, "tournaments/files/printouts/poster.html", {"page": page, "tournament": tournament})


@require_safe
@for_tournament(helps_in_tournament)
@in_the_papers_language
def wall_list(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    page = wall_list_page(tournament, _audience(request), at=timezone.localtime())
    return render(request, "tournaments/files/printouts/wall_list.html", {"page": page, "tournament": tournament})


@require_safe
@for_tournament(helps_in_tournament)
@in_the_papers_language
def schedule(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Where everybody meets everybody: before the first round too."""
    return or_not_found(
        lambda: render(
            request,
            "tournaments/files/schedule_paper.html",
            {
                "page": schedule_paper(tournament, _audience(request), at=timezone.localtime()),
                "tournament": tournament,
            },
        )
    )


@require_safe
@for_tournament(helps_in_tournament)
@in_the_papers_language
def paper(request: HttpRequest, tournament: Tournament, number: int, paper: str) -> HttpResponseBase:
    if paper == ALL and "cards" in request.GET and "paper" not in request.GET:  # the form, with nothing ticked
        return redirect("round_papers", tournament.club.slug, tournament.slug, number)
    return or_not_found(
        lambda: render(
            request,
            "tournaments/files/printouts/paper.html",
            {"page": _paper(request, tournament, number, paper), "tournament": tournament},
        )
    )


def _paper(request: HttpRequest, tournament: Tournament, number: int, code: str) -> PaperPage:
    at = timezone.localtime()
    address = address_of(request, tournament)
    if code == ALL:
        return papers_together(tournament, _together(request), address, number=number, at=at)
    audience = _audience(request)
    wanted = _one_of(_PAPERS, code)
    layouts: dict[str, int | None] = {str(count): count for count in TO_A_PAGE.get(wanted, ())}
    to_a_page = _chosen(request, "to_a_page", layouts, None)
    return one_paper(
        tournament,
        audience,
        address,
        number=number,
        paper=wanted,
        at=at,
        to_a_page=to_a_page,
        receivers=_receivers(request),
    )


def _together(request: HttpRequest) -> ChosenPapers:
    """What the address says is chosen."""
    papers = {_one_of(_PAPERS, code) for code in request.GET.getlist("paper")}
    counts = {
        paper: _chosen(request, paper.value, {str(count): count for count in counts}, counts[0])
        for paper, counts in TO_A_PAGE.items()
    }
    return ChosenPapers(
        papers=tuple(paper for paper in Paper if paper in papers),
        audience=_audience(request),
        to_a_page=counts,
        receivers=_receivers(request),
    )


def _receivers(request: HttpRequest) -> str:
    """Of certificates; who is not in the table is found out where they are printed."""
    code = request.GET.get("receivers", FIRST_THREE)
    if code not in {FIRST_THREE, EVERYBODY, BEST_ON_BOARDS} and not re.fullmatch(r"p[1-9][0-9]{0,4}", code, re.ASCII):
        raise Http404
    return code


def _audience(request: HttpRequest) -> Audience:
    return _chosen(request, "names", {each.value: each for each in Audience}, Audience.STAFF)


def _chosen(request: HttpRequest, name: str, choices: dict[str, T], otherwise: T) -> T:
    return _one_of(choices, request.GET[name]) if name in request.GET else otherwise


def _one_of(choices: dict[str, T], code: str) -> T:
    """Nothing leads to an address that says anything else."""
    if code not in choices:
        raise Http404
    return choices[code]
