"""Two records of one person become one: all that was the other's follows, with one undo."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tournaments.models import (
    AwayPeriod,
    CardKey,
    Club,
    ClubRatingList,
    ClubRatingStart,
    Entry,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    Game,
    InboxItem,
    OutsideTeam,
    Player,
    PlayerContact,
    Series,
    SeriesBonus,
    ShownAs,
    SquadPlace,
    TeamMember,
    Tournament,
    User,
)
from tournaments.recording import Change, Scope, Stale, recording
from tournaments.selectors.display_names import display_names_in_club
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import fixture_called
from tournaments.selectors.prizes import prizes_followed
from tournaments.services.calendar.line_up_duties import write_duties
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused
from tournaments.services.players.players import (
    PlayerDetails,
    as_child,
    columns_of,
    contact_version_of,
    details_of,
    edit_contact,
    version_of,
)

_FOLLOWING = (Entry, AwayPeriod, CardKey, InboxItem, SeriesBonus, FixtureAnswer, SquadPlace, FixturePlace, TeamMember)
"""What refers to a player and simply becomes the other's."""
_NOT_CHOSEN = frozenset({"shown_as", "is_active", "is_child"})
_HIDES = (ShownAs.FULL, ShownAs.INITIAL, ShownAs.NUMBER)


def merge_version(kept: Player, other: Player) -> str:
    """What a form about the two was made for."""
    there = [version_of(kept), contact_version_of(kept), version_of(other), contact_version_of(other)]
    entries = Entry.objects.filter(player__in=[kept, other]).order_by("pk").values_list("pk", "player", "tournament")
    return fingerprint([*there, *entries])


def in_the_way(kept: Player, other: Player) -> list[str]:
    """Why the two cannot be one person, as whole sentences."""
    names = display_names_in_club([kept.pk, other.pk])
    there = list(
        Entry.objects.filter(player__in=[kept, other])
        .select_related("tournament__event", "tournament__season")
        .order_by("tournament__season__starts_on", "tournament")
    )
    of_kept = {each.tournament_id: each for each in there if each.player_id == kept.pk}
    told = []
    for entry in there:
        if entry.player_id != other.pk or (own := of_kept.get(entry.tournament_id)) is None:
            continue
        met = Game.objects.filter(sides__entry=own).filter(sides__entry=entry).exists()
        if met:
            text = _("{player} and {other} played each other in {tournament}, so they are two people.")
        else:
            text = _("{player} and {other} are both entered in {tournament}: take one of them off its list first.")
        named = _("{tournament}, {season}").format(
            tournament=entry.tournament.name, season=entry.tournament.season.name
        )
        told.append(text.format(player=names[kept.pk], other=names[other.pk], tournament=named))
    events = {each.tournament.event_id: each for each in of_kept.values() if each.tournament.trashed_at is None}
    for entry in there:
        tournament = entry.tournament
        if entry.player_id != other.pk or tournament.event is None or tournament.trashed_at is not None:
            continue
        own = events.get(tournament.event_id)
        if own is not None and own.tournament_id != tournament.pk:
            told.append(
                _(
                    "{player} plays in {group} and {other} in {tournament}: nobody plays in two groups of one event."
                ).format(
                    player=names[kept.pk],
                    other=names[other.pk],
                    group=own.tournament.name,
                    tournament=tournament.name,
                )
            )
    told.extend(_of_teams_of_one_tournament(kept, other, names))
    told.extend(_sit_beside_each_other(kept, other, names))
    return told


def _of_teams_of_one_tournament(kept: Player, other: Player, names: Mapping[int, str]) -> Iterator[str]:
    of_kept = TeamMember.objects.filter(player=kept).values("entry__tournament")
    both = TeamMember.objects.filter(player=other, entry__tournament__in=of_kept)
    for name in both.order_by("entry__tournament").values_list("entry__tournament__name", flat=True).distinct():
        yield _("{player} and {other} are both in a team of {tournament}: take one of them out of it first.").format(
            player=names[kept.pk], other=names[other.pk], tournament=name
        )


def _sit_beside_each_other(kept: Player, other: Player, names: Mapping[int, str]) -> Iterator[str]:
    """In one match, or on one day."""
    of_kept = FixturePlace.objects.filter(fixture__date=OuterRef("date"), player=kept)
    both = Fixture.objects.filter(Exists(of_kept), places__player=other).select_related("team").order_by("date", "pk")
    for fixture in both:
        yield _("{player} and {other} are both in the line-up of {match}, so they are two people.").format(
            player=names[kept.pk], other=names[other.pk], match=fixture_called(fixture)
        )


def merged_details(kept: Player, other: Player, take: Collection[str]) -> PlayerDetails:
    """`take`: names of the fields that are the other's; what only the other has is taken anyhow. Whoever of the two is
    less seen by the public, a child or a member, is so as one."""
    own, theirs = details_of(kept), details_of(other)
    values: dict[str, Any] = {
        name: value
        for name, value in asdict(theirs).items()
        if name not in _NOT_CHOSEN and value and (name in take or not getattr(own, name))
    }
    return replace(
        own,
        **values,
        shown_as=max(own.shown_as, theirs.shown_as, key=lambda each: _HIDES.index(ShownAs(each))),
        is_child=own.is_child or theirs.is_child,
        is_active=own.is_active or theirs.is_active,
    )


def merge_players(
    kept: Player,
    other: Player,
    *,
    take: Collection[str] = (),
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> None:
    """The other record stays, empty and unlisted, so that all of it comes back when it is undone.

    `seen` is the merge_version of the two. Of a contact what the kept one has stays; what only the other has is filled
    in by an action of its own, since values of a contact are never kept to be brought back.
    """
    club = kept.club
    with transaction.atomic():
        with recording(
            club, actor=actor, verb="player.merge", receipt=receipt, public=_shown_with(club, kept, other)
        ) as change:
            kept, other = _reread(club, kept), _reread(club, other)
            if kept.pk == other.pk:
                raise Refused(_("These are one record already."))
            if other.merged_into_id is not None or kept.merged_into_id is not None:
                raise Refused(_("One of the two was merged already: look the person up again."))
            if merge_version(kept, other) != seen:
                raise Stale
            if told := in_the_way(kept, other):
                raise Refused(told[0])
            filled = _contact_to_fill(kept, other)
            _write(change, club, kept, other, take)
            change.facts.update({"player": kept.pk, "players": [kept.pk, other.pk]})
        if filled:
            edit_contact(kept, actor=actor, **filled)


def _shown_with(club: Club, kept: Player, other: Player) -> Iterator[Scope]:
    """Asked under the club's lock, which entering waits for."""
    yield club
    yield from Tournament.objects.filter(entries__player__in=[kept, other]).distinct()


def _reread(club: Club, player: Player) -> Player:
    return Player.with_merged.select_related("club").get(club=club, pk=player.pk)


def _write(change: Change, club: Club, kept: Player, other: Player, take: Collection[str]) -> None:
    details = as_child(merged_details(kept, other, take), None)
    _leave_one_in_teams(change, kept, other)  # first, so that undoing brings these rows back last, to one who is there
    change.update(other, merged_into=kept, fide_id=None, is_active=False)
    change.update(kept, **columns_of(details))
    for model in _FOLLOWING:
        rows = list(model._default_manager.filter(player=other).order_by("pk"))
        change.update_many([(row, {"player": kept}) for row in rows])
    change.update_many([(row, {"merged_into": kept}) for row in Player.with_merged.filter(merged_into=other)])
    begun = set(ClubRatingStart.objects.filter(player=kept).values_list("pace", flat=True))
    starts = ClubRatingStart.objects.filter(player=other).exclude(pace__in=begun)
    change.update_many([(row, {"player": kept}) for row in starts])
    change.update_many([(team, {"captain": kept}) for team in OutsideTeam.objects.filter(captain=other)])
    change.update_many([(team, {"captain": kept}) for team in Entry.objects.filter(captain=other)])
    _write_keys(change, club, kept.pk, other.pk)
    _play_for_the_club(change, kept)


def _play_for_the_club(change: Change, kept: Player) -> None:
    """On the evenings of the one, by the line-ups of the other."""
    to_come = Fixture.objects.filter(
        places__player=kept, published_at__isnull=False, date__gte=evening_days(kept.club.time_zone)[-1]
    )
    for fixture in to_come.select_related("team__league__club").order_by("date", "pk"):
        seated = [key for key in fixture.places.values_list("player", flat=True) if key is not None]
        write_duties(change, fixture, seated, anew=[kept.pk])


def _leave_one_in_teams(change: Change, kept: Player, other: Player) -> None:
    """Of a match the last word of the two, on a list the place with a team, else the kept one's."""
    answers = FixtureAnswer.objects.filter(player__in=[kept, other]).order_by("said_at", "pk")
    change.delete_many(_all_but_the_last(answers, lambda row: row.fixture_id))
    places = SquadPlace.objects.filter(player__in=[kept, other])
    ordered = sorted(places, key=lambda row: (row.team_id is not None, row.player_id == kept.pk))
    change.delete_many(_all_but_the_last(ordered, lambda row: row.league_id))


RowT = TypeVar("RowT", FixtureAnswer, SquadPlace)


def _all_but_the_last(rows: Iterable[RowT], about: Callable[[RowT], int]) -> list[RowT]:
    rows = list(rows)
    last = {about(row): row.pk for row in rows}
    return [row for row in rows if last[about(row)] != row.pk]


def _write_keys(change: Change, club: Club, kept: int, other: int) -> None:
    """Where tables that are kept as they were name people by their keys. A table that names both stays as it was."""
    _write_drafts(change, club, kept, other)
    for series in Series.objects.filter(club=club).order_by("pk"):
        categories = [
            {**each, "people": sorted(set(_followed(each.get("people", ()), kept, other)))}
            if each.get("people")
            else each
            for each in series.categories
        ]
        play_off = list(dict.fromkeys(_followed(series.play_off, kept, other)))
        values: dict[str, Any] = {"categories": categories, "play_off": play_off}
        if series.published is not None:
            rows = series.published["rows"]
            people = [row["player"] for row in rows]
            if other in people and kept not in people:
                moved = [{**row, "player": kept} if row["player"] == other else row for row in rows]
                values["published"] = {**series.published, "rows": moved}
        change.update(series, prizes=prizes_followed(series.prizes, kept, other), **values)
    for tournament in Tournament.objects.filter(club=club, prizes__isnull=False).order_by("pk"):
        change.update(tournament, prizes=prizes_followed(tournament.prizes, kept, other))
    for published in ClubRatingList.objects.filter(club=club).order_by("pk"):
        people = [row[0] for row in published.rows]
        if other in people and kept not in people:
            rows = [[kept, *row[1:]] if row[0] == other else row for row in published.rows]
            change.update(published, rows=rows)


def _write_drafts(change: Change, club: Club, kept: int, other: int) -> None:
    """Line-ups that are not published. One that names both stays for the captain to put right."""
    drafts = Fixture.objects.filter(team__league__club=club, draft__isnull=False).order_by("pk")
    change.update_many(
        [
            (each, {"draft": [kept if key == other else key for key in each.draft or ()]})
            for each in drafts
            if other in (each.draft or ()) and kept not in (each.draft or ())
        ]
    )


def _followed(people: Iterable[int], kept: int, other: int) -> Sequence[int]:
    return [kept if key == other else key for key in people]


def _contact_to_fill(kept: Player, other: Player) -> dict[str, Any]:
    """What only the other has; theirs stays with their record, for the day on which it is undone."""
    own, theirs = (PlayerContact.objects.filter(player=each).first() for each in (kept, other))
    if theirs is None:
        return {}
    own = own or PlayerContact(player=kept)
    names = [name for name in PlayerContact.PRIVATE if not getattr(own, name) and getattr(theirs, name)]
    if own.birth_date or own.birth_year:
        names = [name for name in names if name not in ("birth_date", "birth_year") or own.birth_year == theirs.born_in]
    return {name: getattr(theirs, name) for name in names}
