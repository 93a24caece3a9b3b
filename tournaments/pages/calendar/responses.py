"""What somebody has said of the evening, in a few words beside their name, and the group they stand in by it."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Mapping
from enum import StrEnum

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import RespondedBy, Response
from tournaments.pairing.types.snapshot import AbsenceCode
from tournaments.selectors.availability import ABSENT, COMES, KnownResponse, ResponseSource


class ResponseSide(StrEnum):
    """Of check-in, in order."""

    COMING = "coming"
    SILENT = "silent"
    AWAY = "away"


def side_of(word: KnownResponse, number: int) -> ResponseSide:
    if word.said is None:
        always = word.source is ResponseSource.STANDING and word.is_expected
        return ResponseSide.COMING if always else ResponseSide.SILENT
    return ResponseSide.COMING if word.comes_to(number) else ResponseSide.AWAY


def title_of(side: ResponseSide) -> str:
    match side:
        case ResponseSide.COMING:
            return pgettext("a group of players", "Coming")
        case ResponseSide.SILENT:
            return pgettext("a group of players", "No answer")
        case ResponseSide.AWAY:
            return pgettext("a group of players", "Away")


def response_words(word: KnownResponse, time_zone: str, kinds: Mapping[AbsenceCode, str]) -> tuple[str, ...]:
    """Each stands for itself, so that they need no sentence. `kinds`: the club's own of absence, by code."""
    found = []
    if word.said in COMES or word.said is None:
        found += _when_they_come(word)
    elif (beside := kinds.get(word.kind, word.said.beside_name)) is not None:
        found.append(str(beside))
    if word.said in ABSENT:
        found.append(by_whom(word, time_zone))
        if word.is_late:
            found.append(_("told us too late"))
    return tuple(found)


def _when_they_come(word: KnownResponse) -> list[str]:
    found = []
    if word.arrives_at is not None:
        found.append(_("about {time}").format(time=time_format(word.arrives_at, "H:i")))
    elif word.said is Response.LATER:
        found.append(_("coming later"))
    found += which_rounds(word)
    if word.sits_out:
        found.append(_("can sit out"))
    return found


def which_rounds(word: KnownResponse) -> list[str]:
    """From which round on they come and until which, where that is not the whole evening."""
    found = []
    if word.first_round is not None:
        found.append(_("from round {number} on").format(number=word.first_round))
    if word.last_round is not None:
        found.append(_("until round {number}").format(number=word.last_round))
    return found


def by_whom(word: KnownResponse, time_zone: str) -> str:
    """Which way a word came, who wrote it down, and when by the club's clock."""
    at = _in_words(word.said_at, time_zone)
    match word.said_by:
        case RespondedBy.TELEPHONE:
            text = _("by telephone, {name}, {time}") if word.noted_by_name else _("by telephone, {time}")
        case RespondedBy.LIST:
            text = _("on the list, {time}")
        case RespondedBy.LINE_UP:
            text = _("by the line-up, {time}")
        case RespondedBy.CARD | None:
            text = _("by card, {time}")
    return text.format(name=word.noted_by_name, time=at)


def _in_words(said_at: datetime.datetime | None, time_zone: str) -> str:
    if said_at is None:
        return ""
    local = said_at.astimezone(zoneinfo.ZoneInfo(time_zone))
    return _("{date} {time}").format(date=date_format(local, "MONTH_DAY_FORMAT"), time=time_format(local, "H:i"))
