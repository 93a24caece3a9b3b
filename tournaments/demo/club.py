"""The demo club, made and taken away: its seasons, its championship, its teams, who comes on its evenings."""

from __future__ import annotations

import datetime
import secrets
import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources

from django.core.management import call_command
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.demo import attendance
from tournaments.demo.calendar import evenings_before, evenings_of, two_seasons
from tournaments.demo.groups import play_last_groups
from tournaments.demo.other_systems import other_systems
from tournaments.demo.playing import Marks, Programme, open_tonight, play_past
from tournaments.demo.schedule import DemoRhythm, DemoRounds, planned
from tournaments.demo.school_teams import enter_schools, open_school_round, play_school_rounds
from tournaments.demo.series import championship_prizes, grand_prix
from tournaments.demo.teams import enter_teams, play_matches, report_boards
from tournaments.exchange import tournament_file
from tournaments.exchange.logo import normalised
from tournaments.models import Accent, Club, Pace, Player, Presence, Season, User
from tournaments.pairing.types.snapshot import PlayedRound, PlayerId
from tournaments.recording import digest_of, lock_clubs, recording
from tournaments.selectors.evenings import tonight as evening_of
from tournaments.services.clubs import clubs
from tournaments.services.common.refusal import Refused
from tournaments.services.events.prizes import fix_prizes, version_of_awards
from tournaments.services.events.series import publish_table
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.players import club_ratings
from tournaments.services.setup import entries, next_season, seasons, settings, tournaments
from tournaments.services.setup.next_season import Successor

USERNAME = Club.DEMO_USERNAME
_ZONE = "Europe/Amsterdam"
_CHAMPIONSHIP_EVENINGS = 9
_MONRAD_EVENINGS = 4
_NOON = datetime.time(12)


def create_demo_club() -> Club:
    """In an empty installation only. The names are invented; who came on which evening is not.

    Tonight is today by the club's clock, whatever the day of the year.
    """
    with transaction.atomic():  # interrupted halfway it would be taken for a real club, with no way in
        lock_clubs()
        if Club.objects.exists():
            raise Refused(_("This installation already has a club, so it gets no demo club."))
        club, director = _fill(evening_of(_ZONE, since=None))
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


def _fill(tonight: datetime.date) -> tuple[Club, User]:
    """Last season's championship and groups, played to their end; this season's, on a running evening, one of each
    other system, and the schools' teams."""
    data = tournament_file.parse(resources.files("tournaments.demo").joinpath("club_season.json").read_bytes())
    evenings = data.snapshot.rounds
    first = evenings_before(tonight, _CHAMPIONSHIP_EVENINGS)[0]
    last, this = two_seasons(tonight, first)
    held = evenings_of(last, len(evenings), weekday=tonight.weekday())
    name = _("Club championship")

    with clock.at(_noon(held[0] - datetime.timedelta(days=2))):
        club, director = _club(tonight.weekday())
        earlier = seasons.open_season(
            club, name=last.name, starts_on=last.starts_on, ends_on=last.ends_on, actor=director
        )
    with clock.at(_noon(held[-1] + datetime.timedelta(days=1))):
        played = import_tournament(club, data, season=earlier, name=name, held=held, actor=director)
    members = {
        entry.number: entry.person for entry in played.entries.select_related("player") if entry.number is not None
    }
    play_last_groups(club, earlier, members, after=held[-1], director=director)
    with clock.at(_noon(first - datetime.timedelta(days=2))):
        season = next_season.open_next_season(
            earlier, [Successor(earlier=played, name=name)], into=this, actor=director
        )
        series = grand_prix(earlier, members, director=director)
        seasons.close_season(earlier, actor=director)
        publish_table(series, actor=director)
        fix_prizes(series, seen=version_of_awards(series), actor=director)
        programmes = [
            _championship(season, evenings, members, tonight=tonight, director=director),
            _attendance_monrad(club, season, evenings, members, tonight=tonight, director=director),
            *other_systems(club, season, members, tonight=tonight, director=director),
        ]
        matches = enter_teams(club, season, members, tonight=tonight, director=director)
        schools = enter_schools(club, season, tonight=tonight, director=director)
    play_past(programmes, director)
    play_school_rounds(schools, director)
    for_the_club = play_matches(matches, tonight=tonight, director=director)
    programmes = [each.without(for_the_club) for each in programmes]
    championship, at_the_door = programmes[0].tonight.tournament, programmes[1].tonight
    attendance.say_tonight(at_the_door, besides=for_the_club, tonight=tonight, director=director)
    attendance.say_of_the_next(championship, tonight=tonight, director=director)
    _rate_games(club, director)
    open_tonight(programmes, director)
    open_school_round(schools, director)
    attendance.report_results(championship.rounds.latest("number"))
    report_boards(matches, tonight=tonight, director=director)
    return club, director


def _rate_games(club: Club, director: User) -> None:
    """Everybody sees the club's own ratings, and the list as it was before tonight."""
    rated = {
        each.pk: club_ratings.Rated(rated_as=Pace.CLASSICAL)
        for each in club.tournaments.filter(boards=None).order_by("pk")
    }
    wanted = club_ratings.RatingSettings(rates_games=True, shows_ratings=True, tournaments=rated)
    club_ratings.save_settings(club, wanted, seen=club_ratings.settings_version(club), actor=director)
    club_ratings.publish_list(club, Pace.CLASSICAL, actor=director)


def _noon(date: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(date, _NOON, zoneinfo.ZoneInfo(_ZONE))


def _club(weekday: int) -> tuple[Club, User]:
    club, director = clubs.create_club(name=_("The Passed Pawn"), slug="demo", time_zone=_ZONE, username=USERNAME)
    image = normalised(resources.files("tournaments.demo").joinpath("logo.png").read_bytes())
    face = replace(
        clubs.details_of(club),
        place=_("Tower community centre"),
        weekday=weekday,
        starts_at=datetime.time(19),
        sentence=_("Come in, play one serious game, and stay for the analysis."),
        contact="Carla Koster, chess@club.example",
        accent=Accent.DELFT.value,
        logo=digest_of(image),
    )
    return clubs.edit_club(club, face, image=image, seen=clubs.version_of(club), actor=director), director


def _championship(
    season: Season,
    evenings: Sequence[PlayedRound],
    members: Mapping[PlayerId, Player],
    *,
    tonight: datetime.date,
    director: User,
) -> Programme:
    """Some evenings, and one more in which half of the games are over; as many rounds are planned as the season has."""
    *past, now = [_marks(each, _here(each), members) for each in evenings[: _CHAMPIONSHIP_EVENINGS + 1]]
    tournament = season.tournaments.select_related("club", "season").get()
    rhythm = DemoRhythm(to_come=len(evenings) - len(past) - 1)
    programme = planned(tournament, DemoRounds(past=past, tonight=now), rhythm, tonight=tonight, director=director)
    settings.edit_tournament(
        tournament,
        name=tournament.name,
        season=season,
        planned_rounds=len(tournament.round_dates),
        seen=settings.version_of(tournament),
        actor=director,
    )
    attendance.let_take_part(tournament, director)
    championship_prizes(tournament, members, director=director)
    return programme


def _attendance_monrad(
    club: Club,
    season: Season,
    evenings: Sequence[PlayedRound],
    members: Mapping[PlayerId, Player],
    *,
    tonight: datetime.date,
    director: User,
) -> Programme:
    """Some evenings, and tonight's people at the door."""
    tournament = tournaments.create_tournament(
        club, season=season, name=_("Drop-in evenings"), system="attendance_monrad", options={}, actor=director
    )
    entries.enter_players(tournament, list(members.values()), actor=director)
    entries.draw_numbers(tournament, actor=director)
    attendance.let_take_part(tournament, director)
    *past, now = evenings[: _MONRAD_EVENINGS + 1]
    here = _here(now)
    rounds = DemoRounds(
        past=[_marks(each, _here(each), members) for each in past],
        tonight=_marks(now, here[: len(here) // 2], members),
        is_checking_in=True,
    )
    return planned(tournament, rounds, DemoRhythm(every=2, to_come=12), tonight=tonight, director=director)


def _here(evening: PlayedRound) -> Sequence[PlayerId]:
    """Who was at the club that evening, in the order in which the boards name them."""
    playing = [player for game in evening.games for player in (game.white, game.black)]
    return [*playing, *(bye.player for bye in evening.byes)]


def _marks(evening: PlayedRound, here: Sequence[PlayerId], members: Mapping[PlayerId, Player]) -> Marks:
    marks = dict.fromkeys((members[player].pk for player in here), Presence.PRESENT)
    return marks | {members[each.player].pk: Presence(each.kind) for each in evening.absences}
