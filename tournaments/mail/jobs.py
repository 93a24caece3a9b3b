"""The jobs: who is to be told is found when the worker comes to it, and what is said is looked up when it is sent.

A job names keys and what was on the board, never a name, an address or a link.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django_tasks import TaskContext, TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from clubchess.jobs import WAITING, Jobs, NotYet, kept_under
from tournaments import clock
from tournaments.mail import letters
from tournaments.mail.hours import NIGHT, begins, match_begins, not_before
from tournaments.mail.sending import send
from tournaments.models import (
    ODD_BYES,
    Attendance,
    Club,
    Entry,
    Fixture,
    FixturePlace,
    Player,
    Round,
    RoundState,
)
from tournaments.pairing.types.snapshot import Colour
from tournaments.selectors.outside_teams import home_colours_of
from tournaments.services.players.notifications import Mail

SENT, UNTRUE = "sent", "not true any more"
STILL_COUNTS = Q(status__in=[TaskResultStatus.READY, TaskResultStatus.RUNNING]) | Q(return_value=SENT)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceInRound:
    """Where somebody is in a round: against whom, or with nobody."""

    slot: Attendance
    opponent: Entry | None

    @property
    def mail(self) -> Mail:
        return Mail.SITS_OUT if self.opponent is None else Mail.BOARD

    @property
    def told(self) -> str:
        """What a mail of it says; one that would say the same is not sent again."""
        if self.opponent is None or self.slot.game is None:
            return "sits out"
        return f"{self.opponent.pk} {self.slot.game.board} {self.slot.colour}"

    @property
    def address(self) -> str:
        """Empty where they want no such mail."""
        return address_of(self.slot.entry.person, self.mail)


@task()
def tell_of_round(*, round: int) -> int:
    """Of whom it is told where they are, if that was not said yet: as many mails are queued."""
    with transaction.atomic():
        # One at a time: who comes second sees what the first has queued.
        Round.objects.select_for_update(no_key=True).filter(pk=round).first()
        found = _round_to_tell_of(round)
        if found is None:
            return 0
        told = {each["entry"]: each["told"] for each in written(tell_of_place.module_path, about="round", key=round)}
        fresh = [
            (entry, place.told)
            for entry, place in places_in(found).items()
            if place.address and told.get(entry) != place.told
        ]
        for entry, new in fresh:
            tell_of_place.enqueue(round=round, entry=entry, told=new)
    return len(fresh)


@task(takes_context=True)
def tell_of_place(context: TaskContext, *, round: int, entry: int, told: str) -> str:
    """If it is still so."""
    found = _round_to_tell_of(round)
    place = places_in(found).get(entry) if found is not None else None
    if found is None or place is None or place.told != told or not place.address:
        return UNTRUE
    wait_for_the_morning(found.tournament.club)
    send(letters.of_round(found, place.slot, place.opponent), place.address, key=key_of(context))
    return SENT


def _round_to_tell_of(key: int) -> Round | None:
    """None where its evening has begun, too."""
    found = round_to_come(key)
    if found is None or found.date is None or clock.now() >= begins(found.tournament, found.date):
        return None
    return found


def round_to_come(key: int) -> Round | None:
    """None where it is a draft again, has been started, or is gone."""
    rounds = Round.objects.filter(state=RoundState.PUBLISHED, started_at=None, over_at=None)
    return rounds.select_related("tournament__club").filter(pk=key, tournament__trashed_at=None).first()


def places_in(round: Round) -> dict[int, PlaceInRound]:
    """By entry, of those who play for themselves."""
    rows = Attendance.objects.filter(round=round, entry__player__isnull=False)
    rows = rows.filter(Q(game__isnull=False) | Q(bye__in=ODD_BYES))
    slots = list(rows.select_related("game", "entry__player__contact", "entry__player__club").order_by("pk"))
    at_board = {(slot.game_id, slot.colour): slot.entry for slot in slots if slot.game_id is not None}
    other = {Colour.WHITE.value: Colour.BLACK.value, Colour.BLACK.value: Colour.WHITE.value}
    return {
        slot.entry_id: PlaceInRound(
            slot=slot,
            opponent=at_board[slot.game_id, other[slot.colour]] if slot.game_id is not None else None,
        )
        for slot in slots
    }


@task()
def tell_of_line_up(*, fixture: int) -> int:
    """Of whom it is told on which board they play for a team, if that was not said yet: so many mails are queued."""
    with transaction.atomic():
        # One at a time: who comes second sees what the first has queued.
        Fixture.objects.select_for_update(no_key=True).filter(pk=fixture).first()
        found = line_up_to_tell_of(fixture)
        if found is None:
            return 0
        told = {
            each["player"]: each["told"] for each in written(tell_of_seat.module_path, about="fixture", key=fixture)
        }
        now = {player: seat_told(found, seat) for player, seat in _seats(found).items()}
        fresh = {player: new for player, new in now.items() if told.get(player) != new}
        for player, new in fresh.items():
            tell_of_seat.enqueue(fixture=fixture, player=player, told=new)
    return len(fresh)


@task(takes_context=True)
def tell_of_seat(context: TaskContext, *, fixture: int, player: int, told: str) -> str:
    """If it is still so."""
    found = line_up_to_tell_of(fixture)
    seat = _seats(found).get(player) if found is not None else None
    if found is None or seat is None or seat.player is None or seat_told(found, seat) != told:
        return UNTRUE
    wait_for_the_morning(found.team.league.club)
    letter = letters.of_line_up(found, seat.board, seat.player)
    send(letter, address_of(seat.player, Mail.BOARD), key=key_of(context))
    return SENT


def line_up_to_tell_of(key: int) -> Fixture | None:
    """None where it is not published any more, the match has begun or is gone."""
    rows = Fixture.objects.filter(pk=key, published_at__isnull=False, team__league__season__is_open=True)
    found = rows.select_related("team__league__club").first()
    if found is None or clock.now() >= match_begins(found.team.league.club, found):
        return None
    return found


def _seats(fixture: Fixture) -> dict[int, FixturePlace]:
    """By the player's key, of those who want such a mail."""
    seats = FixturePlace.objects.filter(fixture=fixture, player__isnull=False).order_by("board")
    return {
        seat.player.pk: seat
        for seat in seats.select_related("player__contact", "player__club")
        if seat.player is not None and address_of(seat.player, Mail.BOARD)
    }


def seat_told(fixture: Fixture, seat: FixturePlace) -> str:
    """What a mail of it says; one that would say the same is not sent again."""
    colours = home_colours_of(fixture.team)
    colour = colours.of(seat.board, is_home=fixture.is_home).value if colours else ""
    hour = f"{fixture.starts_at:%H:%M}" if fixture.starts_at else ""
    return f"{fixture.date.isoformat()} {hour} {seat.board} {colour}"


def address_of(player: Player, mail: Mail) -> str:
    contact = getattr(player, "contact", None)
    return contact.email if contact is not None and player.is_active and getattr(player, mail.wish) else ""


def written(path: str, *, about: str, key: int, only: Q = STILL_COUNTS) -> list[dict[str, Any]]:
    """What the mails of this kind name, in their order: as a rule those that were sent or are about to be."""
    return list(mails(path, about=about, key=key).filter(only).values_list("args_kwargs__kwargs", flat=True))


def mails(path: str, *, about: str, key: int) -> Jobs:
    """Of what is kept only what is about the same is read."""
    which = {"task_path": path, f"args_kwargs__kwargs__{about}": key}
    jobs: Jobs = DBTaskResult.objects.filter(queue_name__in=[kept_under(about, key), WAITING], **which)
    return jobs.order_by("enqueued_at")


def wait_for_the_morning(club: Club, *, night: int = NIGHT) -> None:
    """Where it is `night` o'clock by the club's clock, or later."""
    now = clock.now()
    if (morning := not_before(now, club, night=night)) > now:
        raise NotYet(morning)


def key_of(context: TaskContext) -> uuid.UUID:
    return uuid.UUID(str(context.task_result.id))
