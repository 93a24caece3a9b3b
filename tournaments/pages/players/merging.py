"""Two records that may be one person: what each has, which details are kept, and what is in the way."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Field, Model, Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import (
    AwayPeriod,
    CardKey,
    Club,
    ClubRatingStart,
    Entry,
    Player,
    PlayerContact,
    SeriesBonus,
)
from tournaments.names import folded_name
from tournaments.pages.common.collation import sorted_by_name
from tournaments.selectors.display_names import DisplayName, display_names_in_club

_MOST_FOUND = 30
_CHOSEN = (
    "given_name",
    "family_name",
    "title",
    "federation",
    "rating",
    "rating_date",
    "fide_rating",
    "rapid_rating",
    "rapid_date",
    "blitz_rating",
    "blitz_date",
    "fide_id",
    "national_id",
    "member_number",
    "categories",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class MergeCandidate:
    name: DisplayName
    facts: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DetailRow:
    """`is_choice`: both have one, and another; otherwise what there is stands."""

    field: str
    label: str
    own: str
    theirs: str
    is_choice: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordShown:
    """What follows into one: sentences and tournaments."""

    name: DisplayName
    tournaments: tuple[str, ...]
    facts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MergePage:
    """`other` None: somebody is still to be chosen among `candidates`."""

    player: int
    name: DisplayName
    sought: str
    candidates: tuple[MergeCandidate, ...]
    other: int | None
    records: tuple[RecordShown, ...]
    rows: tuple[DetailRow, ...]
    contact: tuple[DetailRow, ...]
    turned_url: str


def merge_page(club: Club, kept: Player, other: Player | None, *, sought: str = "") -> MergePage:
    names = display_names_in_club([kept.pk, *([other.pk] if other else [])])
    return MergePage(
        player=kept.pk,
        name=names[kept.pk],
        sought=sought,
        candidates=() if other else tuple(_candidates(club, kept, sought)),
        other=other.pk if other else None,
        records=tuple(_record(each, names[each.pk]) for each in (kept, other)) if other else (),
        rows=tuple(_details(kept, other)) if other else (),
        contact=tuple(_contact(kept, other)) if other else (),
        turned_url=reverse("merge_players", args=[club.slug, other.pk], query={"other": kept.pk}) if other else "",
    )


def _candidates(club: Club, kept: Player, sought: str) -> list[MergeCandidate]:
    """Those of the same name or number; or those whose name has these words."""
    found = club.players.exclude(pk=kept.pk)
    if sought:
        for word in folded_name(sought).split()[:10]:
            found = found.filter(folded_name__contains=word)
    else:
        same = Q(folded_name=kept.folded_name)
        for name in ("national_id", "member_number"):
            if value := getattr(kept, name):
                same |= Q(**{name: value})
        found = found.filter(same)
    people = list(found.order_by("folded_name", "pk")[:_MOST_FOUND])
    names = display_names_in_club([each.pk for each in people])
    counts = _tournaments(people)
    return [
        MergeCandidate(
            name=names[each.pk],
            facts=ngettext("{count} tournament", "{count} tournaments", len(counts.get(each.pk, ()))).format(
                count=len(counts.get(each.pk, ()))
            ),
            url=reverse("merge_players", args=[club.slug, kept.pk], query={"other": each.pk}),
        )
        for each in sorted_by_name(people, lambda each: names[each.pk])
    ]


def _tournaments(people: Sequence[Player]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    rows = Entry.objects.filter(player__in=people, tournament__trashed_at=None).order_by(
        "-tournament__season__starts_on", "tournament"
    )
    for player, name, season in rows.values_list("player", "tournament__name", "tournament__season__name"):
        found.setdefault(player, []).append(_("{tournament}, {season}").format(tournament=name, season=season))
    return found


def _record(player: Player, name: DisplayName) -> RecordShown:
    counted = (
        (_("Links to the card: {count}"), CardKey.objects.filter(player=player, withdrawn_at=None).count()),
        (_("Times away: {count}"), AwayPeriod.objects.filter(player=player).count()),
        (_("Bonus points in series: {count}"), SeriesBonus.objects.filter(player=player).count()),
        (_("Starts of the club's rating: {count}"), ClubRatingStart.objects.filter(player=player).count()),
    )
    return RecordShown(
        name=name,
        tournaments=tuple(_tournaments([player]).get(player.pk, ())),
        facts=tuple(text.format(count=count) for text, count in counted if count),
    )


def _details(kept: Player, other: Player) -> list[DetailRow]:
    rows = []
    for name in _CHOSEN:
        own, theirs = getattr(kept, name), getattr(other, name)
        if own or theirs:
            label = _label(Player, name)
            rows.append(_row(name, label, own, theirs))
    return rows


def _contact(kept: Player, other: Player) -> list[DetailRow]:
    own, theirs = (PlayerContact.objects.filter(player=each).first() for each in (kept, other))
    rows = []
    for name in PlayerContact.PRIVATE:
        values = [_said(each, name) if each else "" for each in (own, theirs)]
        if any(values):
            rows.append(_row("", _label(PlayerContact, name), *values))
    return rows


def _said(contact: PlayerContact, name: str) -> object:
    return contact.get_sex_display() if name == "sex" else getattr(contact, name)


def _label(model: type[Model], name: str) -> str:
    column = model._meta.get_field(name)
    return str(column.verbose_name) if isinstance(column, Field) else name


def _row(field: str, label: str, own: object, theirs: object) -> DetailRow:
    return DetailRow(
        field=field,
        label=label,
        own=_text(own),
        theirs=_text(theirs),
        is_choice=bool(own and theirs and own != theirs),
    )


def _text(value: object) -> str:
    if not value:
        return ""
    return date_format(value) if isinstance(value, datetime.date) else str(value)
