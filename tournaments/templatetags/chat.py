"""Texts for the club's chat, with the address by which phones reach this installation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template

from clubchess.site import site_of
from tournaments.models import Tournament
from tournaments.pages.clubs import chat_texts
from tournaments.pages.standings.final_tables import Winner

register = template.Library()


@register.inclusion_tag("components/common/_for_the_chat.html", takes_context=True)
def round_for_the_chat(context: dict[str, Any], tournament: Tournament, number: int) -> dict[str, object]:
    return {"text": chat_texts.of_round(tournament, number, site_of(context["request"]))}


@register.inclusion_tag("components/common/_for_the_chat.html", takes_context=True)
def standings_for_the_chat(context: dict[str, Any], tournament: Tournament, after: int) -> dict[str, object]:
    return {"text": chat_texts.of_standings(tournament, after, site_of(context["request"]))}


@register.inclusion_tag("components/common/_for_the_chat.html", takes_context=True)
def result_for_the_chat(
    context: dict[str, Any], tournament: Tournament, winners: Sequence[Winner]
) -> dict[str, object]:
    return {"text": chat_texts.of_result(tournament, winners, site_of(context["request"]))}


@register.inclusion_tag("components/common/_for_the_chat.html", takes_context=True)
def dates_for_the_chat(context: dict[str, Any], tournament: Tournament) -> dict[str, object]:
    return {"text": chat_texts.of_dates(tournament, site_of(context["request"]))}
