"""The demo's members take part: who has signed off, who comes later, what was reported of tonight's games."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments import clock
from tournaments.demo.playing import TonightsRound
from tournaments.models import (
    Attendance,
    AttendanceVisibility,
    Entry,
    MayReport,
    Player,
    RespondedBy,
    Response,
    Round,
    Tournament,
    User,
)
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.services.calendar import attendance_settings, availability
from tournaments.services.players.notifications import KEY_NAME, card_token, known_token
from tournaments.services.rounds import result_reports

_SIX = datetime.time(18)
_LATER = datetime.time(20, 15)
_MORNING = datetime.time(9)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Words:
    """What is said of an evening: of so many players each, one after the other."""

    said: Response
    said_by: RespondedBy = RespondedBy.CARD
    arrives_at: datetime.time | None = None
    sits_out: bool = False


_TONIGHT = (
    _Words(said=Response.AWAY),
    _Words(said=Response.COMING),
    _Words(said=Response.LATER, arrives_at=_LATER),
    _Words(said=Response.AWAY),
    _Words(said=Response.COMING, sits_out=True),
    _Words(said=Response.AWAY, said_by=RespondedBy.TELEPHONE),
)
_NEXT = (
    _Words(said=Response.COMING),
    _Words(said=Response.AWAY),
    _Words(said=Response.CLUB),
    _Words(said=Response.COMING, sits_out=True),
    _Words(said=Response.AWAY, said_by=RespondedBy.TELEPHONE),
    _Words(said=Response.LATER, arrives_at=_LATER),
)


def let_take_part(tournament: Tournament, director: User) -> None:
    """They say until six whether they come, and report their results; the other confirms."""
    settings = {
        "closing_days": 0,
        "closing_time": _SIX,
        "who_comes": AttendanceVisibility.NAMES,
        "may_report": MayReport.CONFIRM,
    }
    attendance_settings.change_settings(
        tournament, settings, seen=attendance_settings.version_of(tournament), actor=director
    )


def say_tonight(
    checking_in: TonightsRound, *, besides: Collection[int], tonight: datetime.date, director: User
) -> None:
    """This morning, before check-in opens, of those who will not be at the door yet; `besides`: nor for another reason,
    which the evening knows already."""
    waiting = _entries(checking_in.tournament).exclude(player__in={*checking_in.marks, *besides})
    with clock.at(_morning(checking_in.tournament, tonight)):
        _say(waiting, tonight, _TONIGHT, director)


def say_of_the_next(tournament: Tournament, *, tonight: datetime.date, director: User) -> None:
    """Of the evening after this one, and one is away for some weeks."""
    coming = [date for date in map(datetime.date.fromisoformat, tournament.round_dates) if date > tonight]
    entries = list(_entries(tournament))
    if not coming or len(entries) <= len(_NEXT):
        return
    with clock.at(_morning(tournament, tonight)):
        _say(entries, coming[0], _NEXT, director)
        availability.set_away(
            entries[len(_NEXT)].person,
            coming[0],
            coming[0] + datetime.timedelta(weeks=3),
            said_by=RespondedBy.TELEPHONE,
            actor=director,
        )


def report_results(round: Round) -> None:
    """Of the first games that still go on: one has been reported, one confirmed, and of one they say two things.

    Whose card is shown to everybody: of the next game, which nobody has reported.
    """
    open_games = round.games.filter(result=Result.OPEN.value, is_postponed=False).order_by("board")
    boards = [_sides(round, game.pk) for game in open_games[:4]]
    if len(boards) < 4:
        return
    told, agreed, disputed, shown = boards
    _report(told, Colour.WHITE, Result.WHITE_WINS)
    _report(agreed, Colour.BLACK, Result.DRAW)
    result_reports.confirm_report(agreed[Colour.WHITE], seen=Result.DRAW, by_card=agreed[Colour.WHITE].entry.person)
    _report(disputed, Colour.WHITE, Result.WHITE_WINS)
    _report(disputed, Colour.BLACK, Result.DRAW)
    card_token(shown[Colour.BLACK].entry.person)


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownCard:
    name: str
    token: str


def shown_card() -> ShownCard | None:
    """Of the demo: a card that everybody may open; in a real club its link is its player's alone."""
    with_link = Player.objects.filter(club__demo_password__gt="", card_keys__name=KEY_NAME)
    for player in with_link.distinct().order_by("pk"):
        if (token := known_token(player)) is not None:
            return ShownCard(name=player.full_name, token=token)
    return None


def _morning(tournament: Tournament, date: datetime.date) -> datetime.datetime:
    """Of that day, or now, if that is earlier: nothing is said in time that is still to come."""
    zone = zoneinfo.ZoneInfo(tournament.club.time_zone)
    return min(datetime.datetime.combine(date, _MORNING, zone), clock.now())


def _entries(tournament: Tournament) -> QuerySet[Entry]:
    found = Entry.objects.filter(tournament=tournament).select_related("player", "tournament__club")
    return found.order_by("number")


def _say(entries: Iterable[Entry], date: datetime.date, words: Sequence[_Words], director: User) -> None:
    for entry, word in zip(entries, words, strict=False):
        is_card = word.said_by == RespondedBy.CARD
        availability.respond(
            entry,
            date,
            word.said,
            arrives_at=word.arrives_at,
            sits_out=word.sits_out,
            said_by=word.said_by,
            actor=None if is_card else director,
            by_card=entry.player_id if is_card else None,
        )


def _sides(round: Round, game: int) -> dict[str, Attendance]:
    rows = Attendance.objects.filter(round=round, game=game).select_related("entry__player", "round__tournament__club")
    return {row.colour: row for row in rows}


def _report(sides: dict[str, Attendance], colour: Colour, result: Result) -> None:
    own = sides[colour]
    other = next(row for row in sides.values() if row.pk != own.pk)
    result_reports.report_result(own, result, seen_opponent=other.entry_id, by_card=own.entry.person)
