"""What a captain does by their card: their own teams' matches, line-ups and results, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Fixture, OutsideTeam
from tournaments.pages.teams.teams import team_page
from tournaments.views.cards.card_access import CardRequest, for_card
from tournaments.views.cards.held_cards import HeldCard
from tournaments.views.teams.line_ups import MadeBy, answer_sent, line_up_sent, results_sent, shown

View = Callable[..., HttpResponse]


def for_captain(view: View) -> View:
    """The view gets the Fixture in place of `fixture`: of a team whose captain holds this card. For everybody else it
    is not there."""

    @for_card
    @wraps(view)
    def wrapped(request: CardRequest, card: HeldCard, /, fixture: int, **kwargs: Any) -> HttpResponse:
        found = (
            Fixture.objects.select_related("team__league__season", "team__league__club")
            .filter(pk=fixture, team__captain=card.player, team__league__season__is_open=True)
            .first()
        )
        if found is None:
            raise Http404
        return view(request, card, found, **kwargs)

    return wrapped


def by_captain(request: CardRequest, card: HeldCard, fixture: Fixture) -> MadeBy:
    club = card.player.club

    def address(name: str) -> str:
        own = "captain_team" if name == "outside_team" else f"captain_{name}"
        key = fixture.team_id if name == "outside_team" else fixture.pk
        return reverse(own, args=[club.slug, card.player.public_key, key])

    context: dict[str, object] = {
        "club": club,
        "card": card.player,
        "way": "way",
        "held": [each.player for each in request.club_cards],
    }
    template = "tournaments/cards/captain/line_up.html"
    return MadeBy(template=template, address=address, by_card=card.player.pk, context=context)


@require_safe
@for_card
def captain_team(request: CardRequest, card: HeldCard, team: int) -> HttpResponse:
    teams = OutsideTeam.objects.select_related("league__season", "league__club", "captain")
    found = teams.filter(pk=team, captain=card.player, league__season__is_open=True).first()
    if found is None:
        raise Http404
    context = {"club": card.player.club, "card": card.player, "page": team_page(found)}
    return render(request, "tournaments/cards/captain/team.html", context)


@require_safe
@for_captain
def captain_fixture(request: CardRequest, card: HeldCard, fixture: Fixture) -> HttpResponse:
    return shown(request, fixture, by_captain(request, card, fixture))


@require_POST
@for_captain
def captain_fixture_line_up(request: CardRequest, card: HeldCard, fixture: Fixture) -> HttpResponse:
    return line_up_sent(request, fixture, by_captain(request, card, fixture))


@require_POST
@for_captain
def captain_fixture_results(request: CardRequest, card: HeldCard, fixture: Fixture) -> HttpResponse:
    return results_sent(request, fixture, by_captain(request, card, fixture))


@require_POST
@for_captain
def captain_fixture_answers(request: CardRequest, card: HeldCard, fixture: Fixture) -> HttpResponse:
    return answer_sent(request, fixture, by_captain(request, card, fixture))
