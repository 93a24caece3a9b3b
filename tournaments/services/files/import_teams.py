"""The teams of an imported tournament, their members, and who sat at which board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tournaments.exchange.team_rows import ListedMember
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import Attendance, Entry, LineUpPlace, Player, TeamMember, Tournament, Withdrawal
from tournaments.names import clean_name, folded_name, split_name
from tournaments.pairing.teams.rosters import MemberId, team_rating
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.recording import Change
from tournaments.services.players.players import PlayerDetails, new_player

Members = Mapping[tuple[PlayerId, MemberId], TeamMember]
"""By the team's number and the person's in the file."""


def write_teams(
    change: Change, tournament: Tournament, file: TournamentFile
) -> tuple[Mapping[PlayerId, Entry], Members]:
    """Teams by start number, with their members. Whoever the club knows by that name alone is that person; the others
    are made known to it, and are no members of it."""
    snapshot = file.snapshot
    people = _people(change, tournament, [each for team in file.members.values() for each in team])
    entries = change.create_many(
        [
            Entry(
                tournament=tournament,
                team_name=clean_name(file.names[entrant.number]),
                number=entrant.number,
                rating=entrant.rating or _rating(tournament, file.members.get(entrant.number, ())),
                joined_round=entrant.joined_round,
                home_club=file.clubs.get(entrant.number, ""),
                category=file.category_of.get(entrant.number, ""),
            )
            for entrant in snapshot.entrants
        ]
    )
    by_number = {entry.number or 0: entry for entry in entries}
    change.create_many(
        [
            Withdrawal(entry=by_number[entrant.number], first_round=first, last_round=last)
            for entrant in snapshot.entrants
            for first, last in entrant.away
        ]
    )
    members = change.create_many(
        [
            TeamMember(
                entry=by_number[number],
                player=people[each.in_team.member],
                place=place,
                rating=each.in_team.rating,
                from_round=each.in_team.from_round,
                until_round=each.in_team.until_round,
            )
            for number, team in file.members.items()
            for place, each in enumerate(team, 1)
        ]
    )
    keys = ((number, each.in_team.member) for number, team in file.members.items() for each in team)
    return by_number, dict(zip(keys, members, strict=True))


def _rating(tournament: Tournament, team: Sequence[ListedMember]) -> int | None:
    ratings = [each.in_team.rating for each in team]
    return team_rating(ratings, boards=tournament.boards or 1) if any(ratings) else None


def _people(change: Change, tournament: Tournament, members: Sequence[ListedMember]) -> Mapping[MemberId, Player]:
    """One for each number, also where two of the file have one name."""
    named = {each.in_team.member: each for each in members}
    folded = {key: folded_name(*split_name(clean_name(each.name))) for key, each in named.items()}
    there: dict[str, list[Player]] = {}
    for player in Player.objects.filter(club=tournament.club_id, folded_name__in=folded.values()).order_by("pk"):
        there.setdefault(player.folded_name, []).append(player)
    found: dict[MemberId, Player] = {}
    for key, name in folded.items():
        known = there.get(name, [])
        if len(known) == 1 and list(folded.values()).count(name) == 1:
            found[key] = known[0]
    new = [key for key in named if key not in found]
    made = change.create_many([new_player(tournament.club, _details(named[key])) for key in new])
    return found | dict(zip(new, made, strict=True))


def _details(member: ListedMember) -> PlayerDetails:
    given, family = split_name(clean_name(member.name))
    return PlayerDetails(given_name=given, family_name=family, rating=member.in_team.rating, is_active=False)


def places(slots: Sequence[Attendance], file: TournamentFile, members: Members) -> Iterator[LineUpPlace]:
    """Of the rounds just written, who sat where; `slots` come with their rounds, games and entries."""
    for slot in slots:
        if slot.game is None:
            continue
        for board, seat in enumerate(file.line_ups.get((slot.round.number, slot.game.board), ()), 1):
            sitting = seat.first if slot.colour == Colour.WHITE else seat.second
            if sitting is not None:
                member = members[slot.entry.number or 0, sitting]
                yield LineUpPlace(attendance=slot, board=board, member=member)
