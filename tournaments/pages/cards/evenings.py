"""The evenings to come of somebody who holds a card: what they have said of each, and what they may say."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import HERE, Attendance, Entry, LateCountsAs, Player, Reply, Response, Round, Tournament
from tournaments.pages.calendar.availability import LATER_BY
from tournaments.pages.calendar.dates import date_in_words
from tournaments.pages.cards.absence_effects import absence_effects
from tournaments.pages.cards.expected_players import expected_players
from tournaments.pages.cards.own_fixtures import OwnFixture
from tournaments.pages.cards.own_responses import OwnResponses
from tournaments.pages.cards.rows import OwnRows
from tournaments.pages.common.absence_kinds import reply_in_words
from tournaments.pages.standings.round_context import RoundContext, round_context_of
from tournaments.pages.standings.table_cache import round_context_to_come
from tournaments.pairing.types.absence_kinds import Asked, OwnKind
from tournaments.pairing.types.snapshot import AbsenceCode
from tournaments.pairing.wording import listing
from tournaments.selectors.answer_terms import Promise, asks_director, is_said_late, promise
from tournaments.selectors.availability import COMES, KnownResponse, ResponseSource, bye_closing, closing, version_of
from tournaments.selectors.configured_system import own_kind_names, own_kinds
from tournaments.selectors.evenings import EveningDate, evening_dates, evening_days
from tournaments.selectors.start_times import hour_of

_AWAY, _COMING = Reply(said=Response.AWAY), Reply(said=Response.COMING)
_USUAL = {Response.COMING, Response.AWAY}
_DATES = 4
"""So many stand open; the rest of the season is one tap away."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningOption:
    """A button. `value` is what it sends: what is said, and what it promises in each tournament."""

    said: str
    label: str
    value: str
    gives: tuple[str, ...]
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OneOfEvening:
    """A tournament of an evening, its rounds in words."""

    name: str
    rounds: str
    starts_at: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnEvening:
    """One answer for all tournaments of it, or for one of them alone. `seen` is what the forms were made for.

    `said` is empty where nothing was said; `stands` says what holds. `told`: why a director is told what is said now;
    empty where it holds at once. `arrives_at`, `first`, `last` and `sits_out` are as said; `numbers` are the rounds to
    choose from, where there are several. `left_to_staff` names the tournaments in which players say nothing by card.
    """

    is_fixture: ClassVar[bool] = False

    iso: str
    words: str
    tournaments: tuple[OneOfEvening, ...]
    entries: tuple[int, ...]
    seen: str
    until: tuple[str, ...]
    said: str
    stands: str
    told: str
    options: tuple[EveningOption, ...]
    arrives_at: str
    numbers: tuple[int, ...]
    first: int | None
    last: int | None
    sits_out: bool
    sitting_out: tuple[str, ...]
    can_take_back: bool
    expected_players: tuple[str, ...]
    left_to_staff: tuple[str, ...]
    can_split: bool

    @property
    def may_answer(self) -> bool:
        return bool(self.options)

    @property
    def usual(self) -> tuple[EveningOption, ...]:
        """What nearly all say; the rest is folded."""
        return tuple(each for each in self.options if each.said in _USUAL)

    @property
    def others(self) -> tuple[EveningOption, ...]:
        return tuple(each for each in self.options if each.said not in _USUAL)

    @property
    def says_more(self) -> bool:
        """Than the usual answers do: what is folded stands open."""
        return self.sits_out or self.first is not None or any(each.is_chosen for each in self.others)

    @property
    def may_offer(self) -> bool:
        """To sit out: whoever comes, by their word or as always."""
        return any(each.is_chosen and each.said in COMES for each in self.options)

    @property
    def again(self) -> str:
        """What the button sends that changes what stands beside the answer."""
        return next((each.value for each in self.options if each.is_chosen), "")


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningTap:
    value: str
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnDate:
    """An evening after the next one, and the tap that is nearest; both where they are expected in some of its
    tournaments, none where it is not theirs."""

    is_fixture: ClassVar[bool] = False

    iso: str
    words: str
    rounds: str
    state: str
    is_away: bool
    entries: tuple[int, ...]
    seen: str
    taps: tuple[EveningTap, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnEvenings:
    """One list with the matches of their teams. `next`: the next day's, its evening in one or split into its
    tournaments. `dates`: those after it, `more` the late ones."""

    next: tuple[OwnEvening | OwnFixture, ...]
    dates: tuple[OwnDate | OwnFixture, ...]
    more: tuple[OwnDate | OwnFixture, ...]

    @property
    def more_are_evenings(self) -> bool:
        return not any(each.is_fixture for each in self.more)


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerForAll:
    """One tap for all who hold a card on this phone and are asked on the next evening of any of them."""

    iso: str
    words: str
    count: int
    entries: tuple[int, ...]
    seen: str
    coming: str
    away: str
    """What the two buttons send; empty where all have said so already."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SignOff:
    """Of an evening whose boards are up: what the tap sends. `is_said`: they have said so already."""

    iso: str
    entry: int
    seen: str
    value: str
    is_said: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class _To:
    """Somebody's evening in one tournament."""

    entry: Entry
    evening: EveningDate
    before: datetime.date | None
    rows: Sequence[Attendance]
    word: KnownResponse
    context: RoundContext | None = None

    @property
    def tournament(self) -> Tournament:
        return self.entry.tournament

    @property
    def kinds(self) -> Mapping[AbsenceCode, OwnKind]:
        """The club's own kinds of absence."""
        return own_kinds(self.tournament)

    @property
    def said(self) -> Reply | None:
        """A kind that is gone is an absence like others."""
        return _AWAY if self.word.kind and self.word.kind not in self.kinds else self.word.reply


def evenings_of(
    player: Player, rows: OwnRows, words: OwnResponses, fixtures: Sequence[OwnFixture] = (), *, split: bool = False
) -> OwnEvenings:
    """With the matches to come, which come in order: on the same day the match first."""
    by_date: dict[datetime.date, list[_To]] = defaultdict(list)
    for entry in rows.of(player):
        for each in _to_come(entry, rows, words):
            by_date[each.evening.date].append(each)
    first = min([*(date.isoformat() for date in by_date), *(each.iso for each in fixtures)], default="")
    nearest = [
        _with_context(each, rows.rounds[each.entry.tournament_id])
        for date, group in by_date.items()
        if date.isoformat() == first
        for each in group
    ]
    groups = ([[each] for each in nearest] if split else [nearest]) if nearest else []
    later: list[OwnDate | OwnFixture] = [each for each in fixtures if each.iso > first]
    later += [_date(by_date[date]) for date in sorted(by_date) if date.isoformat() > first]
    later.sort(key=lambda each: each.iso)
    return OwnEvenings(
        next=(
            *(each for each in fixtures if each.iso == first),
            *(_evening(group, can_split=not split and len(nearest) > 1) for group in groups),
        ),
        dates=tuple(later[:_DATES]),
        more=tuple(later[_DATES:]),
    )


def sign_off(entry: Entry, date: datetime.date, rows: OwnRows, words: OwnResponses, *, is_said: bool) -> SignOff | None:
    """None where they do not say whether they come, or that evening is over."""
    tournament = entry.tournament
    if not tournament.may_say or date < evening_days(tournament.club.time_zone)[-1]:
        return None
    for each in evening_dates(tournament, rows.rounds.get(tournament.pk, ())):
        if each.date == date and each.rounds and each.rounds[-1].over_at is None:
            word = words.of(entry, date)
            to = _To(entry=entry, evening=each, before=None, rows=rows.attendances.get(entry.pk, ()), word=word)
            return SignOff(
                iso=date.isoformat(),
                entry=entry.pk,
                seen=_seen([to]),
                value=_value([to], _AWAY, clock.now()),
                is_said=is_said,
            )
    return None


def answer_for_all(players: Sequence[Player], rows: OwnRows, words: OwnResponses) -> AnswerForAll | None:
    """None where it would be of one of them alone."""
    now = clock.now()
    asked = [
        each
        for player in players
        for entry in rows.of(player)
        if entry.tournament.may_say
        for each in _to_come(entry, rows, words)
    ]
    date = min((each.evening.date for each in asked), default=None)
    own = [each for each in asked if each.evening.date == date]
    people = {each.entry.player_id for each in own}
    if date is None or len(people) < 2:
        return None
    said = {each.word.said for each in own}
    return AnswerForAll(
        iso=date.isoformat(),
        words=date_in_words(date),
        count=len(people),
        entries=tuple(each.entry.pk for each in own),
        seen=_seen(own),
        coming=_value(own, _COMING, now) if said != {Response.COMING} else "",
        away=_value(own, _AWAY, now) if said != {Response.AWAY} else "",
    )


def _to_come(entry: Entry, rows: OwnRows, words: OwnResponses) -> Iterable[_To]:
    if entry.pk in rows.gone:
        return
    tournament = entry.tournament
    still = evening_days(tournament.club.time_zone)
    before: datetime.date | None = None
    for each in evening_dates(tournament, rows.rounds.get(tournament.pk, ())):
        first_day = still[-1] if each.rounds else still[0]
        if each.date >= first_day and not _is_paired(each) and each.last >= entry.joined_round:
            numbers = {round.pk for round in each.rounds}
            own = [row for row in rows.attendances.get(entry.pk, ()) if row.round_id in numbers]
            yield _To(entry=entry, evening=each, before=before, rows=own, word=words.of(entry, each.date))
        before = each.date


def _is_paired(evening: EveningDate) -> bool:
    """All of its rounds are published, or it is said to be over: then it is no evening to come."""
    if not evening.rounds:
        return False
    newest = evening.rounds[-1]
    return newest.over_at is not None or (newest.is_public and newest.number >= evening.last)


def _with_context(each: _To, rounds: Sequence[Round]) -> _To:
    waiting = [round.number for round in each.evening.rounds if not round.is_public]
    number = min([*waiting, each.evening.first + len(each.evening.rounds)])
    return replace(each, context=_context_of(each.tournament, number, tuple(rounds)))


def _context_of(tournament: Tournament, number: int, rounds: tuple[Round, ...]) -> RoundContext | None:
    """None where rounds are still to come before that one."""
    if number > len(rounds) + 1:
        return None
    if all(each.is_public for each in rounds[: number - 1]):
        return round_context_to_come(tournament)
    return round_context_of(tournament, number, rounds)


def _evening(group: Sequence[_To], *, can_split: bool) -> OwnEvening:
    now = clock.now()
    own = [each for each in group if each.tournament.may_say]
    first = (own or group)[0]
    word = first.word
    rounds = _numbers(own)
    is_told = any(_promise(each, _AWAY, now) == Promise.TOLD for each in own)
    return OwnEvening(
        iso=first.evening.date.isoformat(),
        words=date_in_words(first.evening.date),
        tournaments=tuple(
            OneOfEvening(name=each.tournament.name, rounds=_rounds_to_come(each.evening), starts_at=_hour(each))
            for each in group
        ),
        entries=tuple(each.entry.pk for each in own),
        seen=_seen(own),
        until=_named(own, lambda each: _until(each, now)),
        said=word.said.value if own and word.said is not None else "",
        stands=_stands(own, is_told=is_told),
        told=_told(own) if is_told else "",
        options=tuple(_option(own, reply, now) for reply in _possible(own, now)) if own else (),
        arrives_at=_arrives_at(first, now),
        numbers=rounds if len(rounds) > 1 else (),
        first=word.first_round,
        last=word.last_round,
        sits_out=word.sits_out,
        sitting_out=absence_effects([(each.entry, each.context) for each in own], _COMING, "", sits_out=True),
        can_take_back=bool(own) and any(each.word.source is ResponseSource.PLAN for each in own),
        expected_players=_named(group, lambda each: expected_players(each.tournament, each.evening, each.context)),
        left_to_staff=tuple(each.tournament.name for each in group if not each.tournament.may_say),
        can_split=can_split and len(own) > 1,
    )


def _named(group: Sequence[_To], words: Callable[[_To], str]) -> tuple[str, ...]:
    """Said once where it is the same for all; otherwise with each tournament's name."""
    said = [(each.tournament.name, words(each)) for each in group]
    texts = list(dict.fromkeys(text for _name, text in said if text))
    if len(texts) < 2:
        return tuple(texts)
    return tuple(_("{tournament}: {text}").format(tournament=name, text=text) for name, text in said if text)


def _numbers(own: Sequence[_To]) -> tuple[int, ...]:
    """Of an evening with several rounds in one tournament."""
    if len(own) != 1:
        return ()
    return tuple(range(own[0].evening.first, own[0].evening.last + 1))


def _option(own: Sequence[_To], reply: Reply, now: datetime.datetime) -> EveningOption:
    promised = {each.entry.pk: _promise(each, reply, now) for each in own}
    words = {each.said for each in own}
    comes_as_always = (
        words == {None}
        and reply == _COMING
        and Promise.TOLD not in promised.values()
        and all(each.word.is_expected for each in own)
    )
    return EveningOption(
        said=reply.said.value,
        label=own[0].kinds[reply.kind].name if reply.kind else str(reply.said.own_words),
        value=_value(own, reply, now),
        gives=_gives(own, reply, promised),
        is_chosen=words == {reply} or comes_as_always,
    )


def _gives(own: Sequence[_To], reply: Reply, promised: Mapping[int, str]) -> tuple[str, ...]:
    if Promise.TOLD in promised.values():
        return ()
    kinds = dict.fromkeys(promised.values())
    found = absence_effects([(each.entry, each.context) for each in own], reply, next(iter(kinds), ""))
    if any(asks_director(each.tournament, reply, by_card=True) for each in own):
        return (*found, _("Counts once the director confirms it; until then you are away."))
    return found


def _possible(own: Sequence[_To], now: datetime.datetime) -> list[Reply]:
    """What is offered: only what can be said in all of them."""

    def is_possible(said: Response, each: _To) -> bool:
        if said is Response.HALF_BYE:
            return _may_have_half_bye(each, now)
        return said is not Response.POSTPONE or _may_postpone(each)

    return [
        reply
        for said in Response
        for reply in (_kinds_in_all(own) if said is Response.OWN_KIND else [Reply(said=said)])
        if all(is_possible(said, each) for each in own)
    ]


def _kinds_in_all(own: Sequence[_To]) -> list[Reply]:
    """The club's own kinds of absence that may be said by card, and the one that stands, whoever said so."""

    def named(each: _To) -> dict[AbsenceCode, str]:
        kinds = each.kinds.values()
        return {kind.code: kind.name for kind in kinds if kind.asked is not Asked.STAFF or kind.code == each.word.kind}

    first, *others = map(named, own)
    return [
        Reply(said=Response.OWN_KIND, kind=code)
        for code, name in first.items()
        if all(each.get(code) == name for each in others)
    ]


def _may_have_half_bye(each: _To, now: datetime.datetime) -> bool:
    context, number = each.context, each.entry.number
    if context is None or number is None or context.half_byes is None or not context.half_byes.may_have(number):
        return False
    closes = bye_closing(each.tournament, each.evening.date, before=each.before)
    return (closes is None or now <= closes) and not any(round.is_public for round in each.evening.rounds)


def _may_postpone(each: _To) -> bool:
    if each.context is None or not each.tournament.may_ask_to_postpone:
        return False
    return each.context.capabilities.postpones


def _promise(each: _To, reply: Reply, now: datetime.datetime) -> str:
    is_late = is_said_late(each.tournament, each.evening.date, each.evening.rounds, reply.said, each.word, now)
    return promise(each.tournament, reply, rows=each.rows, is_late=is_late)


def _seen(own: Iterable[_To]) -> str:
    ordered = sorted(own, key=lambda each: (each.entry.tournament_id, each.entry.pk))
    return version_of(each.word for each in ordered)


def _until(each: _To, now: datetime.datetime) -> str:
    """Until when one may say that one does not come, and what it means after that."""
    closes = closing(each.tournament, each.evening.date)
    if closes is None:
        return _("You can answer until the boards are published.")
    local = timezone.localtime(closes)
    time = time_format(local, "H:i")
    if now <= closes:
        if local.date() == each.evening.date:
            return _("You can answer until {time} on the day.").format(time=time)
        return _("You can answer until {date}, {time}.").format(date=date_in_words(local.date()), time=time)
    if each.tournament.late_counts_as == LateCountsAs.EXCUSED:
        return _("It is past {time}. Tell us anyway: it still counts as excused.").format(time=time)
    if (late := each.kinds.get(each.tournament.late_counts_as)) is not None:
        text = _("It is past {time}. Tell us anyway: being away now counts as “{kind}”.")
        return text.format(time=time, kind=late.name)
    return _("It is past {time}. Tell us anyway, but being away now counts as unexcused.").format(time=time)


def _told(own: Sequence[_To]) -> str:
    rows = [row for each in own for row in each.rows]
    if any(row.round.is_public for row in rows):
        return _("The boards are published: the director is told what you say now, and decides.")
    if any(row.presence in HERE for row in rows):
        return _("You are marked as here: the director is told what you say now, and decides.")
    return _("You are marked as away: the director is told what you say now, and decides.")


def _stands(own: Sequence[_To], *, is_told: bool) -> str:
    """What was said last, how and when; else what holds without a word."""
    if not own:
        return ""
    if len({each.said for each in own}) > 1:
        return _("You have answered differently for each tournament.")
    word = own[0].word
    if word.said is None:
        if is_told:
            return ""  # what they are by now stands on the board
        if all(each.word.is_expected for each in own):
            return _("You have not answered: you are expected.")
        if any(each.word.is_expected for each in own):
            return _("You have not answered: you are expected in some of the tournaments.")
        return _("You have not answered: you are not expected.")
    if word.source is ResponseSource.PERIOD:
        return _("You are away for a while.")
    at = timezone.localtime(word.said_at)
    when = _("{date}, {time}").format(date=date_in_words(at.date()), time=time_format(at, "H:i"))
    if word.noted_by is not None:
        return _("Written down for you by the director: {when}.").format(when=when)
    return _("You said so: {when}.").format(when=when)


def _date(group: Sequence[_To]) -> OwnDate:
    now = clock.now()
    own = [each for each in group if each.tournament.may_say]
    words = [each.word for each in own or group]
    near = [_AWAY] if any(word.is_expected for word in words) else []
    near += [_COMING] if not all(word.is_expected for word in words) else []
    return OwnDate(
        iso=group[0].evening.date.isoformat(),
        words=date_in_words(group[0].evening.date),
        rounds=_rounds_or_names(group, own or group),
        state=_state(own or group),
        is_away=not any(word.is_expected for word in words),
        entries=tuple(each.entry.pk for each in own),
        seen=_seen(own),
        taps=tuple(EveningTap(value=_value(own, reply, now), label=str(reply.said.own_words)) for reply in near)
        if own
        else (),
    )


def _rounds_or_names(group: Sequence[_To], own: Sequence[_To]) -> str:
    """Of several tournaments the names, where the state beside it does not name them all."""
    if len(group) == 1:
        return _rounds_in_words(group[0].evening)
    return "" if len(own) == len(group) and _is_mixed(own) else ", ".join(each.tournament.name for each in group)


def _is_mixed(own: Sequence[_To]) -> bool:
    """Nothing is said, and what always holds is not the same in all of them."""
    return {each.word.said for each in own} == {None} and len({each.word.is_expected for each in own}) > 1


def _value(own: Sequence[_To], reply: Reply, now: datetime.datetime) -> str:
    """What a button sends: the word, and what it promises in each tournament."""
    return " ".join([str(reply), *(f"{each.entry.pk}={_promise(each, reply, now)}" for each in own)])


def _state(group: Sequence[_To]) -> str:
    said = {each.said for each in group}
    word = group[0].word
    if len(said) > 1:
        return _("answered differently for each tournament")
    if word.said is None:
        expected = [each.tournament.name for each in group if each.word.is_expected]
        if len(expected) == len(group):
            return _("coming, as always")
        if not expected:
            return _("not expected, as always")
        return _("coming to {tournaments}").format(tournaments=listing(expected, _))
    if word.source is ResponseSource.PERIOD:
        return _("away for a while")
    return reply_in_words(Reply(said=word.said, kind=word.kind), own_kind_names(group[0].tournament))


def _rounds_to_come(evening: EveningDate) -> str:
    """Those of it that are not paired yet."""
    waiting = [each.number for each in evening.rounds if not each.is_public]
    return _rounds_in_words(replace(evening, first=min([*waiting, evening.first + len(evening.rounds)])))


def _rounds_in_words(evening: EveningDate) -> str:
    if evening.first == evening.last:
        return _("round {number}").format(number=evening.first)
    return _("rounds {first} to {last}").format(first=evening.first, last=evening.last)


def _hour(each: _To) -> str:
    hour = hour_of(each.tournament, each.evening.date)
    return time_format(hour, "H:i") if hour else ""


def _arrives_at(each: _To, now: datetime.datetime) -> str:
    """As said, as usual, or half an hour after the beginning."""
    hour = each.word.arrives_at or each.entry.usual_arrival
    begins = hour_of(each.tournament, each.evening.date)
    if hour is None and begins is not None:
        hour = (datetime.datetime.combine(each.evening.date, begins) + LATER_BY).time()
    return f"{hour:%H:%M}" if hour else ""
