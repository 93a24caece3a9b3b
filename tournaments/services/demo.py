"""The demo club: a real club's people and evenings, in the middle of tonight's."""

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
from tournaments.exchange.player_list import ListedPlayer
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import Attendance, Club, Entry, Game, Player, Presence, Round, User
from tournaments.pairing.snapshot import Colour, PlayedRound, PlayerId, Result
from tournaments.recording import recording
from tournaments.services import attendance, clubs, entries, player_import, results, rounds, seasons, tournaments
from tournaments.services.refusal import Refused

USERNAME = "demo"
_PLAYED_EVENINGS = 6
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
        _play_evenings(club, director)
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


def _play_evenings(club: Club, director: User) -> None:
    data = tournament_file.parse(resources.files("tournaments.demo").joinpath("club_season.json").read_bytes())
    today = timezone.localdate()
    begins = datetime.date(today.year if today.month >= 8 else today.year - 1, 8, 1)
    season = seasons.open_season(
        club,
        name=f"{begins.year}–{(begins.year + 1) % 100:02}",
        starts_on=begins,
        ends_on=datetime.date(begins.year + 1, 7, 31),
        actor=director,
    )
    tournament = tournaments.create_tournament(
        club, season=season, name="Närvaromonrad", system="attendance_monrad", options={}, actor=director
    )
    members = _members(club, data, director)
    entries.enter_players(tournament, list(members.values()), actor=director)
    entries.draw_numbers(tournament, actor=director)
    for evening in data.snapshot.rounds[:_PLAYED_EVENINGS]:
        played = rounds.open_next_round(tournament, seen_number=evening.number, actor=director)
        _check_in(played, _here(evening), evening, members, director)
        _publish(played, director)
        for game in Game.objects.filter(round=played).select_related("round__tournament__club").order_by("board"):
            results.enter_result(game, _result(game), seen=Result.OPEN, actor=director)
    tonight = data.snapshot.rounds[_PLAYED_EVENINGS]
    opened = rounds.open_next_round(tournament, seen_number=tonight.number, actor=director)
    here = _here(tonight)
    _check_in(opened, here[: len(here) // 2], tonight, members, director)


def _members(club: Club, data: TournamentFile, director: User) -> Mapping[PlayerId, Player]:
    listed = []
    for row, entrant in enumerate(data.snapshot.entrants, 1):
        given_name, _space, family_name = data.names[entrant.number].partition(" ")
        listed.append(ListedPlayer(row=row, given_name=given_name, family_name=family_name, rating=entrant.rating))
    plan = player_import.plan_import(club, listed, update=False)
    made = player_import.import_players(club, listed, update=False, seen=plan.fingerprint, actor=director)
    return dict(zip((entrant.number for entrant in data.snapshot.entrants), made, strict=True))


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
