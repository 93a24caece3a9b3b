"""The line-up that order and rules give, of those who can play: nobody in it breaks a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.pairing.teams.leagues import LeagueRules, OrderKind
from tournaments.pairing.teams.line_ups import average_above, foreigner, others_of, reasons_against, warnings
from tournaments.pairing.teams.types import LineUp, PersonKey, ProposedLineUp, Squad, SquadAnswer, SquadMember
from tournaments.pairing.types.paired_round import Reason

_CAN = (SquadAnswer.COMING, SquadAnswer.LATER, SquadAnswer.IF_NEEDED)


def proposed(
    squad: Squad,
    answers: Mapping[PersonKey, SquadAnswer],
    history: Sequence[LineUp],
    league: LeagueRules,
    *,
    number: int,
    team: int,
) -> ProposedLineUp:
    """The line-up of a team for the match of round `number`.

    As many as can play without a warning; of the ways to do so the first by turn: starters of the team, its reserves,
    then lower teams from the top and those nominated nowhere; after all of them, in the same order, who plays only if
    needed. People of higher teams are not asked. They sit in the order of the list, or of ratings where the league's
    order is that, and no board between them stays empty. `history` as in `line_ups.warnings`.
    """
    match = LineUp(round=number, team=team, people=())
    others = others_of(match, history)
    pool: list[SquadMember] = []
    passed: dict[PersonKey, tuple[Reason, ...]] = {}
    for member in _by_turn(squad, answers, team):
        if reasons := tuple(reasons_against(member, match, squad, others, league)):
            passed[member.person] = reasons
        else:
            pool.append(member)
    most = next(count for count in range(league.boards, -1, -1) if _may(_completed([], pool, count, league), league))
    chosen: list[SquadMember] = []
    for at, member in enumerate(pool):
        more = most - len(chosen) - 1
        way = _completed([*chosen, member], pool[at + 1 :], max(more, 0), league)
        if more >= 0 and _may(way, league):
            chosen.append(member)
        else:
            is_full = len(chosen) == league.boards
            passed[member.person] = () if is_full else (_in_the_way(member, chosen, way, league),)
    line_up = LineUp(round=number, team=team, people=tuple(each.person for each in _in_order(chosen, squad, league)))
    return ProposedLineUp(line_up=line_up, passed_over=passed, warnings=warnings(line_up, squad, history, league))


def _by_turn(squad: Squad, answers: Mapping[PersonKey, SquadAnswer], team: int) -> list[SquadMember]:
    """Those who can play: of one team in the order of the list, so that its starters come before its reserves."""
    asked = [
        member
        for member in squad.members
        if answers.get(member.person) in _CAN and (member.team is None or member.team >= team)
    ]
    return sorted(
        asked,
        key=lambda member: (
            answers[member.person] is SquadAnswer.IF_NEEDED,
            member.team is None,
            member.team or 0,
            squad.place_of[member.person],
        ),
    )


def _in_order(chosen: Sequence[SquadMember], squad: Squad, league: LeagueRules) -> list[SquadMember]:
    listed = sorted(chosen, key=lambda member: squad.place_of[member.person])
    if league.order.kind is OrderKind.RATING:
        listed.sort(key=lambda member: -(member.rating or 0))
    return listed


def _completed(
    chosen: Sequence[SquadMember], rest: Sequence[SquadMember], more: int, league: LeagueRules
) -> list[SquadMember] | None:
    """Those chosen with so many of the rest as leave the average lowest; None where foreigners leave too few."""
    room = more if league.foreigners is None else league.foreigners - _foreigners(chosen)
    lightest = sorted(rest, key=lambda member: _weight(member, league))
    foreign = [member for member in lightest if member.is_foreign]
    home = [member for member in lightest if not member.is_foreign]
    ways = [
        [*chosen, *foreign[:count], *home[: more - count]]
        for count in range(min(more, room, len(foreign)) + 1)
        if more - count <= len(home)
    ]
    return min(ways, key=lambda way: sum(_weight(member, league) for member in way), default=None)


def _may(way: Sequence[SquadMember] | None, league: LeagueRules) -> bool:
    return way is not None and sum(_weight(member, league) for member in way) <= 0


def _weight(member: SquadMember, league: LeagueRules) -> int:
    """What somebody adds above the average that is allowed: of all who sit there it may not be above 0."""
    if league.max_average is None or member.rating is None:
        return 0
    return member.rating - league.max_average


def _in_the_way(
    member: SquadMember, chosen: Sequence[SquadMember], way: Sequence[SquadMember] | None, league: LeagueRules
) -> Reason:
    """Why somebody who may play does not sit beside those chosen: one foreigner too many, or the best average left."""
    if way is None or league.max_average is None:
        return foreigner(_foreigners([*chosen, member]), league.foreigners or 0)
    rated = [each.rating for each in way if each.rating is not None]
    return average_above(Fraction(sum(rated), len(rated)), league.max_average)


def _foreigners(members: Sequence[SquadMember]) -> int:
    return sum(member.is_foreign for member in members)
