"""What a player does in a round: the part of the attendance row that pairing fills."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q

from tournaments.models import ODD_BYES, Attendance, Entry, Game, Round
from tournaments.pairing.history.attendance import BYE_AGAIN
from tournaments.pairing.types.paired_round import PairedBoard, PairedRound, Player, Reason
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.recording import Change
from tournaments.selectors.snapshots import out_before


def unseated() -> dict[str, object]:
    return {"game": None, "colour": "", "bye": "", "reasons": []}


def reasons_to_json(reasons: Iterable[Reason]) -> list[dict[str, object]]:
    return [reason.to_json() for reason in reasons]


def seat(
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
        (rows[player], unseated() | {"game": game, "colour": colour.value})
        for game, (_number, board) in zip(games, boards, strict=True)
        for player, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK))
    ]


def without_a_board(paired: PairedRound) -> dict[PlayerId, dict[str, object]]:
    """What the rows become of those who have a bye or are left out."""
    byes = {
        bye.player: unseated() | {"bye": bye.kind.value, "reasons": reasons_to_json(bye.reasons)} for bye in paired.byes
    }
    return byes | {out.player: unseated() | {"reasons": reasons_to_json(out.reasons)} for out in paired.left_out}


def forget_byes_that_are_gone(change: Change, round: Round) -> None:
    """That somebody sits out once more is a note of the round, and no longer true when another has the bye."""
    if not any(note["rule"] == BYE_AGAIN.code for note in round.notes):
        return
    sit_out = Attendance.objects.filter(round=round, bye__in=ODD_BYES).values_list("entry__number", flat=True)
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
