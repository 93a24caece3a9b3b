"""What a player does in a round: the part of the attendance row that pairing fills."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q

from tournaments.models import Attendance, Bye, Entry, Game, Presence, Round
from tournaments.pairing.facts.attendance import BYE_AGAIN
from tournaments.pairing.model.paired_round import PairedBoard, PairedRound, Player, Reason
from tournaments.pairing.model.snapshot import Colour, PlayerId
from tournaments.pairing.protocols import Terms
from tournaments.plans import as_unmarked
from tournaments.recording import Change
from tournaments.snapshots import configured_system, out_before, presence_in


def emptied() -> dict[str, object]:
    return {"game": None, "colour": "", "bye": "", "reasons": []}


def reasons_to_json(reasons: Iterable[Reason]) -> list[dict[str, object]]:
    return [reason.to_json() for reason in reasons]


def seats(
    change: Change, round: Round, boards: Sequence[tuple[int, PairedBoard]], rows: Mapping[PlayerId, Attendance]
) -> list[tuple[Attendance, dict[str, object]]]:
    """Writes these boards, each with the number it gets, and says what the rows of their players become."""
    games = change.create_many(
        [
            Game(
                round=round,
                board=number,
                by_hand=board.pinned,
                is_postponed=board.is_postponed,
                reasons=reasons_to_json(board.reasons),
            )
            for number, board in boards
        ]
    )
    return [
        (rows[player], emptied() | {"game": game, "colour": colour.value})
        for game, (_number, board) in zip(games, boards, strict=True)
        for player, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK))
    ]


def without_a_board(paired: PairedRound) -> dict[PlayerId, dict[str, object]]:
    """What the rows become of those who have a bye or are left out."""
    byes = {
        bye.player: emptied() | {"bye": bye.kind.value, "reasons": reasons_to_json(bye.reasons)} for bye in paired.byes
    }
    return byes | {out.player: emptied() | {"reasons": reasons_to_json(out.reasons)} for out in paired.left_out}


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
    fits = _fits_plan if terms.rounds.known_at_start and round.is_public else _fits
    return [
        row for row in rows if not fits(row, presence_in(row, unmarked), terms, takes_part=row.entry_id not in outside)
    ]


def _fits_plan(row: Attendance, presence: Presence, terms: Terms, *, takes_part: bool) -> bool:
    """A published game of a plan is one, be its players here or not: late, early, or never, if one of them has left."""
    return row.game_id is not None or bool(row.bye) or _fits(row, presence, terms, takes_part=takes_part)


def _fits(row: Attendance, presence: Presence, terms: Terms, *, takes_part: bool) -> bool:
    """A game or the bye, the requested bye, or nothing; whoever is away may have a game to be played another day.

    In a fixed schedule a bye without points is what somebody gets whose opponent is not there to be met. In a knock-out
    somebody may wait for an opponent, or have come too late for it; the draw has said so.
    """
    if not takes_part:
        return row.game_id is None and not row.bye
    if terms.knocks_out is not None and row.bye == Bye.PAIRING:
        return True  # a free pass is had without coming
    if presence.is_here:
        without = {Bye.PAIRING, Bye.ZERO} if terms.several_without_a_game else {Bye.PAIRING}
        waits = terms.knocks_out is not None and not row.bye and bool(row.reasons)
        return row.game_id is not None or row.bye in without or waits
    if row.game is not None and (row.game.is_postponed or terms.postpones):
        return True
    return row.game_id is None and row.bye == (presence.requested_bye or "")
