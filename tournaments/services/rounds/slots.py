"""What a player does in a round: the part of the attendance row that pairing fills."""

from __future__ import annotations

from django.db.models import Q

from tournaments.models import Attendance, Bye, Entry, Presence, Round
from tournaments.pairing.facts.attendance import BYE_AGAIN
from tournaments.pairing.model.paired_round import Player, Reason
from tournaments.pairing.protocols import Terms
from tournaments.plans import as_unmarked
from tournaments.recording import Change
from tournaments.snapshots import configured_system, out_before, presence_in


def emptied() -> dict[str, object]:
    return {"game": None, "colour": "", "bye": "", "reasons": []}


def forget_byes_that_are_gone(change: Change, round: Round) -> None:
    """That somebody sits out once more is a note of the round, and no longer true when another has the bye."""
    if not any(note["rule"] == BYE_AGAIN.code for note in round.notes):
        return
    sit_out = Attendance.objects.filter(round=round, bye=Bye.PAIRING).values_list("entry__number", flat=True)
    byes = {Player(number or 0) for number in sit_out}
    notes = [Reason.from_json(note) for note in round.notes]
    still_true = [note.to_json() for note in notes if note.rule != BYE_AGAIN.code or note.facts["player"] in byes]
    if still_true != round.notes:
        change.update(round, notes=still_true)


def outsiders(round: Round) -> set[int]:
    """Keys of the entries who take no part in the round, whatever their mark.

    They have withdrawn, have not joined, have no number, or are out.
    """
    away = Q(withdrawals__first_round__lte=round.number) & (
        Q(withdrawals__last_round=None) | Q(withdrawals__last_round__gte=round.number)
    )
    entries = Entry.objects.filter(tournament_id=round.tournament_id)
    outside = away | Q(joined_round__gt=round.number) | Q(number=None) | Q(number__in=[*out_before(round)])
    return set(entries.filter(outside).values_list("pk", flat=True))


def misfits(round: Round) -> list[Attendance]:
    """Rows that give the player something else than who is here asks for."""
    outside = outsiders(round)
    rows = Attendance.objects.filter(round=round).select_related("entry__player", "game").order_by("pk")
    unmarked = as_unmarked(round.tournament, round)
    terms = configured_system(round.tournament).terms()
    return [
        row for row in rows if not _fits(row, presence_in(row, unmarked), terms, takes_part=row.entry_id not in outside)
    ]


def _fits(row: Attendance, presence: Presence, terms: Terms, *, takes_part: bool) -> bool:
    """A game or the bye, the requested bye, or nothing; whoever is away may have a game to be played another day.

    In a fixed schedule a bye without points is what somebody gets whose opponent is not there to be met.
    """
    if not takes_part:
        return row.game_id is None and not row.bye
    if presence.is_here:
        without = {Bye.PAIRING, Bye.ZERO} if terms.several_without_a_game else {Bye.PAIRING}
        return row.game_id is not None or row.bye in without
    if row.game is not None and (row.game.is_postponed or terms.postpones):
        return True
    return row.game_id is None and row.bye == (presence.requested_bye or "")
