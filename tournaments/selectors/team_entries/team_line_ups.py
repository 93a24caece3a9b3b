"""Who sits where in matches of teams: what was handed in, else the first of the roster who are there."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import (
    Attendance,
    Entry,
    Game,
    LineUpBy,
    LineUpPlace,
    MemberAway,
    Round,
    RoundState,
    TeamMember,
    Tournament,
)
from tournaments.pairing.teams.board_signs import from_signs
from tournaments.pairing.teams.rosters import first_who_are_there
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.start_times import hour_of, instant

TeamLineUp: TypeAlias = tuple[TeamMember | None, ...]
"""From board 1 on; None: nobody sits there. Empty for a team whose members nobody knows, or nobody is to know."""


def team_line_ups(sides: Sequence[Attendance], tournament: Tournament, *, number: int) -> Mapping[int, TeamLineUp]:
    """By the key of the row, which is of round `number` (rulebook, teams, B1). Three queries, however many matches;
    one where all of them are kept."""
    if tournament.line_up == LineUpBy.NOBODY:
        return {side.pk: () for side in sides}
    boards = tournament.boards or 0
    places: dict[int, dict[int, TeamMember]] = defaultdict(dict)
    for place in LineUpPlace.objects.filter(attendance__in=sides).select_related("member__player"):
        places[place.attendance_id][place.board] = place.member
    others = [side for side in sides if side.pk not in places]
    rosters = rosters_of([side.entry_id for side in others], number) if others else {}
    away = set(MemberAway.objects.filter(attendance__in=others).values_list("member", flat=True)) if others else set()
    return {side.pk: _seated(rosters.get(side.entry_id, ()), places[side.pk], away, boards) for side in sides}


def member_at(line_up: TeamLineUp, board: int) -> TeamMember | None:
    """None too where nobody knows, or is to know, who sits there."""
    return line_up[board - 1] if line_up else None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatedMatch:
    """A match with who sits at its boards: of the team on the left, and of that on the right."""

    game: Game
    teams: tuple[int, int]
    """Keys of the entries."""
    line_ups: tuple[TeamLineUp, TeamLineUp]
    results: tuple[Result, ...]
    """From board 1 on, at an empty seat as it will be."""
    is_sealed: bool
    """The public does not see its line-ups yet."""


def seated_matches(rows: Iterable[Attendance], tournament: Tournament, *, number: int) -> Iterator[SeatedMatch]:
    """Those of round `number`; rows come with their games. Three queries."""
    games: dict[int, Game] = {}
    sides: dict[int, dict[str, Attendance]] = defaultdict(dict)
    for row in rows:
        if row.game is not None:
            games[row.game.pk] = row.game
            sides[row.game.pk][row.colour] = row
    line_ups = team_line_ups([row for both in sides.values() for row in both.values()], tournament, number=number)
    for key, game in games.items():
        first, second = sides[key][Colour.WHITE], sides[key][Colour.BLACK]
        seated = (line_ups[first.pk], line_ups[second.pk])
        yield SeatedMatch(
            game=game,
            teams=(first.entry_id, second.entry_id),
            line_ups=seated,
            results=from_signs(game.boards or signs_to_begin_with(*seated, tournament.boards or 0)),
            is_sealed=is_sealed(game, [first, second], tournament),
        )


def is_sealed(game: Game, sides: Sequence[Attendance], tournament: Tournament) -> bool:
    """Captains say who plays, not both have, and nothing of the match is known. So it is for everybody but the staff;
    of the two captains until it closes."""
    if tournament.line_up != LineUpBy.CAPTAIN or game.has_begun:
        return False
    return any(side.handed_in_at is None for side in sides)


def closes_at(round: Round, tournament: Tournament) -> datetime.datetime | None:
    """Until when captains hand in their line-ups. None: until play begins, since it is not known when that is."""
    minutes = datetime.timedelta(minutes=tournament.line_up_closes)
    if tournament.line_up_closes > 0:
        return None if round.published_at is None else round.published_at + minutes
    hour = None if round.date is None else hour_of(tournament, round.date)
    return None if round.date is None or hour is None else instant(tournament.club, round.date, hour) + minutes


def is_closed(round: Round, tournament: Tournament) -> bool:
    if round.state == RoundState.FINISHED or round.started_at is not None:
        return True
    closes = closes_at(round, tournament)
    return closes is not None and clock.now() >= closes


def members_now(entry: Entry) -> QuerySet[TeamMember]:
    """In the order of its boards."""
    return TeamMember.objects.filter(entry=entry, until_round=None).select_related("player").order_by("place", "pk")


def rosters_of(entries: Sequence[int], number: int) -> Mapping[int, Sequence[TeamMember]]:
    """By the key of the team, whoever is in it in that round, in the order of its boards."""
    in_round = Q(from_round__lte=number) & (Q(until_round=None) | Q(until_round__gte=number))
    found: dict[int, list[TeamMember]] = defaultdict(list)
    members = TeamMember.objects.filter(in_round, entry__in=entries).select_related("player")
    for member in members.order_by("place", "pk"):
        found[member.entry_id].append(member)
    return found


def closed_in_words(round: Round, tournament: Tournament) -> str:
    closes = closes_at(round, tournament)
    if closes is None or round.state == RoundState.FINISHED or clock.now() < closes:
        return _("The round has begun: ask the director.")
    at = closes.astimezone(ZoneInfo(tournament.club.time_zone))
    return _("Closed at {time}. Ask the director.").format(time=time_format(at.time(), "H:i"))


def in_order_of_roster(row: Attendance, chosen: Collection[int]) -> list[int | None]:
    """Keys of those chosen of the team, from board 1 on; below them the boards are empty. It comes with its round."""
    roster = rosters_of([row.entry_id], row.round.number).get(row.entry_id, ())
    seated: list[int | None] = [member.pk for member in roster if member.pk in chosen]
    return seated + [None] * ((row.round.tournament.boards or 0) - len(seated))


def _seated(roster: Sequence[TeamMember], places: Mapping[int, TeamMember], away: set[int], boards: int) -> TeamLineUp:
    if places:
        return tuple(places.get(board) for board in range(1, boards + 1))
    if not roster:
        return ()
    by_key = {member.pk: member for member in roster}
    seated = first_who_are_there([*by_key], by_key.keys() - away, boards)
    return tuple(None if member is None else by_key[member] for member in seated)


def signs_to_begin_with(first: TeamLineUp, second: TeamLineUp, boards: int) -> str:
    """Where only one sits the other team has lost that board by forfeit, and where nobody does both have. Of a team
    whose members nobody knows somebody sits at every board."""
    signs = {(True, True): "*", (True, False): "+", (False, True): "-", (False, False): "x"}
    return "".join(signs[pair] for pair in zip(_sits(first, boards), _sits(second, boards), strict=True))


def _sits(line_up: TeamLineUp, boards: int) -> list[bool]:
    return [member is not None for member in line_up] or [True] * boards
