"""Who comes on the next evenings, for the director: everybody by evening, and one person with all they have said."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.models import (
    Action,
    AwayPeriod,
    DefaultAvailability,
    Entry,
    Expected,
    Reply,
    RespondedBy,
    Response,
    Tournament,
    Withdrawal,
)
from tournaments.pages.calendar.attendance_settings import has_meaning
from tournaments.pages.calendar.dates import date_in_words
from tournaments.pages.calendar.responses import by_whom, which_rounds
from tournaments.pages.common.absence_kinds import reply_in_words
from tournaments.pages.common.action_sentences import done_by, sentence_of
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.undo_bar import UndoBar, undo_bar
from tournaments.pairing.types.snapshot import AbsenceCode
from tournaments.selectors.availability import KnownResponse, ResponseSource, default_response, responses_on
from tournaments.selectors.configured_system import configured_system, own_kind_names
from tournaments.selectors.display_names import DisplayName, display_names_of_entries
from tournaments.selectors.evenings import evening_dates, evening_days

EVENINGS = 8
_MOST_SAID = 20
LATER_BY = datetime.timedelta(minutes=30)
"""After the beginning: the hour that *coming later* suggests."""
TAKE_BACK = "nothing"
"""What a button sends that takes back what was said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningColumn:
    """`numbers` are the rounds to choose from, where it has several."""

    date: datetime.date
    numbers: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        return date_in_words(self.date)

    @property
    def weekday(self) -> str:
        return date_format(self.date, "D")

    @property
    def last(self) -> int | None:
        return self.numbers[-1] if self.numbers else None

    @property
    def short(self) -> str:
        return date_format(self.date, _narrow_date())


@dataclass(frozen=True, kw_only=True, slots=True)
class AvailabilityCell:
    """What somebody has said of an evening. `sends` is what a tap on it says next, in turn: away, coming, nothing."""

    entry: int
    player: str
    column: EveningColumn
    kind: str
    """As a button sends what is said; empty where nothing is."""
    mark: str
    said: str
    """In words."""
    heard: str
    """Which way it came, who wrote it down, and when."""
    briefly: str
    """The same in as few letters as a cell has room for."""
    arrives_at: str
    first_round: int | None
    last_round: int | None
    is_of_period: bool
    is_expected: bool
    is_unconfirmed: bool
    plan: int | None
    """The key of the word, where it is of that evening alone."""
    sends: str

    @property
    def look(self) -> str:
        return self.kind.partition(":")[0]

    @property
    def key(self) -> str:
        return f"cell-{self.entry}-{self.column.date.isoformat()}"

    @property
    def label(self) -> str:
        said = self.said or _("no answer")
        if self.heard:
            said = _("{said}, {heard}").format(said=said, heard=self.heard)
        return _("{player}, {date}: {said}").format(player=self.player, date=self.column.words, said=said)


@dataclass(frozen=True, kw_only=True, slots=True)
class AvailabilityRow:
    entry: int
    name: DisplayName
    cells: tuple[AvailabilityCell, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Expecting:
    """How many are expected on an evening."""

    column: EveningColumn
    count: int

    @property
    def key(self) -> str:
        return f"expecting-{self.column.date.isoformat()}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Pen:
    """What a tap on a cell says; `value` is empty for the word that is next in turn."""

    value: str
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class AvailabilityPage:
    columns: tuple[Expecting, ...]
    rows: tuple[AvailabilityRow, ...]
    pens: tuple[Pen, ...]
    later_at: str
    """The hour that coming later suggests; empty where no hour is set."""
    expects_everybody: bool
    is_open: bool
    undo_bar: UndoBar | None


@dataclass(frozen=True, kw_only=True, slots=True)
class AfterTap:
    """What a tap on a cell changes on the page."""

    cell: AvailabilityCell
    expecting: Expecting
    undo_bar: UndoBar | None


@dataclass(frozen=True, kw_only=True, slots=True)
class AvailabilityAway:
    """A time away; `everywhere`: in all tournaments of the club."""

    key: int
    words: str
    everywhere: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ResponseLine:
    """What was said once: `by` names how, or who wrote it down."""

    sentence: str
    at: datetime.datetime
    by: str
    is_undone: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerResponses:
    """One person's page: what they say of each evening to come, and what always holds."""

    cells: tuple[AvailabilityCell, ...]
    has_half_byes: bool
    can_postpone: bool
    own_kinds: tuple[Pen, ...]
    """The club's own kinds of absence."""
    later_at: str
    away: tuple[AvailabilityAway, ...]
    default_availability: DefaultAvailability
    usual_arrival: datetime.time | None
    must_say: bool
    always: str
    """What holds where they say nothing."""
    before: tuple[ResponseLine, ...]


def evenings_to_come(tournament: Tournament) -> tuple[EveningColumn, ...]:
    """The next eight, tonight's included until it is over."""
    rounds = list(tournament.rounds.order_by("number"))
    since = evening_days(tournament.club.time_zone)[-1]
    found = [
        EveningColumn(date=each.date, numbers=tuple(range(each.first, each.last + 1)) if each.last > each.first else ())
        for each in evening_dates(tournament, rounds)
        if each.date >= since and not (each.rounds and each.rounds[-1].over_at is not None)
    ]
    return tuple(found[:EVENINGS])


def availability_page(tournament: Tournament) -> AvailabilityPage:
    """The number of queries goes with the evenings, not with the players."""
    entries = list(_those_who_play(tournament).select_related("player"))
    names = display_names_of_entries(entries)
    columns = evenings_to_come(tournament)
    words = [responses_on(tournament, column.date) for column in columns]
    rows = [
        AvailabilityRow(
            entry=entry.pk,
            name=names[entry.pk],
            cells=tuple(
                _cell(tournament, entry, names[entry.pk], column, said.get(entry.pk))
                for column, said in zip(columns, words, strict=True)
            ),
        )
        for entry in entries
    ]
    return AvailabilityPage(
        columns=tuple(
            Expecting(column=column, count=sum(row.cells[place].is_expected for row in rows))
            for place, column in enumerate(columns)
        ),
        rows=tuple(sorted_by_name(rows, lambda row: row.name)),
        pens=_pens(tournament),
        later_at=_later_at(tournament),
        expects_everybody=tournament.expected == Expected.EVERYBODY,
        is_open=tournament.season.is_open,
        undo_bar=undo_bar(tournament, {entry.who: names[entry.pk] for entry in entries}),
    )


def after_tap(tournament: Tournament, entry: Entry, date: datetime.date) -> AfterTap:
    """Its questions go neither with the evenings nor with the players."""
    name = display_names_of_entries([entry])[entry.pk]
    column = EveningColumn(date=date)
    said = responses_on(tournament, date)
    comes = [
        said[each.pk].is_expected if each.pk in said else default_response(tournament, each).is_expected
        for each in _those_who_play(tournament)
    ]
    return AfterTap(
        cell=_cell(tournament, entry, name, column, said.get(entry.pk)),
        expecting=Expecting(column=column, count=sum(comes)),
        undo_bar=undo_bar(tournament, {entry.who: name}),
    )


def player_responses(tournament: Tournament, entry: Entry, name: DisplayName) -> PlayerResponses:
    columns = evenings_to_come(tournament)
    capabilities = configured_system(tournament).capabilities()
    today = evening_days(tournament.club.time_zone)[0]
    periods = AwayPeriod.objects.filter(Q(tournament=None) | Q(tournament=tournament), player=entry.player_id)
    return PlayerResponses(
        cells=tuple(
            _cell(tournament, entry, name, column, responses_on(tournament, column.date).get(entry.pk))
            for column in columns
        ),
        has_half_byes=has_meaning("bye_closing", capabilities),
        can_postpone=has_meaning("may_ask_to_postpone", capabilities),
        own_kinds=tuple(_own_kind_pens(tournament)),
        later_at=_later_at(tournament),
        away=tuple(
            AvailabilityAway(key=each.pk, words=_from_to(each), everywhere=each.tournament_id is None)
            for each in periods.filter(last_day__gte=today).order_by("first_day", "pk")
        ),
        default_availability=DefaultAvailability(entry.standing_plan),
        usual_arrival=entry.usual_arrival,
        must_say=entry.must_say,
        always=_always(tournament, entry),
        before=_said_before(tournament, entry, name),
    )


def _those_who_play(tournament: Tournament) -> QuerySet[Entry]:
    gone = Withdrawal.objects.filter(entry__tournament=tournament, last_round=None).values("entry")
    return tournament.entries.exclude(pk__in=gone)


def _pens(tournament: Tournament) -> tuple[Pen, ...]:
    """Only what can be said in this tournament."""
    capabilities = configured_system(tournament).capabilities()
    # not all: the rest can be said anywhere
    depends_on = {Response.HALF_BYE: "bye_closing", Response.POSTPONE: "may_ask_to_postpone"}
    return (
        Pen(value="", label=_("Coming or away, in turn")),
        *(
            Pen(value=said.value, label=str(said.noted))
            for said in Response
            if said.noted is not None and (said not in depends_on or has_meaning(depends_on[said], capabilities))
        ),
        *_own_kind_pens(tournament),
        Pen(value=TAKE_BACK, label=pgettext("button: what was said", "Take back")),
    )


def _own_kind_pens(tournament: Tournament) -> Iterator[Pen]:
    for code, name in own_kind_names(tournament).items():
        yield Pen(value=str(Reply(said=Response.OWN_KIND, kind=code)), label=name)


def _later_at(tournament: Tournament) -> str:
    if tournament.starts_at is None:
        return ""
    return f"{datetime.datetime.combine(datetime.date.min, tournament.starts_at) + LATER_BY:%H:%M}"


def _cell(
    tournament: Tournament, entry: Entry, name: DisplayName, column: EveningColumn, word: KnownResponse | None
) -> AvailabilityCell:
    kind = str(word.reply) if word is not None and word.reply is not None else ""
    comes = default_response(tournament, entry).is_expected
    is_of_period = word is not None and word.source is ResponseSource.PERIOD
    return AvailabilityCell(
        entry=entry.pk,
        player=str(name),
        column=column,
        kind=kind,
        mark=_mark(word),
        said=_in_words(word, own_kind_names(tournament) if word is not None and word.kind else {}),
        heard=by_whom(word, tournament.club.time_zone) if word is not None and word.said is not None else "",
        briefly=_briefly(word, tournament.club.time_zone),
        arrives_at=f"{word.arrives_at:%H:%M}" if word is not None and word.arrives_at is not None else "",
        first_round=word.first_round if word is not None else None,
        last_round=word.last_round if word is not None else None,
        is_of_period=is_of_period,
        is_expected=word.is_expected if word is not None else comes,
        is_unconfirmed=word is not None and word.is_unconfirmed,
        plan=word.key if word is not None and word.source is ResponseSource.PLAN else None,
        sends=_next(kind, first=Response.AWAY if comes else Response.COMING, is_of_period=is_of_period),
    )


def _next(kind: str, *, first: Response, is_of_period: bool) -> str:
    """The more likely word comes first; what is taken back of a longer time away is said otherwise."""
    other = Response.COMING if first is Response.AWAY else Response.AWAY
    if is_of_period:
        return str(Response.COMING)
    if not kind:
        return str(first)
    return str(other) if kind == first else TAKE_BACK


def _mark(word: KnownResponse | None) -> str:
    """As on the list on the wall."""
    if word is None or word.said is None:
        return ""
    if word.said is Response.LATER:
        return (
            time_format(word.arrives_at, "H:i") if word.arrives_at else pgettext("a mark in a narrow column", "later")
        )
    return word.said.sign


def _briefly(word: KnownResponse | None, time_zone: str) -> str:
    """Which way it came, and on what day."""
    if word is None or word.said is None or word.said_at is None or word.said_by is None:
        return ""
    day = date_format(word.said_at.astimezone(zoneinfo.ZoneInfo(time_zone)), _narrow_date())
    return _BRIEFLY[word.said_by].format(date=day)


_BRIEFLY = {
    RespondedBy.CARD: pgettext_lazy("in a narrow column: by their card, and when", "card {date}"),
    RespondedBy.TELEPHONE: pgettext_lazy("in a narrow column: by telephone, and when", "tel. {date}"),
    RespondedBy.LIST: pgettext_lazy("in a narrow column: on the list on the wall, and when", "list {date}"),
    RespondedBy.LINE_UP: pgettext_lazy("in a narrow column: by the line-up of a team, and when", "team {date}"),
}


def _narrow_date() -> str:
    return pgettext("date at the head of a narrow column", "j M")


def _in_words(word: KnownResponse | None, kinds: Mapping[AbsenceCode, str]) -> str:
    if word is None or word.said is None or word.reply is None:
        return ""
    if word.said is Response.LATER and word.arrives_at is not None:
        about = _("coming about {time}").format(time=time_format(word.arrives_at, "H:i"))
        return ", ".join([about, *which_rounds(word)])
    if word.source is ResponseSource.PERIOD:
        return _("away for longer")
    return ", ".join([reply_in_words(word.reply, kinds), *which_rounds(word)])


def _always(tournament: Tournament, entry: Entry) -> str:
    if entry.is_guest:
        return _("Guests are not expected.")
    if default_response(tournament, entry).is_expected:
        return _("If they don't answer, they are expected.")
    return _("If they don't answer, they are not expected.")


def _from_to(period: AwayPeriod) -> str:
    if period.first_day == period.last_day:
        return date_format(period.first_day)
    return _("{first} to {last}").format(first=date_format(period.first_day), last=date_format(period.last_day))


def _said_before(tournament: Tournament, entry: Entry, name: DisplayName) -> tuple[ResponseLine, ...]:
    """The newest first, out of the record."""
    spoken = Q(verb__startswith="plan.", facts__player=entry.player_id)
    actions = Action.objects.filter(Q(tournament=tournament) | Q(tournament=None), spoken, club=tournament.club_id)
    found = list(actions.filter(undoes=None).select_related("actor").order_by("-pk")[:_MOST_SAID])
    undone = _undone(found)
    names: Mapping[int, str] = {entry.who: name}
    return tuple(
        ResponseLine(
            sentence=sentence_of(action.verb, action.facts, names, {}),
            at=action.at,
            by=", ".join(part for part in (_how(action), done_by(action, names)) if part),
            is_undone=action.pk in undone,
        )
        for action in found
    )


def _how(action: Action) -> str:
    """By telephone, or on the list; of a card its holder's name says so."""
    how = action.facts.get("said_by")
    if "by_card" in action.facts or how not in set(RespondedBy) - {RespondedBy.CARD}:
        return ""
    return str(RespondedBy(how).label)


def _undone(actions: Sequence[Action]) -> frozenset[int]:
    """Those that are taken back and not done again."""
    keys = [action.pk for action in actions]
    taken_back = dict(Action.objects.filter(undoes__in=keys).order_by("pk").values_list("pk", "undoes"))
    again = set(Action.objects.filter(undoes__in=list(taken_back)).values_list("undoes", flat=True))
    return frozenset(first for key, first in taken_back.items() if key not in again and first is not None)
