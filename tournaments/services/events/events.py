"""Events: a tournament for each of their groups, made in one go and taken back in one go."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Club, Directorship, Event, Player, Season, Tournament, User
from tournaments.names import clean_name
from tournaments.pairing.groups.sizes import FEWEST
from tournaments.pairing.wording import letters
from tournaments.recording import Change, Stale, last_change_in_club, recording, refresh
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.snapshots import configured_system
from tournaments.services.common.closed_seasons import refuse_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.players.players import PlayerDetails, cleaned, new_player, same_name
from tournaments.services.rounds.carried_games import write_carried
from tournaments.services.setup.entries import write_entries, write_numbers
from tournaments.services.setup.seasons import NewSeason, write_season
from tournaments.services.setup.settings import LONGEST_NAME, checked_season, is_name_taken, refuse_no_count
from tournaments.services.setup.tournament_settings import TournamentSettings
from tournaments.services.setup.tournaments import write_tournament

MOST_GROUPS = 40
MOST_PLAYERS = 1_000


@dataclass(frozen=True, kw_only=True, slots=True)
class GroupSettings(TournamentSettings):
    """How a group of an event is played."""

    numbered_in_order: bool = False
    """The first player of a group has number 1, whatever the system would draw."""


Member = Player | PlayerDetails
"""Of the club, or somebody typed, who is put on its list."""


def make_event(
    club: Club,
    *,
    season: Season | NewSeason,
    name: str,
    played: GroupSettings | Sequence[GroupSettings],
    groups: Sequence[Sequence[Member]],
    earlier: Event | None = None,
    carry: bool = False,
    directors: Sequence[Sequence[int]] = (),
    seed: str | None = None,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Event:
    """A tournament for each group, the highest first, with its players entered in order and numbered by the system.

    `played` by all of them, or group by group: those beyond play as the last. `directors`: keys of users by group;
    whoever makes it directs all groups. `carry`: games that its players have had in `earlier` count in their group and
    are not played again, where the system can do that. `seed` is the one from which lots were drawn for the proposal.
    """
    ways = [played] if isinstance(played, GroupSettings) else [*played]
    with recording(club, actor=actor, verb="event.make", receipt=receipt, public=[club]) as change:
        name = _checked_name(name)
        _refuse_sizes(groups)
        if isinstance(season, NewSeason):
            season = write_season(change, club, name=season.name, starts_on=season.starts_on, ends_on=season.ends_on)
        season = checked_season(club, season)
        if earlier is not None and earlier.club_id != club.pk:
            raise Refused(_("That event is not of this club."))
        _refuse_taken(season, name, len(groups))
        made = Event(club=club, season=season, name=name, earlier=earlier, seed=seed or secrets.token_hex(32))
        event = change.create(made)
        players = [[_player(change, club, each) for each in group] for group in groups]
        _refuse_twice(players)
        for index, members in enumerate(players):
            group = _write_group(change, event, index + 1, members, ways[min(index, len(ways) - 1)], actor)
            if carry and earlier is not None:
                write_carried(change, group, earlier)
            also = directors[index] if index < len(directors) else ()
            there = {actor.pk} if actor is not None else set()
            change.create_many([Directorship(tournament=group, user_id=user) for user in also if user not in there])
        change.facts = {"event": event.pk, "name": name, "groups": len(groups), "count": sum(map(len, players))}
    return event


def rename_event(event: Event, name: str, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None) -> Event:
    """Groups that are called after it go along; the addresses stay. `seen` is the name that was on the screen."""
    club = event.club
    with recording(
        club, actor=actor, verb="event.rename", receipt=receipt, public=[club, *event.groups.order_by("pk")]
    ) as change:
        refresh(event)
        before, name = event.name, _checked_name(name)
        if name == before:
            return event
        if before != seen:
            raise Stale(last_change_in_club(event, club=club))
        refuse_closed(event.season)
        if _others_of_the_name(event.season, name).exclude(pk=event.pk).exists():
            raise _taken(event.season, name)
        for group in event.groups.order_by("group"):
            number = group.group or 0
            if group.name == name_of_group(before, number):
                if is_name_taken(event.season, name_of_group(name, number), besides=group):
                    raise _tournament_taken(event.season, name_of_group(name, number))
                change.update(group, name=name_of_group(name, number))
        change.update(event, name=name)
        change.facts.update({"event": event.pk, "before": before, "name": name})
    return event


def name_of_group(event: str, number: int) -> str:
    """Of its tournament, as long as nobody calls it otherwise."""
    return _("{event} {group}").format(event=event, group=letters(number))


def _write_group(
    change: Change, event: Event, number: int, members: Sequence[Player], played: GroupSettings, actor: User | None
) -> Tournament:
    tournament = write_tournament(
        change,
        event.club,
        event.season,
        name_of_group(event.name, number),
        played,
        event=event,
        group=number,
        seed=secrets.token_hex(32),
        director=actor,
    )
    refuse_no_count(configured_system(tournament).capabilities().rounds, played.planned_rounds)
    entries = write_entries(change, tournament, members)
    if played.numbered_in_order:
        change.update_many([(entry, {"number": place}) for place, entry in enumerate(entries, 1)])
    else:
        write_numbers(change, tournament)
    return tournament


def _player(change: Change, club: Club, member: Member) -> Player:
    if isinstance(member, Player):
        return member
    details = cleaned(member)
    if not details.given_name:
        raise Refused(_("A player needs a given name."))
    if (other := same_name(club, details).first()) is not None:
        raise Refused(_("The club has a player {player} already.").format(player=display_name_of(other)))
    return change.create(new_player(club, details))


def _checked_name(name: str) -> str:
    name = clean_name(name)
    if not name:
        raise Refused(_("An event needs a name."))
    if len(name) > LONGEST_NAME - len("  ZZ"):
        raise Refused(_("This name is too long: each group adds its letter to it."))
    return name


def _refuse_taken(season: Season, name: str, groups: int) -> None:
    if _others_of_the_name(season, name).exists():
        raise _taken(season, name)
    for number in range(1, groups + 1):
        if is_name_taken(season, name_of_group(name, number)):
            raise _tournament_taken(season, name_of_group(name, number))


def _others_of_the_name(season: Season, name: str) -> QuerySet[Event]:
    """Of which a group is there."""
    return season.events.filter(name__iexact=name, groups__trashed_at=None, groups__isnull=False)


def _taken(season: Season, name: str) -> Refused:
    return Refused(_("The season {season} has an event “{name}” already.").format(season=season.name, name=name))


def _tournament_taken(season: Season, name: str) -> Refused:
    return Refused(_("The season {season} has a tournament “{name}” already.").format(season=season.name, name=name))


def _refuse_sizes(groups: Sequence[Sequence[Member]]) -> None:
    if not groups:
        raise Refused(_("Choose the players first."))
    if len(groups) > MOST_GROUPS or sum(map(len, groups)) > MOST_PLAYERS:
        raise Refused(
            _("An event has at most {groups} groups and {players} players.").format(
                groups=MOST_GROUPS, players=MOST_PLAYERS
            )
        )
    for number, group in enumerate(groups, 1):
        if len(group) < FEWEST:
            raise Refused(
                _("Group {group} has nobody to play against: move somebody there, or leave the group out.").format(
                    group=letters(number)
                )
            )


def _refuse_twice(groups: Sequence[Sequence[Player]]) -> None:
    found: dict[int, int] = {}
    for number, group in enumerate(groups, 1):
        for player in group:
            if player.pk in found:
                raise Refused(
                    _("{player} is in {one} and in {other}: nobody plays in two groups of one event.").format(
                        player=display_name_of(player), one=letters(found[player.pk]), other=letters(number)
                    )
                )
            found[player.pk] = number
