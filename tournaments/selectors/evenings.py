"""A club's evenings: which day they count for, which rounds and dates are theirs, who is here again."""

from __future__ import annotations

import datetime
import zoneinfo
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Count, Max, Q, QuerySet

from tournaments import clock
from tournaments.models import (
    HERE,
    ODD_BYES,
    PUBLIC_STATES,
    UNPUBLISHED_STATES,
    Attendance,
    Game,
    Presence,
    Round,
    RoundState,
    Season,
    Tournament,
)
from tournaments.pairing.explanations.late_changes import SECOND_DATE
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.configured_system import configured_system

STILL_PLAYING = Q(games__result=Result.OPEN.value, games__is_postponed=False)
"""Of a round's games: those that are waited for."""
_NIGHT_IS_OVER_AT = 5
"""The hour until which a round still belongs to the evening that began the day before."""

DID_NOT_COME = (
    Q(game__result=Result.BOTH_FORFEIT.value)
    | Q(game__result=Result.WHITE_WINS_BY_FORFEIT.value, colour=Colour.BLACK.value)
    | Q(game__result=Result.BLACK_WINS_BY_FORFEIT.value, colour=Colour.WHITE.value)
)


def paired_later(round: Round) -> list[int]:
    """The first board of each date but the round's own, on which more were paired into it when it was published."""
    return [note["facts"]["board"] for note in round.notes if note["rule"] == SECOND_DATE.code]


def second_date(round: Round) -> datetime.date | None:
    """The last day on which more were paired into it; None where that was on its own, or where nobody was."""
    boards = paired_later(round)
    if not boards:
        return None
    later = Game.objects.filter(round=round, board__gte=min(boards), is_postponed=False)
    found: datetime.date | None = later.aggregate(last=Max("date"))["last"]
    return found


def evening_days(time_zone: str) -> tuple[datetime.date, ...]:
    """The days whose evening can still be going on by the club's clock: today and, after midnight, yesterday."""
    now = clock.now().astimezone(zoneinfo.ZoneInfo(time_zone))
    today = now.date()
    return (today, today - datetime.timedelta(days=1)) if now.hour < _NIGHT_IS_OVER_AT else (today,)


def tonight(time_zone: str, *, since: datetime.date | None) -> datetime.date:
    """The day of a round opened now. `since` is that of the round before: after midnight its evening goes on."""
    possible = evening_days(time_zone)
    return since if since in possible else possible[0]


def attended_last_round(rounds: Iterable[Round]) -> Mapping[int, frozenset[int]]:
    """By the key of each of these rounds, the entries who were here in the one before it, if that was on this evening.

    One query. Who lost by forfeit had not come, whatever their mark.
    """
    by_tournament = {each.tournament_id: each for each in rounds}
    if not by_tournament:
        return {}
    before = [
        Q(
            round__tournament=key,
            round__number=each.number - 1,
            round__date__in=evening_days(each.tournament.club.time_zone),
        )
        for key, each in by_tournament.items()
    ]
    found = Attendance.objects.filter(reduce(or_, before), presence__in=HERE).exclude(DID_NOT_COME)
    here: dict[int, set[int]] = defaultdict(set)
    for tournament, entry in found.values_list("round__tournament", "entry"):
        here[by_tournament[tournament].pk].add(entry)
    return {key: frozenset(entries) for key, entries in here.items()}


def attended_before(round: Round) -> frozenset[int]:
    """The entries who were here, as `attended_last_round` has it, whenever that was."""
    found = Attendance.objects.filter(round=round, presence__in=HERE).exclude(DID_NOT_COME)
    return frozenset(found.values_list("entry", flat=True))


_EVENINGS, _OF_THEM = 8, 6


def usually_here(rounds: Sequence[Round], number: int) -> frozenset[int]:
    """The entries who came to at least six of the last eight evenings before that round. One query.

    `rounds` are the tournament's, in order.
    """
    tonight = next((each.date for each in rounds if each.number == number), None)
    before = [each for each in rounds if each.number < number and each.is_public]
    held = held_evenings(each for each in before if tonight is None or each.date != tonight)[-_EVENINGS:]
    if len(held) < _OF_THEM:
        return frozenset()
    evening_of = {each.pk: place for place, evening in enumerate(held) for each in evening}
    found = Attendance.objects.filter(round__in=list(evening_of), presence__in=HERE).exclude(DID_NOT_COME)
    came = Counter(entry for entry, _evening in {(entry, evening_of[key]) for entry, key in _pairs(found)})
    return frozenset(entry for entry, evenings in came.items() if evenings >= _OF_THEM)


def evenings_missed(entries: Collection[int]) -> Mapping[int, int]:
    """By the entry's key, on how many evenings they did not come without a word. One query.

    An evening counts once, however many rounds it has.
    """
    found = Attendance.objects.filter(Q(presence=Presence.NO_SHOW) | DID_NOT_COME, entry__in=entries)
    evenings = found.values_list("entry", "round__date", "round__number")
    return Counter(entry for entry, _evening in {(entry, date or number) for entry, date, number in evenings})


def _pairs(found: QuerySet[Attendance]) -> list[tuple[int, int]]:
    return list(found.values_list("entry", "round"))


_ON_THE_WALL = Q(round__state=RoundState.PUBLISHED, round__date=None, game__result=Result.OPEN.value)
"""Of a plan published whole, what is still to be played: nobody came to it yet."""


def attendance_counts(season: Season) -> tuple[Mapping[datetime.date, int], Sequence[int]]:
    """To the evenings of a season: by day, and of published rounds without a day, in order. Two queries.

    Everybody once an evening, however many rounds and tournaments they played; who had the bye was there too.
    """
    came = _came(Q(round__tournament__season=season))
    people = Count("entry__player", distinct=True)
    dated = came.exclude(round__date=None).order_by().values("round__date").annotate(people=people)
    undated = came.filter(round__date=None).order_by("round__tournament", "round__number").values("round")
    return (
        {day: count for day, count in dated.values_list("round__date", "people") if day is not None},
        [each["people"] for each in undated.annotate(people=people)],
    )


def who_came(to: Season | Tournament) -> tuple[Mapping[int, int], int]:
    """By the player's key, to how many evenings of a season or of one tournament; and how many evenings there were to
    which anybody came. One query.

    As `attendance_counts`, without guests and without those whose game was set up while they were away.
    """
    which = Q(round__tournament__season=to) if isinstance(to, Season) else Q(round__tournament=to)
    came = _came(which).filter(entry__is_guest=False, presence__in=[*HERE, Presence.UNMARKED])
    found = {
        (player, day or key)
        for player, day, key in came.order_by().values_list("entry__player", "round__date", "round")
    }
    return Counter(player for player, _evening in found), len({evening for _player, evening in found})


def _came(which: Q) -> QuerySet[Attendance]:
    """To rounds that were published, of tournaments that are not in the trash."""
    return (
        Attendance.objects.filter(which, round__tournament__trashed_at=None)
        .filter(round__state__in=PUBLIC_STATES)
        .filter(Q(game__isnull=False) | Q(bye__in=ODD_BYES))
        .exclude(DID_NOT_COME)
        .exclude(_ON_THE_WALL)
    )


def unfinished_rounds(tournaments: QuerySet[Tournament]) -> QuerySet[Round]:
    """The rounds of these tournaments that are not played to their end, by tournament's name.

    Postponed games of a finished round are waited for by nobody.
    """
    waiting = Q(games__result=Result.OPEN.value) & (Q(state=RoundState.PUBLISHED) | Q(games__is_postponed=False))
    return (
        Round.objects.filter(Q(state__in=UNPUBLISHED_STATES) | waiting)
        .filter(tournament__in=tournaments.filter(trashed_at=None))
        .select_related("tournament__club")
        .order_by("tournament__name", "number", "pk")
        .distinct()
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningDate:
    """An evening and its rounds from `first` to `last`; `rounds` are those opened, none where it is only planned."""

    first: int
    last: int
    date: datetime.date
    rounds: tuple[Round, ...] = ()


def held_evenings(rounds: Iterable[Round]) -> list[list[Round]]:
    """Rounds of one day are one evening, in the order in which they were played; a round without a day is one alone."""
    held: list[list[Round]] = []
    for each in rounds:
        if held and each.date is not None and held[-1][-1].date == each.date:
            held[-1].append(each)
        else:
            held.append([each])
    return held


def is_waiting(tournament: Tournament, newest: Round | None) -> bool:
    """Whether its boards are published with the whole plan, and its evening has yet to come."""
    if newest is None or not newest.is_to_come:
        return False
    return configured_system(tournament).capabilities().rounds.published_at_once


def opened(tournament: Tournament, rounds: Sequence[Round]) -> Sequence[Round]:
    """Without the one whose evening has yet to come."""
    return rounds[:-1] if rounds and is_waiting(tournament, rounds[-1]) else rounds


MOST_SCHEDULED_GAMES = 1_200
"""In one plan: whoever has more makes groups, or publishes round by round, and no page shows it whole."""


def is_schedule_too_long(tournament: Tournament, numbers: int) -> bool:
    """For so many start numbers."""
    of_field = configured_system(tournament).capabilities().rounds.of_field
    return of_field is not None and of_field(numbers) * (numbers // 2) > MOST_SCHEDULED_GAMES


def still_to_come(tournament: Tournament) -> list[Round]:
    """The rounds that hang on the wall, in order, whose evenings have not been opened."""
    rounds = list(Round.with_ahead.filter(tournament=tournament).order_by("number"))
    first = next((each for each in rounds if each.state != RoundState.FINISHED), None)
    last_opened = first.number if first is not None and not is_waiting(tournament, first) else 0
    return [each for each in rounds if each.state == RoundState.PUBLISHED and each.number > last_opened]


def evening_dates(tournament: Tournament, rounds: Sequence[Round]) -> Iterator[EveningDate]:
    """As held, and as planned for what comes; `rounds` are the tournament's, all and in order.

    Each evening that was held has used up one date of the plan, however many rounds it had. A date that is not after
    the last of them does not hold any more.
    """
    rounds = opened(tournament, rounds)
    held = held_evenings(rounds)
    for evening in held:
        if evening[0].date is not None:
            last = _last_tonight(tournament, evening) if evening is held[-1] else evening[-1].number
            yield EveningDate(first=evening[0].number, last=last, date=evening[0].date, rounds=tuple(evening))
    first = first_to_come(tournament, rounds)
    for date in dates_to_come(tournament, rounds):
        if tournament.planned_rounds is not None and first > tournament.planned_rounds:
            return
        last = _last_of(tournament, first)
        yield EveningDate(first=first, last=last, date=date)
        first = last + 1


def last_date_of(tournament: Tournament, number: int) -> datetime.date | None:
    """By which the ties of that round are to be played; None where nobody has said."""
    saved = tournament.last_dates[number - 1 : number]
    return datetime.date.fromisoformat(saved[0]) if saved and saved[0] else None


def dates_to_come(tournament: Tournament, rounds: Sequence[Round]) -> list[datetime.date]:
    rounds = opened(tournament, rounds)
    last = second_date(rounds[-1]) or rounds[-1].date if rounds else None
    planned = [
        datetime.date.fromisoformat(saved) for saved in tournament.round_dates[len(held_evenings(rounds)) :] if saved
    ]
    return [date for date in planned if last is None or date > last]


def first_to_come(tournament: Tournament, rounds: Sequence[Round]) -> int:
    """The number of the first round of the evening after the last one that was held."""
    rounds = opened(tournament, rounds)
    return _last_tonight(tournament, held_evenings(rounds)[-1]) + 1 if rounds else 1


def dates_kept(tournament: Tournament, rounds: Sequence[Round], planned_rounds: int | None) -> int | None:
    """How many of the plan's dates are for evenings until that round; None: all."""
    rounds = opened(tournament, rounds)
    if planned_rounds is None:
        return None
    newest = rounds[-1].number if rounds else 0
    return len(held_evenings(rounds)) + max(-((newest - planned_rounds) // tournament.rounds_an_evening), 0)


def _last_tonight(tournament: Tournament, evening: Sequence[Round]) -> int:
    """Of the evening held last: rounds to come belong to it until it is said to be over."""
    newest = evening[-1]
    if newest.over_at is not None or newest.date is None:
        return newest.number
    return max(newest.number, _last_of(tournament, evening[0].number))


def _last_of(tournament: Tournament, first: int) -> int:
    last = first + tournament.rounds_an_evening - 1
    return last if tournament.planned_rounds is None else min(last, tournament.planned_rounds)
