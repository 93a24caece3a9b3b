"""A game's own date: agreed for an open game, early or late, or on which it was played; and by when it must be."""

from __future__ import annotations

import datetime
import uuid

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Action, Game, Tournament, User, Withdrawal
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import Stale, last_change_of, recording
from tournaments.selectors.evenings import evening_days
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds.results import game_under_lock


def set_dates(
    game: Game,
    *,
    date: datetime.date | None,
    play_by: datetime.date | None = None,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """`date`: agreed for an open game, which is then played another day than its round; of a game with a result, the
    day on which it was played. None: no date of its own. `play_by`: the last day for an open game; None: as the
    tournament's dates have it. `seen` is that of the game for which the form was made.

    The game is read anew under the lock. Raises Game.DoesNotExist for a game of another tournament.
    """
    tournament = game.round.tournament
    with recording(tournament, actor=actor, verb="game.set_dates", receipt=receipt, public=[tournament]) as change:
        found = game_under_lock(change, tournament, game.pk)
        if not found.round.is_public:
            raise Stale(last_change_of(found.round, tournament=tournament))
        wanted: dict[str, object] = {"date": None if date == found.round.date else date, "play_by": play_by}
        is_open = found.result == Result.OPEN.value
        if is_open and date is not None and date != found.date:
            wanted["is_postponed"] = date != found.round.date
        if all(getattr(found, name) == value for name, value in wanted.items()):
            return None
        if found.seen != seen:
            raise Stale(last_change_of(found, tournament=tournament))
        refuse_outside_season(tournament, date, play_by)
        if is_open:
            refuse_when_closed(tournament)
            _refuse_who_left(found)
            _refuse_past(found, tournament, date, play_by)
        else:
            _refuse_to_come(found, tournament, date, play_by)
        change.facts |= _facts(found, date, play_by, is_open=is_open)
        change.update(found, **wanted)
        change.relies_on([found.round], "state")
    return change.action


def _facts(
    game: Game, date: datetime.date | None, play_by: datetime.date | None, *, is_open: bool
) -> dict[str, object]:
    facts: dict[str, object] = {"round": game.round.number, "board": game.board}
    if date is not None and date != game.date:
        return facts | {"date": date.isoformat(), "what": "agreed" if is_open else "played"}
    if play_by is not None and play_by != game.play_by:
        return facts | {"date": play_by.isoformat(), "what": "last_day"}
    return facts


def refuse_outside_season(tournament: Tournament, *days: datetime.date | None) -> None:
    season = tournament.season
    for day in days:
        if day is not None and not season.starts_on <= day <= season.ends_on:
            raise Refused(
                _("{date} is outside the season, which goes from {first} to {last}.").format(
                    date=date_format(day), first=date_format(season.starts_on), last=date_format(season.ends_on)
                )
            )


def _refuse_past(game: Game, tournament: Tournament, date: datetime.date | None, play_by: datetime.date | None) -> None:
    today = min(evening_days(tournament.club.time_zone))
    if date is not None and date != game.date and date < today:
        raise Refused(
            _("{date} is past. If the game was played then, enter its result first.").format(date=date_format(date))
        )
    if play_by is not None and play_by != game.play_by and play_by < today:
        raise Refused(_("{date} is past: choose a last day that is still to come.").format(date=date_format(play_by)))
    if date is not None and play_by is not None and play_by < date:
        raise Refused(_("The day agreed is later than the last day on which the game may be played."))


def _refuse_to_come(
    game: Game, tournament: Tournament, date: datetime.date | None, play_by: datetime.date | None
) -> None:
    if play_by is not None and play_by != game.play_by:
        raise Refused(_("Board {board} has a result, so the game no longer has to be played.").format(board=game.board))
    if date is not None and date > max(evening_days(tournament.club.time_zone)):
        raise Refused(
            _("Board {board} has a result, so it cannot be played on {date}: that day is still to come.").format(
                board=game.board, date=date_format(date)
            )
        )


def _refuse_who_left(game: Game) -> None:
    gone = Withdrawal.objects.filter(entry__attendances__game=game, last_round=None).select_related("entry__player")
    for each in gone.order_by("pk")[:1]:
        raise Refused(
            _("{player} has left the tournament: this game is not played any more.").format(
                player=each.entry.person.full_name
            )
        )
