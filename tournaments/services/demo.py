"""The demo club: a real club's finished season, and this one in the middle of an evening."""

from __future__ import annotations

import datetime
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from importlib import resources

from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.exchange import tournament_file
from tournaments.models import Attendance, Club, Entry, Game, Player, Presence, Round, Tournament, User
from tournaments.pairing.snapshot import Colour, PlayedRound, PlayerId, Result
from tournaments.recording import recording
from tournaments.services import attendance, clubs, dates, entries, next_season, results, rounds, seasons, tournaments
from tournaments.services.next_season import NewSeason, Successor
from tournaments.services.refusal import Refused
from tournaments.services.tournament_import import import_tournament

USERNAME = "demo"
_CHAMPIONSHIP_EVENINGS = 3
_MONRAD_EVENINGS = 4
_EVENINGS_TO_COME = 12
_THURSDAY, _SEVEN = 3, datetime.time(19)
_WHITE_IS_WORTH = 35  # rating points
_DRAWS = 0.2  # share of the games


def create_demo_club() -> Club:
    """In an empty installation only. The names are invented; who came on which evening is not."""
    if Club.objects.exists():
        raise Refused(_("This installation already has a club, so it gets no demo club."))
    with transaction.atomic():  # interrupted halfway it would be taken for a real club, with no way in
        club, director = clubs.create_club(
            name="De Vrije Pion", slug="de-vrije-pion", time_zone="Europe/Amsterdam", username=USERNAME
        )
        _fill(club, director)
        password = secrets.token_urlsafe(9)
        with recording(club, actor=None, verb="club.become_demo", public=[club]) as change:
            director.set_password(password)
            change.update(director, password=director.password)
            change.update(club, demo_password=password)
    return club


def remove_demo_club() -> None:
    """Empties the whole installation, which holds nothing but the demo."""
    if not Club.objects.exclude(demo_password="").exists():
        raise Refused(_("There is no demo club in this installation."))
    if Club.objects.filter(demo_password="").exists():
        raise Refused(_("This installation holds a real club besides the demo: nothing was removed."))
    call_command("flush", interactive=False, verbosity=0)


def _fill(club: Club, director: User) -> None:
    """Last season's championship, played to its end; its successor, on a running evening; and one for the other day."""
    data = tournament_file.parse(resources.files("tournaments.demo").joinpath("club_season.json").read_bytes())
    today = timezone.localdate()
    begins = datetime.date(today.year if today.month >= 8 else today.year - 1, 8, 1)
    last, this = (_season_from(begins.replace(year=begins.year - years_ago)) for years_ago in (1, 0))
    season = seasons.open_season(club, name=last.name, starts_on=last.starts_on, ends_on=last.ends_on, actor=director)
    name = _("Club championship")
    played = import_tournament(club, data, season=season, name=name, actor=director)
    next_season.carry_on(season, [Successor(earlier=played, name=name)], into=this, actor=director)
    seasons.close_season(season, actor=director)
    members = {
        entry.number: entry.player for entry in played.entries.select_related("player") if entry.number is not None
    }
    evenings = data.snapshot.rounds
    _play_championship(Tournament.objects.get(season__name=this.name), evenings, members, director)
    _play_attendance_monrad(club, evenings, members, director)
    for tournament in Tournament.objects.filter(season__name=this.name).select_related("club"):
        _plan_dates(tournament, today, this.ends_on, director)


def _season_from(begins: datetime.date) -> NewSeason:
    return NewSeason(
        name=f"{begins.year}–{(begins.year + 1) % 100:02}",
        starts_on=begins,
        ends_on=datetime.date(begins.year + 1, 7, 31),
    )


def _play_championship(
    tournament: Tournament, evenings: Sequence[PlayedRound], members: Mapping[PlayerId, Player], director: User
) -> None:
    """Some rounds, and one more in which half of the games are over."""
    for evening in evenings[:_CHAMPIONSHIP_EVENINGS]:
        _play_evening(tournament, evening, members, director)
    tonight = _open_and_publish(tournament, evenings[_CHAMPIONSHIP_EVENINGS], members, director)
    games = _games(tonight)
    rounds.start_round(tonight, seen_revision=tonight.revision, actor=director)
    for game in games[len(games) // 2 :]:
        results.enter_result(game, _result(game), seen=Result.OPEN, actor=director)


def _play_attendance_monrad(
    club: Club, evenings: Sequence[PlayedRound], members: Mapping[PlayerId, Player], director: User
) -> None:
    """Some rounds, and tonight's people at the door."""
    tournament = tournaments.create_tournament(
        club,
        season=club.seasons.get(is_open=True),
        name="Närvaromonrad",
        system="attendance_monrad",
        options={},
        actor=director,
    )
    entries.enter_players(tournament, list(members.values()), actor=director)
    entries.draw_numbers(tournament, actor=director)
    for evening in evenings[:_MONRAD_EVENINGS]:
        _play_evening(tournament, evening, members, director)
    tonight = evenings[_MONRAD_EVENINGS]
    opened = rounds.open_next_round(tournament, seen_number=tonight.number, actor=director)
    here = _here(tonight)
    _check_in(opened, here[: len(here) // 2], tonight, members, director)


def _plan_dates(tournament: Tournament, today: datetime.date, season_ends: datetime.date, director: User) -> None:
    """The next Thursdays of the season."""
    first = today + datetime.timedelta(days=(_THURSDAY - today.weekday() - 1) % 7 + 1)
    thursdays = dates.proposed_dates(first, dates.Rhythm.WEEKLY, _EVENINGS_TO_COME)
    dates.plan_dates(
        tournament,
        dates=[date for date in thursdays if date <= season_ends],
        starts_at=_SEVEN,
        seen=dates.state_of(tournament),
        actor=director,
    )


def _play_evening(
    tournament: Tournament, evening: PlayedRound, members: Mapping[PlayerId, Player], director: User
) -> None:
    for game in _games(_open_and_publish(tournament, evening, members, director)):
        results.enter_result(game, _result(game), seen=Result.OPEN, actor=director)


def _open_and_publish(
    tournament: Tournament, evening: PlayedRound, members: Mapping[PlayerId, Player], director: User
) -> Round:
    opened = rounds.open_next_round(tournament, seen_number=evening.number, actor=director)
    _check_in(opened, _here(evening), evening, members, director)
    _publish(opened, director)
    return opened


def _games(round: Round) -> Sequence[Game]:
    return list(Game.objects.filter(round=round).select_related("round__tournament__club").order_by("board"))


def _here(evening: PlayedRound) -> Sequence[PlayerId]:
    """Who was at the club that evening, in the order in which the boards name them."""
    playing = [player for game in evening.games for player in (game.white, game.black)]
    return [*playing, *(bye.player for bye in evening.byes)]


def _check_in(
    opened: Round,
    here: Sequence[PlayerId],
    evening: PlayedRound,
    members: Mapping[PlayerId, Player],
    director: User,
) -> None:
    marks = [(player, Presence.PRESENT) for player in here]
    marks += [(absence.player, Presence(absence.kind.value)) for absence in evening.absences]
    by_player = {entry.player_id: entry for entry in Entry.objects.filter(tournament=opened.tournament)}
    for player, presence in marks:
        entry = by_player[members[player].pk]
        attendance.mark(opened, entry, presence, seen=Presence.UNMARKED, actor=director)


def _publish(round: Round, director: User) -> None:
    rounds.pair_round(round, seen_revision=round.revision, actor=director)
    round.refresh_from_db()
    rounds.publish_round(round, seen_revision=round.revision, actor=director)
    round.refresh_from_db()


def _result(game: Game) -> Result:
    """As the ratings would have it, and the same each time the same two meet in the same round."""
    sides = {slot.colour: slot.entry for slot in Attendance.objects.filter(game=game).select_related("entry__player")}
    white, black = sides[Colour.WHITE], sides[Colour.BLACK]
    difference = (white.rating or 0) + _WHITE_IS_WORTH - (black.rating or 0)
    expected = 1 / (1 + 10 ** (-difference / 400))
    lot = hashlib.sha256(f"{game.round.number}:{white.player}:{black.player}".encode()).digest()
    chance = int.from_bytes(lot[:4], "big") / 2**32
    if abs(chance - expected) < _DRAWS / 2:
        return Result.DRAW
    return Result.WHITE_WINS if chance < expected else Result.BLACK_WINS
