"""What of a league's rules a line-up breaks, and why: before the match, beside each name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil

from tournaments.pairing.teams.leagues import Gap, LeagueRules, OrderKind
from tournaments.pairing.teams.types import LineUp, LineUpWarning, PersonKey, Squad, SquadMember
from tournaments.pairing.types.paired_round import Place, Player, Reason, Rule
from tournaments.pairing.types.translation import gettext_noop as _

TEAM_1_ONLY = Rule("teams/team_1_only", _("{times} time above team {team}: after this match only team 1."))
HIGHER_TEAMS_ONLY = Rule(
    "teams/higher_teams_only", _("{times} time above team {team}: after this match only teams 1 to {last}.")
)
LAST_FREE = Rule("teams/last_free", _("{times} time above team {team}: the last free one."), is_remark=True)
STUCK = Rule("teams/stuck", _("Has played {times} × above this team: may not play here."))
OTHER_TEAM = Rule("teams/other_team", _("Plays for team {team} in this round."))
STARTER = Rule("teams/starter", _("Starter of team {team}."))
ABOVE_BEST = Rule("teams/above_best", _("{rating}: {over} above the limit (best starter {best} + {above})."))
ABOVE_MOST = Rule("teams/above_most", _("{rating}: {over} above the limit."))
LISTED_ABOVE = Rule(
    "teams/listed_above", _("{higher} is listed above {lower}: by the list {player} plays on board {belongs}.")
)
RATED_ABOVE = Rule(
    "teams/rated_above", _("{higher} is rated {over} above {lower} and sits below: at most {slack} are allowed.")
)
FOREIGNER = Rule("teams/foreigner", _("{count} foreigner, {most} allowed."))
GAP_ABOVE = Rule("teams/gap_above", _("Board {board} is empty, but somebody sits below it."))
LOSES_BELOW = Rule("teams/loses_below", _("Board {board} is empty: all boards below it are lost too."))
AVERAGE = Rule("teams/average", _("Average {average}, at most {most}."))
TOO_FEW = Rule("teams/too_few", _("{count} there, {least} needed."))


def warnings(
    line_up: LineUp, squad: Squad, history: Sequence[LineUp], league: LeagueRules
) -> tuple[LineUpWarning, ...]:
    """Every rule that is broken, by boards, and then those of the line-up as a whole.

    `history`: the line-ups of all of the club's teams in this league and season, in any order; one of the same team
    and round as `line_up` is passed over. Raises KeyError where somebody is not in the squad, ValueError where the
    line-up has more boards than the league.
    """
    if len(line_up.people) > league.boards:
        raise ValueError(f"{len(line_up.people)} boards, where the league has {league.boards}")
    others = others_of(line_up, history)
    seated = [(board, squad.by_person[person]) for board, person in line_up.seated()]
    found = [
        LineUpWarning(board=board, person=member.person, reason=reason)
        for at, (board, member) in enumerate(seated)
        for reason in (
            *_out_of_order(at, seated, squad, league),
            *reasons_against(member, line_up, squad, others, league),
            *_foreign(at, seated, league),
        )
    ]
    gaps = _gap(line_up, league)
    of_all = [LineUpWarning(reason=reason) for reason in (*_average(seated, league), *_too_few(seated, league))]
    return (*sorted([*found, *gaps], key=lambda warning: warning.board or 0), *of_all)


def remarks(line_up: LineUp, squad: Squad, history: Sequence[LineUp], league: LeagueRules) -> tuple[LineUpWarning, ...]:
    """What breaks no rule and yet is good to know: who plays above their team for the last time that is free."""
    others = others_of(line_up, history)
    free = league.ups_free
    return tuple(
        LineUpWarning(board=board, person=person, reason=LAST_FREE.reason(times=Place(free), team=team))
        for board, person in line_up.seated()
        if free and (team := _reached(free, squad.by_person[person], line_up.team, others))
    )


def reasons_against(
    member: SquadMember, match: LineUp, squad: Squad, others: Sequence[LineUp], league: LeagueRules
) -> Iterator[Reason]:
    """The rules by which somebody may not play in a match, whoever else does. `others`: all other matches."""
    if league.ups_free is not None:
        yield from _ups(member, match.team, others, league.ups_free)
    if league.once_a_round:
        for other in sorted(_teams_in_round(member.person, match.round, others)):
            yield OTHER_TEAM.reason(team=other)
    team = member.team
    if (
        league.starters_stay
        and team is not None
        and team < match.team
        and member in squad.starters(team, league.boards)
    ):
        yield STARTER.reason(team=team)
    if member.rating is None:
        return
    if league.max_above_best is not None and member.team is None:
        rated = [each.rating for each in squad.starters(match.team, league.boards) if each.rating is not None]
        if rated and (over := member.rating - max(rated) - league.max_above_best) > 0:
            yield ABOVE_BEST.reason(rating=member.rating, over=over, best=max(rated), above=league.max_above_best)
    if league.max_player is not None and member.rating > league.max_player:
        yield ABOVE_MOST.reason(rating=member.rating, over=member.rating - league.max_player)


def foreigner(count: int, most: int) -> Reason:
    return FOREIGNER.reason(count=Place(count), most=most)


def average_above(average: Fraction, most: int) -> Reason:
    """Rounded up, so that it never reads as the limit itself."""
    return AVERAGE.reason(average=ceil(average), most=most)


def others_of(line_up: LineUp, history: Sequence[LineUp]) -> tuple[LineUp, ...]:
    """All matches but this one."""
    return tuple(match for match in history if (match.round, match.team) != (line_up.round, line_up.team))


def _times_above(team: int, person: PersonKey, others: Sequence[LineUp]) -> int:
    return sum(match.team < team and person in match.people for match in others)


def _reached(times: int, member: SquadMember, team: int, others: Sequence[LineUp]) -> int | None:
    """The highest team, down to the member's own, above which a match in `team` is the one of that number."""
    below = range(team + 1, (member.team or 0) + 1)
    return next((each for each in below if _times_above(each, member.person, others) + 1 == times), None)


def _ups(member: SquadMember, team: int, others: Sequence[LineUp], free: int) -> Iterator[Reason]:
    if (times := _times_above(team, member.person, others)) > free:
        yield STUCK.reason(times=times)
    if closed := _reached(free + 1, member, team, others):
        if closed == 2:
            yield TEAM_1_ONLY.reason(times=Place(free + 1), team=closed)
        else:
            yield HIGHER_TEAMS_ONLY.reason(times=Place(free + 1), team=closed, last=closed - 1)


def _teams_in_round(person: PersonKey, number: int, others: Sequence[LineUp]) -> set[int]:
    return {match.team for match in others if match.round == number and person in match.people}


def _out_of_order(
    at: int, seated: Sequence[tuple[int, SquadMember]], squad: Squad, league: LeagueRules
) -> Iterator[Reason]:
    match league.order.kind:
        case OrderKind.FREE:
            return
        case OrderKind.LIST:
            yield from _not_by_list(at, seated, squad, league.order.slack)
        case OrderKind.RATING:
            yield from _not_by_rating(at, seated, league.order.slack)


def _not_by_list(at: int, seated: Sequence[tuple[int, SquadMember]], squad: Squad, slack: int) -> Iterator[Reason]:
    board, member = seated[at]
    places = [squad.place_of[each.person] for _board, each in seated]
    belongs = seated[sum(place < places[at] for place in places)][0]
    if abs(belongs - board) <= slack:
        return
    if belongs > board:
        wrong = next(other for other in range(at + 1, len(seated)) if places[other] < places[at])
        higher, lower = seated[wrong][1], member
    else:
        wrong = next(other for other in range(at) if places[other] > places[at])
        higher, lower = member, seated[wrong][1]
    yield LISTED_ABOVE.reason(
        higher=Player(higher.person), lower=Player(lower.person), player=Player(member.person), belongs=belongs
    )


def _not_by_rating(at: int, seated: Sequence[tuple[int, SquadMember]], slack: int) -> Iterator[Reason]:
    _board, member = seated[at]
    below = [(each.rating, each.person) for _b, each in seated[at + 1 :] if each.rating is not None]
    if member.rating is None or not below:
        return
    rating, person = max(below, key=lambda one: one[0])
    if (over := rating - member.rating) > slack:
        yield RATED_ABOVE.reason(higher=Player(person), lower=Player(member.person), over=over, slack=slack)


def _foreign(at: int, seated: Sequence[tuple[int, SquadMember]], league: LeagueRules) -> Iterator[Reason]:
    count = sum(each.is_foreign for _board, each in seated[: at + 1])
    if league.foreigners is not None and seated[at][1].is_foreign and count > league.foreigners:
        yield foreigner(count, league.foreigners)


def _gap(line_up: LineUp, league: LeagueRules) -> Iterator[LineUpWarning]:
    """The first empty board above somebody: below it nothing gets worse."""
    filled = [board for board, _person in line_up.seated()]
    first = next((board for board in range(1, max(filled, default=0)) if board not in filled), None)
    if first is not None and league.gap is not Gap.ANYWHERE:
        rule = LOSES_BELOW if league.gap is Gap.LOSES_BELOW else GAP_ABOVE
        yield LineUpWarning(board=first, reason=rule.reason(board=first))


def _average(seated: Sequence[tuple[int, SquadMember]], league: LeagueRules) -> Iterator[Reason]:
    """Of those who have a rating."""
    rated = [member.rating for _board, member in seated if member.rating is not None]
    if league.max_average is not None and rated and (average := Fraction(sum(rated), len(rated))) > league.max_average:
        yield average_above(average, league.max_average)


def _too_few(seated: Sequence[object], league: LeagueRules) -> Iterator[Reason]:
    if len(seated) < league.min_boards:
        yield TOO_FEW.reason(count=len(seated), least=league.min_boards)
