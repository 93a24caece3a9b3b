"""Who comes: what players say of an evening or of a longer time, themselves or written down for them."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import (
    HERE,
    PUBLIC_STATES,
    Action,
    Answer,
    Attendance,
    Availability,
    AwayPeriod,
    Club,
    DefaultAvailability,
    Entry,
    Fixture,
    InboxItem,
    InboxSubject,
    Mark,
    Player,
    Presence,
    Reply,
    RespondedBy,
    Response,
    Round,
    RoundState,
    SquadPlace,
    Tournament,
    User,
)
from tournaments.pairing.types.absence_kinds import Asked, OwnKind
from tournaments.pairing.types.snapshot import AbsenceCode
from tournaments.recording import Change, Scope, Stale, recording, refresh
from tournaments.recording.row_changes import to_json, values_from
from tournaments.selectors.answer_terms import asks_director, is_said_late, is_settled, promise
from tournaments.selectors.availability import (
    COMES,
    KnownResponse,
    ResponseSource,
    away_mark,
    bye_closing,
    counts_as,
    responses_on,
)
from tournaments.selectors.display_names import display_names_in_club
from tournaments.selectors.evenings import evening_dates, evening_days
from tournaments.selectors.outside_teams import stands_to_play
from tournaments.selectors.snapshots import configured_system
from tournaments.services.calendar.line_up_absences import tell_of_absences
from tournaments.services.common.absence_kinds import own_kind
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.inbox_items import put_in_inbox, withdraw_from_inbox
from tournaments.services.common.refusal import Refused


class PromiseChanged(Exception):
    """The word counts as something else by now: to be asked again. Nothing was changed."""

    def __init__(self, now: str) -> None:
        super().__init__(now)
        self.now = now


@dataclass(frozen=True, kw_only=True, slots=True)
class _Evening:
    """An evening of a tournament, with the rounds that are open on it and somebody's rows in them."""

    date: datetime.date
    first: int
    last: int
    before: datetime.date | None
    """The day of the evening before it."""
    rounds: Sequence[Round]
    rows: Sequence[Attendance]

    @property
    def is_published(self) -> bool:
        return any(each.state in PUBLIC_STATES for each in self.rounds)


def respond(
    entry: Entry,
    date: datetime.date,
    said: Response,
    *,
    kind: AbsenceCode = "",
    arrives_at: datetime.time | None = None,
    first_round: int | None = None,
    last_round: int | None = None,
    sits_out: bool = False,
    said_by: RespondedBy,
    actor: User | None,
    by_card: int | None = None,
    promised: str | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """The last word counts. `by_card` is the key of the player whose card it is; without one a director writes it down.

    `kind`: of a club's own kind of absence, which. `promised` is what the button promised: raises PromiseChanged where
    it is something else by now. Once they are marked or the round is published nothing else happens but that the inbox
    says it.
    """
    tournament, reply = entry.tournament, Reply(said=said, kind=kind)
    facts = {"player": entry.person_id, "date": date.isoformat(), "what": str(said), "said_by": str(said_by)}
    facts |= _card(by_card)
    with recording(tournament, actor=actor, verb="plan.say", receipt=receipt, facts=facts) as change:
        entry = _own(tournament, entry)
        _refuse_writing(tournament, by_card)
        evening = _evening(entry, date)
        _refuse_impossible(tournament, entry, evening, said, by_card=by_card)
        if said is Response.OWN_KIND:
            change.facts["kind"] = _offered_kind(tournament, kind, by_card).name
        if said is Response.CLUB and _is_in_line_up(entry, date):
            return None
        before = responses_on(tournament, date).get(entry.pk)
        is_late = _is_late(tournament, evening, said, before)
        now = promise(tournament, reply, rows=evening.rows, is_late=is_late, by_card=by_card is not None)
        if promised is not None and promised != now:
            raise PromiseChanged(now)
        values: dict[str, object] = {
            "said": str(said),
            "kind": kind,
            "arrives_at": arrives_at if said is Response.LATER else None,
            **_rounds_of(evening, said, first_round, last_round),
            "sits_out": sits_out and said in COMES,
            "is_confirmed": said.asks is not None and not asks_director(tournament, reply, by_card=by_card is not None),
            **_BY_NO_LINE_UP,
        }
        heard = {"is_late": is_late, **_spoken(said_by, actor, by_card)}
        _write(change, entry, evening, values, heard, before, by_card=by_card)
    return change.action


def respond_with_team_duty(
    tournament: Tournament,
    entries: Sequence[Entry],
    date: datetime.date,
    *,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """Several play for the club: a director says so, and it counts at once."""
    facts = {"players": [entry.player_id for entry in entries], "date": date.isoformat()}
    with recording(tournament, actor=actor, verb="plan.team_duty", receipt=receipt, facts=facts) as change:
        refuse_when_closed(tournament)
        said = responses_on(tournament, date)
        for each in entries:
            entry = _own(tournament, each)
            evening = _evening(entry, date)
            _refuse_over(tournament, evening)
            before = said.get(entry.pk)
            is_late = _is_late(tournament, evening, Response.CLUB, before)
            heard = {"is_late": is_late, **_spoken(RespondedBy.TELEPHONE, actor, None)}
            _write(change, entry, evening, _DUTY | _BY_NO_LINE_UP, heard, before, by_card=None)
    return change.action


def _is_in_line_up(entry: Entry, date: datetime.date) -> bool:
    """A line-up has said already, and for good, that they play for the club."""
    return Availability.objects.filter(entry=entry, date=date, fixture__isnull=False).exists()


_BY_NO_LINE_UP: dict[str, object] = {"fixture": None, "said_before": None}
_DUTY: dict[str, object] = {
    "said": str(Response.CLUB),
    "kind": "",
    "arrives_at": None,
    "first_round": None,
    "last_round": None,
    "sits_out": False,
    "is_confirmed": True,
}
_WORD = (*_DUTY, "is_late", "said_by", "noted_by_id", "said_at")
"""Columns of what was said."""


def write_line_up_duty(change: Change, entry: Entry, fixture: Fixture, date: datetime.date) -> None:
    """Inside a recording of the club: whoever is in a line-up plays for the club on that day, as if a director had
    said so, and what they had said themselves is kept. Nothing happens where that evening is over, or where they play
    for the club by another line-up."""
    evening = _evening_on(entry, date)
    if evening is None or _is_over(entry.tournament, evening):
        return
    plan = Availability.objects.filter(entry=entry, date=date).first()
    if plan is not None and plan.fixture_id is not None:
        return
    before = responses_on(entry.tournament, date).get(entry.pk)
    heard = {
        "is_late": _is_late(entry.tournament, evening, Response.CLUB, before),
        **_spoken(RespondedBy.LINE_UP, None, None),
    }
    kept = None if plan is None else {name: to_json(getattr(plan, name)) for name in _WORD}
    _write(change, entry, evening, _DUTY | {"fixture": fixture, "said_before": kept}, heard, before, by_card=None)


def take_back_line_up_duty(change: Change, plan: Availability, *, instead: Fixture | None) -> None:
    """Inside a recording of the club: they are in that line-up no more, and what they had said before holds again.
    `instead`: another match of that day in whose line-up they are."""
    if instead is not None:
        change.update(plan, fixture=instead)
        return
    evening = _evening_on(plan.entry, plan.date)
    if evening is None or _is_over(plan.entry.tournament, evening):
        change.update(plan, **_BY_NO_LINE_UP)  # how it was counted stands in the rows of its rounds
        return
    before = plan.said_before
    if before is None:
        change.delete(plan)
    else:
        change.update(plan, **values_from(Availability, before), **_BY_NO_LINE_UP)
    if before is not None:
        _ask(change, plan.entry, evening, plan, by_card=plan.entry.player_id)
    _tell(change, plan.entry, evening)


def withdraw_response(
    entry: Entry,
    date: datetime.date,
    *,
    said_by: RespondedBy,
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """Nothing is said of that evening any more: what always holds of them holds again."""
    tournament = entry.tournament
    facts = {"player": entry.player_id, "date": date.isoformat(), "said_by": str(said_by)} | _card(by_card)
    with recording(tournament, actor=actor, verb="plan.take_back", receipt=receipt, facts=facts) as change:
        entry = _own(tournament, entry)
        _refuse_writing(tournament, by_card)
        evening = _evening(entry, date)
        plan = Availability.objects.filter(entry=entry, date=date).first()
        if plan is None:
            return None
        change.delete(plan)
        _ask(change, entry, evening, None, by_card=by_card)
        _tell(change, entry, evening)
    return change.action


def set_away(
    player: Player,
    first_day: datetime.date,
    last_day: datetime.date,
    *,
    tournament: Tournament | None = None,
    said_by: RespondedBy,
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> AwayPeriod:
    """From one day to another, both included, in one tournament or in all of the club."""
    scope: Club | Tournament = tournament or player.club
    facts = {
        "player": player.pk,
        "from": first_day.isoformat(),
        "to": last_day.isoformat(),
    } | _card(by_card)
    with recording(scope, actor=actor, verb="plan.set_away", receipt=receipt, facts=facts) as change:
        _refuse_away(player, tournament, first_day, last_day, by_card)
        period = AwayPeriod(
            player=player,
            tournament=tournament,
            first_day=first_day,
            last_day=last_day,
            **_spoken(said_by, actor, by_card),
        )
        change.create(period)
        for entry in _concerned(player, tournament):
            for date in _opened_within(entry, first_day, last_day):
                _tell(change, entry, _evening(entry, date))
        if tournament is None:
            tell_of_absences(change, player.club, player, _fixtures_within(player, first_day, last_day))
    return period


def end_away(
    period: AwayPeriod,
    *,
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """They are back: from today on the time away holds no more; one that has not begun is gone."""
    scope: Club | Tournament = period.tournament or period.player.club
    facts = {"player": period.player_id, "from": period.first_day.isoformat(), "to": period.last_day.isoformat()}
    with recording(scope, actor=actor, verb="plan.end_away", receipt=receipt, facts=facts | _card(by_card)) as change:
        refresh(period)
        if period.tournament is not None:
            _refuse_writing(period.tournament, by_card)
        today = _today(period.player.club)
        first_day, last_day = period.first_day, period.last_day
        if last_day < today:
            return None
        if first_day >= today:
            change.delete(period)
        else:
            change.update(period, last_day=today - datetime.timedelta(days=1))
        for entry in _concerned(period.player, period.tournament):
            for date in _opened_within(entry, max(first_day, today), last_day):
                _tell(change, entry, _evening(entry, date))
        if period.tournament_id is None:
            tell_of_absences(
                change, period.player.club, period.player, _fixtures_within(period.player, today, last_day)
            )
    return change.action


def set_default_availability(
    entry: Entry,
    standing_plan: DefaultAvailability,
    *,
    usual_arrival: datetime.time | None = None,
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """What holds of every evening of which they have said nothing."""
    tournament = entry.tournament
    facts = {"player": entry.player_id, "what": str(standing_plan) or "tournament"} | _card(by_card)
    with recording(tournament, actor=actor, verb="plan.set_standing", receipt=receipt, facts=facts) as change:
        entry = _own(tournament, entry)
        _refuse_writing(tournament, by_card)
        if entry.must_say and by_card is not None and standing_plan != DefaultAvailability.ON_WORD:
            raise Refused(
                _(
                    "You missed an evening without telling us, so now you are expected only if you say you're coming. "
                    "A director can change that."
                )
            )
        change.update(entry, standing_plan=str(standing_plan), usual_arrival=usual_arrival)
    return change.action


def reset_must_say(entry: Entry, *, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """Their own standing plan holds again, after they had not come."""
    tournament = entry.tournament
    facts = {"player": entry.player_id}
    with recording(tournament, actor=actor, verb="plan.reset_must_say", receipt=receipt, facts=facts) as change:
        entry = _own(tournament, entry)
        refuse_when_closed(tournament)
        change.update(entry, must_say=False)
    return change.action


def confirm_response(plan: Availability, *, actor: User | None, receipt: uuid.UUID | None = None) -> Action | None:
    """Their absence counts as what they said from now on, also in a round that is published; a game is postponed."""
    tournament = plan.entry.tournament
    facts = {"player": plan.entry.player_id, "date": plan.date.isoformat(), "what": plan.said}
    public: list[Scope] = [tournament.club, tournament]
    with recording(tournament, actor=actor, verb="plan.confirm", receipt=receipt, facts=facts, public=public) as change:
        refresh(plan)
        refuse_when_closed(tournament)
        said, kind = Response(plan.said), plan.kind
        if (asked := said.asks) is None:
            raise Stale
        if kind:
            change.facts["kind"] = own_kind(tournament, kind).name
        if said.presence is not None:
            unconfirmed = away_mark(tournament, is_late=plan.is_late)
            change.update_many(
                [
                    (row, Mark(said.presence, kind).columns)
                    for row in _rows(plan.entry, plan.date)
                    if row.round.state == RoundState.PUBLISHED
                    and row.game_id is None
                    and (row.mark == unconfirmed or row.presence in _STANDS_IN)
                ]
            )
        change.update(plan, is_confirmed=True)
        _answer(change, plan.entry, plan.date, asked, actor)
    return change.action


# whoever is marked as something else was marked so on purpose
_STANDS_IN = frozenset({Presence.EXCUSED, Presence.LATE, Presence.UNEXCUSED, Presence.NO_SHOW})


def _write(
    change: Change,
    entry: Entry,
    evening: _Evening,
    values: dict[str, object],
    heard: dict[str, object],
    before: KnownResponse | None,
    *,
    by_card: int | None,
) -> None:
    """Their word, and when and how it was `heard`: saying the same again is no new word.

    Said again once they are marked, a director is told: they may have been marked against it.
    """
    plan = Availability.objects.filter(entry=entry, date=evening.date).first()
    is_same = plan is not None and all(getattr(plan, name) == value for name, value in values.items())
    if plan is not None and is_same and before is not None and before.source is ResponseSource.PLAN:
        if is_settled(evening.rows):
            _tell(change, entry, evening)
        return
    if plan is None:
        plan = change.create(Availability(entry=entry, date=evening.date, **values, **heard))
    else:
        change.update(plan, **values, **heard)
    _ask(change, entry, evening, plan, by_card=by_card)
    _tell(change, entry, evening)


def _card(by_card: int | None) -> dict[str, object]:
    return {} if by_card is None else {"by_card": by_card}


def _spoken(said_by: RespondedBy, actor: User | None, by_card: int | None) -> dict[str, object]:
    return {
        "said_by": str(said_by),
        "noted_by": actor if by_card is None else None,
        "said_at": clock.now(),
    }


def _own(tournament: Tournament, entry: Entry) -> Entry:
    """As it is under the lock."""
    found = Entry.objects.filter(tournament=tournament, pk=entry.pk).select_related("player").first()
    if found is None:
        raise Stale
    found.tournament = tournament
    return found


def _refuse_writing(tournament: Tournament, by_card: int | None) -> None:
    refuse_when_closed(tournament)
    if by_card is not None and not tournament.may_say:
        raise Refused(_("In this tournament the director keeps the list of who is coming: please tell them."))


def _refuse_away(
    player: Player,
    tournament: Tournament | None,
    first_day: datetime.date,
    last_day: datetime.date,
    by_card: int | None,
) -> None:
    if tournament is not None:
        _refuse_writing(tournament, by_card)
        if not tournament.entries.filter(player=player).exists():
            raise Stale
    elif by_card is not None and not (_concerned(player, None, only_where_they_may=True) or _is_in_a_squad(player)):
        raise Refused(_("In your tournaments the director keeps the list of who is coming: please tell them."))
    if last_day < first_day:
        raise Refused(_("The last day away is not before the first."))
    if last_day < _today(player.club):
        raise Refused(_("These days are over."))
    if (last_day - first_day).days > _MOST_DAYS:
        raise Refused(_("A time away is a year at the most."))


_MOST_DAYS = 366


def _concerned(player: Player, tournament: Tournament | None, *, only_where_they_may: bool = False) -> list[Entry]:
    """Their entries in tournaments that go on."""
    entries = Entry.objects.filter(player=player, tournament__trashed_at=None, tournament__season__is_open=True)
    if tournament is not None:
        entries = entries.filter(tournament=tournament)
    if only_where_they_may:
        entries = entries.filter(tournament__may_say=True)
    return list(entries.select_related("tournament__club", "player").order_by("pk"))


def _is_in_a_squad(player: Player) -> bool:
    """Of a team's league that goes on: they say by card whether they can play."""
    return SquadPlace.objects.filter(player=player, league__season__is_open=True).exists()


def _fixtures_within(player: Player, first_day: datetime.date, last_day: datetime.date) -> list[Fixture]:
    """Those to come in whose published line-up they stand."""
    since = max(first_day, _today(player.club))
    return [each for each in stands_to_play(player, since) if each.date <= last_day]


def _opened_within(entry: Entry, first_day: datetime.date, last_day: datetime.date) -> list[datetime.date]:
    """The days that can still be tonight and have a round of theirs."""
    rows = Attendance.objects.filter(entry=entry, round__date__range=(first_day, last_day))
    there = rows.filter(round__date__in=evening_days(entry.tournament.club.time_zone))
    return sorted({date for date in there.values_list("round__date", flat=True) if date is not None})


def _today(club: Club) -> datetime.date:
    return evening_days(club.time_zone)[0]


def _evening(entry: Entry, date: datetime.date) -> _Evening:
    evening = _evening_on(entry, date)
    if evening is None:
        raise Refused(_("There is no evening of this tournament on {date}.").format(date=date_format(date)))
    return evening


def _evening_on(entry: Entry, date: datetime.date) -> _Evening | None:
    """The evening of their tournament on that day, if it has one."""
    tournament = entry.tournament
    rounds = list(tournament.rounds.order_by("number"))
    before: datetime.date | None = None
    for evening in evening_dates(tournament, rounds):
        if evening.date == date:
            return _Evening(
                date=date,
                first=evening.first,
                last=evening.last,
                before=before,
                rounds=evening.rounds,
                rows=_rows(entry, date),
            )
        before = evening.date
    return None


def _rows(entry: Entry, date: datetime.date) -> list[Attendance]:
    rows = Attendance.objects.filter(entry=entry, round__date=date).select_related("round", "game")
    return list(rows.order_by("round__number"))


def _refuse_impossible(
    tournament: Tournament, entry: Entry, evening: _Evening, said: Response, *, by_card: int | None = None
) -> None:
    _refuse_over(tournament, evening)
    if said is Response.HALF_BYE:
        _refuse_half_bye(tournament, entry, evening)
    if said is Response.POSTPONE:
        capabilities = configured_system(tournament).capabilities()
        if not capabilities.postpones:
            raise Refused(_("Games of this tournament are not postponed: say that you are away."))
        if by_card is not None and not tournament.may_ask_to_postpone:
            raise Refused(_("In this tournament the director postpones games: ask them, please."))


def _offered_kind(tournament: Tournament, kind: AbsenceCode, by_card: int | None) -> OwnKind:
    found = own_kind(tournament, kind)
    if by_card is not None and found.asked is Asked.STAFF:
        raise Refused(_("The director says whether it is “{kind}”: tell them, please.").format(kind=found.name))
    return found


def _is_over(tournament: Tournament, evening: _Evening) -> bool:
    still = evening_days(tournament.club.time_zone)
    return evening.date < still[-1] or (bool(evening.rounds) and evening.rounds[-1].over_at is not None)


def _refuse_over(tournament: Tournament, evening: _Evening) -> None:
    if _is_over(tournament, evening):
        raise Refused(_("The evening of {date} is over.").format(date=date_format(evening.date)))


def _refuse_half_bye(tournament: Tournament, entry: Entry, evening: _Evening) -> None:
    limits = configured_system(tournament).capabilities().half_byes
    if limits is None or limits.allowed <= 0:
        raise Refused(_("There are no half-point byes in this tournament."))
    if limits.are_over(evening.first, tournament.planned_rounds):
        raise Refused(_("There are no half-point byes on {date} any more.").format(date=date_format(evening.date)))
    closes = bye_closing(tournament, evening.date, before=evening.before)
    if evening.is_published or (closes is not None and clock.now() > closes):
        raise Refused(
            _("It is too late to ask for a half-point bye on {date}. You can say that you are away.").format(
                date=date_format(evening.date)
            )
        )
    had = Attendance.objects.filter(entry=entry, bye=Response.HALF_BYE.value).count()
    asked = Availability.objects.filter(entry=entry, said=Response.HALF_BYE, date__gt=_last_played(tournament))
    if had + asked.exclude(date=evening.date).count() >= limits.allowed:
        raise Refused(
            _("{player} has had or asked for all half-point byes that a player may have: {allowed}.").format(
                player=display_names_in_club([entry.person_id])[entry.person_id], allowed=limits.allowed
            )
        )


def _last_played(tournament: Tournament) -> datetime.date:
    """The day of the newest round that is published."""
    public = tournament.rounds.filter(state__in=PUBLIC_STATES).exclude(date=None).order_by("-number")
    return public.values_list("date", flat=True).first() or datetime.date.min


def _is_late(tournament: Tournament, evening: _Evening, said: Response, before: KnownResponse | None) -> bool:
    return is_said_late(tournament, evening.date, evening.rounds, said, before, clock.now())


def _rounds_of(evening: _Evening, said: Response, first: int | None, last: int | None) -> dict[str, int | None]:
    """From which round on and until which, where that says anything."""
    if said not in COMES:
        first = last = None
    if first is not None and last is not None and last < first:
        raise Refused(_("The last round is not before the first."))
    for number in (first, last):
        if number is not None and not evening.first <= number <= evening.last:
            raise Refused(_("Round {number} is not played on that evening.").format(number=number))
    return {
        "first_round": None if first == evening.first else first,
        "last_round": None if last == evening.last else last,
    }


def _ask(change: Change, entry: Entry, evening: _Evening, plan: Availability | None, *, by_card: int | None) -> None:
    """What a director has to confirm goes to the inbox; a question that is void is taken back."""
    is_asked = plan is not None and by_card is not None and not plan.is_confirmed
    for said in Response:
        if said.asks is None:
            continue
        facts = {"date": evening.date.isoformat()}
        if plan is not None and is_asked and plan.said == said:
            put_in_inbox(
                change,
                said.asks,
                club=entry.tournament.club,
                tournament=entry.tournament,
                player=entry.player,
                facts=facts | _which(plan.kind),
            )
        else:
            withdraw_from_inbox(
                change,
                said.asks,
                club=entry.tournament.club,
                tournament=entry.tournament,
                player=entry.person,
                facts=facts,
            )


def _which(kind: AbsenceCode) -> dict[str, object]:
    return {"kind": kind} if kind else {}


def _tell(change: Change, entry: Entry, evening: _Evening) -> None:
    """Where they are marked, or the round is published, and it is not what they say now: nothing is done by itself."""
    tournament = entry.tournament
    word = responses_on(tournament, evening.date).get(entry.pk)
    said = str(word.reply or "") if word is not None else ""
    for row in evening.rows:
        about = {"date": evening.date.isoformat(), "round": row.round.number}
        if _contradicts(tournament, row, word):
            facts = about | {"said": said, "presence": str(row.mark)}
            put_in_inbox(
                change,
                InboxSubject.LATE_WORD,
                club=tournament.club,
                tournament=tournament,
                player=entry.player,
                facts=facts,
            )
        else:
            withdraw_from_inbox(
                change,
                InboxSubject.LATE_WORD,
                club=tournament.club,
                tournament=tournament,
                player=entry.person,
                facts=about,
            )


def _contradicts(tournament: Tournament, row: Attendance, word: KnownResponse | None) -> bool:
    if row.round.state == RoundState.FINISHED:
        return False
    if row.presence == Presence.UNMARKED and row.round.state not in PUBLIC_STATES:
        return False
    is_here = row.presence in HERE or row.game_id is not None
    if word is None or word.said is None:
        return not is_here  # what had been said before is taken back
    if word.said in COMES and word.is_for(row.round.number):
        return not is_here or (word.said is Response.LATER and row.presence == Presence.PRESENT)
    return is_here or counts_as(tournament, word, row.round.number) != row.mark


def _answer(change: Change, entry: Entry, date: datetime.date, asked: InboxSubject, actor: User | None) -> None:
    """What was asked of that evening is done."""
    waiting = InboxItem.objects.filter(tournament=entry.tournament_id, player=entry.player_id, asked=asked, answer="")
    done = {"answer": Answer.YES.value, "answered_at": clock.now(), "answered_by": actor}
    items = [item for item in waiting.order_by("pk") if item.facts.get("date") == date.isoformat()]
    change.update_many([(item, done) for item in items])
