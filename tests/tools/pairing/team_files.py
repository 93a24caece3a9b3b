"""Tournament files of teams: who sat where, by the case or by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from tests.tools.pairing.team_cases import snapshot_of
from tournaments.exchange.team_rows import BoardPlayers, ListedMember
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.pairing.teams.rosters import RosterMember
from tournaments.pairing.types.snapshot import PlayedGame, PlayerId, Result, TournamentSnapshot

BY_BOARD_POINTS: tuple[Mapping[str, object], ...] = ({"code": "board_points"},)
Members = Mapping[PlayerId, tuple[ListedMember, ...]]


def members_of(snapshot: TournamentSnapshot, count: int, *, rating: int | None = None) -> Members:
    """Numbered through, team by team."""
    return {
        team: tuple(
            ListedMember(
                name=f"{team}-{place} Player",
                in_team=RosterMember(
                    member=count * index + place, rating=None if rating is None else rating - 10 * place - team
                ),
            )
            for place in range(1, count + 1)
        )
        for index, team in enumerate(snapshot.by_number)
    }


def file_of(
    snapshot: TournamentSnapshot,
    members: Members,
    line_ups: Mapping[tuple[int, int], tuple[BoardPlayers, ...]],
    *,
    system: str = "norwegian_monrad",
    **more: object,
) -> TournamentFile:
    file = TournamentFile(
        name="Seven teams",
        system=system,
        names={team: f"Team {team}" for team in snapshot.by_number},
        tie_breaks=BY_BOARD_POINTS,
        snapshot=snapshot,
        members=members,
        line_ups=line_ups,
    )
    return replace(file, **more)  # type: ignore[arg-type]


def everybody_first(snapshot: TournamentSnapshot, members: Members) -> dict[tuple[int, int], tuple[BoardPlayers, ...]]:
    """The first of either team, whatever the boards say."""
    boards = snapshot.boards or 0

    def seats(game: PlayedGame) -> tuple[BoardPlayers, ...]:
        both = zip(members[game.white][:boards], members[game.black][:boards], strict=True)
        return tuple(BoardPlayers(first=one.in_team.member, second=two.in_team.member) for one, two in both)

    return {(played.number, game.board): seats(game) for played in snapshot.rounds for game in played.games}


def case_file(saved: Mapping[str, object], **more: object) -> TournamentFile:
    """With as many members in a team as it has boards."""
    snapshot = snapshot_of(saved)
    members = members_of(snapshot, snapshot.boards or 0)
    return file_of(snapshot, members, everybody_first(snapshot, members), **more)  # type: ignore[arg-type]


def drawn_line_ups(
    snapshot: TournamentSnapshot, members: Members, chance: Random
) -> dict[tuple[int, int], tuple[BoardPlayers, ...]]:
    """By chance, but so that the results are possible; mostly the first of the team, now and then out of order."""
    found = {}
    for played in snapshot.rounds:
        for game in played.games:
            taken = [_seat(result, chance) for result in game.boards]
            first = _persons(members[game.white], [here for here, _there in taken], chance)
            second = _persons(members[game.black], [there for _here, there in taken], chance)
            if any(person is not None for person in (*first, *second)):
                seats = zip(first, second, strict=True)
                found[played.number, game.board] = tuple(BoardPlayers(first=one, second=two) for one, two in seats)
    return found


def _seat(result: Result, chance: Random) -> tuple[bool, bool]:
    match result:
        case Result.WHITE_WINS_BY_FORFEIT:
            return True, chance.random() < 0.5
        case Result.BLACK_WINS_BY_FORFEIT:
            return chance.random() < 0.5, True
        case Result.BOTH_FORFEIT:
            return chance.random() < 0.5, chance.random() < 0.5
    return True, True


def _persons(team: Sequence[ListedMember], seats: Sequence[bool], chance: Random) -> list[int | None]:
    people = [each.in_team.member for each in team]
    if chance.random() < 0.3:
        people = [each for each in people if chance.random() < 0.9]
        people += [each.in_team.member for each in team if each.in_team.member not in people]
    if chance.random() < 0.1:
        chance.shuffle(people)
    left = iter(people)
    return [next(left) if is_taken else None for is_taken in seats]
