"""Guests: whoever turns up tonight without being on the list is entered, numbered and marked as here in one go."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.models import (
    UNPUBLISHED_STATES,
    Attendance,
    Club,
    Entry,
    Mark,
    Player,
    Presence,
    Round,
    RoundState,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.names import clean_name, folded_name
from tournaments.recording import Change, Scope, recording, refresh
from tournaments.selectors.categories import categories_of, category_on_entering
from tournaments.selectors.club_ratings import ratings_to_enter
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.snapshots import configured_system
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.evening.attendance import is_withdrawn, marked, refuse_outsider
from tournaments.services.players.players import PlayerDetails, cleaned, new_player, same_name
from tournaments.services.setup.entries import refuse_teams
from tournaments.services.setup.single_group import refuse_two_groups


@dataclass(frozen=True, kw_only=True, slots=True)
class Guest:
    """What is asked at the door. Without a name they are Guest 1, Guest 2 and so on."""

    given_name: str = ""
    family_name: str = ""
    rating: int | None = None
    home_club: str = ""


def enter_guest(
    tournament: Tournament,
    guest: Guest,
    *,
    another_of_the_name: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Entry:
    """A player of the club who is no member, in tonight's round: here, or without a board where it is published."""
    with _welcoming(tournament, "guest.add", actor, receipt) as (change, round):
        player = change.create(new_player(tournament.club, _details(tournament.club, guest, another_of_the_name)))
        change.facts["player"] = player.pk
        return _enter(change, round, player, clean_name(guest.home_club), is_guest=True)


def enter_known_player(
    tournament: Tournament, player: Player, *, actor: User | None, receipt: uuid.UUID | None = None
) -> Entry:
    """The same for somebody whom the club knows: a member who was not entered, or a guest who has come again."""
    with _welcoming(tournament, "guest.again", actor, receipt) as (change, round):
        if player.club_id != tournament.club_id:
            raise Refused(_("Only the club's own players can be entered."))
        change.facts["player"] = player.pk
        entry = Entry.objects.filter(tournament=tournament, player=player).first()
        if entry is None:
            came_from = Entry.objects.filter(player=player).order_by("pk").values_list("home_club", flat=True).last()
            return _enter(change, round, player, came_from or "", is_guest=not player.is_active)
        if entry.is_guest and is_withdrawn(entry, round.number):
            _come_again(change, round, entry)
        else:
            _mark(change, round, entry, player)
        return entry


def set_guest(entry: Entry, *, is_guest: bool, actor: User | None, receipt: uuid.UUID | None = None) -> Entry:
    """Whether somebody plays as a guest. Who is one no more is on the list of every evening to come."""
    tournament = entry.tournament
    facts = {"player": entry.who, "what": "guest" if is_guest else "no_guest"}
    with recording(
        tournament,
        actor=actor,
        verb="entry.set_guest",
        receipt=receipt,
        facts=facts,
        public=[tournament.club, tournament],
    ) as change:
        refuse_when_closed(tournament)
        refresh(entry)
        if entry.is_guest != is_guest:
            change.update(entry, is_guest=is_guest)
        return entry


@contextmanager
def _welcoming(
    tournament: Tournament, verb: str, actor: User | None, receipt: uuid.UUID | None
) -> Iterator[tuple[Change, Round]]:
    """With tonight's round. The club is locked too: no two doors give out the same name."""
    public: list[Scope] = [tournament.club, tournament]
    with recording(tournament, actor=actor, verb=verb, receipt=receipt, public=public) as change:
        refuse_when_closed(tournament)
        refuse_teams(tournament)
        round = tournament.rounds.order_by("-number").first()
        if configured_system(tournament).capabilities().rounds.known_at_start:
            raise Refused(_("All games are planned in advance here: there is no place for a guest for one evening."))
        if round is None:
            raise Refused(_("Check-in is not open yet: open it first."))
        if round.state == RoundState.FINISHED:
            raise Refused(_("This round is over: open the next one first."))
        yield change, round
        if round.state not in UNPUBLISHED_STATES:
            change.relies_on([round], "state")


def _details(club: Club, guest: Guest, another_of_the_name: bool) -> PlayerDetails:
    details = cleaned(
        PlayerDetails(given_name=guest.given_name, family_name=guest.family_name, rating=guest.rating, is_active=False)
    )
    if details.family_name and not details.given_name:
        raise Refused(_("A player needs a given name."))
    if not details.given_name:
        return PlayerDetails(given_name=_nameless(club), rating=details.rating, is_active=False)
    if not another_of_the_name and (other := same_name(club, details).first()):
        raise Refused(_("The club has a player {player} already.").format(player=display_name_of(other)))
    return details


def _nameless(club: Club) -> str:
    """The first of Guest 1, Guest 2 … whom the club does not know yet: each is somebody else."""
    known = set(club.players.values_list("folded_name", flat=True))
    names = (_("Guest {number}").format(number=number) for number in itertools.count(1))
    return next(name for name in names if folded_name(name) not in known)


def _enter(change: Change, round: Round, player: Player, home_club: str, *, is_guest: bool) -> Entry:
    tournament = round.tournament
    highest = Entry.objects.filter(tournament=tournament).aggregate(highest=Max("number"))["highest"]
    rating = ratings_to_enter(tournament, [player])[player.pk]
    entry = change.create(
        Entry(
            tournament=tournament,
            player=player,
            rating=rating,
            category=category_on_entering(categories_of(tournament), rating),
            number=(highest or 0) + 1,
            joined_round=round.number,
            home_club=home_club,
            is_guest=is_guest,
        )
    )
    refuse_two_groups(tournament)
    change.create(_slot(round, entry))
    return entry


def _slot(round: Round, entry: Entry) -> Attendance:
    mark = _mark_in(round)
    return Attendance(round=round, entry=entry, presence=mark.presence, kind=mark.kind)


def _mark_in(round: Round) -> Mark:
    """In a published round all boards are given: they are away, as everybody who was not marked, until they get one."""
    if round.state in UNPUBLISHED_STATES:
        return Mark(Presence.PRESENT)
    return Mark.of(configured_system(round.tournament).capabilities().scoring.default_absence)


def _come_again(change: Change, round: Round, entry: Entry) -> None:
    """A guest of an earlier evening: on the list again from this round on."""
    for away in Withdrawal.objects.filter(entry=entry, first_round__lte=round.number):
        if away.first_round == round.number:
            change.delete(away)
        elif away.last_round is None or away.last_round >= round.number:
            change.update(away, last_round=round.number - 1)
    slot = Attendance.objects.filter(round=round, entry=entry).first()
    if slot is None:
        change.create(_slot(round, entry))
    elif new := marked(slot, _mark_in(round)):
        change.update(slot, **new)


def _mark(change: Change, round: Round, entry: Entry, player: Player) -> None:
    """Who is on the list already is marked as here, and nothing else that somebody marked is overwritten."""
    slot = Attendance.objects.filter(round=round, entry=entry).first() or Attendance(round=round, entry=entry)
    if round.state not in UNPUBLISHED_STATES:
        raise Refused(_("{player} is on the list of this tournament already.").format(player=display_name_of(player)))
    if slot.presence == Presence.PRESENT:
        raise Refused(_("{player} is on the list already, and marked as here.").format(player=display_name_of(player)))
    if slot.presence != Presence.UNMARKED:
        raise Refused(
            _("{player} is on the list already, with another mark: change it there.").format(
                player=display_name_of(player)
            )
        )
    refuse_outsider(entry, round)
    if slot.pk is None:
        slot.presence = Presence.PRESENT
        change.create(slot)
    else:
        change.update(slot, presence=Presence.PRESENT)
