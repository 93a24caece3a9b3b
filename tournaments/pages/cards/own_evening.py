"""How was it? After the own result: against whom, the place now and before, the points, the club's own rating."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.exchange.images.own_evening import OwnEveningImage
from tournaments.models import Attendance, Entry, Pace, Player
from tournaments.pages.cards.rows import OwnRows, rows_of
from tournaments.pages.cards.tonight import day_of, newest_row, published_for
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.players.club_ratings import signed
from tournaments.pages.rounds.round import round_of
from tournaments.pages.standings.published_tournament import PublishedTournament, published_tournament
from tournaments.pages.standings.standings import StandingsRow, table_rows
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.club_ratings import ratings_of, whole
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.result_reports import Ended, ended_for

_DAYS = 6
"""So long it is told: then the next evening is near."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnEveningFacts:
    """`facts` are short lines; `remark` is empty, or says that they can still change."""

    heading: str
    facts: tuple[str, ...]
    remark: str
    picture_url: str
    name: str
    tournament: str
    attendance: int


def own_evening(entry: Entry, rows: OwnRows, published: PublishedTournament) -> OwnEveningFacts | None:
    """Of the newest round that they played; None where there is nothing to tell of it yet, or it is long ago."""
    row = newest_row(rows.attendances.get(entry.pk, ()))
    if row is None or row.game is None or entry.number is None or _is_long_ago(entry, row):
        return None
    headings = {
        Ended.WON: _("Won against {opponent}"),
        Ended.DRAW: _("Drew with {opponent}"),
        Ended.LOST: _("Lost to {opponent}"),
    }
    if row.game.unplayed or row.game.result not in {Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS}:
        return None
    shown = published
    if published.after_round < row.round.number:  # others still play
        shown = published_tournament(entry.tournament, Audience.PUBLIC, after=row.round.number)
    table = next((each for each in table_rows(shown) if each.number == entry.number), None)
    return OwnEveningFacts(
        heading=headings[ended_for(Result(row.game.result), row.colour)].format(
            opponent=_opponent(published, row, entry.number)
        ),
        facts=(*_standing(table), *_rating(entry, row)),
        remark=_("Others still play: place and points can change.") if shown.is_in_play else "",
        picture_url=reverse("my_picture", args=[entry.tournament.club.slug, entry.person.public_key, row.pk]),
        name=published.names[entry.number],
        tournament=_("{tournament}, round {number}").format(tournament=entry.tournament.name, number=row.round.number),
        attendance=row.pk,
    )


def own_evening_picture(player: Player, attendance: int, logo: bytes | None) -> OwnEveningImage | None:
    """With names as the public reads them, since a picture is sent on. None where nothing is told of that game."""
    rows = rows_of([player])
    found = (own_evening(entry, rows, published_for(entry)) for entry in rows.of(player))
    told = next((each for each in found if each is not None and each.attendance == attendance), None)
    if told is None:
        return None
    return OwnEveningImage(
        club=player.club.name,
        name=told.name,
        line=told.tournament,
        facts=(told.heading, *told.facts),
        remark=told.remark,
        accent=player.club.accent,
        logo=logo,
    )


def _is_long_ago(entry: Entry, row: Attendance) -> bool:
    day, today = day_of(row), evening_days(entry.tournament.club.time_zone)[0]
    return day is not None and day < today - datetime.timedelta(days=_DAYS)


def _opponent(published: PublishedTournament, row: Attendance, number: int) -> str:
    for board in round_of(published, row.round.number).boards:
        if number in {board.white.number, board.black.number}:
            return (board.black if board.white.number == number else board.white).name
    return ""


def _standing(row: StandingsRow | None) -> list[str]:
    if row is None:
        return []
    found = []
    if row.rank is not None and row.moved:
        found.append(
            _("Place: {before} → {place}").format(before=ordinal(row.rank + row.moved), place=ordinal(row.rank))
        )
    elif row.rank is not None:
        found.append(_("Place: {place}").format(place=ordinal(row.rank)))
    if (points := row.first_number) is not None and points.text:
        found.append(_("{column}: {number}").format(column=points.column.name, number=points.text))
    return found


def _rating(entry: Entry, row: Attendance) -> list[str]:
    """Where the club counts games of this tournament, and lets everybody see it."""
    club, pace = entry.tournament.club, entry.tournament.rated_as
    if not (club.rates_games and club.shows_ratings and pace):
        return []
    history = ratings_of(club, Pace(pace)).reckoned.history.get(entry.person_id, ())
    change = next((each for each in reversed(history) if any(game.about == row.game_id for game in each.games)), None)
    if change is None:
        return []
    before, after = whole(change.before), whole(change.after)
    by = signed(after - before)
    return [_("Club rating: {before} → {after} ({change})").format(before=before, after=after, change=by)]
