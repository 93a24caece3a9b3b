"""Texts for the club's chat: in the club's language, with the address by which phones reach this installation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import template
from django.conf import settings
from django.utils import translation

from clubchess.site import site_of
from tournaments.models import Tournament
from tournaments.pages.calendar.availability import Expecting
from tournaments.pages.clubs import chat_texts
from tournaments.pages.standings.final_tables import Winner

register = template.Library()
_SHOWN = "components/common/_for_the_chat.html"


def _shown(context: dict[str, Any], tournament: Tournament, text: Callable[[str], str]) -> dict[str, object]:
    """`text` of the address of this installation."""
    with translation.override(tournament.club.language or settings.LANGUAGE_CODE):
        said = text(site_of(context["request"]))
    return {"text": said, "title": tournament.name}


@register.inclusion_tag(_SHOWN, takes_context=True)
def round_for_the_chat(context: dict[str, Any], tournament: Tournament, number: int) -> dict[str, object]:
    return _shown(context, tournament, lambda site: chat_texts.of_round(tournament, number, site))


@register.inclusion_tag(_SHOWN, takes_context=True)
def standings_for_the_chat(context: dict[str, Any], tournament: Tournament, after: int) -> dict[str, object]:
    return _shown(context, tournament, lambda site: chat_texts.of_standings(tournament, after, site))


@register.inclusion_tag(_SHOWN, takes_context=True)
def result_for_the_chat(
    context: dict[str, Any], tournament: Tournament, winners: Sequence[Winner]
) -> dict[str, object]:
    return _shown(context, tournament, lambda site: chat_texts.of_result(tournament, winners, site))


@register.inclusion_tag(_SHOWN, takes_context=True)
def evening_for_the_chat(context: dict[str, Any], tournament: Tournament, expecting: Expecting) -> dict[str, object]:
    return _shown(context, tournament, lambda site: chat_texts.of_evening(tournament, expecting, site))


@register.inclusion_tag(_SHOWN, takes_context=True)
def dates_for_the_chat(context: dict[str, Any], tournament: Tournament) -> dict[str, object]:
    return _shown(context, tournament, lambda site: chat_texts.of_dates(tournament, site))
