"""An event as the public sees it: all groups' standings on one page, each with the ways to its own pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Club, Event, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.published_tournament import NotPublished, PublishedTournament, published_tournament
from tournaments.pages.standings.standings import StandingsRow, TableCell, TableColumn, standings_of
from tournaments.pairing.wording import letters

_ON_A_PHONE = {"always", "nearly"}


@dataclass(frozen=True, kw_only=True, slots=True)
class GroupRow:
    row: StandingsRow
    cells: tuple[TableCell, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicGroup:
    """`table_url` is empty before the first round; the rows are the starting list then."""

    letter: str
    anchor: str
    name: str
    state: str
    url: str
    table_url: str
    crosstable_url: str
    columns: tuple[TableColumn, ...]
    rows: tuple[GroupRow, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherEvent:
    name: str
    url: str
    is_stage: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicEventPage:
    name: str
    season: str
    season_url: str
    groups: tuple[PublicGroup, ...]
    earlier: OtherEvent | None
    later: tuple[OtherEvent, ...]


def public_event_page(club: Club, key: int) -> PublicEventPage:
    """Raises NotPublished where there is none, or none of its groups any more."""
    event = Event.objects.filter(club=club, pk=key).select_related("season", "earlier").first()
    groups = list(_groups(event)) if event is not None else []
    if event is None or not groups:
        raise NotPublished
    others = [each for each in event.later.order_by("pk") if each.groups.filter(trashed_at=None).exists()]
    earlier = event.earlier
    is_there = earlier is not None and earlier.groups.filter(trashed_at=None).exists()
    return PublicEventPage(
        name=event.name,
        season=event.season.name,
        season_url=reverse("public_season", args=[club.slug, event.season_id]),
        groups=tuple(_group(each) for each in groups),
        earlier=_other(earlier, event) if earlier is not None and is_there else None,
        later=tuple(_other(each, event) for each in others),
    )


def _groups(event: Event) -> list[Tournament]:
    return list(event.groups.filter(trashed_at=None).select_related("club", "season").order_by("group"))


def _group(tournament: Tournament) -> PublicGroup:
    published = published_tournament(tournament, Audience.PUBLIC)
    page = standings_of(published)
    letter = letters(tournament.group or 0)
    return PublicGroup(
        letter=letter,
        anchor=f"group-{letter.lower()}",
        name=tournament.name,
        state=_state(published),
        url=reverse("public_tournament", args=[tournament.club.slug, tournament.slug]),
        table_url=published.standings_url() if published.newest else "",
        crosstable_url=published.crosstable_url() if published.newest else "",
        columns=tuple(each for each in page.columns if page.after_round and each.width in _ON_A_PHONE),
        rows=tuple(
            GroupRow(
                row=row,
                cells=tuple(each for each in row.cells if page.after_round and each.column.width in _ON_A_PHONE),
            )
            for row in page.rows
        ),
    )


def _state(published: PublishedTournament) -> str:
    if not published.newest:
        return _("Not begun")
    if published.newest > published.state.settled:
        return _("Round {number} in play").format(number=published.newest)
    return _("After round {number}").format(number=published.newest)


def _other(other: Event, event: Event) -> OtherEvent:
    return OtherEvent(
        name=other.name,
        url=reverse("public_event", args=[event.club.slug, other.pk]),
        is_stage=other.season_id == event.season_id,
    )
