"""The own board of a round that is played, or why there is none; and where somebody stands."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Attendance, Entry
from tournaments.pages.cards.earlier_meetings import meetings_in_words
from tournaments.pages.cards.evenings import SignOff
from tournaments.pages.cards.own_results import Reporting, reporting_of
from tournaments.pages.cards.rows import OwnRows
from tournaments.pages.common.charts.squares import Square
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.rounds.round import RoundBoard, reported_in, round_of
from tournaments.pages.standings.player_extras import recent_form
from tournaments.pages.standings.published_tournament import PublishedTournament, published_tournament
from tournaments.pages.standings.ranks_before import standings_before
from tournaments.pages.standings.standings import table_rows
from tournaments.pages.standings.table_filters import place_in_category
from tournaments.pages.standings.win_values import WinValue, win_values
from tournaments.pairing.types.snapshot import PlayerId, Result
from tournaments.selectors.display_names import DisplayName
from tournaments.selectors.earlier_meetings import EarlierMeeting, earlier_meetings
from tournaments.selectors.evenings import evening_days


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnTonight:
    """At a board (`colour`: white or black; `result` empty while it is open), or without one: then `words` say what the
    round is for them. `attendance` is the key of the row that reports hang on."""

    tournament: str
    number: int
    round_url: str
    why_url: str
    attendance: int
    game: int | None
    board: int | None = None
    colour: str = ""
    opponent: DisplayName | str = ""
    opponent_url: str = ""
    result: str = ""
    is_postponed: bool = False
    own_day: str = ""
    """For which a postponed game is agreed, or on which it was played."""
    words: str = ""
    is_bye: bool = False
    entry: int = 0
    """Its key."""
    reporting: Reporting | None = None
    """None without a board."""
    date: datetime.date | None = None
    waits: bool = False
    """At a board whose game has not begun, as far as anybody has said."""
    opponent_entry: int = 0
    opponent_is_away: bool = False
    """They have said so since."""
    sign_off: SignOff | None = None
    met: tuple[str, ...] = ()
    """Until the game is over: how they fared against each other before it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnStanding:
    """In a tournament: `place` and `points` after its last round that is over, both empty before the first. `sum_url`
    leads to what the points are made of. `squares` are the last rounds, the oldest first, `said` the same in words."""

    tournament: str
    url: str
    place: str
    is_shared: bool
    after: int
    points_name: str
    points: str
    sum_url: str
    squares: tuple[Square, ...] = ()
    said: str = ""
    both_places: str = ""
    """In the category and of all, for whoever is in one."""
    values: tuple[WinValue, ...] = ()
    """What beating the nearest would bring in the next round, where a win is worth what the opponent is worth."""


def of_tonight(entry: Entry, rows: OwnRows, published: PublishedTournament) -> OwnTonight | None:
    """In the newest published round, while it is played or its evening goes on."""
    row = newest_row(rows.attendances.get(entry.pk, ()))
    number = entry.number
    if row is None or number is None or not _is_on(entry, row):
        return None
    found = round_of(published, row.round.number)
    page = OwnTonight(
        tournament=entry.tournament.name,
        number=found.number,
        round_url=published.addresses.round(found.number),
        why_url=published.addresses.scorecard(number),
        attendance=row.pk,
        game=row.game_id,
        entry=entry.pk,
    )
    for board in found.boards:
        if number in {board.white.number, board.black.number}:
            at = _at(page, board, number, entry)
            other = board.black if board.white.number == number else board.white
            opponent = published.entries[other.number]
            return replace(
                at,
                met=meetings_in_words(_met(published, row, entry, opponent) if board.is_open else (), other.name),
                reporting=_reporting(row, entry, board, published),
                date=day_of(row),
                waits=board.is_open and not board.is_postponed and row.game is not None and row.game.started_at is None,
                opponent_entry=opponent.pk,
            )
    for each in (*found.byes, *found.absent):
        if each.number == number:
            return replace(page, words=str(each.mark.words), is_bye=each in found.byes)
    return None


def _met(published: PublishedTournament, row: Attendance, entry: Entry, opponent: Entry) -> Sequence[EarlierMeeting]:
    def read() -> Sequence[EarlierMeeting]:
        return earlier_meetings(entry, opponent, but=row.game_id)

    return published.state.context.once(("met before", entry.pk, row.game_id), read)


def standing_of(entry: Entry, published: PublishedTournament) -> OwnStanding:
    tournament = entry.tournament
    url = reverse("public_standings", args=[tournament.club.slug, tournament.slug])
    after = published.after_round
    rows = table_rows(published) if after else ()
    row = next((each for each in rows if each.number == entry.number), None)
    first = row.first_number if row else None
    place = ordinal(row.rank) if row and row.rank else ""
    # Their own: it is nobody else's to read, and counts whoever hides theirs.
    within = place_in_category(published, entry.number, published.true_categories) if place and entry.number else ""
    squares, said = recent_form(published, entry.number) if after and entry.number is not None else ((), "")
    return OwnStanding(
        tournament=tournament.name,
        url=url,
        place=place,
        both_places=_("{within}, {place} overall").format(within=within, place=place) if within else "",
        is_shared=bool(row and row.is_shared),
        after=after,
        points_name=first.column.name if first else "",
        points=first.text if first else "",
        sum_url=published.addresses.scorecard(entry.number) if entry.number is not None and published.newest else "",
        squares=squares,
        said=said,
        values=_values(published, entry.number) if after and entry.number is not None else (),
    )


def _values(published: PublishedTournament, number: PlayerId) -> tuple[WinValue, ...]:
    """After the newest round that is over, as the table has it."""
    return win_values(standings_before(published.table, published.state.spelling), number, published.names)


def published_for(entry: Entry) -> PublishedTournament:
    """Names as the public reads them: other players' are not told by a card. Kept by the tournament's revision."""
    return published_tournament(entry.tournament, Audience.PUBLIC)


def newest_row(attendances: Sequence[Attendance]) -> Attendance | None:
    return next((row for row in reversed(attendances) if row.round.is_public), None)


def _is_on(entry: Entry, row: Attendance) -> bool:
    waits = row.game is not None and row.game.result == Result.OPEN.value and not row.game.is_postponed
    day = day_of(row)
    is_tonight = day is None or day in evening_days(entry.tournament.club.time_zone)
    return waits or (row.round.over_at is None and is_tonight)


def day_of(row: Attendance) -> datetime.date | None:
    """The round's, or the second date on which the board was paired."""
    is_own = row.game is not None and row.game.date is not None and not row.game.is_postponed
    return row.game.date if is_own and row.game is not None else row.round.date


def _reporting(row: Attendance, entry: Entry, board: RoundBoard, published: PublishedTournament) -> Reporting:
    other = board.black if board.white.number == entry.number else board.white
    opponent = published.entries[other.number].pk
    return reporting_of(
        row, entry.tournament, opponent, other.name, reported_in(published, row.round).get(row.game_id or 0)
    )


def _at(page: OwnTonight, board: RoundBoard, number: PlayerId, entry: Entry) -> OwnTonight:
    is_white = board.white.number == number
    other = board.black if is_white else board.white
    place = entry.tournament
    return replace(
        page,
        board=board.number,
        colour="white" if is_white else "black",
        opponent=other.name,
        opponent_url=other.url,
        result=board.result,
        is_postponed=board.is_postponed,
        own_day=board.own_day,
        why_url=f"{reverse('public_story', args=[place.club.slug, place.slug, page.number])}#board-{board.number}",
    )
