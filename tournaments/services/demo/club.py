"""The demo club, made and taken away: its seasons, its championship, who comes on Thursdays."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping, Sequence
from importlib import resources

from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.exchange import tournament_file
from tournaments.models import Club, Player, Presence, Season, Tournament, User
from tournaments.pairing.model.snapshot import PlayedRound, PlayerId
from tournaments.recording import recording
from tournaments.services import clubs, dates, entries, next_season, seasons, tournaments
from tournaments.services.demo.other_systems import play_other_systems
from tournaments.services.demo.playing import open_round, play, play_half, publish
from tournaments.services.next_season import Successor
from tournaments.services.refusal import Refused
from tournaments.services.seasons import NewSeason
from tournaments.services.tournament_import import import_tournament

USERNAME = "demo"
_CHAMPIONSHIP_EVENINGS = 3
_MONRAD_EVENINGS = 4
_EVENINGS_TO_COME = 12
_THURSDAY, _SEVEN = 3, datetime.time(19)


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
    """Last season's championship, played to its end; its successor, on a running evening; one of each other system."""
    data = tournament_file.parse(resources.files("tournaments.demo").joinpath("club_season.json").read_bytes())
    today = timezone.localdate()
    begins = datetime.date(today.year if today.month >= 8 else today.year - 1, 8, 1)
    last, this = (_season_from(begins.replace(year=begins.year - years_ago)) for years_ago in (1, 0))
    earlier = seasons.open_season(club, name=last.name, starts_on=last.starts_on, ends_on=last.ends_on, actor=director)
    name = _("Club championship")
    played = import_tournament(club, data, season=earlier, name=name, actor=director)
    season = next_season.carry_on(earlier, [Successor(earlier=played, name=name)], into=this, actor=director)
    seasons.close_season(earlier, actor=director)
    members = {
        entry.number: entry.player for entry in played.entries.select_related("player") if entry.number is not None
    }
    evenings = data.snapshot.rounds
    championship = season.tournaments.get()
    _play_championship(championship, evenings, members, director)
    monrad = _play_attendance_monrad(club, season, evenings, members, director)
    for tournament in (championship, monrad):
        _plan_dates(tournament, today, this.ends_on, director)
    play_other_systems(club, season, members, director)


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
    tonight = evenings[_CHAMPIONSHIP_EVENINGS]
    opened = open_round(tournament, tonight.number, _marks(_here(tonight), tonight, members), director)
    play_half(publish(opened, director), director)


def _play_attendance_monrad(
    club: Club, season: Season, evenings: Sequence[PlayedRound], members: Mapping[PlayerId, Player], director: User
) -> Tournament:
    """Some rounds, and tonight's people at the door."""
    tournament = tournaments.create_tournament(
        club, season=season, name="Närvaromonrad", system="attendance_monrad", options={}, actor=director
    )
    entries.enter_players(tournament, list(members.values()), actor=director)
    entries.draw_numbers(tournament, actor=director)
    for evening in evenings[:_MONRAD_EVENINGS]:
        _play_evening(tournament, evening, members, director)
    tonight = evenings[_MONRAD_EVENINGS]
    here = _here(tonight)
    open_round(tournament, tonight.number, _marks(here[: len(here) // 2], tonight, members), director)
    return tournament


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
    opened = open_round(tournament, evening.number, _marks(_here(evening), evening, members), director)
    play(publish(opened, director), director)


def _here(evening: PlayedRound) -> Sequence[PlayerId]:
    """Who was at the club that evening, in the order in which the boards name them."""
    playing = [player for game in evening.games for player in (game.white, game.black)]
    return [*playing, *(bye.player for bye in evening.byes)]


def _marks(
    here: Sequence[PlayerId], evening: PlayedRound, members: Mapping[PlayerId, Player]
) -> Mapping[int, Presence]:
    marks = dict.fromkeys((members[player].pk for player in here), Presence.PRESENT)
    return marks | {members[each.player].pk: Presence(each.kind.value) for each in evening.absences}
