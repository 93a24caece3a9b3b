"""What is published, as JSON for other programs: `/api/v1/`, described by its `openapi.json` and by docs/api.md.

Each answer says what a public page says, from that page's values, and is kept as that page is (`common/page_cache.py`).
Words in it are English, whatever the reader's browser speaks: other programs read it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern
from django.utils import translation
from django.views.decorators.http import require_safe
from ninja import NinjaAPI, Schema

from tournaments.models import Club, Tournament
from tournaments.pages.clubs.public_club import public_club_page
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.round import entrants_page, round_page
from tournaments.pages.standings.crosstable import crosstable_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pages.teams.public_teams import teams_for_programs
from tournaments.views.common.public_access import READ_BY_ANY_SITE, VisitorRequest, club_for_all, tournament_for_all
from tournaments.views.files.api_schemas import ClubOut, CrosstableOut, RoundOut, StandingsOut, TeamsOut, TournamentOut

ROOT = "/api/v1/"
JSON = "application/json; charset=utf-8"

api = NinjaAPI(
    title="Clubchess",
    version="1",
    description="What a club has published of its tournaments. Read-only, without a key; names are shown as each player"
    " wishes. Numbers are text, as the pages have them: 2½, 6.33.",
    openapi_url=None,  # worked out with each request; ours is kept
    docs_url=None,  # its scripts come from elsewhere, which our content policy forbids
)

Answer = Callable[..., HttpResponseBase]


def in_english(view: Answer) -> Answer:
    """The address names no language, so the answer must not depend on the browser's."""

    @wraps(view)
    def wrapped(request: HttpRequest, **found: Any) -> HttpResponseBase:
        with translation.override("en"):
            return view(request, **found)

    return wrapped


def _json(values: Schema) -> HttpResponse:
    return HttpResponse(values.model_dump_json(by_alias=True), content_type=JSON, headers=READ_BY_ANY_SITE)


@in_english
@club_for_all
def _club(_request: VisitorRequest, club: Club) -> HttpResponse:
    return _json(ClubOut.of(club, public_club_page(club)))


@in_english
@club_for_all
def _teams(_request: VisitorRequest, club: Club) -> HttpResponse:
    return _json(TeamsOut.of(teams_for_programs(club)))


@in_english
@tournament_for_all
def _tournament(_request: VisitorRequest, tournament: Tournament) -> HttpResponse:
    return _json(TournamentOut.of(tournament, entrants_page(tournament, Audience.PUBLIC)))


@in_english
@tournament_for_all
def _round(_request: VisitorRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _json(RoundOut.of(round_page(tournament, Audience.PUBLIC, number=number)))


@in_english
@tournament_for_all
def _standings(_request: VisitorRequest, tournament: Tournament, after: int | None = None) -> HttpResponse:
    return _json(StandingsOut.of(standings_page(tournament, Audience.PUBLIC, after=after)))


@in_english
@tournament_for_all
def _crosstable(_request: VisitorRequest, tournament: Tournament, after: int | None = None) -> HttpResponse:
    return _json(CrosstableOut.of(crosstable_page(tournament, Audience.PUBLIC, after=after)))


CLUB = "/clubs/{slug:club}/"
TOURNAMENT = CLUB + "tournaments/{slug:tournament}/"


def _looked_at(name: str, address: str, response: type[Schema], summary: str) -> Callable[[Answer], Answer]:
    operation: Callable[[Answer], Answer] = api.api_operation(
        ["GET", "HEAD"], address, response=response, url_name=f"public_api_{name}", operation_id=name, summary=summary
    )
    return operation


@_looked_at("club", CLUB, ClubOut, "A club and its tournaments")
def club(request: HttpRequest, club: str) -> HttpResponseBase:
    """Those of the seasons that are open, or of the last one."""
    return _club(request, club=club)


@_looked_at("teams", CLUB + "teams/", TeamsOut, "A club's teams in leagues outside")
def teams(request: HttpRequest, club: str) -> HttpResponseBase:
    """Those of the seasons that are open, with their matches; line-ups once they are published."""
    return _teams(request, club=club)


@_looked_at("tournament", TOURNAMENT, TournamentOut, "A tournament")
def tournament(request: HttpRequest, club: str, tournament: str) -> HttpResponseBase:
    """Who has entered, and which rounds are published."""
    return _tournament(request, club=club, tournament=tournament)


@_looked_at("round", TOURNAMENT + "rounds/{number:number}/", RoundOut, "A published round")
def published_round(request: HttpRequest, club: str, tournament: str, number: int) -> HttpResponseBase:
    """Its boards with their results, and who has none and why."""
    return _round(request, club=club, tournament=tournament, number=number)


@_looked_at("standings", TOURNAMENT + "standings/", StandingsOut, "The newest standings")
def standings(request: HttpRequest, club: str, tournament: str) -> HttpResponseBase:
    """After the last round that is over."""
    return _standings(request, club=club, tournament=tournament)


@_looked_at("standings_after", TOURNAMENT + "standings/{number:after}/", StandingsOut, "The standings after a round")
def standings_after(request: HttpRequest, club: str, tournament: str, after: int) -> HttpResponseBase:
    """As they were published; of the round in play as they stand."""
    return _standings(request, club=club, tournament=tournament, after=after)


@_looked_at("crosstable", TOURNAMENT + "crosstable/", CrosstableOut, "The newest crosstable")
def crosstable(request: HttpRequest, club: str, tournament: str) -> HttpResponseBase:
    """Each player's opponent, colour and result, round by round."""
    return _crosstable(request, club=club, tournament=tournament)


@api.exception_handler(Http404)
def not_found(_request: HttpRequest, _error: Http404) -> HttpResponse:
    body = b'{"detail": "There is no such club, tournament or published round."}'
    return HttpResponse(body, content_type=JSON, headers=READ_BY_ANY_SITE, status=404)


@cache
def _description() -> bytes:
    return json.dumps(api.get_openapi_schema(path_prefix=ROOT), ensure_ascii=False).encode()


@require_safe
def openapi(_request: HttpRequest) -> HttpResponse:
    """The same for everybody until the program changes."""
    headers: Mapping[str, str] = {**READ_BY_ANY_SITE, "Cache-Control": "max-age=3600"}
    return HttpResponse(_description(), content_type=JSON, headers=dict(headers))


def answers() -> dict[str, Answer]:
    """By the names of their routes."""
    routes, _app_name, _namespace = api.urls
    named = {each.name: each.callback for each in routes if isinstance(each, URLPattern) and each.name}
    return {"openapi": openapi, **named}
