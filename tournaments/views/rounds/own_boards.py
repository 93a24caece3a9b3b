"""Everybody's board as data, for `static/js/poll.js`, which shows readers their own."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from tournaments.models import Club, Tournament
from tournaments.pages.rounds.own_boards import OwnBoards, in_plain_values, own_boards, own_boards_of_club
from tournaments.views.common.public_access import club_for_all, tournament_for_all


@require_safe
@tournament_for_all
def public_own_boards(_request: HttpRequest, tournament: Tournament) -> JsonResponse:
    return _answer([own_boards(tournament)])


@require_safe
@club_for_all
def public_own_boards_of_club(_request: HttpRequest, club: Club) -> JsonResponse:
    return _answer(own_boards_of_club(club))


def _answer(found: Iterable[OwnBoards]) -> JsonResponse:
    values = [in_plain_values(each) for each in found]
    return JsonResponse(values, safe=False, json_dumps_params={"ensure_ascii": False, "separators": (",", ":")})
