"""What was said of an evening, until when that was in time, and what somebody nobody has marked counts as by it."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.db.models import F, IntegerField, Q, QuerySet, TimeField, Value
from django.db.models.functions import Cast, Coalesce, NullIf

from tournaments.models import (
    HERE,
    PUBLIC_STATES,
    Attendance,
    Availability,
    AwayPeriod,
    Bye,
    ByeClosing,
    DefaultAvailability,
    Entry,
    Expected,
    LateCountsAs,
    Mark,
    PairFrom,
    Presence,
    Reply,
    RespondedBy,
    Response,
    Round,
    Tournament,
)
from tournaments.pairing.types.snapshot import AbsenceCode
from tournaments.selectors.configured_system import configured_system, own_kinds
from tournaments.selectors.start_times import hour_of, instant

COMES = frozenset(said for said in Response if said.comes)
ABSENT = frozenset(Response) - COMES


class ResponseSource(StrEnum):
    """Where a word comes from."""

    PLAN = "plan"
    PERIOD = "period"
    STANDING = "standing"
    NOTHING = "nothing"


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownResponse:
    """Somebody's last word on an evening; `said` is None where only what always holds says whether they come."""

    source: ResponseSource
    is_expected: bool
    said: Response | None = None
    kind: AbsenceCode = ""
    """Of a club's own kind of absence, its code."""
    arrives_at: datetime.time | None = None
    first_round: int | None = None
    last_round: int | None = None
    sits_out: bool = False
    is_late: bool = False
    is_confirmed: bool = False
    said_by: RespondedBy | None = None
    noted_by: int | None = None
    """The key of the user who wrote it down for them."""
    noted_by_name: str = ""
    said_at: datetime.datetime | None = None
    key: int | None = None
    """Of the plan or the period."""

    @property
    def reply(self) -> Reply | None:
        return None if self.said is None else Reply(said=self.said, kind=self.kind)

    @property
    def is_unconfirmed(self) -> bool:
        """A director has to say that it holds."""
        return self.said is not None and self.said.asks is not None and not self.is_confirmed

    def is_for(self, number: int) -> bool:
        """Whether they come, if they come, to the round of that number."""
        return (self.first_round or 0) <= number and (self.last_round is None or number <= self.last_round)

    def comes_to(self, number: int) -> bool:
        """Whether they are expected in that round."""
        return self.is_expected and self.is_for(number)


def waited_for(words: Mapping[int, KnownResponse], number: int) -> frozenset[int]:
    """By their keys, whom one tap marks as here: all who are expected. In the first round, where nobody is, all who
    have not said anything: those who turn up are most often all that were entered for it."""
    expected = frozenset(key for key, word in words.items() if word.comes_to(number))
    if expected or number > 1:
        return expected
    return frozenset(key for key, word in words.items() if word.source is ResponseSource.NOTHING and word.is_for(1))


@dataclass(frozen=True, kw_only=True, slots=True)
class DatedResponse:
    """A word and the days of which it was said. `tournament` is a key, None where it was said of all of the club's."""

    entry: int
    word: KnownResponse
    first_day: datetime.date
    last_day: datetime.date
    tournament: int | None

    def holds_on(self, date: datetime.date) -> bool:
        return self.first_day <= date <= self.last_day


def starts(tournament: Tournament, date: datetime.date) -> datetime.datetime | None:
    """The instant at which that evening begins; None where no hour is known."""
    hour = hour_of(tournament, date)
    return None if hour is None else instant(tournament.club, date, hour)


def closing(tournament: Tournament, date: datetime.date) -> datetime.datetime | None:
    """Until which instant one may say of that evening that one does not come. None: until the round is published."""
    if tournament.closing_time is None:
        return starts(tournament, date)
    day = date - datetime.timedelta(days=tournament.closing_days or 0)
    return instant(tournament.club, day, tournament.closing_time)


def bye_closing(
    tournament: Tournament, date: datetime.date, *, before: datetime.date | None
) -> datetime.datetime | None:
    """Until when one may ask for a half-point bye; `before` is the day of the evening before that one, if any."""
    if tournament.bye_closing == ByeClosing.AS_CLOSING or before is None:
        return closing(tournament, date)
    return starts(tournament, before) or instant(tournament.club, before, datetime.time())


def is_closed(
    tournament: Tournament, date: datetime.date, now: datetime.datetime, *, is_published: bool = False
) -> bool:
    """Whether a word said now is late. Where no closing time is set, publishing closes too."""
    closes = closing(tournament, date)
    return (closes is not None and now > closes) or (is_published and tournament.closing_time is None)


def responses_for(
    tournament: Tournament, date: datetime.date | None, entries: Iterable[Entry] | None = None
) -> Mapping[int, KnownResponse]:
    """By the entry's key, of everybody in the tournament. Two queries, one less where the entries have been read."""
    said = responses_on(tournament, date)
    if entries is None:
        entries = Entry.objects.filter(tournament=tournament).only(*_STANDING)
    always = {entry.pk: default_response(tournament, entry) for entry in entries}
    return {
        key: replace(said[key], arrives_at=said[key].arrives_at or word.arrives_at) if key in said else word
        for key, word in always.items()
    }


_STANDING = ("pk", "standing_plan", "must_say", "is_guest", "usual_arrival")


def default_response(tournament: Tournament, entry: Entry) -> KnownResponse:
    """What holds where they have said nothing of an evening. Nobody waits for a guest."""
    plan = DefaultAvailability.ON_WORD if entry.must_say else DefaultAvailability(entry.standing_plan)
    by_tournament = tournament.expected == Expected.EVERYBODY
    comes = by_tournament if plan is DefaultAvailability.AS_TOURNAMENT else plan is DefaultAvailability.ALWAYS
    return KnownResponse(
        source=ResponseSource.NOTHING if plan is DefaultAvailability.AS_TOURNAMENT else ResponseSource.STANDING,
        is_expected=comes and not entry.is_guest,
        arrives_at=entry.usual_arrival,
    )


def responses_on(tournament: Tournament, date: datetime.date | None) -> Mapping[int, KnownResponse]:
    """By the entry's key, of those who have said something. One query.

    The last word counts, be it of that evening or of a longer time. Nothing is late by being said again.
    """
    if date is None:
        return {}
    plans = Availability.objects.filter(entry__tournament=tournament, date=date)
    away = AwayPeriod.objects.filter(
        Q(tournament=None) | Q(tournament=tournament),
        player__entries__tournament=tournament,
        first_day__lte=date,
        last_day__gte=date,
    )
    words: dict[int, list[KnownResponse]] = defaultdict(list)
    for each in _dated_responses(plans, away):
        words[each.entry].append(each.word)
    found = {key: last_response(tournament, date, said) for key, said in words.items()}
    return {key: word for key, word in found.items() if word is not None}


def responses_since(entries: Collection[int], since: datetime.date) -> list[DatedResponse]:
    """All that was said of these entries, by key, of evenings from that day on. One query."""
    plans = Availability.objects.filter(entry__in=entries, date__gte=since)
    away = AwayPeriod.objects.filter(
        Q(tournament=None) | Q(tournament=F("player__entries__tournament")),
        player__entries__in=entries,
        last_day__gte=since,
    )
    return _dated_responses(plans, away)


def last_response(tournament: Tournament, date: datetime.date, words: Iterable[KnownResponse]) -> KnownResponse | None:
    """Of what somebody has said of that evening and of longer times with it."""
    plan: KnownResponse | None = None
    periods: list[KnownResponse] = []
    for word in words:
        if word.source is ResponseSource.PLAN:
            plan = word
        else:
            periods.append(word)
    later = [each for each in periods if plan is None or _when(each) > _when(plan)]
    if not later:
        return plan
    return _as_response_of(tournament, date, min(later, key=_when), newest=max(later, key=_when))


def version_of(words: Iterable[KnownResponse | None]) -> str:
    """What a form about these words was made for: when each of them was said."""
    return " ".join(word.said_at.isoformat() if word is not None and word.said_at else "-" for word in words)


def _as_response_of(
    tournament: Tournament, date: datetime.date, first: KnownResponse, *, newest: KnownResponse
) -> KnownResponse:
    return replace(newest, is_late=is_closed(tournament, date, _when(first)))


def _when(word: KnownResponse) -> datetime.datetime:
    if word.said_at is None:
        raise ValueError("what was said was said at a time")
    return word.said_at


_COLUMNS = (
    "whose",
    "first_day",
    "last_day",
    "where",
    "what",
    "pk",
    "said_at",
    "said_by",
    "noted_by",
    "noted_by_name",
    "said",
    "kind",
    "arrives_at",
    "first_round",
    "last_round",
    "sits_out",
    "is_late",
    "is_confirmed",
)


_NAME = Coalesce(NullIf("noted_by__name", Value("")), "noted_by__username")


def _dated_responses(plans: QuerySet[Availability], away: QuerySet[AwayPeriod]) -> list[DatedResponse]:
    """Plans and times away in one question."""
    said = plans.annotate(
        whose=F("entry"),
        what=Value(ResponseSource.PLAN.value),
        noted_by_name=_NAME,
        first_day=F("date"),
        last_day=F("date"),
        where=F("entry__tournament"),
    )
    longer = away.annotate(
        whose=F("player__entries"),
        what=Value(ResponseSource.PERIOD.value),
        noted_by_name=_NAME,
        where=F("tournament"),
        said=Value(Response.AWAY.value),
        kind=Value(""),
        arrives_at=Cast(Value(None), TimeField()),
        first_round=Cast(Value(None), IntegerField()),
        last_round=Cast(Value(None), IntegerField()),
        sits_out=Value(False),
        is_late=Value(False),
        is_confirmed=Value(False),
    )
    rows = said.values(*_COLUMNS).union(longer.values(*_COLUMNS), all=True)
    return [
        DatedResponse(
            entry=row["whose"],
            word=_response_of(row),
            first_day=row["first_day"],
            last_day=row["last_day"],
            tournament=row["where"],
        )
        for row in rows
    ]


def _response_of(row: Mapping[str, Any]) -> KnownResponse:
    said = Response(row["said"])
    return KnownResponse(
        source=ResponseSource(row["what"]),
        is_expected=said in COMES,
        said=said,
        kind=row["kind"],
        arrives_at=row["arrives_at"],
        first_round=row["first_round"],
        last_round=row["last_round"],
        sits_out=row["sits_out"],
        is_late=row["is_late"],
        is_confirmed=row["is_confirmed"],
        said_by=RespondedBy(row["said_by"]),
        noted_by=row["noted_by"],
        noted_by_name=row["noted_by_name"] or "",
        said_at=row["said_at"],
        key=row["pk"],
    )


def expected(
    tournament: Tournament,
    date: datetime.date | None,
    *,
    number: int | None = None,
    entries: Iterable[Entry] | None = None,
) -> frozenset[int]:
    """The keys of the entries who are expected that evening, or in that round of it. Queries as of `responses_for`."""
    words = responses_for(tournament, date, entries)
    return frozenset(key for key, word in words.items() if word.is_expected and (number is None or word.is_for(number)))


def as_unmarked(
    tournament: Tournament, round: Round, words: Mapping[int, KnownResponse] | None = None
) -> Mapping[int, Mark]:
    """By the entry's key, what those count as whom nobody has marked; nobody is in it who has said nothing and is not
    expected on a board. `words` are those of the round's day, where they have been read.

    One query where nobody has said a word, four at the most and rarely.
    """
    if round.state in PUBLIC_STATES:
        return {}  # what they counted as stands in the rows
    if words is None:
        reads = responses_for if tournament.pair_from == PairFrom.EXPECTED else responses_on
        words = reads(tournament, round.date)
    counts: Mapping[int, Mark] = {key: counts_as(tournament, word, round.number) for key, word in words.items()}
    counts = _within_quota(tournament, round, words, counts)
    counts = _again_tonight(round, counts)
    return {key: mark for key, mark in counts.items() if mark.presence is not Presence.UNMARKED}


def counts_as(tournament: Tournament, word: KnownResponse, number: int) -> Mark:
    """What somebody counts as in that round by this word, if nobody marks them."""
    if word.comes_to(number):
        if tournament.pair_from == PairFrom.EXPECTED:
            return Mark(Presence.PRESENT if word.arrives_at is None else Presence.ON_THE_WAY)
        return Mark(Presence.UNMARKED if word.said is None else Presence.NO_SHOW)
    if word.said is None:
        return Mark(Presence.UNMARKED)
    if word.said.presence is None or word.is_unconfirmed or (word.kind and word.kind not in own_kinds(tournament)):
        return away_mark(tournament, is_late=word.is_late)
    return Mark(word.said.presence, word.kind)


def away_mark(tournament: Tournament, *, is_late: bool) -> Mark:
    """Of whoever is away, whatever for. A kind that is gone since counts as nothing that was named so."""
    if not is_late or tournament.late_counts_as == LateCountsAs.EXCUSED:
        return Mark(Presence.EXCUSED)
    if tournament.late_counts_as != LateCountsAs.UNEXCUSED and tournament.late_counts_as in own_kinds(tournament):
        return Mark(Presence.OWN_KIND, tournament.late_counts_as)
    return Mark(Presence.LATE)


def _within_quota(
    tournament: Tournament, round: Round, words: Mapping[int, KnownResponse], counts: Mapping[int, Mark]
) -> Mapping[int, Mark]:
    """Half-point byes beyond what the system allows are absences."""
    asked = [key for key, mark in counts.items() if mark.presence is Presence.HALF_BYE]
    allowed = may_have_half_bye(tournament, round.number, asked) if asked else frozenset()
    return {
        key: away_mark(tournament, is_late=words[key].is_late)
        if mark.presence is Presence.HALF_BYE and key not in allowed
        else mark
        for key, mark in counts.items()
    }


def may_have_half_bye(tournament: Tournament, number: int, entries: Collection[int]) -> frozenset[int]:
    """Which of these entries the system allows one in that round, by those they had in earlier ones. One query."""
    limits = configured_system(tournament).capabilities().half_byes
    if limits is None or limits.allowed <= 0 or limits.are_over(number, tournament.planned_rounds):
        return frozenset()
    had = Attendance.objects.filter(entry__in=entries, round__number__lt=number, bye=Bye.HALF)
    taken = list(had.values_list("entry", flat=True))
    return frozenset(key for key in entries if taken.count(key) < limits.allowed)


def _again_tonight(round: Round, counts: Mapping[int, Mark]) -> Mapping[int, Mark]:
    """In a later round of the same evening, who came has kept their word; nobody waits any more for who did not."""
    waited_for = {*HERE, Presence.NO_SHOW}
    waiting = [key for key, mark in counts.items() if mark.presence in waited_for]
    if not waiting or round.number == 1 or round.date is None:
        return counts
    before = Attendance.objects.filter(
        round__tournament=round.tournament_id, round__date=round.date, round__number__lt=round.number, entry__in=waiting
    )
    seen = dict(before.order_by("round__number").values_list("entry", "presence"))
    changed = dict(counts)
    for key in waiting:
        if seen.get(key) == Presence.NO_SHOW:
            changed[key] = Mark(Presence.NO_SHOW)
        elif seen.get(key) in HERE and counts[key].presence is Presence.NO_SHOW:
            changed[key] = Mark(Presence.UNMARKED)
    return changed
