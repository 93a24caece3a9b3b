"""Teams of a tournament: entered with their members, changed, and people who change teams."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.models import Entry, LineUpPlace, MemberAway, Player, Round, RoundState, TeamMember, Tournament, User
from tournaments.names import clean_name, folded_name, split_name
from tournaments.pairing.teams.rosters import team_rating
from tournaments.recording import Change, Stale, last_change_of, recording, refresh
from tournaments.selectors.club_ratings import ratings_to_enter
from tournaments.selectors.display_names import display_name_of
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused
from tournaments.services.players.players import PlayerDetails, new_player
from tournaments.services.setup.entries import write_joining, write_numbers

MOST_TEAMS = 500
MOST_MEMBERS = 100
_LONGEST_NAME, _LONGEST_SHORT = 100, 20


@dataclass(frozen=True, kw_only=True, slots=True)
class TypedMember:
    """As somebody has written them down; whoever the club does not know is made known, but is no member of it."""

    name: str
    rating: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TypedTeam:
    name: str
    members: tuple[TypedMember, ...] = ()
    """In the order of the boards."""


def enter_teams(
    tournament: Tournament,
    teams: Sequence[TypedTeam],
    *,
    is_numbered: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> list[Entry]:
    """All of them or none. Of a tournament that may be under way: then they join the round to come. They get their
    start numbers where it `is_numbered`."""
    with recording(
        tournament,
        actor=actor,
        verb="roster.enter",
        receipt=receipt,
        public=[tournament.club, tournament],  # whose lock making players known holds
    ) as change:
        refuse_when_closed(tournament)
        _refuse_players(tournament)
        if not teams:
            raise Refused(_("There is no team in it."))
        _refuse_names(tournament, [team.name for team in teams])
        people = _people(change, tournament, [member for team in teams for member in team.members])
        _refuse_twice(people, teams, tournament)
        made = write_joining(
            change,
            tournament,
            [
                Entry(
                    tournament=tournament, team_name=clean_name(team.name), rating=_rating_of(tournament, team, people)
                )
                for team in teams
            ],
        )
        change.create_many(
            [
                TeamMember(
                    entry=entry,
                    player=people[_key(member)],
                    place=place,
                    rating=_known_rating(member, people[_key(member)]),
                    from_round=entry.joined_round,
                )
                for entry, team in zip(made, teams, strict=True)
                for place, member in enumerate(team.members, 1)
            ]
        )
        if is_numbered:
            write_numbers(change, tournament)
        change.facts["count"] = len(made)
    return made


def version_of(entry: Entry) -> str:
    """What a form about this team was made for."""
    members = entry.members.order_by("pk").values_list("pk", "player", "place", "from_round", "until_round")
    return fingerprint([entry.team_name, entry.short_name, entry.captain_id, list(members)])


def edit_team(
    entry: Entry,
    *,
    name: str,
    short_name: str = "",
    captain: str = "",
    members: Sequence[TypedMember],
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Entry:
    """Its names, its captain, who need not be of it, and its members in order. Whoever is new joins the round to come;
    whoever is taken out and has played stays in the rounds held. `seen` is the version_of(entry) that the form was made
    for."""
    tournament = entry.tournament
    with recording(
        tournament,
        actor=actor,
        verb="roster.edit",
        receipt=receipt,
        facts={"player": entry.who},
        public=[tournament.club, tournament],
    ) as change:
        refresh(entry)
        if version_of(entry) != seen:
            raise Stale(last_change_of(entry, tournament=tournament))
        refuse_when_closed(tournament)
        _refuse_names(tournament, [name], besides=entry)
        leads = [TypedMember(name=captain)] if clean_name(captain) else []
        people = _people(change, tournament, [*leads, *members])
        typed = TypedTeam(name=name, members=tuple(members))
        _refuse_twice(people, [typed], tournament, besides=entry)
        change.update(
            entry,
            team_name=clean_name(name),
            short_name=clean_name(short_name)[:_LONGEST_SHORT],
            captain=people[_key(leads[0])] if leads else None,
        )
        _write_members(change, entry, [(people[_key(member)], member) for member in members])
        if not _is_paired(tournament):  # from then on it stays, as a player's does
            change.update(entry, rating=_rating_of(tournament, typed, people))
    return entry


def move_member(
    member: TeamMember, to: Entry, *, actor: User | None, receipt: uuid.UUID | None = None
) -> TeamMember | None:
    """From the round to come on they play for another team; rounds held keep whom they played for."""
    tournament = to.tournament
    with recording(
        tournament,
        actor=actor,
        verb="roster.move",
        receipt=receipt,
        facts={"player": member.player_id, "players": [to.who]},
        public=[tournament],
    ) as change:
        refuse_when_closed(tournament)
        found = TeamMember.objects.select_related("entry").filter(pk=member.pk, until_round=None).first()
        if found is None or to.team_name == "":
            raise Stale
        if found.entry.tournament_id != tournament.pk:
            raise Refused(_("Both teams must play in this tournament."))
        if found.entry_id == to.pk:
            return None
        coming = _coming(tournament)
        _take_out(change, found, coming)
        return change.create(
            TeamMember(
                entry=to,
                player_id=found.player_id,
                place=_last_place(to) + 1,
                rating=found.rating,
                from_round=max(coming, to.joined_round),
            )
        )


def _refuse_players(tournament: Tournament) -> None:
    if tournament.boards is None:
        raise Refused(_("In this tournament players play, not teams."))


def _refuse_names(tournament: Tournament, names: Sequence[str], *, besides: Entry | None = None) -> None:
    """Under the tournament's lock: no two are called the same."""
    others = Entry.objects.filter(tournament=tournament).exclude(team_name="")
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    taken = {folded_name(name) for name in others.values_list("team_name", flat=True)}
    if len(taken) + len(names) > MOST_TEAMS:
        raise Refused(_("A tournament has at most {count} teams.").format(count=MOST_TEAMS))
    for name in names:
        cleaned = clean_name(name)
        if not cleaned or len(cleaned) > _LONGEST_NAME:
            raise Refused(_("A team has a name of at most {count} characters.").format(count=_LONGEST_NAME))
        if folded_name(cleaned) in taken:
            raise Refused(_("Two teams are called {team}.").format(team=cleaned))
        taken.add(folded_name(cleaned))


def _key(member: TypedMember) -> str:
    return folded_name(*split_name(clean_name(member.name)))


def _people(change: Change, tournament: Tournament, members: Iterable[TypedMember]) -> dict[str, Player]:
    """By the folded name: whom the club knows by that name alone, and the others made known to it."""
    wanted = {_key(member): member for member in members}
    if "" in wanted:
        raise Refused(_("A member has no name."))
    known: dict[str, list[Player]] = {}
    for player in Player.objects.filter(club=tournament.club_id, folded_name__in=wanted).order_by("-is_active", "pk"):
        known.setdefault(player.folded_name, []).append(player)
    for several in known.values():
        if len(several) > 1 and several[0].is_active == several[1].is_active:
            raise Refused(
                _("The club knows {count} people called {name}: write down which, or rename one of them.").format(
                    count=len(several), name=several[0].full_name
                )
            )
    found = {key: several[0] for key, several in known.items()}
    new = {key: member for key, member in wanted.items() if key not in found}
    made = change.create_many([new_player(tournament.club, _details(member)) for member in new.values()])
    return found | dict(zip(new, made, strict=True))


def _details(member: TypedMember) -> PlayerDetails:
    given, family = split_name(clean_name(member.name))
    if max(len(given), len(family)) > _LONGEST_NAME:
        raise Refused(_("A name has at most {count} characters.").format(count=_LONGEST_NAME))
    return PlayerDetails(given_name=given, family_name=family, rating=member.rating, is_active=False)


def _refuse_twice(
    people: Mapping[str, Player], teams: Sequence[TypedTeam], tournament: Tournament, *, besides: Entry | None = None
) -> None:
    """Somebody is in one team of a tournament at a time."""
    others = TeamMember.objects.filter(entry__tournament=tournament, until_round=None, player__in=people.values())
    if besides is not None:
        others = others.exclude(entry=besides)
    in_team = dict(others.values_list("player", "entry__team_name"))
    for team in teams:
        if len(team.members) > MOST_MEMBERS:
            raise Refused(_("A team has at most {count} members.").format(count=MOST_MEMBERS))
        for member in team.members:
            player = people[_key(member)]
            if (other := in_team.get(player.pk)) is not None:
                raise Refused(
                    _("{player} plays for {team}: move them there, or choose somebody else.").format(
                        player=display_name_of(player), team=other
                    )
                )
            in_team[player.pk] = team.name


def _known_rating(member: TypedMember, player: Player) -> int | None:
    return player.rating if member.rating is None else member.rating


def _rating_of(tournament: Tournament, team: TypedTeam, people: Mapping[str, Player]) -> int | None:
    """None where nobody of it is rated."""
    listed = ratings_to_enter(tournament, [people[_key(member)] for member in team.members])
    ratings = [listed[people[_key(member)].pk] if member.rating is None else member.rating for member in team.members]
    return team_rating(ratings, boards=tournament.boards or 1) if any(ratings) else None


def _write_members(change: Change, entry: Entry, members: Sequence[tuple[Player, TypedMember]]) -> None:
    now = {each.player_id: each for each in TeamMember.objects.filter(entry=entry, until_round=None)}
    wanted = {player.pk for player, _typed in members}
    coming = _coming(entry.tournament)
    for key, gone in now.items():
        if key not in wanted:
            _take_out(change, gone, coming)
    moved: list[tuple[TeamMember, dict[str, object]]] = []
    new: list[TeamMember] = []
    for place, (player, typed) in enumerate(members, 1):
        rating = _known_rating(typed, player)
        there = now.get(player.pk)
        if there is None:
            first = max(coming, entry.joined_round)
            new.append(TeamMember(entry=entry, player=player, place=place, rating=rating, from_round=first))
        elif there.place != place or (typed.rating is not None and there.rating != rating):
            moved.append((there, {"place": place, "rating": there.rating if typed.rating is None else rating}))
    change.update_many(moved)
    change.create_many(new)


def _take_out(change: Change, member: TeamMember, coming: int) -> None:
    """Whoever was in it in no round held was never in it."""
    if member.from_round < coming:
        change.update(member, until_round=coming - 1)
    else:
        change.delete_many(MemberAway.objects.filter(member=member))
        change.delete(member)


def _is_paired(tournament: Tournament) -> bool:
    return Round.objects.filter(tournament=tournament).exclude(state=RoundState.OPEN).exists()


def _coming(tournament: Tournament) -> int:
    """The first round of which no match has begun."""
    begun = LineUpPlace.objects.filter(attendance__round__tournament=tournament)
    last = begun.aggregate(last=Max("attendance__round__number"))["last"]
    return (last or 0) + 1


def _last_place(entry: Entry) -> int:
    return TeamMember.objects.filter(entry=entry).aggregate(last=Max("place"))["last"] or 0
