"""What the mails say, in the reader's language. Subjects are read over shoulders: no names, no points."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.mail import links
from tournaments.models import Attendance, Club, Entry, Fixture, Player, Round, Tournament, User
from tournaments.pages.common.dates_in_words import with_hour
from tournaments.pages.common.display_names import Audience, name_of
from tournaments.pages.teams.fixture_words import fixture_in_words, seat_in_words
from tournaments.pairing.types.snapshot import Colour
from tournaments.selectors.outside_teams import home_colours_of
from tournaments.selectors.start_times import hour_of
from tournaments.services.players.notifications import Mail


@dataclass(frozen=True, kw_only=True, slots=True)
class Letter:
    subject: str
    text: str
    turn_off: str = ""
    """The address that ends such mails, where one may want none."""


def of_round(round: Round, slot: Attendance, opponent: Entry | None) -> Letter:
    """Their board or, without an opponent, that they sit out."""
    tournament, player = round.tournament, slot.entry.person
    gaps = {"club": _in_a_line(tournament.club.name), "number": round.number}
    with translation.override(language_of(player, tournament.club)):
        head = _("Round {number} of {tournament}, {when}").format(
            number=round.number, tournament=tournament.name, when=_when(tournament, round.date)
        )
        if opponent is None:
            subject = _("{club}: you sit out in round {number}").format(**gaps)
            return _letter(Mail.SITS_OUT, player, subject, head, _("You have no game in this round: you sit out."))
        words = (
            _("Board {board}: you have White against {opponent}.")
            if slot.colour == Colour.WHITE
            else _("Board {board}: you have Black against {opponent}.")
        )
        name = name_of(opponent.person, Audience.PUBLIC, opponent.number)
        said = words.format(board=slot.game.board if slot.game else "", opponent=name)
        return _letter(Mail.BOARD, player, _("{club}: your board in round {number}").format(**gaps), head, said)


def language_of(player: Player, club: Club) -> str:
    return player.language or club.language or settings.LANGUAGE_CODE


def asking(tournament: Tournament, date: datetime.date, player: Player) -> Letter:
    with translation.override(language_of(player, tournament.club)):
        subject = _("{club}: are you coming?").format(club=_in_a_line(tournament.club.name))
        head = _("{tournament}, {when}").format(tournament=tournament.name, when=_when(tournament, date))
        said = _("You haven't said yet whether you're coming. Tap your card to answer.")
        return _letter(Mail.ASKS, player, subject, head, said)


def asking_for_fixture(fixture: Fixture, player: Player) -> Letter:
    """Of a team of their club. The fixture has its team read."""
    club = player.club
    with translation.override(language_of(player, club)):
        subject = _("{club}: can you play?").format(club=_in_a_line(club.name))
        head = _("{match}, {when}").format(
            match=fixture_in_words(fixture), when=with_hour(fixture.date, fixture.starts_at)
        )
        said = _("You haven't said yet whether you can play. Tap your card to answer.")
        paragraphs = [head, fixture.note] if fixture.note else [head]
        return _letter(Mail.ASKS, player, subject, "\n".join(paragraphs), said)


def of_moved_match(fixture: Fixture, player: Player) -> Letter:
    """To whoever had answered: does it still hold?"""
    club = player.club
    with translation.override(language_of(player, club)):
        subject = _("{club}: a match has another day").format(club=_in_a_line(club.name))
        head = _("{match}, {when}").format(
            match=fixture_in_words(fixture), when=with_hour(fixture.date, fixture.starts_at)
        )
        said = _("Your answer is kept. Change it on your card if you cannot play on this day.")
        return _letter(Mail.ASKS, player, subject, head, said)


def of_line_up(fixture: Fixture, board: int, player: Player) -> Letter:
    """On which board they play for a team."""
    club, colours = player.club, home_colours_of(fixture.team)
    with translation.override(language_of(player, club)):
        subject = _("{club}: your board in a match").format(club=_in_a_line(club.name))
        head = _("You play for {team} on {when}").format(
            team=fixture.team.name, when=with_hour(fixture.date, fixture.starts_at)
        )
        seat = seat_in_words(board, colours.of(board, is_home=fixture.is_home) if colours else None)
        said = f"{fixture_in_words(fixture)}\n{seat}"
        if fixture.note:
            said += f"\n{fixture.note}"
        return _letter(Mail.BOARD, player, subject, head, said)


def of_wrong_codes(user: User, codes: int) -> Letter:
    """In the language of a club that they work for. It leads to no more than their account, behind the log-in."""
    club = Club.objects.filter(memberships__user=user).order_by("memberships__pk").first()
    with translation.override((club.language if club else "") or settings.LANGUAGE_CODE):
        account = f"{settings.PUBLIC_ADDRESS}{reverse('account')}"
        paragraphs = [
            _("Hello {name},").format(name=user),
            _("Your password was typed, and then {count} wrong codes in a row.").format(count=codes),
            _("If that was not you, choose another password: {address}").format(address=account),
            _("If it was you: a recovery code lets you in, too."),
        ]
        return Letter(subject=_("Clubchess: wrong codes at your log-in"), text="\n\n".join(paragraphs) + "\n")


def _letter(mail: Mail, player: Player, subject: str, head: str, said: str) -> Letter:
    turn_off = links.turn_off(player, mail)
    paragraphs = [
        _("Hello {name},").format(name=player.full_name),
        f"{head}\n{said}",
        _("Your card: {address}").format(address=links.card_of(player)),
        "-- \n" + _("You asked for this mail on your card. Turn it off: {address}").format(address=turn_off),
    ]
    return Letter(subject=subject, text="\n\n".join(paragraphs) + "\n", turn_off=turn_off)


def _when(tournament: Tournament, date: datetime.date | None) -> str:
    return "" if date is None else with_hour(date, hour_of(tournament, date))


def _in_a_line(name: str) -> str:
    return " ".join(name.split())
