"""What waits in the inbox is answered: with a yes that does what was asked for, or put aside."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import (
    UNPUBLISHED_STATES,
    Action,
    Answer,
    Attendance,
    Availability,
    Club,
    Entry,
    InboxItem,
    InboxSubject,
    Mark,
    Player,
    Presence,
    Response,
    Tournament,
    User,
)
from tournaments.recording import Change, Scope, Stale, recording
from tournaments.selectors.availability import COMES, counts_as, responses_on
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.snapshots import configured_system
from tournaments.services.calendar import availability
from tournaments.services.common.refusal import Refused
from tournaments.services.players.erasing import shown_in, write_erasure
from tournaments.services.players.players import PlayerDetails, cleaned, new_player, same_name
from tournaments.services.setup.entries import write_late_entries, write_withdrawal

_PLANS = frozenset(said.asks for said in Response if said.asks is not None)


def answer_inbox_item(
    item: InboxItem,
    said: Answer,
    *,
    seen: str,
    player: Player | None = None,
    another_of_the_name: bool = False,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """Yes does what was asked, in the same action. `player`: who a stranger that asks to enter is to the club; without,
    they are new to it. `seen`: when what was on the screen was asked; they may have said something else since.

    Raises Stale where somebody else has answered otherwise since.
    """
    if said is Answer.YES and item.asked in _PLANS and not item.answer and item.asked_at.isoformat() == seen:
        return availability.confirm_response(_plan_of(item), actor=actor, receipt=receipt)
    scope: Scope = item.tournament or item.club
    what = f"{item.asked}_{said}"
    with recording(
        scope, actor=actor, verb="inbox.answer", receipt=receipt, facts={"what": what}, public=_seen_by(item, said)
    ) as change:
        found = _reread(item)
        if found.answer == said:
            return None
        if found.answer or found.asked_at.isoformat() != seen:
            raise Stale
        if found.player_id is not None:
            change.facts["player"] = found.player_id
        if said is Answer.YES:
            _carry_out(change, found, player, another_of_the_name=another_of_the_name)
        change.update(found, answer=said.value, answered_at=clock.now(), answered_by=actor)
        if found.asked == InboxSubject.ENTER and found.text:  # how to reach a stranger, which was for the answer alone
            change.update(found, text="")
    return change.action


def _seen_by(item: InboxItem, said: Answer) -> list[Scope]:
    """Where the public sees the difference."""
    if said is Answer.YES and item.asked == InboxSubject.ERASE and item.player is not None:
        return shown_in(item.player)
    is_public = said is Answer.YES and item.asked in {InboxSubject.OUT, InboxSubject.ENTER}
    return [item.club, item.tournament] if is_public and item.tournament is not None else []


def _reread(item: InboxItem) -> InboxItem:
    found = InboxItem.objects.select_related("player").filter(pk=item.pk).first()
    if found is None:  # taken back by whoever asked
        raise Stale
    found.club, found.tournament = item.club, item.tournament
    return found


def _plan_of(item: InboxItem) -> Availability:
    rows = Availability.objects.filter(
        entry__tournament=item.tournament_id, entry__player=item.player_id, date=item.facts.get("date")
    )
    found = rows.select_related("entry__tournament__club").first()
    if found is None:
        raise Stale
    return found


def _carry_out(change: Change, item: InboxItem, player: Player | None, *, another_of_the_name: bool) -> None:
    if item.asked == InboxSubject.ENTER:
        _enter(change, item, player, another_of_the_name=another_of_the_name)
    elif (doing := _DOING.get(InboxSubject(item.asked))) is not None:
        doing(change, item)


def _mark_as_said(change: Change, item: InboxItem) -> None:
    """As long as the round is not published: afterwards the director moves the boards, or nobody does."""
    tournament = _tournament(item)
    row = Attendance.objects.filter(
        round__tournament=tournament,
        round__number=item.facts.get("round"),
        round__state__in=UNPUBLISHED_STATES,
        entry__player=item.player_id,
    ).first()
    if row is None:
        raise Stale
    word = responses_on(tournament, datetime.date.fromisoformat(item.facts["date"])).get(row.entry_id)
    if word is None or word.said is None:
        mark = Mark(Presence.UNMARKED)
    elif word.said in COMES:
        mark = Mark(Presence.ON_THE_WAY)
    else:
        mark = counts_as(tournament, word, item.facts["round"])
    change.update(row, **mark.columns)


def _withdraw(change: Change, item: InboxItem) -> None:
    entry = Entry.objects.filter(tournament=item.tournament_id, player=item.player_id).first()
    if entry is None:
        raise Stale
    entry.tournament = _tournament(item)
    if configured_system(entry.tournament).capabilities().as_counted is not None:
        raise Refused(_("Withdrawing them changes the table. Do it on their page: it shows how."))
    write_withdrawal(change, entry)


def _erase(change: Change, item: InboxItem) -> None:
    if item.player is None:
        raise Stale
    write_erasure(change, item.player, but=item)


# not all: ENTER takes more to do it, and of the rest a yes is noted or confirmed elsewhere
_DOING: Mapping[InboxSubject, Callable[[Change, InboxItem], None]] = {
    InboxSubject.LATE_WORD: _mark_as_said,
    InboxSubject.OUT: _withdraw,
    InboxSubject.ERASE: _erase,
}


def _enter(change: Change, item: InboxItem, player: Player | None, *, another_of_the_name: bool) -> None:
    tournament = _tournament(item)
    player = item.player or player
    if player is None:
        player = change.create(new_player(item.club, _details(item.club, item, another_of_the_name)))
    change.facts["player"] = player.pk
    if not write_late_entries(change, tournament, [player], home_club=item.home_club):
        raise Refused(_("{player} plays in this tournament already.").format(player=display_name_of(player)))


def _details(club: Club, item: InboxItem, another_of_the_name: bool) -> PlayerDetails:
    given, _blank, family = item.name.partition(" ")
    details = cleaned(PlayerDetails(given_name=given, family_name=family, national_id=item.rating_number))
    if not another_of_the_name and (other := same_name(club, details).first()):
        raise Refused(_("The club has a player {player} already.").format(player=display_name_of(other)))
    return details


def _tournament(item: InboxItem) -> Tournament:
    if item.tournament is None:
        raise Stale
    return item.tournament
