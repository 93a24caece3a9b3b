"""Who is here tonight: one row for everybody who can play, on the evening as at the door."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Attendance, Mark, Presence, Round
from tournaments.pages.calendar.responses import ResponseSide, response_words, side_of, title_of
from tournaments.pages.common.absence_kinds import (
    AbsenceOffer,
    PaidAbsences,
    absence_offer,
    is_excusing_worth_something,
)
from tournaments.pages.common.collation import SortKey, name_key
from tournaments.pages.common.wording import sentence
from tournaments.pages.standings.round_context import RoundContext
from tournaments.pairing.history.attendance import UNMARKED_COUNTS
from tournaments.pairing.protocols import Capabilities
from tournaments.pairing.types.snapshot import AbsenceKind
from tournaments.selectors.availability import KnownResponse, waited_for
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.evenings import evening_days

_NOTHING_SAID: Mapping[int, KnownResponse] = {}


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckInPlace:
    """Somebody's place in one of tonight's rounds: what a tap marks. `entry` is the key of its fragment."""

    tournament: str
    slug: str
    round: int
    entry: int
    number: int | None
    mark: Mark
    offer: AbsenceOffer
    absences: PaidAbsences | None = None
    """Where only so many of them pay."""
    out_since: int | None = None
    """The round whose loss was one too many: shown, but not to be marked any more."""
    state: str
    """"present", "away", "unmarked" or "out"."""
    side: ResponseSide = ResponseSide.SILENT
    """Where they stand by what they have said."""
    said: tuple[str, ...] = ()

    @property
    def presence(self) -> Presence:
        return self.mark.presence

    @property
    def state_name(self) -> str:
        return self.offer.name_of(self.mark)

    @property
    def is_here(self) -> bool:
        return self.presence is Presence.PRESENT

    @property
    def is_on_the_way(self) -> bool:
        """Paired as if here."""
        return self.presence is Presence.ON_THE_WAY

    @property
    def is_present(self) -> bool:
        return self.state == "present"

    @property
    def is_away(self) -> bool:
        return self.state == "away"

    @property
    def is_unmarked(self) -> bool:
        return self.state == "unmarked"

    @property
    def is_out(self) -> bool:
        return self.state == "out"


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckInRow:
    """A person, with one place or with several to choose from. Marked in one of them, nobody need ask any more."""

    player: int
    name: DisplayName
    rating: int | None
    places: tuple[CheckInPlace, ...]
    sort_key: SortKey

    @property
    def is_in_several(self) -> bool:
        return len(self.places) > 1

    @property
    def side(self) -> ResponseSide:
        """With several places, that in which most is to be hoped."""
        sides = {place.side for place in self.places}
        return next(side for side in ResponseSide if side in sides)

    @property
    def state(self) -> str:
        if not self.is_in_several:
            return self.places[0].state
        for state, applies in (
            ("present", any(place.is_present for place in self.places)),
            ("away", any(place.is_away for place in self.places)),
            ("out", all(place.is_out for place in self.places)),
        ):
            if applies:
                return state
        return "unmarked"


@dataclass(frozen=True, kw_only=True, slots=True)
class ResponseGroup:
    """Some rows under a heading; without one where nobody has said anything."""

    side: ResponseSide
    title: str
    rows: tuple[CheckInRow, ...]


def grouped(rows: Sequence[CheckInRow]) -> tuple[ResponseGroup, ...]:
    """Whoever comes, has said nothing, is away: each row in its order. A mark moves nobody: the row stays under the
    finger."""
    by_side = {side: tuple(row for row in rows if row.side is side) for side in ResponseSide}
    found = [(side, rows) for side, rows in by_side.items() if rows]
    if [side for side, _rows in found] in ([], [ResponseSide.SILENT]):
        return (ResponseGroup(side=ResponseSide.SILENT, title="", rows=tuple(rows)),)
    return tuple(ResponseGroup(side=side, title=title_of(side), rows=rows) for side, rows in found)


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckIn:
    """The rows by name, and how many of each. `unmarked_counts` says what everybody else counts as."""

    rows: tuple[CheckInRow, ...]
    here: int
    away: int
    unmarked: int
    offer: AbsenceOffer
    unmarked_counts: str
    expected: int = 0
    """How many are waited for and not marked yet."""

    @property
    def is_for_all(self) -> bool:
        """Nobody is marked, and everybody is waited for."""
        return self.expected == len(self.rows)

    @property
    def all_are_here(self) -> str:
        """What the button says that marks all who are waited for."""
        if self.is_for_all:
            return _("All {count} are here").format(count=self.expected)
        if self.expected == self.unmarked:
            return _("All others are here ({count})").format(count=self.expected)
        return _("All {count} expected are here").format(count=self.expected)

    @property
    def groups(self) -> tuple[ResponseGroup, ...]:
        return grouped(self.rows)

    @property
    def places(self) -> tuple[CheckInPlace, ...]:
        return tuple(place for row in self.rows for place in row.places)

    def row(self, entry: int) -> CheckInRow | None:
        return next((row for row in self.rows if row.places[0].entry == entry), None)

    def place(self, entry: int) -> CheckInPlace | None:
        return next((place for place in self.places if place.entry == entry), None)


def check_in(
    round: Round,
    attendances: Iterable[Attendance],
    called: Mapping[int, DisplayName],
    context: RoundContext,
    words: Mapping[int, KnownResponse] = _NOTHING_SAID,
) -> CheckIn:
    """`called` is by entry, and so are the `words`. Withdrawn players and those who join later are not asked for.
    Whoever is out comes last."""
    offered = context.in_words("offer", lambda: absence_offer(context.capabilities, context.half_byes))
    known = context.in_words(
        "check-in", dict[tuple[int, str, str, KnownResponse | None], CheckInRow]
    )  # a tap changes one of sixty rows
    rows = []
    for attendance in attendances:
        if attendance.entry_id not in context.taking_part:
            continue
        name = called[attendance.entry_id]
        word = words.get(attendance.entry_id)
        key = attendance.entry_id, str(attendance.mark), name, word
        if key not in known:
            known[key] = _row(attendance, name, _place(attendance, round, context, offered, word))
        rows.append(known[key])
    counts = Counter([row.state for row in rows])
    waited = waited_for(words, round.number)
    return CheckIn(
        rows=in_order(rows),
        here=counts["present"],
        away=counts["away"],
        unmarked=counts["unmarked"],
        offer=offered,
        unmarked_counts=_unmarked_counts(context.capabilities),
        expected=sum(row.state == "unmarked" and row.places[0].entry in waited for row in rows),
    )


def _unmarked_counts(capabilities: Capabilities) -> str:
    if capabilities.knocks_out is not None:  # all who are still in are drawn, here or not
        return _("No one has to come for a bye. Anyone not marked plays another day.")
    if not capabilities.absences.own_kinds and not is_excusing_worth_something(capabilities):
        return _("Anyone not marked does not play.")
    silent = capabilities.scoring.default_absence
    for own in capabilities.absences.own_kinds:
        if own.code == silent:
            return _("Anyone not marked counts as “{kind}”.").format(kind=own.name)
    return sentence(UNMARKED_COUNTS[AbsenceKind(silent)].reason(), {})


def here_again(round: Round, checked_in: CheckIn, context: RoundContext) -> int:
    """How many were here in the round before, on this same evening, and are not marked yet."""
    if round.number == 1 or context.rounds[round.number - 2].date not in evening_days(round.tournament.club.time_zone):
        return 0
    waiting = {place.entry for place in checked_in.places if place.is_unmarked}
    return len(waiting & context.here_before) if waiting else 0


def in_order(rows: Iterable[CheckInRow]) -> tuple[CheckInRow, ...]:
    """By name; whoever is out comes last."""
    return tuple(sorted(rows, key=lambda row: (row.state == "out", row.sort_key)))


def _row(attendance: Attendance, name: DisplayName, place: CheckInPlace) -> CheckInRow:
    entry = attendance.entry
    return CheckInRow(player=entry.who, name=name, rating=entry.rating, places=(place,), sort_key=name_key(name))


def _place(
    attendance: Attendance, round: Round, context: RoundContext, offered: AbsenceOffer, word: KnownResponse | None
) -> CheckInPlace:
    number = attendance.entry.number
    mark = attendance.mark
    out_since = context.eliminated.get(number or 0)
    return CheckInPlace(
        tournament=round.tournament.name,
        slug=round.tournament.slug,
        round=round.number,
        entry=attendance.entry_id,
        number=number,
        mark=mark,
        offer=offered,
        absences=context.paid_absences.get(number or 0),
        out_since=out_since,
        state=_state(mark.presence) if out_since is None else "out",
        side=ResponseSide.SILENT if word is None else side_of(word, round.number),
        said=() if word is None else response_words(word, round.tournament.club.time_zone, offered.own_names),
    )


def _state(presence: Presence) -> str:
    if presence.is_here:
        return "present"
    return "unmarked" if presence is Presence.UNMARKED else "away"
