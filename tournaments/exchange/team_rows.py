"""Of the tournament file, what teams have besides: members and the boards of their matches (rulebook, teams, B9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.exchange.json_node import Node
from tournaments.pairing.teams.rosters import MemberId, RosterMember
from tournaments.pairing.types.options import exact_number
from tournaments.pairing.types.snapshot import (
    BoardScore,
    PlayedGame,
    PlayerId,
    Result,
    match_result,
    result_of_score,
)
from tournaments.pairing.types.translation import gettext_noop as _

MOST_MEMBERS: Final = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedMember:
    name: str
    in_team: RosterMember


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardPlayers:
    """Who sat at one board of a match: of the first-named team and of the other; None: nobody, or nobody knows."""

    first: MemberId | None
    second: MemberId | None


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchBoards:
    """Of a match in the file, what it brought and who played."""

    results: tuple[Result, ...] = ()
    score: BoardScore | None = None
    players: tuple[BoardPlayers, ...] = ()
    """By board; none where nobody is named."""


NO_BOARDS: Final = MatchBoards()


def read_members(node: Node) -> tuple[ListedMember, ...]:
    found: list[ListedMember] = []
    for member in node.items():
        keys = member.members(required=("id", "name"), optional=("rating", "from_round", "until_round"))
        first = keys["from_round"].integer() if "from_round" in keys else 1
        rating, last = keys.get("rating"), keys.get("until_round")
        found.append(
            ListedMember(
                name=keys["name"].text(),
                in_team=RosterMember(
                    member=keys["id"].integer(),
                    rating=None if rating is None or rating.value is None else rating.integer(0),
                    from_round=first,
                    until_round=None if last is None or last.value is None else last.integer(first),
                ),
            )
        )
        if len(found) > MOST_MEMBERS:
            raise node.error(_("A team has at most {count} members."), count=MOST_MEMBERS)
    return tuple(found)


def check_one_team_each(players: Iterable[Node], members: Mapping[PlayerId, Sequence[ListedMember]]) -> None:
    """Whoever changes teams is in one of them at a time. Raises FileError at the second one."""
    held: dict[MemberId, list[RosterMember]] = {}
    for player, team in zip(players, members.values(), strict=True):
        for index, member in enumerate(team):
            own = member.in_team
            for other in held.setdefault(own.member, []):
                if _overlap(own, other):
                    node = player.members()["members"].items()[index]
                    raise node.error(_("The person {number} is in two teams in the same round."), number=own.member)
            held[own.member].append(own)


def _overlap(one: RosterMember, other: RosterMember) -> bool:
    return (one.until_round is None or other.from_round <= one.until_round) and (
        other.until_round is None or one.from_round <= other.until_round
    )


def read_boards(
    keys: Mapping[str, Node], count: int | None, first: Sequence[ListedMember], second: Sequence[ListedMember]
) -> MatchBoards:
    """Of the keys of a game: its boards, or its score, in a tournament of `count` boards a match."""
    node = keys.get("boards") or keys.get("score")
    if node is None:
        return NO_BOARDS
    if count is None:
        raise node.error(_("Only a match of teams has boards: “boards” is missing at the top of the file."))
    if "boards" in keys and "score" in keys:
        raise keys["score"].error(_("A match has boards or a score, not both."))
    if "score" in keys:
        return MatchBoards(score=_score(node, count))
    results: list[Result] = []
    players: list[BoardPlayers] = []
    sat: set[MemberId] = set()
    teams = [{each.in_team.member for each in team} for team in (first, second)]
    for board in node.items(length=count):
        row = board.members(required=("result",), optional=("first", "second"))
        here = [_sitting(row.get(side), team, sat) for side, team in zip(("first", "second"), teams, strict=True)]
        result = row["result"].one_of(Result)
        if len(row) > 1 and result not in _possible(*(member is not None for member in here)):
            raise row["result"].error(_("Nobody sits there: the other one wins by forfeit."))
        results.append(result)
        players.append(BoardPlayers(first=here[0], second=here[1]))
    return MatchBoards(results=tuple(results), players=tuple(players) if sat else ())


def _possible(is_first: bool, is_second: bool) -> frozenset[Result]:
    """The results of a board at which these sit."""
    if is_first and is_second:
        return frozenset(Result)
    if is_first or is_second:
        won = Result.WHITE_WINS_BY_FORFEIT if is_first else Result.BLACK_WINS_BY_FORFEIT
        return frozenset({won, Result.BOTH_FORFEIT, Result.OPEN})
    return frozenset({Result.BOTH_FORFEIT, Result.OPEN})


def _sitting(node: Node | None, team: set[MemberId], sat: set[MemberId]) -> MemberId | None:
    if node is None or node.value is None:
        return None
    member = node.integer()
    if member not in team:
        raise node.error(_("The person {number} is not in this team."), number=member)
    if member in sat:
        raise node.error(_("The person {number} sits at two boards of this match."), number=member)
    sat.add(member)
    return member


def _score(node: Node, count: int) -> BoardScore:
    points = tuple(_points(each) for each in node.items(length=2))
    if sum(points) != count:
        raise node.error(
            _("The board points are {first} and {second}, but a match has {count} boards."),
            first=points[0],
            second=points[1],
            count=count,
        )
    return points[0], points[1]


def _points(node: Node) -> Fraction:
    points = exact_number(node.value)
    if points is None or points < 0 or (2 * points).denominator != 1:
        raise node.error(_("Board points are whole or half, such as 2 or 5/2."))
    return points


def result_of(keys: Mapping[str, Node], boards: MatchBoards) -> Result:
    """What boards or score give; a result beside them must be the same."""
    given = keys["result"].one_of(Result) if "result" in keys else None
    if not boards.results and boards.score is None:
        return given or Result.OPEN
    found = match_result(boards.results) if boards.results else result_of_score(boards.score or (Fraction(0),) * 2)
    if given is not None and given is not found:
        raise keys["result"].error(_("The boards give {result}."), result=found.value)
    return found


def dump_members(members: Iterable[ListedMember]) -> list[dict[str, object]]:
    return [
        {"id": each.in_team.member, "name": each.name, "rating": each.in_team.rating}
        | ({"from_round": each.in_team.from_round} if each.in_team.from_round > 1 else {})
        | ({"until_round": each.in_team.until_round} if each.in_team.until_round is not None else {})
        for each in members
    ]


def dump_boards(game: PlayedGame, players: Sequence[BoardPlayers]) -> dict[str, object]:
    if game.boards:
        seats = [{"first": each.first, "second": each.second} for each in players] or [{}] * len(game.boards)
        return {"boards": [seat | {"result": result} for seat, result in zip(seats, game.boards, strict=True)]}
    return {} if game.score is None else {"score": list(map(str, game.score))}
